"""Naive Bayes for the command line, and its Python interface.

    import nbcli
    model = nbcli.train([("free prize", "spam"), ("see you at noon", "ham")])
    model.predict(["a free prize"])

What is named here is imported when it is used: every start of `nb` passes by.
"""

__version__ = "0.1.0"
__all__ = ["Classifier", "NbError", "__version__", "load", "train"]

# As typing has it, which takes as long to import as all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from nbcli.api import Classifier, load, train
    from nbcli.errors import NbError
else:

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module 'nbcli' has no attribute {name!r}")
        from nbcli import api

        return getattr(api, name)


def __dir__() -> list[str]:
    return __all__
