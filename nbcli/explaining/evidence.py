"""What speaks for the likeliest class and what against it, the strongest few, as phrases."""

import re

from nbcli.explaining.explanation import Explanation

# Terms speak clearly when they change the odds by more than this, in nats.
CLEAR = 1.0
_FOR, _AGAINST = 3, 2
_ABSENT = "all that it does not say"
_LOUD = 1e300
_LONGEST = 30
_PLAIN = re.compile(r"\w(?:.*\w)?", re.DOTALL)

Evidence = list[tuple[str, float]]


def evidence(explanation: Explanation) -> tuple[Evidence, Evidence]:
    """Return the strongest evidence for the likeliest class and against it, as (phrase, weight from 0).

    Of terms that hold one another (发票, 代开 发票) the stronger is named; what is small beside the strongest is not,
    but where the terms together speak for the class by more than CLEAR, the strongest of them are.
    Where characters are seen beside words, theirs counts for the words that they stand in.
    """
    label, rival = (explanation.labels[c] for c in explanation.ranking[:2])
    terms = sorted(by_word(explanation).items(), key=lambda item: -abs(item[1]))
    prior = explanation.weight(explanation.log_prior)
    before = f"how {'common' if prior > 0 else 'rare'} {label} is"
    if explanation.biased:  # a blend's bias is no frequency
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


def by_word(explanation: Explanation) -> dict[str, float]:
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
    named = [(quoted(name), weight) for name, weight in kept if (name, weight) in chosen]
    return named + [item for item in others if item in chosen]


def quoted(spelling: str) -> str:
    """Return a term fit to stand in a sentence: its end left out if long, in quotes where it is no plain word."""
    if len(spelling) > _LONGEST:
        spelling = spelling[: _LONGEST - 1] + "…"
    return spelling if _PLAIN.fullmatch(spelling) and " " not in spelling else f"“{spelling}”"
