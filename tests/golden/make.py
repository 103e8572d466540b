"""Make the golden model files of this format: `python tests/golden/make.py`, once a format or shape, and commit them.

Those that are there stay as they are.

test_store.py holds every later version to reading them and to giving the posteriors that stand beside them.
"""

import json
import os
from pathlib import Path

from nbcli import store
from nbcli.blending import learn_default
from nbcli.corpus import Document
from nbcli.pipeline import Pipeline
from nbcli.prepared import prepare
from nbcli.recipe import Recipe

HERE = Path(__file__).parent
HAM = ["see you at the meeting", "the draft is on the server", "明天下午开会讨论论文", "lunch at noon? 食堂见"]
SPAM = ["free money, reply now", "WIN a free prize!!", "公司代开发票，优惠", "代开 发票 call 555-0100 now"]
ASKED = ["free lunch at the meeting", "代开发票", "开会", "Ω", "", "win now 论文"]


def main() -> None:
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    documents = [Document(text, label, "f", 1) for label, texts in (("ham", HAM), ("spam", SPAM)) for text in texts]
    explicit = Pipeline.learn(Recipe(features="tfidf", alpha=0.5), prepare(["words"], documents))
    blend, _ = learn_default(prepare(["words", "chars"], documents))
    # Of more than 32 labels the counts by class are sparse.
    many = [Document(f"{text} {n}", f"label {n % 40}", "f", 1) for n, text in enumerate([*HAM, *SPAM] * 11)]
    sparse = Pipeline.learn(Recipe(features="idf"), prepare(["words"], many))
    for name, pipeline in (("", explicit), ("-blend", blend), ("-many", sparse)):
        stem = f"format-{store.FORMAT}{name}"
        if (HERE / f"{stem}.nb").exists():
            continue
        store.save(pipeline, str(HERE / f"{stem}.nb"))
        proba, status = pipeline.classify(ASKED)
        expected = {"asked": ASKED, "labels": pipeline.labels, "proba": proba.tolist(), "status": status}
        text = json.dumps(expected, ensure_ascii=False, indent=1) + "\n"
        (HERE / f"{stem}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
