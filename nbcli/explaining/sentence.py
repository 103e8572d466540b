"""What a person would say of an explanation, in one sentence."""

import math
import re

from nbcli.classifier.classifier import EMPTY, UNKNOWN
from nbcli.explaining.explanation import Explanation

# Below this posterior the sentence says what stands against being sure.
SURE = 0.9
# Terms speak clearly when they change the odds by more than this, in nats.
CLEAR = 1.0
_FOR, _AGAINST = 3, 2
_ABSENT = "all that it does not say"
_LOUD = 1e300
_LONGEST = 30
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
    """Return the strongest evidence for the likeliest class and against it, as (phrase, weight from 0).

    Of terms that hold one another (发票, 代开 发票) the stronger is named; what is small beside the strongest is not,
    but where the terms together speak for the class by more than CLEAR, the strongest of them are.
    Where characters are seen beside words, theirs counts for the words that they stand in.
    """
    label, rival = (explanation.labels[c] for c in explanation.ranking[:2])
    terms = sorted(_by_word(explanation).items(), key=lambda item: -abs(item[1]))
    prior = explanation.weight(explanation.log_prior)
    before = f"how {'common' if prior > 0 else 'rare'} {label} is"
    if len(explanation.views) > 1:  # a blend's bias is no frequency
        before = f"a leaning to {label if prior > 0 else rival} beforehand"
    absent = sum(explanation.weight(part.parts) for part in explanation.absent)
    # Whatever rules a class out for good, it is not that the class never had these.
    others = [(phrase, max(-_LOUD, min(_LOUD, w))) for phrase, w in ((_ABSENT, absent), (before, prior))]
    small = 0.1 * min(max(abs(weight) for _, weight in [*terms[:1], *others]), _LOUD)
    speaking = [item for item in terms if item[1] > small]
    if not speaking and sum(weight for _, weight in terms) > CLEAR:
        speaking = [item for item in terms if item[1] > 0]
        others.append(("many small terms", sum(weight for _, weight in speaking[_FOR:])))
    against = [(name, -weight) for name, weight in terms if weight < -small]
    return (
        _strongest(speaking, [item for item in others if item[1] > small], _FOR),
        _strongest(against, [(phrase, -weight) for phrase, weight in others if weight < -small], _AGAINST),
    )


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
    bare = {term.spelling.strip() for term in explanation.terms if units[term.view] == "character"}
    holders = _holders(words, bare)
    weights: dict[str, float] = {}
    for term in explanation.terms:
        homes = [term.spelling]
        if units[term.view] == "character":
            homes = holders.get(term.spelling.strip()) or homes
        for home in homes:
            weights[home] = weights.get(home, 0.0) + explanation.weight(term.parts) / len(homes)
    return weights


def _holders(words: list[str], runs: set[str]) -> dict[str, list[str]]:
    """Return for each run of characters the words that hold it: "" is in none."""
    found: dict[str, list[str]] = {}
    for size in {len(run) for run in runs} - {0}:
        for word in words:
            for run in dict.fromkeys(word[i : i + size] for i in range(len(word) - size + 1)):
                if run in runs:
                    found.setdefault(run, []).append(word)
    return found


def _strongest(terms: Evidence, others: Evidence, most: int) -> Evidence:
    """Return the strongest of both, at most so many, the terms first: they are what can be seen in the text.

    Of terms that hold one another the first is taken.
    """
    kept: Evidence = []
    for name, weight in terms:
        if len(kept) < most and not any(name in other or other in name for other, _ in kept):
            kept.append((name, weight))
    chosen = kept[:1] + sorted([*kept[1:], *others], key=lambda item: -item[1])[: most - len(kept[:1])]
    named = [(_quoted(name), weight) for name, weight in kept if (name, weight) in chosen]
    return named + [item for item in others if item in chosen]


def _quoted(spelling: str) -> str:
    """Return a term fit to stand in a sentence: its end left out if long, in quotes where it is no plain word."""
    if len(spelling) > _LONGEST:
        spelling = spelling[: _LONGEST - 1] + "…"
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
