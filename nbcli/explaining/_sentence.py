"""What a person would say of an explanation, in one sentence."""

import math
import re

from nbcli.explaining._explanation import Explanation
from nbcli.pipeline import EMPTY, UNKNOWN

# Below this posterior the sentence says what stands against being sure.
SURE = 0.9
_FOR, _AGAINST = 3, 2
_PLAIN = re.compile(r"\w(?:.*\w)?", re.DOTALL)

Evidence = list[tuple[str, float]]


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


def evidence(explanation: Explanation) -> tuple[Evidence, Evidence]:
    """Return the strongest evidence for the likeliest class and against it, as (phrase, weight), strongest first.

    Of terms that hold one another (发票, 代开 发票) the stronger is named; what is small beside the strongest is not.
    Where characters are seen beside words, theirs counts for the words that they stand in.
    """
    label, rival = (explanation.labels[c] for c in explanation.ranking[:2])
    found = [(_quoted(spelling), weight) for spelling, weight in _by_word(explanation).items()]
    absent = sum(explanation.weight(part.parts) for part in explanation.absent)
    prior = explanation.weight(explanation.log_prior)
    before = f"how {'common' if prior > 0 else 'rare'} {label} is"
    if len(explanation.views) > 1:  # a blend's bias is no frequency
        before = f"a leaning to {label if prior > 0 else rival} beforehand"
    others = [("all that it does not say", absent), (before, prior)]
    found = sorted([*found, *others], key=lambda item: -abs(item[1]))
    largest = min(abs(found[0][1]), 1e300)
    speaking = _distinct([item for item in found if item[1] > 0.1 * largest])[:_FOR]
    against = _distinct([item for item in found if item[1] < -0.1 * largest])[:_AGAINST]
    # The terms first: they are what can be seen in the text.
    return sorted(speaking, key=others.__contains__), sorted(against, key=others.__contains__)


def joined(items: Evidence) -> str:
    """Return the phrases as a list in words: a, b and c."""
    phrases = [phrase for phrase, _ in items]
    return " and ".join([", ".join(phrases[:-1]), phrases[-1]] if len(phrases) > 1 else phrases)


def _by_word(explanation: Explanation) -> dict[str, float]:
    """Return the weight of each term, that of a term of characters shared out among the words that hold it."""
    units = [view.unit for view in explanation.views]
    places = [(one.spelling, one.view) for one in explanation.terms]
    places += [(one.spelling, one.view) for one in explanation.unknown]
    words = list(dict.fromkeys(text for text, view in places if units[view] == "word" and " " not in text))
    weights: dict[str, float] = {}
    for term in explanation.terms:
        homes = [term.spelling]
        if units[term.view] == "character":
            homes = [word for word in words if term.spelling.strip() in word] or homes
        for home in homes:
            weights[home] = weights.get(home, 0.0) + explanation.weight(term.parts) / len(homes)
    return weights


def _distinct(items: Evidence) -> Evidence:
    kept: Evidence = []
    for phrase, weight in items:
        inner = phrase.strip("“”")
        if not any(inner in other or other.strip("“”") in inner for other, _ in kept):
            kept.append((phrase, weight))
    return kept


def _quoted(spelling: str) -> str:
    """Return a term fit to stand in a sentence: in quotes where it is no plain word."""
    return spelling if _PLAIN.fullmatch(spelling) and " " not in spelling else f"“{spelling}”"


def _silence(explanation: Explanation) -> str:
    if explanation.status == EMPTY:
        return "the text is empty"
    if explanation.status == UNKNOWN:
        seen = explanation.views[0]
        counted = f"{seen.total:,} {seen.called(seen.total)}"
        return f"it has {counted}, and none is known" if seen.total else f"it has no {seen.called(2)}"
    return "no class can have made this text, each has a term of probability 0 (alpha is 0)"


def _doubt(explanation: Explanation, speaking: Evidence, against: Evidence) -> str:
    best, second = (explanation.labels[j] for j in explanation.ranking[:2])
    seen = explanation.views[0]
    if seen.known < 3 or 3 * seen.known < seen.total:
        few = f"few known {seen.called(2)}, {seen.known:,} of {seen.total:,}"
        if seen.known == seen.total:
            few = f"only {seen.total} {seen.called(seen.total)} to go by"
        return f"{few}; {joined(speaking)} for {best}" if speaking else few
    weights = [explanation.weight(part) for part in explanation.parts]
    if min(sum(w for w in weights if w > 0), -sum(w for w in weights if w < 0)) > 1 and speaking and against:
        return f"evidence both ways, {joined(speaking)} for {best}, {joined(against)} for {second}"
    return "nothing in it speaks clearly for one of them"
