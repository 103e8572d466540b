"""A corpus in shards: counted a part at a time, by many processes or machines, and added up.

Counts add, so training is a map and a sum. A shard of the corpus becomes n-grams and their counts once
(`_tasks.count`). The terms of all shards are merged, range by range of their keys, so that no process ever holds them
all (`_tasks.merge_terms`); then each shard is learned on these terms alone (`_tasks.learn`), and what was learned is
merged (`_tasks.merge_parts`). All sums are exact, so the shards, their order and who counted them leave no trace in the
result. (The gaussian model is the exception: its means are rounded.)

An engine runs the tasks: `_files.Files` on this machine, `_cluster.Cluster` on a Dask cluster.
"""

from nbcli.shards._files import Files
from nbcli.shards._sharded import Sharded, blocks

__all__ = ["Files", "Sharded", "blocks"]
