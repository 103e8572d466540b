"""The exported page in a real Chromium, from a file: Python's answers, nothing fetched, nothing said in the console."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nbcli
from nbcli.exports import html
from tests.chromium import chromium
from tests.conftest import MAIL_ZH

TEXT = "公司代开各类发票，点数优惠！欢迎来电咨询陈先生。\nFree <b>prize</b>, it's \U0001f468\u200d\U0001f469 İ"
MANY = [TEXT.splitlines()[0], "周末回家吃饭，想喝你炖的排骨汤", "", "zzqx\tq"]


@pytest.fixture(scope="module")
def model() -> nbcli.Classifier:
    return nbcli.train(MAIL_ZH)


@pytest.fixture(scope="module")
def file(model: nbcli.Classifier, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "mail.html"
    path.write_bytes(html.files(model, "mail <&>")[".html"])
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture
def shown(browser: Any, file: Path) -> Iterator[Any]:
    """Return what opens the page; at the end nothing may have been said or fetched but the file and its worker."""
    said: list[str] = []
    asked: list[str] = []
    contexts = []

    def show(width: int = 1200, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 844}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready=yes]", timeout=8_000)
        return page

    yield show
    for context in contexts:
        context.close()
    assert said == []
    assert [url for url in asked if url != file.as_uri() and not url.startswith("blob:")] == []


def answer(page: Any, text: str) -> tuple[str, dict[str, float]]:
    page.locator("#text").fill(text)
    page.wait_for_timeout(300)
    labels, numbers = page.locator("#bars bdi").all_inner_texts(), page.locator("#bars data").all()
    return page.locator("#label").inner_text(), {
        name: float(one.get_attribute("value")) for name, one in zip(labels, numbers, strict=True)
    }


@pytest.mark.parametrize("text", [TEXT, "", "zzqx", *MANY])
def test_page_answers_as_python_does(shown: Any, model: nbcli.Classifier, text: str) -> None:
    page = shown()
    label, proba = answer(page, text)
    expected = dict(zip(model.labels, model.predict_proba([text])[0].tolist(), strict=True))
    assert label == model.predict([text])[0] and proba == pytest.approx(expected, abs=1e-9)


def test_table_adds_up_to_the_joint_score_of_python(shown: Any, model: nbcli.Classifier) -> None:
    page = shown(locale="en-GB")
    answer(page, MANY[0])
    rows = [[cell.inner_text() for cell in row.locator("th, td").all()] for row in page.locator("#terms tr").all()]
    numbers = [[float(cell.replace("−", "-")) for cell in row[1:-1]] for row in rows]
    total, parts = numbers[-1], numbers[:-1]
    assert rows[-1][0] == "sum" and len(rows) > 5
    assert [sum(column) for column in zip(*parts, strict=True)] == pytest.approx(total, abs=0.02)
    explanation = model.explain(MANY[0])
    best, second = explanation.ranking[:2]
    assert total[1:3] == pytest.approx([explanation.joint[best], explanation.joint[second]], abs=1e-3)
    terms = explanation.deciding()
    assert rows[1][0] == terms[0].spelling.replace(" ", "␣")
    assert page.locator("#shaded").inner_text() == MANY[0] and page.locator("#shaded .for").count() > 2


def test_many_texts_are_labelled_and_saved(shown: Any, model: nbcli.Classifier, tmp_path: Path) -> None:
    page = shown()
    page.locator("#lines").fill("\n".join(MANY) + "\n")
    page.locator("#go").click()
    page.wait_for_selector("#save:enabled")
    with page.expect_download() as download:
        page.locator("#save").click()
    download.value.save_as(tmp_path / "labels.tsv")
    lines = [line.split("\t") for line in (tmp_path / "labels.tsv").read_text("utf-8").splitlines()]
    assert lines[0] == ["label", "proba", "status", "text"]
    assert [line[0] for line in lines[1:]] == model.predict(MANY)
    assert [line[2] for line in lines[1:]] == [
        "ok",
        "ok",
        "empty",
        "ok" if model.classify([MANY[3]])[1] == ["ok"] else "unknown",
    ]
    assert lines[4][3] == "zzqx\\tq"


@pytest.mark.parametrize(("locale", "word"), [("zh-CN", "为什么"), ("en-GB", "Why")])
def test_page_speaks_english_and_chinese(shown: Any, locale: str, word: str) -> None:
    page = shown(locale=locale)
    answer(page, TEXT)
    assert page.locator("#why").inner_text() == word
    page.locator("#other").click()
    assert page.locator("#why").inner_text() != word


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1200])
def test_page_fits_and_can_be_read(shown: Any, width: int, scheme: str) -> None:
    from tests.browser.test_pages import CONTRAST

    page = shown(width, color_scheme=scheme)
    answer(page, TEXT)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = page.evaluate(CONTRAST)
    assert len(found) > 20 and [one for one in found if one[0] < one[1]] == []
    nameless = "[...document.querySelectorAll('textarea, input, meter, progress')].filter(e => !e.labels?.length && "
    assert page.evaluate(nameless + "!e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby')).length") == 0


def test_a_name_cannot_become_markup(shown: Any) -> None:
    assert shown().locator("h1").inner_text() == "mail <&>"
