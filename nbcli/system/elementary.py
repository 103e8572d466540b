"""Logarithm and exponential, the same to the last bit on every processor.

numpy's own differ in it by what the processor has (AVX-512 or not), and so do the C library's. These are made of
additions, multiplications, divisions and integer operations alone, which IEEE 754 rounds in one way; they are within 3
units in the last place. Ours, since no library promises this: some 12 ns a number, where numpy's take 1 to 7.

    log x = k log 2 + 2 atanh s,  x = 2^k m,  m from sqrt(1/2) to sqrt 2,  s = (m - 1) / (m + 1)
    exp x = 2^k exp r,  k = x / log 2 rounded,  r = x - k log 2,  exp r by its series
"""

from typing import Any

import numpy as np

from nbcli.system.arrays import Array, Bools

# So many numbers stay in the processor's nearest cache while all steps are made.
_BLOCK = 4096
# log 2 in two parts: a whole number below 2^20 times the first is exact.
_LN2_HIGH, _LN2_LOW = float.fromhex("0x1.62e42fee00000p-1"), float.fromhex("0x1.a39ef35793c76p-33")
_ROOT_HALF = np.array(0.5**0.5).view(np.int64)
_MANTISSA = 52
_TINY = float(np.finfo(np.float64).tiny)
# Below this exp is 0, above it infinite.
_LOWEST, _HIGHEST = -746.0, 710.0
# 2 atanh s = s (2 + 2/3 s^2 + 2/5 s^4 + ...); s^2 is below .0295, and the next term below 1e-18.
_ATANH = tuple(2.0 / (2 * i + 1) for i in range(11, -1, -1))
# 1 / i!, from the last that counts, r being below .35.
_FACTORIALS = np.cumprod([1.0, *range(1, 14)])
_EXP = tuple((1.0 / _FACTORIALS[::-1]).tolist())


def log(x: Any) -> Array:
    """Return the natural logarithm of every number of x, of its shape; -inf for 0, NaN below, without a warning."""
    return _in_blocks(_log, x)


def exp(x: Any) -> Array:
    """Return e to the power of every number of x, of its shape; 0 for -inf."""
    return _in_blocks(_exp, x)


def power(x: Any, exponent: Any) -> Array:
    """Return x ** exponent for x above 0, of the shape that the two have together."""
    return exp(exponent * log(x))


def _in_blocks(function: Any, x: Any) -> Array:
    given = np.asarray(x, dtype=np.float64)
    flat = np.ascontiguousarray(given).reshape(-1)
    found = np.empty_like(flat)
    for start in range(0, len(flat), _BLOCK):
        function(flat[start : start + _BLOCK], found[start : start + _BLOCK])
    return found.reshape(given.shape)


def _log(x: Array, found: Array) -> None:
    ordinary = (x >= _TINY) & (x < np.inf)
    if not ordinary.all():
        _log(np.where(ordinary, x, 1.0), found)
        _at_the_ends(x, ordinary, found)
        return
    bits = x.view(np.int64)
    k = (bits - _ROOT_HALF) >> _MANTISSA
    m = (bits - (k << _MANTISSA)).view(np.float64)
    s = m + 1.0
    m -= 1.0
    np.divide(m, s, out=s)
    np.multiply(s, s, out=m)
    found[:] = _ATANH[0]
    for coefficient in _ATANH[1:]:
        found *= m
        found += coefficient
    found *= s
    times = k.astype(np.float64)
    np.multiply(times, _LN2_LOW, out=s)
    found += s
    times *= _LN2_HIGH
    found += times


def _at_the_ends(x: Array, ordinary: Bools, found: Array) -> None:
    """Fill in what is 0, below 0, infinite, no number, or too small to have all its digits."""
    found[x == 0] = -np.inf
    found[x == np.inf] = np.inf
    found[(x < 0) | np.isnan(x)] = np.nan
    small = ~ordinary & (x > 0) & (x < np.inf)
    if small.any():
        found[small] = log(x[small] * 2.0**_MANTISSA) - _MANTISSA * (_LN2_HIGH + _LN2_LOW)


def _exp(x: Array, found: Array) -> None:
    inside = np.clip(x, _LOWEST, _HIGHEST)
    k = np.rint(inside * (1.0 / (_LN2_HIGH + _LN2_LOW)))
    r = inside - k * _LN2_HIGH
    r -= k * _LN2_LOW
    found[:] = _EXP[0]
    for coefficient in _EXP[1:]:
        found *= r
        found += coefficient
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        np.ldexp(found, k.astype(np.int32), out=found)
