"""tf-idf: counts times smooth idf, each row scaled to length 1 (scikit-learn's TfidfVectorizer, its defaults)."""

import numpy as np

from nbcli.system.arrays import Array
from nbcli.vectorizers import Gives, R

GIVES = Gives.WEIGHTS
USES_IDF = True
UNIT_LENGTH = True
# Rows have the same length already.
LENGTH_EXPONENT = 0.0

# Weights are multiples of this, so that sums of them are exact up to 8 million: whatever the order of the texts, the
# parts of a corpus that were learned apart, or the texts taken back, what was learned is the same to the bit.
_STEP = 2.0**-30


def weigh(counts: R, idf: Array) -> R:
    """Return counts x idf over the row's L2 norm, to within 5e-10; a row of zeros stays one."""
    data = counts.data * idf[counts.indices]
    norm = np.sqrt(counts.row_sums(data**2))
    return counts.with_data(np.rint(data / norm[counts.row_of] / _STEP) * _STEP)
