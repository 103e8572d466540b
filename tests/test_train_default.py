"""The default of `nb train` on the small corpora of this repository: its choice and its figures are what they were."""

import pytest

from tests.conftest import MAIL_EN, MAIL_ZH, Nb


@pytest.mark.parametrize(
    ("corpus", "accuracy", "texts", "answers"),
    [
        (MAIL_ZH, 0.8979, ["公司代开各类发票，点数优惠", "周末回家吃饭，想喝你炖的排骨汤"], ["spam", "ham"]),
        (MAIL_EN, None, ["free money, click here now", "see you at the meeting on monday"], ["spam", "ham"]),
    ],
)
def test_the_default_is_good_and_the_same_each_time(
    run_nb: Nb, corpus: str, accuracy: float | None, texts: list[str], answers: list[str]
) -> None:
    said = []
    for name in ("a", "b"):
        done = run_nb(["train", corpus, "--name", name])
        assert done.returncode == 0, done.stderr
        said.append(
            [line for line in done.stderr.decode().splitlines() if not line.startswith(("model: ", "use it: "))]
        )
        answered = run_nb(["predict", "--name", name], "".join(f"{text}\n" for text in texts))
        assert answered.stdout.decode().splitlines() == answers
    assert said[0] == said[1]
    estimate = next(line for line in said[0] if line.startswith("leave-one-out accuracy"))
    found = float(estimate.split()[2])
    assert found == accuracy if accuracy is not None else found > 0.8
