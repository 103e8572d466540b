"""The module for JavaScript answers as Python does: every tokenizer, features and model, any text."""

import json
import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import nbcli
from nbcli.choices import choices
from nbcli.corpus import How, Log, read
from nbcli.errors import NbError
from nbcli.exports import mjs
from nbcli.exports._model.characters import tables
from nbcli.exports._model.dictionary import dictionary_of
from nbcli.exports._model.packed import source
from nbcli.exports._model.portable import portable, written
from tests.conftest import CORPORA, MAIL_EN, MAIL_ZH, Nb

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no node")
SPECIAL = (
    "\ud800\udfff\u0130\u1e9e\u03a3\u03c3\uac00\uff21\uff26\uff11\U0001f468\u200d\U0001f469\r\0\n AbZ.@"
    "\u3007\u3400\u4e2d\u56fd\u516c\u53f8\u9fd5\u9fd6\U0001d7ce\U00010400\u0307'\u2019\x1e\x1f\x85\xa0"
    "\ufdd0\ufdd1\ufdd2\ufeff\u0663,_-+:/subject"
)
PIECES = ["www.", "http://", "https://", "a.b@c.de", "3.14", "1,000", "it's", "ΑΣ", "公司代开发票", "𠮷野家"]


def strange(n: int, seed: int) -> list[str]:
    """Return texts of any characters, no two halves of one side by side: in JavaScript these are the whole."""
    pick = random.Random(seed)

    def piece() -> str:
        if pick.random() < 0.15:
            return pick.choice(PIECES)
        return pick.choice(SPECIAL) if pick.random() < 0.7 else chr(pick.randrange(0x110000))

    texts = ["".join(piece() for _ in range(pick.randrange(40))) for _ in range(n)]
    return [json.loads(json.dumps(text)) for text in texts]


def texts_of(*paths: str | Path) -> list[str]:
    return [record.text for record in read([str(path) for path in paths], How(), Log())]


class Jobs:
    """What node is to answer: models with texts each, in one process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.dictionaries: dict[str, object] = {}
        self.jobs: list[tuple[nbcli.Classifier, Sequence[str], bytes]] = []

    def add(self, model: nbcli.Classifier, texts: Sequence[str]) -> None:
        key = ""
        if (dictionary := dictionary_of(model)) is not None:
            key = f"of {len(dictionary['words'])} {dictionary['total']}"
            self.dictionaries[key] = dictionary
        self.jobs.append((model, texts, written({"model": portable(model), "dictionary": key, "texts": list(texts)})))

    def check(self) -> int:
        """Return how many answers are the same as Python's; AssertionError for one that is not."""
        engine, jobs = self.folder / "engine.mjs", self.folder / "jobs.jsonl"
        engine.write_text(source("engine.js"), "utf-8")
        first = written({"characters": tables(), "dictionaries": self.dictionaries})
        jobs.write_bytes(first + b"".join(data for _, _, data in self.jobs))
        script = Path(__file__).with_name("engine.mjs")
        done = subprocess.run([str(NODE), script, engine, jobs], capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        number = 0
        for (model, texts, _), line in zip(self.jobs, done.stdout.splitlines(), strict=True):
            found = json.loads(line)
            proba, status = model.classify([text.replace("\ufeff", "") for text in texts])
            theirs = np.array([p for _, _, p in found], dtype=np.float64)
            np.testing.assert_allclose(theirs, proba, rtol=0, atol=1e-9)
            assert [one for _, one, _ in found] == status
            assert [label for label, _, _ in found] == model.predict(texts)
            number += len(texts)
        return number


@needs_node
@pytest.mark.parametrize("tokenizer", choices("tokenizers"))
def test_every_model_answers_as_in_python(tokenizer: str, tmp_path: Path) -> None:
    jobs = Jobs(tmp_path)
    texts = [*texts_of(MAIL_ZH)[::20], *texts_of(MAIL_EN)[::20], *strange(100, 7), "", " "]
    for model in choices("models"):
        for features in choices("vectorizers"):
            for more in ({}, {"norm": True}) if model == "complement" else ({},):
                options = {"tokenizer": tokenizer, "features": features, "model": model, **more}
                try:
                    trained = nbcli.train([MAIL_ZH], ngrams="1-2", top_k=3000, **options)
                except NbError:
                    continue
                jobs.add(trained, texts)
    assert jobs.check() > 15 * len(texts)


@needs_node
@pytest.mark.parametrize("alpha", [0, 1e-10, 1])
def test_what_rules_a_class_out_rules_it_out_there(alpha: float, tmp_path: Path) -> None:
    jobs, texts = Jobs(tmp_path), [*texts_of(MAIL_EN), "zzz"]
    for model in ("multinomial", "bernoulli", "categorical", "complement"):
        jobs.add(nbcli.train(MAIL_EN, model=model, alpha=alpha, prior="uniform"), texts)
    assert jobs.check()


@needs_node
def test_the_default_of_both_languages_and_any_text_at_all(tmp_path: Path) -> None:
    jobs = Jobs(tmp_path)
    for corpus in (MAIL_EN, MAIL_ZH):
        jobs.add(nbcli.train(corpus), [*texts_of(MAIL_EN, MAIL_ZH), *strange(1000, 3)])
    jobs.add(nbcli.train(MAIL_ZH, tokenizer="words", user_dict="代开各类 300 n\n排骨汤\n点数优"), texts_of(MAIL_ZH))
    jobs.add(nbcli.train(MAIL_EN, target=("spam", 0.97)), texts_of(MAIL_EN))
    assert jobs.check() > 4000


@needs_node
@pytest.mark.parametrize("alpha", [0, 0.1])
def test_many_labels(alpha: float, tmp_path: Path) -> None:
    texts = texts_of(MAIL_EN)
    pairs = [(text, f"label {i % 40}") for i, text in enumerate(texts)]
    jobs = Jobs(tmp_path)
    jobs.add(nbcli.train(pairs, alpha=alpha), [*texts, "zzz"])
    assert jobs.check()


@needs_node
@pytest.mark.corpus
@pytest.mark.parametrize(
    ("corpus", "every", "options"),
    [
        (("spam-zh",), 1, {}),
        (("sms-en/SMSSpamCollection",), 1, {}),
        (("shopping-zh/online_shopping_10_cats.csv",), 13, {"label_column": "cat", "text_column": "review"}),
    ],
)
def test_real_corpora_answer_for_answer(
    corpus: tuple[str], every: int, options: dict[str, str], tmp_path: Path
) -> None:
    paths = [str(CORPORA / name) for name in corpus]
    columns = {name: options.get(name) for name in ("label_column", "text_column")}
    records = list(
        read(paths, How(None, None, columns["label_column"], tuple(filter(None, [columns["text_column"]]))), Log())
    )
    jobs = Jobs(tmp_path)
    some = records[:: 6 if options else 1]
    model = nbcli.train([(one.text, str(one.label)) for one in some])
    jobs.add(model, [one.text for one in records[::every]])
    assert jobs.check() > 4_800


@needs_node
def test_the_module_is_whole_by_itself(run_nb: Nb, tmp_path: Path) -> None:
    run_nb(["train", MAIL_ZH, "--name", "mail"])
    assert run_nb(["export", "mail", tmp_path / "mail.mjs"]).returncode == 0
    code = "import { load } from './mail.mjs'; console.log(JSON.stringify((await load()).classify('公司代开各类发票')))"
    done = subprocess.run([str(NODE), "--input-type=module", "-e", code], cwd=tmp_path, capture_output=True)
    said = json.loads(run_nb(["predict", "--name", "mail", "--json"], "公司代开各类发票\n").stdout)
    found = json.loads(done.stdout)
    assert found["label"] == said["label"] == "spam" and found["status"] == "ok"
    assert found["proba"] == pytest.approx(said["proba"], abs=1e-9)
    types = (tmp_path / "mail.d.mts").read_text("utf-8")
    assert all(word in types for word in ("classify", "load", "proba", "status"))


@needs_node
def test_the_package_is_one_that_npm_takes(run_nb: Nb, tmp_path: Path) -> None:
    run_nb(["train", MAIL_EN, "--name", "en"])
    folder = tmp_path / "node_modules" / "en"
    done = run_nb(["export", "en", "--package", folder])
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["model.d.ts", "model.mjs", "package.json"]
    code = "import { load } from 'en'; console.log((await load()).labels.join())"
    told = subprocess.run([str(NODE), "--input-type=module", "-e", code], cwd=tmp_path, capture_output=True)
    assert told.stdout == b"ham,spam\n", told.stderr
    if npm := shutil.which("npm"):
        packed = subprocess.run([npm, "pack", "--dry-run", "--json"], cwd=folder, capture_output=True)
        files = {one["path"] for one in _of_pack(json.loads(packed.stdout))["files"]}
        assert files == {"package.json", "model.mjs", "model.d.ts"}


def _of_pack(found: object) -> dict[str, list[dict[str, str]]]:
    """Return what npm says of the one package: a list of them, or, of late, an object by name."""
    return next(iter(found.values())) if isinstance(found, dict) else found[0]  # type: ignore[index,no-any-return]


def test_a_model_of_english_needs_no_dictionary_of_chinese() -> None:
    assert dictionary_of(nbcli.train(MAIL_EN)) is None
    assert dictionary_of(nbcli.train(MAIL_ZH, tokenizer="chars")) is None


def test_the_same_model_is_the_same_bytes() -> None:
    model = nbcli.train(MAIL_EN)
    assert mjs.files(model, "a") == mjs.files(model, "b")


def test_a_table_is_refused_in_a_line() -> None:
    model = nbcli.train([({"x": i, "y": "ab"[i % 2]}, "ab"[i % 2]) for i in range(20)])
    with pytest.raises(NbError, match="has learned a table"):
        mjs.files(model, "a")


@needs_node
def test_the_sum_taken_apart_is_that_of_explain(tmp_path: Path) -> None:
    text = "公司代开各类发票，点数优惠 Free prize"
    for options in ({}, {"model": "bernoulli"}):
        model = nbcli.train(MAIL_ZH, **options)
        (tmp_path / "m.mjs").write_bytes(mjs.files(model, "m")[".mjs"])
        code = "const { load } = await import('./m.mjs'), model = await load();"
        code += "console.log(JSON.stringify(model.explain(process.argv[1])))"
        done = subprocess.run(
            [str(NODE), "--input-type=module", "-e", code, text], cwd=tmp_path, capture_output=True, encoding="utf-8"
        )
        assert done.returncode == 0, done.stderr
        found, expected = json.loads(done.stdout), model.explain(text).as_dict()
        assert found["label"] == expected["label"]
        for key in ("log_prior", "joint"):
            assert found[key] == pytest.approx(expected[key], rel=1e-8)
        by_term = {(one["view"], one["term"], round(one["x"], 8)): one for one in found["terms"]}
        assert len(by_term) == len(expected["terms"])
        for one in expected["terms"]:
            assert by_term[one["view"], one["term"], round(one["x"], 8)]["parts"] == pytest.approx(
                one["parts"], rel=1e-7, abs=1e-9
            )
        absent = [one["parts"] for one in found["absent"]]
        assert absent == [pytest.approx(one["parts"], rel=1e-8) for one in expected["absent"]]
