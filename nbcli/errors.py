"""What a user can mend, said in one line."""


class NbError(Exception):
    """An error that is the user's to mend: what is wrong, where, and the remedy.

    `what` is a phrase without a final stop, `where` a file or `file:line`, `remedy` what to do about it. The
    command line prints `nb: where: what; remedy` and exits with 2.
    """

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.remedy = remedy

    def __str__(self) -> str:
        line = f"{self.where}: {self.what}" if self.where else self.what
        # Names of files and labels come from outside: nothing in them may break the line.
        return _one_line(f"{line}; {self.remedy}" if self.remedy else line)


def _one_line(text: str) -> str:
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)
