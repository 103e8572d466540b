"""Nothing twice by accident: texts that are known are skipped, and a label that is not known is asked for."""

import json
import mailbox
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.classifier import updating
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.known import New, check_label
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import Record
from nbcli.errors import NbError
from tests.conftest import MAIL_EN, Nb
from tests.learning import classifier_of

TEXTS = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from(["ham", "spam"])), max_size=8)
TRAINED = [("a", "ham"), ("a", "ham"), ("b", "spam"), ("c", "spam"), ("c", "ham")]


def documents(pairs: list[tuple[str, str]]) -> list[Record]:
    return [Record(text, label, "f", i) for i, (text, label) in enumerate(pairs, 1)]


def learned(pairs: list[tuple[str, str]]) -> Classifier:
    return classifier_of(Recipe(), in_memory(["words"], documents(pairs)))


def texts(run_nb: Nb) -> dict[str, int]:
    counts: dict[str, int] = json.loads(run_nb(["info", "--json"]).stdout)["texts"]
    return counts


@given(pairs=TEXTS)
def test_what_was_not_learned_under_its_label_is_new_and_all_its_copies_are(pairs: list[tuple[str, str]]) -> None:
    classifier = learned(TRAINED)
    new = New(classifier.labels, classifier.learned)
    assert [document[:2] for document in new.of(documents(pairs))] == [pair for pair in pairs if pair not in TRAINED]
    assert new.known == sum(pair in TRAINED for pair in pairs)


@given(pairs=TEXTS)
def test_without_digests_or_with_again_all_are_new(pairs: list[tuple[str, str]]) -> None:
    new = New(["ham", "spam"], None)
    assert list(new.of(documents(pairs))) == documents(pairs) and new.known == 0


def test_what_was_forgotten_or_corrected_away_is_new() -> None:
    classifier = learned(TRAINED)
    updating.forget(classifier, in_memory(["words"], documents([("b", "spam")]), keep=True))
    updating.correct(classifier, in_memory(["words"], documents([("a", "")]), keep=True), "spam")
    new = New(classifier.labels, classifier.learned)
    found = [document[:2] for document in new.of(documents([*TRAINED, ("a", "spam")]))]
    assert found == [("a", "ham"), ("a", "ham"), ("b", "spam")]


def test_a_digest_at_the_end_of_its_range_is_found() -> None:
    classifier = learned(TRAINED)
    assert classifier.learned
    ends = np.iinfo(np.int64)
    classifier.learned.digests[[0, -1]] = ends.min, ends.max
    assert classifier.learned.places(ends.min) == slice(0, 1)
    assert classifier.learned.places(ends.max) == slice(4, 5)


def test_the_same_folder_again_changes_nothing_and_again_counts_it(run_nb: Nb, tmp_path: Path) -> None:
    run_nb(["train", MAIL_EN, "--alpha", "0.1"])
    model = tmp_path / "store" / "default.nb"
    before = model.read_bytes()
    done = run_nb(["update", MAIL_EN])
    assert done.returncode == 0
    assert b"learned no more texts, 260 already known; now 130 ham, 130 spam" in done.stderr
    assert model.read_bytes() == before
    done = run_nb(["update", "ham=-"], "new one\nnew one\n" + (Path(MAIL_EN) / "ham.txt").read_text(encoding="utf-8"))
    assert b"learned 2 more texts, 130 already known; now 132 ham" in done.stderr
    done = run_nb(["update", "ham=-", "--again"], "new one\n")
    assert b"learned 1 more text; now 133 ham" in done.stderr
    # Under another label it is another lesson.
    assert b"learned 1 more text; now 133 ham, 131 spam" in run_nb(["update", "spam=-"], "new one\n").stderr


def mail(number: int) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["Subject"] = f"someone@host{number}.example", f"offer {number}"
    message.set_content(f"cheap watches and prize number {number}\n")
    return message


@pytest.mark.parametrize("kind", [mailbox.Maildir, mailbox.mbox])
def test_a_mailbox_is_given_every_day(kind: Callable[..., mailbox.Mailbox], run_nb: Nb, tmp_path: Path) -> None:
    (tmp_path / "ham.txt").write_text("see you at noon\nthe draft\n", encoding="utf-8")
    (tmp_path / "spam.txt").write_text("free money\nwin a prize\n", encoding="utf-8")
    assert run_nb(["train", f"ham={tmp_path}/ham.txt", f"spam={tmp_path}/spam.txt"]).returncode == 0
    junk = tmp_path / "junk"
    box = kind(str(junk), create=True)
    for day in range(3):
        box.lock()
        for number in (2 * day, 2 * day + 1):
            box.add(mail(number))
        for key in list(box.keys()):
            read = box[key]
            # Read by its owner: the file of a Maildir is renamed, a line is added in an mbox.
            if isinstance(read, mailbox.MaildirMessage):
                read.set_subdir("cur")
            if isinstance(read, mailbox.MaildirMessage | mailbox.mboxMessage):
                read.add_flag("S" if isinstance(read, mailbox.MaildirMessage) else "R")
            box[key] = read
        box.flush()
        box.unlock()
        done = run_nb(["update", f"spam={junk}"])
        known = f", {2 * day} already known" if day else ""
        assert f"learned 2 more texts{known}; now 2 ham, {4 + 2 * day} spam".encode() in done.stderr, done.stderr
    assert b"learned no more texts, 6 already known" in run_nb(["update", f"spam={junk}"]).stderr


def test_a_model_without_digests_learns_all_and_says_so(run_nb: Nb) -> None:
    run_nb(["train", MAIL_EN, "--alpha", "0.1", "--no-digests"])
    done = run_nb(["update", MAIL_EN])
    assert done.returncode == 0 and texts(run_nb) == {"ham": 260, "spam": 260}
    assert b"keeps no digests of its texts: those that it knew already count again\n" in done.stderr
    assert b"keeps no digests" not in run_nb(["update", "--again", MAIL_EN]).stderr


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["spma=-"],
            "nb: -:1: the model has no label 'spma'; write spam, or give --new-label to learn it as a new one",
        ),
        (["csv=-"], "nb: -:1: the model has no label 'csv'; write one of ham, spam, or give --new-label"),
        (["-", "--format", "fasttext"], "nb: -:2: the model has no label 'hamm'; write ham, or give --new-label"),
        (["-", "--correct", "Spam"], "nb: the model has no label 'Spam'; write spam, or give --new-label"),
        (["spam=-", "--forget", "--new-label"], "nb: --new-label is of"),
        (["spam=-", "--forget", "--again"], "nb: --again is of"),
        (["-", "--correct", "ham", "--again"], "nb: --again is of"),
    ],
)
def test_a_label_that_is_not_known_is_one_line_and_no_change(
    arguments: list[str], line: str, run_nb: Nb, tmp_path: Path
) -> None:
    run_nb(["train", MAIL_EN, "--alpha", "0.1"])
    model = tmp_path / "store" / "default.nb"
    before = model.read_bytes()
    refused = run_nb(["update", *arguments], "__label__ham one text\n__label__hamm another\n")
    assert refused.returncode == 2 and refused.stdout == b""
    assert refused.stderr.decode().startswith(line) and refused.stderr.count(b"\n") == 1
    assert model.read_bytes() == before


def test_a_new_label_is_learned_where_it_is_asked_for(run_nb: Nb) -> None:
    run_nb(["train", MAIL_EN, "--alpha", "0.1"])
    assert run_nb(["update", "news=-", "--new-label"], "elections in the north\n").returncode == 0
    assert texts(run_nb) == {"ham": 130, "news": 1, "spam": 130}
    moved = run_nb(["update", "-", "--correct", "papers", "--new-label"], "elections in the north\n")
    assert b"moved 1 text to papers" in moved.stderr
    assert texts(run_nb) == {"ham": 130, "papers": 1, "spam": 130}
    assert b"ham\n" not in run_nb(["predict"], "elections in the north\n").stdout


def test_of_many_labels_some_are_named() -> None:
    with pytest.raises(NbError) as raised:
        check_label("Ω", [f"label {i}" for i in range(1_000)], "f:3")
    line = str(raised.value)
    assert line.startswith("f:3: the model has no label 'Ω'; write one of label 0, ") and "and 980 more" in line
    assert len(line) < 400
