"""The body of a model file: a joblib stream of plain dicts, lists, strings, numbers and numeric arrays.

joblib writes it. It is read here, by an unpickler that can build nothing else: joblib's own loader runs whatever a
pickle names, nests a second unrestricted pickle in an array of objects, and takes longer to import than to read.
"""

import pickle
from typing import IO, Any, ClassVar

import numpy as np

_ARRAY_KINDS = "biuf"
# What a stream of plain data is written with; pickle has more instructions, some of which take memory by the word.
_OPCODES = [
    *("PROTO", "FRAME", "STOP", "MARK", "MEMOIZE", "BINPUT", "LONG_BINPUT", "BINGET", "LONG_BINGET"),
    *("NONE", "NEWTRUE", "NEWFALSE", "BININT", "BININT1", "BININT2", "LONG1", "LONG4", "BINFLOAT"),
    *("SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8"),
    *("EMPTY_DICT", "SETITEM", "SETITEMS", "EMPTY_LIST", "APPEND", "APPENDS"),
    *("EMPTY_TUPLE", "TUPLE1", "TUPLE2", "TUPLE3", "TUPLE"),
    *("GLOBAL", "STACK_GLOBAL", "NEWOBJ", "REDUCE", "BUILD"),
]
# A part may be named by several others: what it all comes to, written out, is at most so many times the file.
_MOST_SHARED = 16
_MAX_AXES = 2


class RefusedError(Exception):
    """The stream is damaged, or holds something other than plain data."""


def dump(state: dict[str, Any], file: IO[bytes]) -> None:
    """Write a state of plain data to an open file."""
    import joblib

    joblib.dump(state, file, protocol=4)


def load(file: IO[bytes], size: int) -> Any:
    """Read what `dump` wrote; `size` is the number of bytes that may follow. Raises RefusedError, and runs nothing."""
    try:
        return _plain(_Reader(file, size).load(), _MOST_SHARED * size)
    except RefusedError:
        raise
    # A damaged pickle can fail in any of pickle's own ways: all of them mean the same here.
    except Exception as error:
        raise RefusedError(f"{type(error).__name__}: {error}") from None


def _plain(state: object, room: int) -> object:
    """Return the state; RefusedError where it is no tree of plain, finite data, or one of more than `room` bytes."""
    stack = [state]
    while stack:
        value = stack.pop()
        room -= 1
        if isinstance(value, dict) and all(type(key) is str for key in value):
            stack += value.values()
        elif isinstance(value, list):
            stack += value
        elif isinstance(value, str):
            room -= len(value)
        elif isinstance(value, np.ndarray):
            room -= value.nbytes
            if not np.isfinite(value).all():
                raise RefusedError("an array with NaN or infinity")
        elif not (value is None or (isinstance(value, int | float) and abs(value) < 1 << 63)):
            raise RefusedError(f"{type(value).__name__} is no plain data, or too large a number")
        if room < 0:
            raise RefusedError("it holds itself many times over")
    return state


class _DType:
    """Stands for numpy.dtype in the stream: a code such as 'f8' and a byte order, checked, no more."""

    def __init__(self, code: object, *_: object) -> None:
        self.code = code
        self.order = "="

    def __setstate__(self, state: object) -> None:
        if not isinstance(state, tuple) or len(state) < 2 or state[1] not in ("<", ">", "|", "="):
            raise RefusedError("an array of an unknown type")
        self.order = state[1]

    def dtype(self) -> np.dtype[Any]:
        if not (isinstance(self.code, str) and self.code[:1] in _ARRAY_KINDS and self.code[1:].isdigit()):
            raise RefusedError("an array of something other than numbers")
        return np.dtype(self.order + self.code)


class _Wrapper:
    """Stands for joblib's NumpyArrayWrapper: what it says of the array whose bytes follow in the stream."""

    shape: object
    order: object
    dtype: object
    numpy_array_alignment_bytes: object = None

    def read(self, file: IO[bytes], size: int) -> np.ndarray[Any, Any]:
        shape = self.shape
        if not isinstance(self.dtype, _DType) or not isinstance(shape, tuple):
            raise RefusedError("an array without type or shape")
        if len(shape) > _MAX_AXES or not all(isinstance(n, int) and 0 <= n <= size for n in shape):
            raise RefusedError("an array of an impossible shape")
        dtype, count = self.dtype.dtype(), 1
        for n in shape:
            count *= n
        if self.numpy_array_alignment_bytes is not None:
            file.read(int.from_bytes(file.read(1), "little"))
        if count * dtype.itemsize > size:
            raise RefusedError("an array larger than the file")
        data = file.read(count * dtype.itemsize)
        array = np.frombuffer(data, dtype=dtype, count=count)
        return array.reshape(shape, order="F" if self.order == "F" else "C")


class _Array:
    """Stands for numpy.ndarray where the stream names it as the class of an array; it can build nothing."""

    def __new__(cls, *_: object) -> "_Array":
        raise RefusedError("an array outside joblib's form")


_ALLOWED = {
    ("joblib.numpy_pickle", "NumpyArrayWrapper"): _Wrapper,
    ("numpy", "ndarray"): _Array,
    ("numpy", "dtype"): _DType,
}


class _Reader(pickle._Unpickler):  # the Python one: after an array's description its bytes stand in the file
    dispatch: ClassVar = {
        code: pickle._Unpickler.dispatch[code] for code in (getattr(pickle, name)[0] for name in _OPCODES)
    }

    def __init__(self, file: IO[bytes], size: int) -> None:
        super().__init__(file)
        self._file = file
        self._size = size

    def find_class(self, module: str, name: str) -> Any:
        """Return the stand-in for one of the three names that a stream of arrays needs; refuse every other."""
        if (module, name) not in _ALLOWED:
            raise RefusedError(f"it asks for {module}.{name}")
        return _ALLOWED[module, name]

    def load_build(self) -> None:
        """Build as pickle does, stand-ins only (never their classes); an array's description gives way to the array."""
        if not isinstance(self.stack[-2], _Wrapper | _DType):  # type: ignore[attr-defined]
            raise RefusedError("it gives a state to something that has none")
        super().load_build()  # type: ignore[misc]
        top = self.stack[-1]  # type: ignore[attr-defined]
        if isinstance(top, _Wrapper):
            self.stack[-1] = top.read(self._file, self._size)  # type: ignore[attr-defined]

    dispatch[pickle.BUILD[0]] = load_build  # type: ignore[assignment]
