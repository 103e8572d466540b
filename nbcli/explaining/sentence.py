"""What a person would say of an explanation, in one sentence."""

import math

from nbcli.classifier.status import EMPTY, UNKNOWN
from nbcli.explaining.evidence import CLEAR, Evidence, evidence, joined
from nbcli.explaining.explanation import Explanation

# Below this posterior the sentence says what stands against being sure.
SURE = 0.9


def sentence(explanation: Explanation) -> str:
    """Return the label and why: what speaks for it and against it, or why there is no being sure."""
    best, second = explanation.ranking[:2]
    label, rival = explanation.labels[best], explanation.labels[second]
    if explanation.status in (EMPTY, UNKNOWN) or math.isinf(explanation.joint[best]):
        return f"{label}, by the prior alone: {_silence(explanation)}"
    speaking, against = evidence(explanation)
    if explanation.posterior[best] < SURE:
        first, last = explanation.posterior[best], explanation.posterior[second]
        return f"unsure, {label} ({first:.2f}) or {rival} ({last:.2f}): {_doubt(explanation, speaking, against)}"
    rather = f" rather than {rival}" if len(explanation.labels) > 2 else ""
    spite = f", in spite of {joined(against)}" if against else ""
    if not speaking:
        return f"{label}{rather}, many small things together{spite}"
    if speaking[0][1] == math.inf:
        never = joined([item for item in speaking if item[1] == math.inf])
        return f"{label}{rather}, because {rival} never had {never}{spite}"
    verb = "speak" if len(speaking) > 1 else "speaks"
    return f"{label}{rather}, because {joined(speaking)} {verb} for it{spite}"


def _silence(explanation: Explanation) -> str:
    if explanation.status == EMPTY:
        return "the text is empty" if explanation.views[0].unit != "column" else "all values are missing"
    if explanation.status == UNKNOWN:
        seen = explanation.views[0]
        counted = f"{seen.total:,} {seen.called(seen.total)}"
        return f"it has {counted}, and none is known" if seen.total else f"it has no {seen.called(2)}"
    return "no class can have made this text, each has a term of probability 0 (alpha is 0)"


def _doubt(explanation: Explanation, speaking: Evidence, against: Evidence) -> str:
    """Return what keeps the sum from being sure, and what speaks for the likeliest class all the same."""
    best, second = (explanation.labels[j] for j in explanation.ranking[:2])
    few, others = _few(explanation), _others(explanation)
    weights = [explanation.weight(part) for part in explanation.parts]
    both = min(sum(w for w in weights if w > 0), -sum(w for w in weights if w < 0)) > CLEAR
    clear = sum(explanation.weight(term.parts) for term in explanation.terms) > CLEAR
    if few:
        said = f"{joined(speaking)} for {best}" if speaking else ""
    elif both and speaking and against:
        said = f"evidence both ways, {joined(speaking)} for {best}, {joined(against)} for {second}"
    elif clear and speaking:
        contrary = f", {joined(against)} for {second}" if against else ""
        said = ("" if contrary or others else "only ") + f"{joined(speaking)} for {best}{contrary}"
    else:
        said = "nothing in it speaks clearly for one of them"
    return "; ".join(one for one in (few, said, others) if one)


def _few(explanation: Explanation) -> str:
    seen = explanation.views[0]
    if seen.known >= 3 and 3 * seen.known >= seen.total:
        return ""
    if seen.known == seen.total:
        return f"only {seen.total} {seen.called(seen.total)} to go by"
    return f"few known {seen.called(2)}, {seen.known:,} of {seen.total:,}"


def _others(explanation: Explanation) -> str:
    """Return what the classes but the two likeliest have together, where that is more than the second has."""
    rest = 1.0 - sum(float(explanation.posterior[c]) for c in explanation.ranking[:2])
    if rest <= explanation.posterior[explanation.ranking[1]]:
        return ""
    count = len(explanation.labels) - 2
    return f"the other {count:,} classes have {rest:.2f} together" if count > 1 else ""
