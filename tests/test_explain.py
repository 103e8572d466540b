"""The glass box: what is explained is what the classifier does, and it reads as a person would write it."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nbcli import store
from nbcli.choices import choices, load
from nbcli.classifier.blend import Blend
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import InMemory, in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import How, Log, read
from nbcli.errors import NbError
from nbcli.explaining import class_terms, derivation, explain, sentence
from nbcli.models.categorical import CategoricalNB
from nbcli.models.gaussian import GaussianNB
from nbcli.models.multinomial import MultinomialNB
from nbcli.reports import form as form_of
from nbcli.reports.contents import explanation as _explanation
from nbcli.system.display import width
from tests.learning import classifier_of, view_of

HERE = Path(__file__).parent
MAIL_ZH, MAIL_EN = HERE.parent / "data/mail-zh", HERE.parent / "data/mail-en"
SPAM_ZH = HERE.parent.parent / "shared/data/spam-zh"


def corpus_of(folder: Path, tokenizer: str = "words") -> InMemory:
    specs = [f"{label}={path}" for label in ("ham", "spam") for path in sorted(folder.glob(f"{label}*"))]
    return in_memory([tokenizer], read(specs, How(), Log()), keep=True)


def recipes(**options) -> list[Recipe]:
    found = []
    for features in choices("vectorizers"):
        for model in choices("models"):
            try:
                found.append(Recipe(features=features, model=model, **options))
            except NbError:  # a pair that does not go together
                continue
    return found


def trained(recipe: Recipe, folder: Path = MAIL_ZH) -> Classifier:
    return classifier_of(recipe, corpus_of(folder, recipe.tokenizer))


def holds(classifier: Classifier, texts: list[str]) -> None:
    """The sums of the explanations are the classifier's own, term by term, and so are the posteriors."""
    found = [explain(classifier, text) for text in texts]
    rows = classifier.rows(classifier.batch(texts))
    # Where nothing is known the sum is the prior.
    joint = np.where(classifier.answer(rows)[1][:, None], classifier.log_prior(), classifier.joint(rows))
    total = [one.log_prior + np.sum([np.zeros(len(one.labels)), *one.parts], axis=0) for one in found]
    np.testing.assert_allclose(total, joint, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose([one.joint for one in found], joint, rtol=1e-9, atol=1e-9)
    proba, status = classifier.classify(texts)
    np.testing.assert_allclose([one.posterior for one in found], proba, rtol=1e-9, atol=1e-12)
    assert [one.status for one in found] == status


def name_of(recipe: Recipe) -> str:
    return f"{recipe.features}-{recipe.model}"


@pytest.fixture(scope="module")
def mails() -> InMemory:
    return corpus_of(MAIL_ZH)


TEXTS = [
    "公司代开发票，点数优惠，欢迎来电",
    "",
    "   ",
    "qwzx",
    "发票 发票 发票 会议",
    "free prize 会议，我不去",
    "\x00\x1b[31m",
]


@pytest.mark.parametrize("recipe", recipes(ngrams=(1, 2)), ids=name_of)
def test_terms_add_up_to_the_joint_log_likelihood(recipe, mails):
    classifier = classifier_of(recipe, mails)
    holds(classifier, [*TEXTS, *(document.text for document in mails.documents[::20])])


@pytest.mark.corpus
@pytest.mark.skipif(not SPAM_ZH.exists(), reason="needs ../shared/data/spam-zh")
def test_500_random_texts_of_spam_zh_over_the_features_and_models():
    specs = [f"{label}={SPAM_ZH}/{label}_5000.utf8" for label in ("ham", "spam")]
    whole, random = list(read(specs, How(), Log())), np.random.default_rng(0)
    learned, asked = random.choice(len(whole), 800, replace=False), random.choice(len(whole), 500, replace=False)
    part = in_memory(["words"], [whole[i] for i in learned.tolist()])
    # The published table's, and the other models on one of the features; every pair is held on the mails above.
    tried = [
        recipe
        for recipe in recipes(ngrams=(1, 1), top_k=1000)
        if recipe.features == "category"
        or (recipe.features != "idf" and recipe.model not in ("bernoulli", "complement"))
    ]
    for recipe, own in zip(tried, np.array_split(asked, len(tried)), strict=True):
        holds(classifier_of(recipe, part), [whole[i].text for i in own.tolist()])


@pytest.mark.parametrize("tokenizer", choices("tokenizers"))
def test_every_tokenizer(tokenizer):
    holds(trained(Recipe(tokenizer=tokenizer, ngrams=(1, 3))), TEXTS)


def test_the_shares_of_a_blend_add_up(mails):
    corpus = in_memory(["words", "chars"], mails.documents)
    views = [view_of(Recipe(tokenizer, ngrams), corpus) for tokenizer, ngrams in (("words", (1, 2)), ("chars", (1, 3)))]
    blend = Blend(np.array([1.5, 0.25]), np.array([0.3, -0.3]), np.full(2, 0.5))
    classifier = Classifier(corpus.labels, views, np.array([240, 240]), 0, blend=blend)
    holds(classifier, TEXTS)
    found = explain(classifier, TEXTS[0])
    text = rendered(classifier, TEXTS[0])
    # A person names words, not the characters in them.
    assert len(re.findall(r"[\u4e00-\u9fff]{2}", sentence(found).split(" in spite ")[0])) >= 2
    assert {term.view for term in found.terms} == {0, 1}
    assert "words 1-2" in text and "chars 1-3" in text


def test_a_term_of_probability_zero_rules_its_class_out(mails):
    classifier = classifier_of(Recipe(ngrams=(1, 1), alpha=0.0), mails)
    spam, ham = "中奖", "会议"
    known = {one.spelling for one in explain(classifier, spam + "，" + ham).terms}
    assert known
    holds(classifier, [spam, ham, f"{spam} {ham} 优惠 别担心", "优惠 优惠"])
    found = explain(classifier, "优惠，别担心")
    assert np.isneginf(found.joint).any() and not np.isnan(found.joint).any()
    assert "nan" not in rendered(classifier, "优惠，别担心")
    assert "-Infinity" not in rendered(classifier, "优惠，别担心", "json")


def rendered(classifier: Classifier, text: str, form: str = "text", top: int | None = None) -> str:
    return form_of(form).render(_explanation.report(explain(classifier, text), top))


@pytest.mark.parametrize("text", TEXTS[:6])
def test_columns_are_aligned_for_wide_characters(mails, text):
    table = rendered(classifier_of(Recipe(), mails), text).split("\n\n")[0].split("\n")
    full = [line for line in table if not line.startswith("posterior")]
    assert len({width(line) for line in full}) == 1, "\n".join(table)


def test_json_has_the_figures_of_the_text(mails):
    classifier = classifier_of(Recipe(features="counts", model="bernoulli"), mails)
    text, data = (rendered(classifier, TEXTS[4], form) for form in ("text", "json"))
    data = json.loads(data)
    lines = {line.split("  ")[0]: line.split() for line in text.split("\n")}
    for term in data["terms"]:
        shown = [f"{term['parts'][label]:.3f}" for label in ("ham", "spam")]
        assert lines[term["term"]][-3:-1] == shown
    assert lines["sum"][1:3] == [f"{data['joint'][label]:,.3f}" for label in ("ham", "spam")]
    (absent,) = data["absent"]
    assert f"{absent['count']:,} absent terms" in text
    for label in ("ham", "spam"):
        parts = [data["log_prior"][label], *(one["parts"][label] for one in (*data["terms"], absent))]
        np.testing.assert_allclose(sum(parts), data["joint"][label], rtol=1e-9)
    assert data["sentence"] == text.strip().split("\n")[-1]


def test_top_adds_up_the_rest(mails):
    classifier = classifier_of(Recipe(), mails)
    whole, part = (json.loads(rendered(classifier, TEXTS[0], "json", top)) for top in (None, 2))
    assert part["terms"] == whole["terms"][:2]
    assert part["more"]["count"] == len(whole["terms"]) - 2
    rest = sum(term["parts"]["spam"] for term in whole["terms"][2:])
    np.testing.assert_allclose(part["more"]["parts"]["spam"], rest, rtol=1e-9)
    assert f"{part['more']['count']} more terms" in rendered(classifier, TEXTS[0], top=2)


def test_unknown_terms_are_spelled_in_order_each_once(mails):
    classifier = classifier_of(Recipe(ngrams=(1, 2)), mails)
    found = explain(classifier, "Zyx 会议 qqq zyx 会议")
    assert [one.spelling for one in found.unknown if one.size == 1] == ["zyx", "qqq"]
    assert [one.spelling for one in found.unknown] == ["zyx", "zyx 会议", "会议 qqq", "qqq", "qqq zyx"]
    assert (found.views[0].known, found.views[0].total) == (1, 3)
    chars = explain(trained(Recipe(tokenizer="chars", ngrams=(2, 2))), "会议\U0001f600\U0001f601")
    assert [one.spelling for one in chars.unknown] == ["议\U0001f600", "\U0001f600\U0001f601"]


def model_of(**texts: str) -> Classifier:
    """A model of a text or more (a line each) for each label."""
    lines = [(label, line) for label, several in texts.items() for line in several.split("/")]
    from nbcli.corpus import Record

    documents = [Record(line, label, "test", n) for n, (label, line) in enumerate(lines, 1)]
    return classifier_of(Recipe(ngrams=(1, 1), alpha=1.0), in_memory(["words"], documents))


def test_sentence_says_because_and_in_spite_of():
    classifier = model_of(spam="发票 代开/发票 代开/发票 代开/发票 代开", ham="会议 明天/会议 明天/会议 明天/会议 明天")
    assert sentence(explain(classifier, "发票 代开 发票")) == "spam, because 发票 and 代开 speak for it"
    three = sentence(explain(classifier, "发票 代开 会议 发票"))
    assert three.endswith("发票 and 代开 for spam, 会议 for ham") or "in spite of 会议" in three


def test_sentence_of_many_classes_is_against_the_second():
    classifier = model_of(
        books="/".join(["作者 书"] * 20), fruit="/".join(["苹果 甜"] * 20), hotels="/".join(["房间 早餐"] * 19)
    )
    found = sentence(explain(classifier, "作者 书 很好"))
    assert found == "books rather than hotels, because 作者 and 书 speak for it"


def test_sentence_says_why_it_is_unsure():
    classifier = model_of(spam="发票 代开 优惠 的/发票 代开 优惠 的", ham="会议 明天 论文 的/会议 明天 论文 的")
    both = sentence(explain(classifier, "发票 代开 会议 明天"))
    assert both.startswith("unsure, ") and "evidence both ways" in both
    few = sentence(explain(classifier, "qa qb qc qd 发票"))
    assert "few known words, 1 of 5" in few and "发票 for spam" in few
    neither = sentence(explain(classifier, "的 的 的 的"))
    assert neither == "unsure, ham (0.50) or spam (0.50): only 1 word to go by"
    classifier = model_of(spam="甲 乙 丙/甲 乙 丙", ham="甲 乙 丙/甲 乙 丙")
    some = sentence(explain(classifier, "甲 乙 丙"))
    assert some.endswith("nothing in it speaks clearly for one of them")
    assert sentence(explain(classifier, "qa qb")) == "ham, by the prior alone: it has 2 words, and none is known"
    assert sentence(explain(classifier, "")) == "ham, by the prior alone: the text is empty"


def test_the_label_is_that_of_predict_where_classes_tie(mails):
    classifier = classifier_of(Recipe(model="bernoulli"), mails)
    found = explain(classifier, "qwzx")
    assert found.ranking[0] == found.posterior.argmax() == 0
    swapped = replace(found, joint=found.joint[::-1])
    assert swapped.ranking == [0, 1]


def test_a_threshold_of_the_model_is_said():
    classifier = model_of(spam="发票 代开/发票 代开", ham="会议 明天/会议 明天")
    found = explain(classifier, "发票 代开")
    shown = _explanation.report(found, threshold={"label": "spam", "proba": 0.9999})
    assert str(shown.notes[-2]) == "predict withholds it: spam is given from 0.9999 on"
    assert "withholds" not in str(_explanation.report(found, threshold={"label": "ham", "proba": 0.9999}))


HOSTILE = "恭喜\x1b[31m\x07 \u202e <script>|` \x85\u2028$(id) \udc80 中奖"


def test_hostile_text_is_harmless(mails):
    classifier = classifier_of(Recipe(tokenizer="chars", ngrams=(1, 3)), in_memory(["chars"], mails.documents))
    for form in choices("reports"):
        out = rendered(classifier, HOSTILE, form)
        if form in ("text", "markdown"):
            assert all(c.isprintable() or c == "\n" for c in out), form
        if form in ("html", "markdown"):
            assert "<script>" not in out
    assert json.loads(rendered(classifier, HOSTILE, "json"))["text"] == HOSTILE


def test_a_wide_term_is_clipped_and_a_space_shown(mails):
    url = "http://" + "a" * 300 + ".com"
    classifier = model_of(spam=f"{url} x", ham="y z")
    assert all(width(line) < 120 for line in rendered(classifier, url).split("\n"))
    assert "␣" in rendered(trained(Recipe(tokenizer="chars", ngrams=(1, 2)), MAIL_EN), "free prize")


EXAMPLE = np.transpose([
    [0.8, 0.2, 0.3, 0.5, 0.1, 0.7, 0.1, 0.3, 0.6, 0.6],
    [0.3, 0.8, 0.4, 0.5, 0.6, 0.5, 0.6, 0.7, 0.1, 0.6],
    [0.3, 0.3, 0.6, 0.7, 0.8, 0.8, 0.8, 0.3, 0.3, 0.6],
])  # fmt: skip


def test_derivation_of_example_1_ends_in_the_textbook_figures():
    model = GaussianNB().fit(EXAMPLE, [1, 1, 2, 2, 2, 1, 1, 0, 1, 0])
    lines = derivation(model, [0.5, 0.12, 0.218]).split("\n")
    text = "\n".join(line.strip() for line in lines)
    for line in (
        "log P(0) = log(2 / 10) = -1.609",
        "mu[0, 2] = 0.65; s2[0, 2] = 0.0025; "
        "-0.5 log(2 pi 0.0025) - 0.5 (0.12 - 0.65)^2 / 0.0025 = 2.0768 - 56.1800 = -54.1032",
        "log P(x | 0) = 0.9226 - 54.1032 - 0.2179 = -53.398",
        "jll[0] = -1.609 - 53.398 = -55.007; unrounded -55.0079",
        "jll[1] = -0.693 - 0.307 = -1.000; unrounded -0.9999",
        "jll[2] = -1.204 - 24.938 = -26.142; unrounded -26.1423",
        "P(0 | x) = exp(-55.0079 + 0.9999) = 3.505e-24",
        "P(2 | x) = exp(-26.1423 + 0.9999) = 1.205e-11",
        "the likeliest is 1",
    ):
        assert line in text


COUNTS = [[2, 1, 0, 0], [2, 0, 1, 0], [1, 0, 0, 1], [1, 1, 0, 0]]
MODELS = [load("models", name).Model for name in choices("models")]


@pytest.mark.parametrize("latex", [False, True], ids=["plain", "latex"])
@pytest.mark.parametrize("kind", MODELS)
def test_derivation_of_every_model_ends_in_its_numbers(kind, latex):
    model = kind().fit(COUNTS, ["c", "c", "c", "j"]) if kind is not GaussianNB else kind(var_smoothing=1.0)
    model.fit(COUNTS, ["c", "c", "c", "j"])
    row = [3, 1, 0, 0] if kind is not CategoricalNB else [1, 1, 0, 0]
    text = derivation(model, row, names=["Chinese", "Beijing", "Tokyo", "50%"], latex=latex)
    joint, proba = model.joint_log_likelihood([row])[0], model.predict_proba([row])[0]
    for value in joint:
        assert f"{value:.4f}" in text
    for p in proba:
        assert f"= {p:.4g}" in text
    if latex:
        assert text.count("{") == text.count("}") and "50%" not in text.replace(r"50\%", "")
        assert text.count(r"\begin{align*}") == text.count(r"\end{align*}") == 5
    else:
        assert f"the likeliest is {model.classes_[joint.argmax()]}" in text


def test_derivation_of_manning_raghavan_and_schuetze():
    """Example 13.1 of Introduction to Information Retrieval: theta 3/7 and 2/9, priors 3/4 and 1/4."""
    X = [[2, 1, 0, 0, 0, 0], [2, 0, 1, 0, 0, 0], [1, 0, 0, 1, 0, 0], [1, 0, 0, 0, 1, 1]]
    model = MultinomialNB().fit(X, ["c", "c", "c", "j"])
    names = ["Chinese", "Beijing", "Shanghai", "Macao", "Tokyo", "Japan"]
    text = derivation(model, [3, 0, 0, 0, 1, 1], names=names)
    assert "theta[c, Chinese] = (5 + 1) / (8 + 1 * 6) = 0.4286; 3 * log(0.4286) = -2.5419" in text
    assert "theta[j, Tokyo] = (1 + 1) / (3 + 1 * 6) = 0.2222; 1 * log(0.2222) = -1.5041" in text
    assert "P(c | x) = exp(" in text and "= 0.6898" in text


def test_words_ranks_by_support_and_keeps_what_one_class_has():
    common = "/".join(["发票 优惠"] * 30)
    classifier = model_of(spam=f"{common}/稀有 优惠", ham="/".join(["会议 优惠"] * 30))
    spam = class_terms(classifier, ["spam"])
    assert [one.term for one in spam[:1]] == ["发票"]
    assert spam[0].here == 30 and spam[0].elsewhere == 0 and spam[0].counted == "texts" and spam[0].texts == 30
    rare = next(one for one in spam if one.term == "稀有")
    assert np.isfinite(rare.log_odds) and rare.at_least < spam[0].at_least


@pytest.mark.parametrize("recipe", recipes(ngrams=(1, 1)), ids=name_of)
def test_words_counts_texts_in_every_model_of_presence(recipe, mails):
    classifier = classifier_of(recipe, mails)
    found = class_terms(classifier, top=5)
    assert {one.label for one in found} == {"ham", "spam"} and len(found) == 10
    for one in found:
        if one.counted == "texts":
            assert one.here + one.elsewhere == pytest.approx(one.texts)
        assert one.at_least < one.log_odds


@pytest.fixture(scope="module")
def nb(tmp_path_factory):
    """The command line with a store of its own that has the models zh and en."""
    folder = tmp_path_factory.mktemp("store")
    environment = {**os.environ, "NB_STORE": str(folder), "PYTHONIOENCODING": "utf-8"}
    environment.pop("NO_COLOR", None)

    def run(*arguments: str, stdin: str | bytes = b"", status: int = 0) -> str:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        command = [sys.executable, "-m", "nbcli", *arguments]
        done = subprocess.run(command, input=data, capture_output=True, env=environment, check=False)
        assert done.returncode == status, done.stderr.decode()
        return (done.stdout if status == 0 else done.stderr).decode()

    for name, mail in (("zh", MAIL_ZH), ("en", MAIL_EN)):
        store.save(trained(Recipe(), mail), str(folder / f"{name}.nb"))
    return run


def test_command_explains_an_argument_and_the_lines_of_stdin(nb):
    one = nb("explain", "--name", "zh", "公司代开发票，点数优惠")
    assert one.startswith("term ") and "posterior" in one and "spam, because" in one and "\x1b" not in one
    assert nb("explain", "--name", "en", "free", "prize") == nb("explain", "--name", "en", "free prize")
    two = nb("explain", "--name", "zh", "--json", stdin="公司代开发票，点数优惠\n会议\n")
    assert [json.loads(line)["text"] for line in two.splitlines()] == ["公司代开发票，点数优惠", "会议"]
    label = nb("predict", "--name", "zh", "--json", stdin="公司代开发票，点数优惠\n")
    assert json.loads(two.splitlines()[0])["posterior"] == json.loads(label)["proba"]


def test_command_prints_the_formula(nb):
    plain = nb("explain", "--name", "zh", "--formula", "--top", "2", "公司代开发票，点数优惠，欢迎来电")
    assert plain.startswith("multinomial naive Bayes\n") and "theta[spam, " in plain
    assert "other terms of the row, " in plain
    assert r"\begin{align*}" in nb("explain", "--name", "zh", "--latex", "公司代开发票")
    assert "--formula" in nb("explain", "--name", "zh", "--formula", "--json", "x", status=2)


def test_command_words(nb):
    text = nb("words", "--name", "en", "--label", "spam", "--top", "3")
    data = json.loads(nb("words", "--name", "en", "--label", "spam", "--top", "3", "--json"))
    assert len(data) == 3 and all(one["label"] == "spam" for one in data)
    for one, line in zip(data, text.split("\n")[1:], strict=False):
        assert line.startswith(one["term"])
        assert line.split()[-4:-2] == [f"{one['log_odds']:.2f}", f"{one['at_least']:.2f}"]
    assert "no label eggs" in nb("words", "--name", "en", "--label", "eggs", status=2)
    assert "--top 0" in nb("words", "--top", "0", status=2)
    assert width(nb("words", "--name", "zh", "--label", "spam").split("\n")[0]) > 0


def test_hostile_text_through_the_command_line(nb):
    out = nb("explain", "--name", "zh", stdin=b"\x1b[2J\xff\xfe<b>\xe4\xb8\n\n")
    assert "\x1b" not in out
