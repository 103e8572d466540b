"""The same input gives the same bytes on any processor: models, answers, explanations, figures."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.system import elementary
from tests.conftest import MAIL_EN, MAIL_ZH, ROOT
from tests.processors import settings

# Runs the commands in one process, and prints the digests of the models and what the commands print.
_SCRIPT = """
import hashlib, io, os, sys
from pathlib import Path
from nbcli.cli import run
en, zh, store = sys.argv[1:]
os.environ |= {"SOURCE_DATE_EPOCH": "0", "NB_STORE": store}
texts = Path(store, "texts.txt")
texts.write_bytes(b"".join(path.read_bytes() for folder in (en, zh) for path in sorted(Path(folder).iterdir())))
def nb(*words):
    own, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    try:
        status = run(list(words))
        sys.stdout.flush()
        print(words, status, sys.stdout.buffer.getvalue().decode(), file=own)
    finally:
        sys.stdout = own
for name, *recipe in [
    ("zh", zh),
    ("en", en),
    ("gaussian", en, "--features", "tfidf", "--model", "gaussian"),
    ("complement", en, "--features", "idf", "--model", "complement", "--norm"),
    ("bernoulli", zh, "--model", "bernoulli"),
]:
    nb("train", *recipe, "--name", name)
    print(hashlib.sha256(Path(store, name + ".nb").read_bytes()).hexdigest())
    nb("predict", str(texts), "--json", "--name", name)
nb("explain", "公司代开各类发票 free", "--json", "--name", "zh")
nb("explain", "free money", "--json", "--name", "gaussian")
nb("words", "--json", "--name", "zh")
nb("check", en, "--json")
nb("compare", zh, "--json", "--metric", "auc")
nb("evaluate", zh, "--json", "--name", "en")
"""


def output(store, env):
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("OPENBLAS_", "NPY_", "GLIBC_"))}
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, MAIL_EN, MAIL_ZH, str(store)],
        capture_output=True,
        encoding="utf-8",
        env=plain | {"PYTHONPATH": str(ROOT)} | env,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    # The folder's name stands in the commands.
    return done.stdout.replace(str(store), "STORE")


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    return output(tmp_path_factory.mktemp("here"), {})


@pytest.mark.parametrize("setting", list(settings()))
def test_another_processor_gives_the_same_bytes(setting, here, tmp_path):
    there = output(tmp_path, settings()[setting])
    assert here.count('{"label": ') >= 5 * 740 and here.count(") 0 ") == 14 + 2
    assert there.splitlines() == here.splitlines()


numbers = st.floats(allow_nan=False, allow_infinity=False, width=64)


@given(st.lists(numbers, min_size=1, max_size=30))
def test_logarithm_and_exponential_are_numpys_but_for_the_last_bits(values):
    x = np.array(values)
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(elementary.log(x), np.log(x), rtol=1e-15, atol=1e-18)
        np.testing.assert_allclose(elementary.exp(x), np.exp(x), rtol=1e-15, atol=1e-323)


def test_the_ends_of_both():
    with np.errstate(all="raise"):
        assert elementary.log([0.0, 1.0, np.inf]).tolist() == [-np.inf, 0.0, np.inf]
        assert np.isnan(elementary.log([-1.0, np.nan])).all()
        assert elementary.exp([-np.inf, 0.0, -1000.0]).tolist() == [0.0, 1.0, 0.0]
        assert elementary.power(np.array([4.0, 9.0]), 0.0).tolist() == [1.0, 1.0]
    assert elementary.log(np.ones((2, 0, 3))).shape == (2, 0, 3)
    big = np.arange(1, 20_000, dtype=float).reshape(-1, 1)
    assert (elementary.log(big)[::-1] == elementary.log(big[::-1])).all()
