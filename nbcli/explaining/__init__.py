"""The glass box: every term of the sum that labels a text, the sentence it comes to, and the same as in a textbook.

- `explain(pipeline, text)`: the terms, their contributions to each class, the posterior, as plain numbers
- `sentence(explanation)`: what a person would say
- `derivation(model, row)`: the model's equation filled with the numbers of one row, step by step
- `mixture(pipeline, text, ...)`: the step from the equations of several views to their blend
- `prior_alone(pipeline, ...)`: what stands for both, of a text of which no term is known
- `telling(pipeline, labels)`: the terms that speak most for each class
"""

from nbcli.explaining.derivation import derivation
from nbcli.explaining.explanation import Absent, Explanation, Term, Unknown, Viewed
from nbcli.explaining.mixture import mixture
from nbcli.explaining.prior import prior_alone
from nbcli.explaining.sentence import sentence
from nbcli.explaining.sum import explain
from nbcli.explaining.telling import Telling, telling

__all__ = [
    "Absent",
    "Explanation",
    "Telling",
    "Term",
    "Unknown",
    "Viewed",
    "derivation",
    "explain",
    "mixture",
    "prior_alone",
    "sentence",
    "telling",
]
