"""From a dataset to a classifier: the default blend, leave-one-out, estimates; in memory, in shards, on a cluster."""
