"""What a user can mend, said in one line."""


class NbError(Exception):
    """An error that is the user's to mend: what is wrong, where, and the remedy.

    `what` is a phrase without a final stop, `where` a file or `file:line`, `remedy` what to do about it, and `option`
    the one with which to do so: its name and value. The command line prints `nb: where: what; remedy`, and after it
    its own words with that option, and exits with 2.
    """

    def __init__(self, what: str, *, where: str = "", remedy: str = "", option: tuple[str, str] | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.remedy = remedy
        self.option = option

    def __str__(self) -> str:
        return self.advising(" ".join(self.option or ()))

    def advising(self, command: str) -> str:
        """Return the line, with this command after the remedy where there is one."""
        line = f"{self.where}: {self.what}" if self.where else self.what
        remedy = f"{self.remedy}: {command}" if command else self.remedy
        # Names of files and labels come from outside: nothing in them may break the line.
        return _one_line(f"{line}; {remedy}" if remedy else line)


def _one_line(text: str) -> str:
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)
