"""The large benchmark, small: the same model from one process and from two, and answers in the order of the lines.

No time is looked at; `make bench-large` measures.
"""

from pathlib import Path

import pytest

from tests.bench import large, resample, stream
from tests.conftest import CORPORA

SHOPPING = CORPORA / "shopping-zh/online_shopping_10_cats.csv"
# More than one shard, which has 16,384 texts.
TEXTS, LINES = 16_500, 20_000


@pytest.fixture(scope="module")
def drawn() -> list[resample.Drawn]:
    return resample.read_words(SHOPPING)


@pytest.mark.corpus
def test_fewer_texts_are_the_beginning_of_more(drawn: list[resample.Drawn]) -> None:
    few, many = (list(resample.lines(drawn, texts, seed=1)) for texts in (10, 12_000))
    assert many[:10] == few
    assert many != list(resample.lines(drawn, 12_000, seed=2))
    assert {line.partition("\t")[0] for line in many} == {"0", "1"}
    assert all(line.count("\t") == line.count("\n") == 1 and line.partition("\t")[2].strip() for line in many)


@pytest.mark.corpus
@pytest.mark.slow
def test_the_model_is_the_same_for_any_number_of_jobs(drawn: list[resample.Drawn], tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.tsv"
    resample.write(corpus, drawn, TEXTS, seed=0)
    one, two = large.rows(corpus, TEXTS, (1, 2), ["explicit"])
    assert one.body == two.body
    assert large.differing([one, two]) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_stand_in_the_order_of_their_lines(jobs: int, tmp_path: Path) -> None:
    seen = stream.run(stream.train(tmp_path), LINES, jobs)
    assert (seen.answers, seen.in_order) == (LINES, True)


def test_an_answer_out_of_place_is_seen(tmp_path: Path) -> None:
    texts = list(stream.numbered(3))
    answers = tmp_path / "answers"
    for lines, right in ((texts, (3, True)), (texts[:2], (2, True)), ([texts[1], texts[0], texts[2]], (3, False))):
        answers.write_bytes(b"".join(b"ham\t" + line for line in lines))
        with answers.open("rb") as file:
            assert stream.check(file, iter(texts)) == right
