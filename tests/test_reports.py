"""Output forms: what every one of them keeps, and that nothing outside asks for one by name."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli import reports
from nbcli.choices import choices
from nbcli.reports import Form, Kind, Note, Report, Table, Tone, form
from tests.conftest import ROOT, nb_in

TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
REPORTS = st.builds(
    lambda rows, notes, tones: Report(
        {"rows": rows}, [Table(["a", "b"], rows, tones=tones)], [Note(text, kind) for text, kind in notes]
    ),
    st.lists(st.lists(TEXTS, min_size=2, max_size=2), max_size=3),
    st.lists(st.tuples(TEXTS, st.sampled_from(Kind)), max_size=3),
    st.dictionaries(st.integers(0, 3), st.sampled_from(Tone)),
)


@pytest.mark.parametrize("name", choices("reports"))
def test_a_form_keeps_the_contract(name: str) -> None:
    made = form(name)
    assert isinstance(made, Form) and type(made).__doc__ and made.suffix.startswith(".")
    # One document of several reports, or lines between which others may stand: never both.
    assert not (made.lines and made.most is not None)
    assert made.most is None or made.most > 0


@pytest.mark.parametrize("name", choices("reports"))
@given(report=REPORTS)
def test_every_form_renders_every_report_the_same_each_time(name: str, report: Report) -> None:
    made = form(name)
    text = made.render(report)
    assert text.endswith("\n") and text == made.render(report)
    # What must not reach a terminal is spelled out; only colour that was asked for does.
    assert name in ("csv", "json", "html") or "\x1b" not in text


def test_colour_is_for_lines_only() -> None:
    report = Report({}, [Table(["a"], [["x"]], tones={1: Tone.FOR})], [Note("n", tone=Tone.STRONG)])
    coloured = {name for name in choices("reports") if "\x1b" in form(name).render(report, colour=True)}
    assert coloured == {name for name in choices("reports") if form(name).lines} == {"text"}


def test_a_title_stands_over_lines_and_nowhere_else() -> None:
    report = Report({}, [Table(["a"], [["x"]])], title="the title")
    assert form("text").render(report) == "the title\n\na\nx\n\n\n"
    assert [name for name in choices("reports") if "the title" in form(name).render(report)] == ["text"]


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "find_spec", lambda name: None)
    refused = []
    for name in choices("reports"):
        try:
            form(name).check()
        except reports.NbError as error:
            refused.append((name, str(error)))
    assert [name for name, _ in refused] == ["html"] and "nbcli[report]" in refused[0][1]


def test_no_other_room_compares_with_the_name_of_a_form() -> None:
    """`form == "json"` and its like: what a form can do is asked of the form."""
    names, found = set(choices("reports")), []
    for path in sorted((ROOT / "nbcli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Compare) or Path("corpus") in path.relative_to(ROOT / "nbcli").parents:
                continue
            asked = {str(node.value) for node in ast.walk(node) if isinstance(node, ast.Constant)}
            about = {node.id for node in ast.walk(node) if isinstance(node, ast.Name)} & {"form", "report", "form_"}
            found += [f"{path.name}:{node.lineno}"] if asked & names and about else []
    assert found == []


def test_a_page_has_no_mark_of_what_is_not_there(tmp_path: Path) -> None:
    """A text without a label has no comma before it, and a sentence after a list a space."""
    source = tmp_path / "texts.tsv"
    source.write_text("label\ttext\n\tno label\nham\tgood words\nspam\tbad words\n", encoding="utf-8")
    page, nb = tmp_path / "page.html", nb_in(tmp_path / "store")
    nb(["check", source, "--html", page])
    shown = page.read_text(encoding="utf-8")
    assert "texts.tsv:2</span></p>" in shown and "</span>, </p>" not in shown
    assert nb(["train", source, "--model", "multinomial"]).returncode == 0
    nb(["explain", "good unheard words", "--html", page])
    text = re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8"))
    assert re.search(r"unheard[^.]*\.\s+Logarithms", text)
