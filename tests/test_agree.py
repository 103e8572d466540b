"""`nb agree`: kappa against scikit-learn, its interval against the jackknife, and what is counted."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from nbcli.corpus import Record
from nbcli.evaluation.agreement import agreement, kappa_of


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=40))
def test_kappa_is_that_of_scikit_learn(pairs):
    one, other = ([Record(f"text {i}", pair[j], "f", i) for i, pair in enumerate(pairs)] for j in (0, 1))
    found = agreement(one, other)
    a, b = zip(*pairs, strict=True)
    assert found.texts == len(pairs) and found.agreed == sum(x == y for x, y in pairs)
    assert [(d.first, d.second) for d in found.disputes] == [pair for pair in pairs if pair[0] != pair[1]]
    if len({*a, *b}) == 1:
        assert found.kappa is None
    else:
        assert found.kappa == pytest.approx(cohen_kappa_score(a, b), abs=1e-12)
        assert found.kappa_interval[0] <= found.kappa <= found.kappa_interval[1]


@pytest.mark.parametrize("counts", [[[60, 9], [14, 80]], [[40, 5, 3], [2, 70, 9], [8, 1, 90]], [[300, 20], [30, 25]]])
def test_the_interval_is_that_of_the_jackknife_nearly(counts):
    counts = np.array(counts)
    kappa, (low, high) = kappa_of(counts)
    n = counts.sum()
    left = np.concatenate(
        [
            np.full(int(count), kappa_of(counts - np.eye(counts.size)[i].reshape(counts.shape))[0])
            for i, count in enumerate(counts.flat)
        ]
    )
    error = np.sqrt((n - 1) / n * ((left - left.mean()) ** 2).sum())
    assert (high - low) / 2 / 1.96 == pytest.approx(error, rel=0.05)
    assert (high + low) / 2 == pytest.approx(kappa)


def test_at_the_command_line_the_last_label_counts_and_disputes_are_shown(run_nb, tmp_path):
    first = [("buy now", "spam"), ("see you", "ham"), ("hello", "spam"), ("alone", "ham"), ("hello", "ham")]
    second = [("Buy  now", "spam"), ("see you", "spam"), ("hello", "ham")]
    for name, pairs in (("a", first), ("b", second)):
        lines = (json.dumps({"text": text, "label": label}) + "\n" for text, label in pairs)
        (tmp_path / f"{name}.jsonl").write_text("".join(lines))
    done = run_nb(["agree", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "--json"])
    found = json.loads(done.stdout)
    assert (found["texts"], found["agreed"], found["only"]) == (3, 2, [1, 0])
    assert found["disputes"] == [{"text": "see you", "first": "ham", "second": "spam"}]
    assert found["kappa"] == pytest.approx(0.4) and found["counts"] == [[1, 1], [0, 1]]
    shown = run_nb(["agree", tmp_path / "a.jsonl", tmp_path / "b.jsonl"]).stdout.decode()
    assert "Cohen's kappa" in shown and "see you" in shown and "in one file only: 1 of the first" in shown


def test_files_without_a_common_text_are_an_error_in_one_line(run_nb, tmp_path):
    (tmp_path / "a.txt").write_text("one\n")
    (tmp_path / "b.txt").write_text("two\n")
    done = run_nb(["agree", f"x={tmp_path / 'a.txt'}", f"x={tmp_path / 'b.txt'}"])
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"no text stands in both" in done.stderr
