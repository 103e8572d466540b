"""The model as documented JSON, for whoever writes a reader: labels, terms, counts, blend, tokenizers by name."""

from nbcli.classifier.classifier import Classifier
from nbcli.exports._model.portable import portable, written

SUFFIX = ".json"


def files(classifier: Classifier, stem: str) -> dict[str, bytes]:
    """Return the one file."""
    return {SUFFIX: written(portable(classifier))}
