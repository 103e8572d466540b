"""The jobs on mail, against bogofilter: the same texts as mail, in an mbox a class and in a file each."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.bench.corpus import Corpus
from tests.bench.jobs import Job
from tests.bench.measure import Command
from tests.bench.tools import DEFAULT, EXPLICIT, MISSING, NB, nb

BOGOFILTER = "bogofilter"
INSTALLED = shutil.which(BOGOFILTER) is not None
_HEAD = "Subject: mail\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
_TRAIN = 'rm -rf "$1" && mkdir "$1" && bogofilter -d "$1" -n -M < "$2" && bogofilter -d "$1" -s -M < "$3"'


def jobs(corpus: Corpus) -> Iterator[Job]:
    """Yield training on two mboxes, labelling a tenth of the mails in one call, and one mail."""
    ham, spam = (mbox(corpus.scratch / f"{label}.mbox", texts) for label, texts in corpus.texts.items())
    tenth = [text for texts in corpus.texts.values() for text in texts[::10]]
    files = [corpus.file(f"{number:05}.eml", mail(text)) for number, text in enumerate(tenth)]
    models = {NB.name: corpus.scratch / "mail.nb", DEFAULT.name: corpus.scratch / "mail-default.nb"}
    options = {NB.name: EXPLICIT, DEFAULT.name: []}
    words = corpus.scratch / "wordlist"
    mboxes = [f"ham={ham}", f"spam={spam}", "--format=mbox"]
    sides = {
        name: nb("train", *mboxes, *options[name], "--name", model, writes=model) for name, model in models.items()
    }
    yield Job(f"train on {len(corpus):,} mails, mbox", sides | _bogofilter(train(words, ham, spam)))
    names = corpus.lines("files.txt", list(map(str, files)))
    sides = {name: nb("predict", "--mail", *files, "--name", model) for name, model in models.items()}
    yield Job(
        f"predict {len(files):,} mails, a file each, one call", sides | _bogofilter(score(words, "-b", stdin=names))
    )
    one = corpus.file("one.eml", mail("公司代开发票，优惠"))
    sides = {name: nb("predict", "--mail", "--name", model, stdin=one) for name, model in models.items()}
    yield Job("predict one mail, cold", sides | _bogofilter(score(words, stdin=one)), slow=False)


def _bogofilter(command: Command) -> dict[str, Command | str]:
    return {BOGOFILTER: command if INSTALLED else MISSING}


def train(folder: Path, ham: Path, spam: Path) -> Command:
    """Return what learns two mboxes into a new word list in `folder`."""
    return Command(["sh", "-c", _TRAIN, "sh", *map(str, (folder, ham, spam))], writes=folder / "wordlist.db")


def score(folder: Path, *options: str, stdin: Path) -> Command:
    """Return what prints a letter (S, H, U for unsure) and the spamicity of each mail; its status is an answer."""
    return Command([BOGOFILTER, "-d", str(folder), "-T", *options], stdin, good=(0, 1, 2))


def mbox(path: Path, texts: Iterable[str]) -> Path:
    """Write the texts as an mbox to `path`, and return it."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"From bench Thu Jan  1 00:00:00 2026\n{mail(text)}\n" for text in texts)
    return path


def mail(text: str) -> str:
    """Return the text as the body of a mail."""
    return f"{_HEAD}{text}\n"
