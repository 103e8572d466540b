"""Densities of one column: what each class makes of a number, or of a category. One file a density.

The contract of a density (one file in this folder):

    Density                  its class, a `_core.density.Density`, which has not learned yet
    Density.plain(...)       the textbook's, by the options of `nb train`, with what it takes from the values (cuts)
    Density.candidates(...)  those that the default recipe tries for these values; none where it makes no sense of them
    takes                    which kinds of columns it serves: "number", "category"
    takes_bins               whether `--bins` says something to it
    learn, unlearn, merge    counts are the state: any order of batches, merged or taken back, gives the same counts
    log_density(x)           (n,) values in, log p(x | c) out, (n, K); 0 for a value that says nothing
    without(x, own)          the same under the counts without the records that leave with each; exactly so
    judged(...)              what the default recipe judges it by: `without`, but for what depends on more than counts
    equation, steps(m, at)   as the models have them
    state, from_state        plain data for the model file

Values are floats: of a number column the numbers, of a category column the place of each category among the column's,
-1 for one never seen. NaN is a missing value, and says nothing: whether it is missing is a matter of the column
(`classifier.column_view`). Logarithms are natural. Nothing here imports SciPy.
"""

from nbcli.densities._core.density import Density, Options
from nbcli.densities._core.points import equal_frequency

__all__ = ["Density", "Options", "equal_frequency"]
