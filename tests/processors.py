"""The settings under which numpy, its BLAS and the C library work as they do on another processor.

`python -m tests.processors COMMAND` runs a command under two of them.
"""

import os
import platform
import subprocess
import sys

try:
    from numpy._core import _multiarray_umath as _core
except ImportError:  # numpy 1
    from numpy.core import _multiarray_umath as _core


def settings() -> dict[str, dict[str, str]]:
    """Return environments by name: what numpy dispatches on switched off, all and all but the first; older kernels."""
    there = [name for name in _core.__cpu_dispatch__ if _core.__cpu_features__.get(name)]
    off = dict.fromkeys(" ".join(some) for some in (there, there[1:]) if some)
    found = {f"numpy without {names}": {"NPY_DISABLE_CPU_FEATURES": names} for names in off}
    if platform.machine() in ("x86_64", "AMD64"):
        found["the BLAS of Haswell"] = {"OPENBLAS_CORETYPE": "Haswell"}
        found["an old processor"] = {
            "OPENBLAS_CORETYPE": "Nehalem",
            "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F",
            "NPY_DISABLE_CPU_FEATURES": " ".join(there),
        }
    return found


def main(command: list[str]) -> int:
    """Run the command under the last two settings; return the first status that is not 0."""
    for name, env in list(settings().items())[-2:]:
        print(f"as on {name}:", flush=True)
        if status := subprocess.run(command, env=os.environ | env).returncode:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
