"""The pages in a real Chromium: nothing fetched, nothing said in the console, reachable, readable.

Without a browser they are skipped, see `tests.chromium`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.chromium import chromium

ROOT = Path(__file__).parents[2]
MAIL = [f"ham={ROOT}/data/mail-zh/ham.txt", f"spam={ROOT}/data/mail-zh/spam.txt"]
TEXT = "公司代开各类发票，点数优惠！欢迎来电咨询陈先生。周末回家吃饭，想喝你炖的排骨汤。"
HOSTILE = "<script>document.title='in'</script>\"><img src=x onerror=\"document.title='in'\"> \u202egnp.exe"
COMMANDS = {
    "explain": ["explain", TEXT, "--name", "mail"],
    "words": ["words", "--name", "mail"],
    "evaluate": ["evaluate", *MAIL, "--name", "mail"],
    "check": ["check", "LABELLED"],
    "compare": ["compare", *MAIL, "--models", "multinomial,gaussian,bernoulli,default", "--times"],
    "hostile": ["explain", HOSTILE, "--name", "mail"],
}
BOTH = pytest.mark.parametrize("scheme", ["light", "dark"])
EACH = pytest.mark.parametrize("name", COMMANDS)

# The contrast of every element with text of its own against what lies behind it, all layers blended as painted.
CONTRAST = """() => {
  const pixel = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const over = (below, color) => {
    for (const [how, fill] of [['copy', `rgb(${below.map(Math.round)})`], ['source-over', color]]) {
      pixel.globalCompositeOperation = how; pixel.fillStyle = fill; pixel.fillRect(0, 0, 1, 1);
    }
    return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = c => c.map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const behind = e => {
    const chain = []; for (let p = e; p; p = p.parentElement) chain.unshift(p);
    return chain.reduce((below, p) => over(below, getComputedStyle(p).backgroundColor), [255, 255, 255]);
  };
  const found = [];
  for (const e of document.querySelectorAll('body *')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.getClientRects().length) continue;
    const style = getComputedStyle(e), back = behind(e);
    const front = over(back, e.closest('svg') ? style.fill : style.color);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x), ratio = (a + .05) / (b + .05);
    const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
    found.push([ratio, large ? 3 : 4.5, e.tagName + ': ' + e.textContent.trim().slice(0, 40)]);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Return, for each name, the page's file and the JSON printed beside it."""
    folder = tmp_path_factory.mktemp("pages")
    env = os.environ | {"NB_STORE": str(folder), "PYTHONPATH": str(ROOT)}

    def nb(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "nbcli", *arguments], capture_output=True, encoding="utf-8", env=env
        )
        assert done.returncode <= 1, done.stderr
        return done.stdout

    labelled = folder / "labelled.tsv"
    lines = [f"{'ham' if i % 4 else 'spam'}\t第{i % 30}封 meeting {i % 25} 发票" for i in range(80)]
    labelled.write_text("\n".join([*lines, "ham\t�", f"spam\t{HOSTILE}"]) + "\n", encoding="utf-8")
    nb("train", *MAIL, "--name", "mail")
    found = {}
    for name, arguments in COMMANDS.items():
        typed = [str(labelled) if word == "LABELLED" else word for word in arguments]
        found[name] = folder / f"{name}.html", json.loads(nb(*typed, "--json", "--html", str(folder / f"{name}.html")))
    return found


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


@pytest.fixture
def shown(browser, pages):
    """Return what opens a page; at the end nothing may have been fetched, nothing said, and no dialog opened."""
    said, asked, contexts = [], [], []

    def show(name, width=1200, scheme="light", scripts=True, **options):
        context = browser.new_context(
            viewport={"width": width, "height": 844}, color_scheme=scheme, java_script_enabled=scripts, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(pages[name][0].as_uri())
        return page

    yield show
    for context in contexts:
        context.close()
    assert said == []
    assert [url for url in asked if not url.startswith("file://") or not url.endswith(".html")] == []


def numbers(data):
    if isinstance(data, dict):
        return {n for value in data.values() for n in numbers(value)}
    if isinstance(data, list):
        return {float(len(data))}.union(*(numbers(value) for value in data))
    return {float(data)} if isinstance(data, int | float) else set()


@EACH
def test_page_shows_the_numbers_of_the_json(shown, pages, name):
    page = shown(name)
    values = page.evaluate("[...document.querySelectorAll('data')].map(e => Number(e.value))")
    assert len(values) > 5 and set(values) <= numbers(pages[name][1])


def test_figures_of_evaluate_by_their_headings(shown, pages):
    page, data = shown("evaluate"), pages["evaluate"][1]
    head = page.locator("#classes thead th").all_inner_texts()
    row = page.locator("#classes tbody tr", has=page.locator("th", has_text="spam")).locator("th, td").all_inner_texts()
    cells = dict(zip(head, row, strict=True))
    own = data["classes"]["spam"]
    assert (
        cells["precision"] == f"{own['precision']:.4f}"
        and cells["average precision"] == f"{own['average_precision']:.4f}"
    )
    assert page.locator("table.heat b").all_inner_texts() == [f"{n:,}" for line in data["confusion"] for n in line]


@EACH
@pytest.mark.parametrize("width", [320, 390, 1200])
def test_page_does_not_scroll_sideways(shown, name, width):
    page = shown(name, width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    outside = "[...document.querySelectorAll('main *')].filter(e => !e.closest('.wide, .tip') && "
    assert page.evaluate(outside + "e.getBoundingClientRect().right > innerWidth + 1).length") == 0


@EACH
@BOTH
def test_text_has_the_contrast_of_aa(shown, name, scheme):
    page = shown(name, scheme=scheme)
    if name == "explain":
        page.locator(".w[tabindex]").first.focus()
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    found = page.evaluate(CONTRAST)
    assert len(found) > 20
    assert [one for one in found if one[0] < one[1]] == []
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") == (scheme == "light")


@EACH
def test_all_that_can_be_reached_is_reached_by_keyboard_and_seen(shown, name):
    page = shown(name)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    within = "e => e.matches('a[href], summary, [tabindex=\"0\"]')"
    expected = page.evaluate(f"[...document.querySelectorAll('body *')].filter({within}).length")
    reached = set()
    for n in range(expected):
        page.keyboard.press("Tab")
        outline = page.evaluate(
            "(n => { const e = document.activeElement; e.dataset.n ??= n;"
            " return [e.dataset.n, getComputedStyle(e).outlineStyle, e.getBoundingClientRect().right > 0] })(" + f"{n})"
        )
        reached.add(outline[0])
        assert outline[1] != "none" and outline[2]
    assert len(reached) == expected > 1


def test_numbers_of_a_word_by_focus_pointer_and_tap(shown, pages):
    page = shown("explain", scripts=False)
    words = page.locator(".w[tabindex]")
    assert words.count() > 5 and page.locator(".tip:visible").count() == 0
    words.nth(2).focus()
    assert page.locator(".tip:visible").count() == 1
    page.locator("h1").click()
    words.nth(1).hover()
    assert page.locator(".tip:visible").count() == 1
    phone = shown("explain", 390, has_touch=True, is_mobile=True)
    phone.locator(".w[tabindex]").nth(3).tap()
    tip = phone.locator(".tip:visible")
    box = tip.bounding_box()
    assert tip.count() == 1 and box["x"] >= 0 and box["x"] + box["width"] <= 390
    decisive = phone.locator(".tip:visible .row").nth(1).inner_text().split("\n")
    term = next(
        t for t in pages["explain"][1]["terms"] if decisive[0].startswith(t["term"].replace(" ", "␣").split("␣")[0])
    )
    assert term is not None


def test_text_explained_is_the_text_given(shown, pages):
    page = shown("explain")
    plain = "e => (e = e.cloneNode(true), e.querySelectorAll('.tip').forEach(t => t.remove()), e.textContent)"
    block = page.locator("div.text")
    assert block.evaluate(plain) == TEXT == pages["explain"][1]["text"]
    assert block.get_attribute("lang") == "zh"
    assert shown("hostile").locator("div.text").evaluate(plain) == HOSTILE.replace("\u202e", "\\u202e")


def test_text_cannot_become_markup(shown):
    for name in ("hostile", "check"):
        page = shown(name)
        assert page.title() != "in" and page.locator("script, img, iframe").count() == 0
        assert "<script>document.title='in'</script>" in page.locator("main").inner_text()


@EACH
def test_page_prints(shown, name):
    page = shown(name, scheme="dark", scripts=False)
    page.emulate_media(media="print")
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert page.locator("nav:visible").count() == 0
    assert page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)"


@EACH
def test_tables_and_figures_have_names(shown, name):
    page = shown(name)
    nameless = "[...document.querySelectorAll('table')].filter(t => !t.caption || !t.caption.textContent.trim()).length"
    assert page.evaluate(nameless) == 0
    assert page.locator("figure svg:not([role=img][aria-label])").count() == 0
    assert page.locator("main h1").count() == 1
