"""A blend and its linear correction as plain data, and back."""

from math import isfinite
from sys import intern
from typing import Any

import numpy as np

from nbcli.classifier.blend import Blend
from nbcli.classifier.correction import Block, Correction
from nbcli.store.plain import plain
from nbcli.system.arrays import compact, integers

BLEND = {"weights", "bias", "exponents", "shape", "gone"}
CORRECTION = {"blocks", "n_texts", "step", "weight", "classes", "without"}


def blend_state(blend: Blend | None) -> dict[str, Any] | None:
    """Return the blend as plain data."""
    if blend is None:
        return None
    arrays = {name: plain(getattr(blend, name)) for name in ("weights", "bias", "exponents", "shape")}
    return {**arrays, "gone": {intern(label): bias for label, bias in blend.gone.items()}}


def correction_state(correction: Correction | None) -> dict[str, Any] | None:
    """Return the correction as plain data."""
    if correction is None:
        return None
    return {
        "blocks": [block and _block_state(block) for block in correction.blocks],
        "n_texts": correction.n_texts,
        "step": correction.step,
        "weight": correction.weight,
        "classes": plain(compact(correction.classes)),
        "without": blend_state(correction.without),
    }


def _block_state(block: Block) -> dict[str, Any]:
    """Return a block as plain data: which terms have a correction, a bit each, and the df and weights of these."""
    there = block.df > 0
    return {
        "there": np.packbits(there),
        "df": plain(compact(block.df[there])),
        "weights": plain(block.weights[there]),
    }


def blend(values: dict[str, Any] | None, n_views: int, n_classes: int) -> Blend | None:
    """Return the blend of a state; KeyError, TypeError or ValueError where its parts do not fit together."""
    if values is None:
        if n_views != 1:
            raise ValueError("the views")
        return None
    values = {"shape": [1.0, 1.0]} | values  # of a file from before format 1.2
    parts = [np.asarray(values[name], dtype=np.float64) for name in ("weights", "bias", "exponents", "shape")]
    gone = dict(values.get("gone", {}))
    if not all(isinstance(label, str) and type(bias) is float and isfinite(bias) for label, bias in gone.items()):
        raise ValueError("the labels without texts")
    if [part.shape for part in parts] != [(n_views,), (n_classes,), (n_views,), (2,)] or (parts[3] <= 0).any():
        raise ValueError("the blend")
    weights, bias, exponents, shape = parts
    return Blend(weights, bias, exponents, shape, gone)


def correction(values: dict[str, Any] | None, sizes: list[int], n_classes: int) -> Correction | None:
    """Return the correction of a state, for views of these sizes; raises as `blend`."""
    if values is None:
        return None
    classes, n_texts, step, weight = (values[name] for name in ("classes", "n_texts", "step", "weight"))
    classes, without = integers(classes), blend(values["without"], len(sizes), n_classes)
    good = type(n_texts) is int and all(type(x) is float and isfinite(x) and x > 0 for x in (step, weight))
    if not good or without is None or len(classes) < 2 or len(set(classes.tolist())) < len(classes):
        raise ValueError("the correction")
    if not (without.weights > 0).any() or classes.min() < 0 or classes.max() >= n_classes:
        raise ValueError("the correction")
    machines = 1 if len(classes) == 2 else len(classes)
    blocks = [_block(one, size, machines, n_texts) for one, size in zip(values["blocks"], sizes, strict=True)]
    return Correction(blocks, n_texts, step, weight, classes, without)


def _block(values: dict[str, Any] | None, size: int, machines: int, n_texts: int) -> Block | None:
    if values is None:
        return None
    bits, weights = np.asarray(values["there"]), np.asarray(values["weights"])
    if bits.dtype != np.uint8 or bits.shape != (-(-size // 8),):
        raise ValueError("which terms have a correction")
    columns = np.flatnonzero(np.unpackbits(bits, count=size))
    df = integers(values["df"], len(columns))
    fits = weights.dtype == np.int8 and weights.shape == (len(columns), machines)
    if not fits or df.min(initial=1) < 1 or df.max(initial=0) > n_texts:
        raise ValueError("a block of the correction")
    return Block(df, weights).moved(columns, size)
