"""Public corpora by name: what they are, where they were published, and where a fetched one is kept."""

from dataclasses import dataclass

from nbcli.errors import NbError
from nbcli.system.folders import cache_folder

# Bytes that a zip may have more than its content.
_AROUND = 1 << 20


@dataclass(frozen=True)
class File:
    """A file of a corpus; `path` is where its repository has it, a zip that holds it included."""

    name: str
    path: str
    size: int
    sha256: str
    label: str = ""

    @property
    def at_most(self) -> int:
        """The bytes that what holds it may have: those of the zip around it included."""
        return self.size + _AROUND


@dataclass(frozen=True)
class Public:
    """A corpus in a public repository at one commit, and what is known of its licence.

    `options`: those to compare models on it with.
    """

    what: str
    repository: str
    commit: str
    files: tuple[File, ...]
    licence: str
    options: str = ""

    @property
    def size(self) -> int:
        """The bytes of all its files."""
        return sum(file.size for file in self.files)


CORPORA = {
    "spam-zh": Public(
        what="Chinese mail, 5,000 ham and 5,001 spam",
        repository="moon-hotel/MachineLearningWithMe",
        # As much of the commit's name as is on record; GitHub completes it.
        commit="e31dbf44",
        files=(
            File(
                "ham_5000.utf8",
                "AllBooKCode/data/spam/ham_5000.utf8",
                2_476_327,
                "79c68a0557fe672f2b45967fc1e5471f260c9a4c189476ed10b81433d8c64297",
                label="ham",
            ),
            File(
                "spam_5000.utf8",
                "AllBooKCode/data/spam/spam_5000.utf8",
                1_304_316,
                "79ec2e98dc0bd62566bfd4f16b1f79a440b380dea537cbefd668db01e13afe5b",
                label="spam",
            ),
        ),
        licence="from TREC 2006's Chinese corpus (trec06c): all rights reserved, use granted to those who accept its "
        "agreement, which in 2005 was for research and development (plg.uwaterloo.ca/~gvcormac/treccorpus06); of this "
        "copy: not stated",
    ),
    "sms-en": Public(
        what="English SMS, 5,574 ham and spam",
        repository="hamzaaacodes/sms-spam-collection",
        commit="f3e73e1e74e6330b62d1ee1983bba2a063184c26",
        files=(
            File(
                "SMSSpamCollection",
                "SMSSpamCollection",
                477_917,
                "fae7ea7d915ef73903e5c2f46ffa2f4a39909a574e20fda4f2b81f7cb1e15e1f",
            ),
        ),
        licence="the UCI SMS Spam Collection, by Almeida and Gómez Hidalgo: CC BY 4.0, as UCI has it "
        "(archive.ics.uci.edu/dataset/228); of this copy: not stated",
        # Of compare's own tokenizer, jieba, English has no word.
        options="--tokenizer words",
    ),
    "shopping-zh": Public(
        what="Chinese product reviews, 62,774 of 10 kinds, good and bad",
        repository="SophonPlus/ChineseNlpCorpus",
        commit="a0b781d72158bde242c0626c9e354d2b328865ff",
        files=(
            File(
                "online_shopping_10_cats.csv",
                "datasets/online_shopping_10_cats/online_shopping_10_cats.zip",
                11_299_695,
                "f6c5b724122d8547b700ac4524898eb7e28abbee63f798e95a8faa408829afdb",
            ),
        ),
        licence="not stated; its publisher (ChineseNlpCorpus) says that the authors and exact sources are unknown",
        options="--label-column cat --text-column review",
    ),
}


def specs(name: str) -> list[str]:
    """Return what to read for a corpus that was fetched, [] where there is none of that name.

    NbError for a known one that is not here whole: all its files, of the sizes that they have (a hash for every
    reading would cost more than it tells; `nb fetch` checks it).
    """
    if name not in CORPORA:
        return []
    found = []
    for file in CORPORA[name].files:
        path = cache_folder() / name / file.name
        if not path.is_file() or path.stat().st_size != file.size:
            raise NbError(f"the public corpus {name} is not here yet", remedy=f"get it with nb fetch {name}")
        found.append(f"{file.label}={path}" if file.label else str(path))
    return found
