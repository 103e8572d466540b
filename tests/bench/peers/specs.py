"""A corpus as the peers get it: LABEL=FILE with a text a line, or a file of `label<TAB>text` lines."""

from collections.abc import Sequence


def read(specs: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the texts and their labels."""
    texts, labels = [], []
    for spec in specs:
        label, equals, path = spec.partition("=")
        lines = lines_of(path if equals else spec)
        if equals:
            texts += lines
            labels += [label] * len(lines)
        else:
            pairs = [line.split("\t", 1) for line in lines]
            labels += [label for label, _ in pairs]
            texts += [text for _, text in pairs]
    return texts, labels


def lines_of(path: str) -> list[str]:
    with open(path, encoding="utf-8") as file:
        return file.read().removesuffix("\n").split("\n")
