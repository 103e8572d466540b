"""A corpus in shards: counted a part at a time, by many processes or machines, and added up.

Counts add, so training is a map and a sum. A shard of the corpus becomes n-grams and their counts once (`counting`).
The terms of all shards are merged, range by range of their keys, so that no process ever holds more than those kept
(`terms`); then each shard is learned on these terms alone, and what was learned is merged (`partial_fits`). All sums
are exact, so the shards, their order and who counted them leave no trace in the result. (The gaussian model is the
exception: its means are rounded.)

An engine runs the tasks: `engine.Files` on this machine, `cluster.Cluster` on a Dask cluster.
"""

from nbcli.training.shards.engine import Files
from nbcli.training.shards.input_splits import blocks
from nbcli.training.shards.sharded import Sharded

__all__ = ["Files", "Sharded", "blocks"]
