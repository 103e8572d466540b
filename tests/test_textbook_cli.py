"""The worked examples on texts and tables, from the command line."""

import json

import pytest

from nbcli import cli

# Words as they are cut, and how often each stands.
COUNTS = ["--tokenizer", "whitespace", "--ngrams", "1", "--features", "counts"]


@pytest.fixture
def nb(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("NB_STORE", str(tmp_path / "store"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> str:
        assert cli.run(list(arguments)) == 0, capfd.readouterr().err
        return capfd.readouterr().out

    return run


def posterior(nb, tmp_path, text: str) -> dict[str, float]:
    (tmp_path / "query.txt").write_text(text + "\n", encoding="utf-8")
    return json.loads(nb("predict", "--json", "query.txt"))["proba"]


def test_2_patients_a_table_without_smoothing(nb, tmp_path):
    (tmp_path / "patients.csv").write_text(
        "symptom,job,diagnosis\nsneezing,nurse,cold\nsneezing,farmer,allergy\nheadache,builder,concussion\n"
        "headache,builder,cold\nsneezing,teacher,cold\nheadache,teacher,concussion\n"
    )
    columns = ["--label-column", "diagnosis", "--text-column", "symptom", "--text-column", "job"]
    nb("train", "patients.csv", *columns, "--tokenizer", "whitespace", "--ngrams", "1", "--alpha", "0")
    assert posterior(nb, tmp_path, "sneezing builder") == {"allergy": 0.0, "cold": 1.0, "concussion": 0.0}


def test_4_two_writers_by_their_words(nb, tmp_path):
    (tmp_path / "first.txt").write_text("love " + "deal " * 8 + "life\n")
    (tmp_path / "second.txt").write_text("love " * 5 + "deal " * 2 + "life " * 3 + "\n")
    nb("train", "first=first.txt", "second=second.txt", *COUNTS, "--alpha", "0", "--prior", "uniform")
    assert posterior(nb, tmp_path, "love life")["second"] == pytest.approx(0.15 / 0.16)
    assert posterior(nb, tmp_path, "life deal") == pytest.approx({"first": 0.08 / 0.14, "second": 0.06 / 0.14})


def test_6_the_stream_as_texts(nb, tmp_path):
    for name, text in (("aa", "x y"), ("bb", "x " * 6 + "y")):
        (tmp_path / f"{name}.txt").write_text(text + "\n")
    nb("train", "aa=aa.txt", "bb=bb.txt", *COUNTS, "--alpha", "1")
    found = posterior(nb, tmp_path, "x " * 9 + "y")
    assert max(found, key=found.get) == "bb"


def test_8_a_name_of_two_words_is_one_term(nb, tmp_path):
    (tmp_path / "sport.txt").write_text("广州恒大，比赛\n恒大在广州训练\n", encoding="utf-8")
    (tmp_path / "other.txt").write_text("广州下雨了\n恒大发布公告\n", encoding="utf-8")
    nb("train", "sport=sport.txt", "other=other.txt", "--ngrams", "1-2", "--alpha", "1")
    terms = json.loads(nb("explain", "广州恒大", "--json"))["terms"]
    assert {term["term"] for term in terms} == {"广州", "恒大", "广州 恒大"}
