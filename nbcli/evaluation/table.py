"""What `nb compare` does: records in, the table out, and beside it the same without copies where there are any."""

from collections.abc import Callable, Iterable
from typing import Any

from nbcli.classifier.dataset import in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import Record, without_ids
from nbcli.evaluation.baselines import tokenizers_of
from nbcli.evaluation.comparison import Comparison, compare

Progress = Callable[[str], None]


def compare_records(
    records: Iterable[Record],
    recipes: list[Recipe],
    user_dict: str = "",
    *,
    cv: int | None = None,
    repeat: int = 1,
    dedup: bool = False,
    progress: Callable[[int], Progress] = lambda cells: lambda cell: None,
    **options: Any,
) -> tuple[Comparison, Comparison | None]:
    """Return the comparison of the recipes, and that without copies; None where there are none, or on folds.

    Options are those of `compare`. `progress`: given the number of cells, returns what is called as each begins.
    """
    needed = dict.fromkeys(name for recipe in recipes for name in tokenizers_of(recipe))
    corpus = in_memory(list(needed), without_ids(records), user_dict)
    # The table and the truth: what the published protocol gives, and the same without copies.
    beside = cv is None and not dedup and len(set(corpus.groups.tolist())) < len(corpus)
    options |= {"cv": cv, "repeat": repeat, "progress": progress(len(recipes) * ((cv or 1) * repeat + beside))}
    result = compare(corpus, recipes, dedup=dedup, **options)
    return result, compare(corpus, recipes, dedup=True, **options) if beside else None
