"""The glass box: every term of the sum that labels a text, the sentence it comes to, and the same as in a textbook.

- `explain(classifier, text)`: the terms, their contributions to each class, the posterior, as plain numbers
- `explain_row(classifier, schema, record)`: the same for a row of a table
- `sentence(explanation)`: what a person would say
- `derivation(model, row)`: the model's equation filled with the numbers of one row, step by step
- `mixture(classifier, text, ...)`: the step from the equations of several views to their blend
- `row_derivation(classifier, explanation, rows, ...)`: the equation of a table, filled with the values of one row
- `prior_alone(classifier, ...)`: what stands for both, of a text of which no term is known
- `class_terms(classifier, labels)`: the terms that speak most for each class
"""

from nbcli.explaining.curves import Curve, curves
from nbcli.explaining.derivation import derivation
from nbcli.explaining.explanation import Absent, Explanation, Term, Unknown
from nbcli.explaining.log_odds import ClassTerm, class_terms, has_terms
from nbcli.explaining.of_row import explain_row
from nbcli.explaining.row_derivation import row_derivation
from nbcli.explaining.sentence import sentence
from nbcli.explaining.sum import explain
from nbcli.explaining.viewed import Span, Viewed
from nbcli.explaining.whole import mixture, prior_alone

__all__ = [
    "Absent",
    "ClassTerm",
    "Curve",
    "Explanation",
    "Span",
    "Term",
    "Unknown",
    "Viewed",
    "class_terms",
    "curves",
    "derivation",
    "explain",
    "explain_row",
    "has_terms",
    "mixture",
    "prior_alone",
    "row_derivation",
    "sentence",
]
