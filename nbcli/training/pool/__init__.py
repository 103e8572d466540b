"""Learning from labelled texts and a pool without labels: expectation maximisation, and whether to trust it.

Nigam, McCallum, Thrun and Mitchell (2000), Text classification from labeled and unlabeled documents using EM, Machine
Learning 39. A pool whose clusters are not the classes makes a classifier worse, so several ways to use it, and not to
use it, are judged on labelled texts held out (`judging`), and only what is clearly better is taken (`learning`).

- `WithPool`: a corpus in memory with the texts of a pool beside it
- `presence`: texts as the terms that they have, and their scores under counts by class
- `em`: the rounds
"""

from nbcli.training.pool.corpus import WithPool, pool_of, with_pool

__all__ = ["WithPool", "pool_of", "with_pool"]
