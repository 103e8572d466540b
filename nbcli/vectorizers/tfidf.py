"""tf-idf: counts times smooth idf, each row scaled to length 1 (scikit-learn's TfidfVectorizer, its defaults)."""

import numpy as np
from numpy.typing import NDArray

from nbcli.vectorizers import Rows

USES_IDF = True


def weigh(counts: Rows, idf: NDArray[np.float64]) -> Rows:
    """Return counts x idf over the row's L2 norm; a row of zeros stays one."""
    data = counts.data * idf[counts.indices]
    norm = np.sqrt(counts.row_sums(data**2))
    return counts.with_data(data / norm[counts.row_of])
