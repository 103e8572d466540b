"""The posterior of a whole classifier on paper: of several views, and of a text of which nothing is known."""

from collections.abc import Sequence

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.text_view import TextView
from nbcli.explaining.derivation import posterior
from nbcli.explaining.sum import corrections, mixing
from nbcli.models import Latex, Plain
from nbcli.system.elementary import exp


def mixture(
    classifier: Classifier, text: str, labels: Sequence[str], classes: Sequence[int] | None, *, latex: bool = False
) -> str:
    """Return the step from the joint log-likelihoods of the views to the posterior, "" for one view alone.

    `labels` are what the classes are called, `classes` the numbers of those to work out, else all.
    """
    if classifier.blend is None:
        return ""
    m: Plain = Latex() if latex else Plain()
    rows_of = classifier.rows(classifier.batch([text]))
    bias, scales, stretch = mixing(classifier, rows_of)
    both = zip(classifier.views, rows_of, strict=True)
    jll = np.array([view.joint_log_likelihood(rows)[0] for view, rows in both])
    score, blend, correction = classifier.joint(rows_of)[0], classifier.blend, classifier.correction
    corrected = [part for view in corrections(classifier, rows_of, stretch) for part in view.values()]
    more = [] if correction is None else [np.sum([np.zeros(len(score)), *corrected], axis=0)]
    what = " + the linear correction" * len(more)
    lines = [m.note(f"score = bias + the sum over the views of scale times jll{what}")]
    parts = zip(classifier.views, scales, blend.weights, blend.exponents, strict=True)
    shaped = "" if (blend.shape == 1).all() else ", times the stretch of the blend's shape, that of the bias too"
    for number, (view, scale, weight, exponent) in enumerate(parts, 1):
        if not weight:
            continue
        name = f"view {number}, {view.name}"
        length = f"weight over the text's length to the power {exponent:g}{shaped}"
        lines.append(m.note(f"{name}: weight {weight:.4f}, scale {scale:.4f} ({length})"))
    if correction is not None:
        lines.append(m.note(f"linear correction: {correction.weight:.4f} sum_j idf[j] w[j] / sqrt(sum_j idf[j]^2)"))
    for c in range(len(labels)) if classes is None else classes:
        own = [(scale, part[c]) for scale, part in zip(scales, jll, strict=True) if scale]
        terms = [f"{scale:.4f}{m.times}({m.result(part, 4)})" for scale, part in own]
        terms += [m.result(float(part[c]), 4) for part in more]
        filled = " + ".join([m.result(float(bias[c]), 4), *terms])
        lines.append(f"{m.score(m.text(labels[c]))} = {filled} = {m.result(float(score[c]), 4)}")
    lines += posterior(m, score, classifier.log_prior(), labels, classes, total="Z")
    return "\n".join(m.block("the blend", lines))


def prior_alone(
    classifier: Classifier, labels: Sequence[str], classes: Sequence[int] | None, *, latex: bool = False
) -> str:
    """Return what `derivation` and `mixture` are for a text with known terms, ending in a line end.

    `labels` are what the classes are called, `classes` the numbers of those to work out, else all.
    """
    m: Plain = Latex() if latex else Plain()
    p, texts, first = exp(classifier.log_prior()), classifier.texts, classifier.views[0]
    model = first.model if isinstance(first, TextView) and classifier.blend is None else None
    lines = [m.note(f"no term of the text is known: the prior answers, {labels[int(np.argmax(p))]}")]
    for c in range(len(labels)) if classes is None else classes:
        by_texts = m.frac(str(texts[c]), str(texts.sum()))
        written = model.prior_written(m, c) if model else by_texts
        name = m.text(labels[c])
        lines.append(f"{m.given(name, 'x')} = P({name}) = {written} = {m.value(float(p[c]))}")
    return "\n".join(m.block("posterior", lines))
