"""The posterior of a text of which nothing is known, on paper: the prior."""

from collections.abc import Sequence

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.models import Latex, Plain
from nbcli.system.elementary import exp


def prior_alone(
    classifier: Classifier, labels: Sequence[str], classes: Sequence[int] | None, *, latex: bool = False
) -> str:
    """Return what `derivation` and `mixture` are for a text with known terms, ending in a line end.

    `labels` are what the classes are called, `classes` the numbers of those to work out, else all.
    """
    m: Plain = Latex() if latex else Plain()
    p, texts, model = exp(classifier.log_prior()), classifier.texts, classifier.views[0].model
    lines = [m.note(f"no term of the text is known: the prior answers, {labels[int(np.argmax(p))]}")]
    for c in range(len(labels)) if classes is None else classes:
        by_texts = m.frac(str(texts[c]), str(texts.sum()))
        written = model.prior_written(m, c) if classifier.blend is None else by_texts
        name = m.text(labels[c])
        lines.append(f"{m.given(name, 'x')} = P({name}) = {written} = {m.value(float(p[c]))}")
    return "\n".join(m.block("posterior", lines))
