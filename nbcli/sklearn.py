"""The models as scikit-learn estimators, for pipelines, grid searches and ensembles; needs scikit-learn 1.6 or later.

    from nbcli.sklearn import GaussianNB

They take the options of the models in `nbcli.models`, dense and sparse input alike, and learn in batches whose classes
may come as they come. The fitted model itself is `model_`, with its counts, `merge`, `forget` and `contributions`.
"""

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, check_non_negative, validate_data

from nbcli.models import NaiveBayes, bernoulli, categorical, complement, gaussian, multinomial

Array = NDArray[np.float64]


class _Estimator(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """What the five share: scikit-learn's validation around a model.

    Fitted: `model_`, `classes_` (K,), sorted, and `n_features_in_`. Raises ValueError where the options, X (n, d),
    y (n,) or sample_weight (n,) make no sense, and NotFittedError for a prediction before the first fit.
    """

    _model: ClassVar[type[NaiveBayes]]
    _positive_only: ClassVar[bool] = True
    _categorical: ClassVar[bool] = False
    _dtype: ClassVar[type] = np.float64

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Forget everything and learn X (n, d) with the labels y (n,), each row counting `sample_weight` times."""
        self._learn(self._model(**self.get_params()), X, y, None, sample_weight)
        self.model_.log_prior()  # raises where class_prior does not have a number for each class
        return self

    def partial_fit(
        self, X: Any, y: ArrayLike, classes: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Learn more rows; declaring the classes beforehand is optional."""
        model = getattr(self, "model_", None) or self._model(**self.get_params())
        return self._learn(model, X, y, classes, sample_weight)

    def _learn(
        self, model: NaiveBayes, X: Any, y: ArrayLike, classes: ArrayLike | None, sample_weight: ArrayLike | None
    ) -> Self:
        more = hasattr(model, "classes_")
        X, y = validate_data(self, X, y, accept_sparse=True, dtype=self._dtype, reset=not more)
        check_classification_targets(y)
        self._check_sign(X)
        if sample_weight is not None and not np.asarray(sample_weight).any():
            raise ValueError("every sample_weight is zero: there is nothing to learn")
        self.model_ = model.partial_fit(X, y, classes, sample_weight)
        self.classes_ = model.classes_
        return self

    def _ready(self, X: Any) -> tuple[NaiveBayes, Any]:
        """Return the model and X, both fit for a prediction."""
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse=True, dtype=self._dtype, reset=False)
        self._check_sign(X)
        return self.model_, X

    def _check_sign(self, X: Any) -> None:
        if self._positive_only:
            check_non_negative(X, f"{type(self).__name__} (input X)")

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of the largest posterior for each row, shape (n,)."""
        model, X = self._ready(X)
        return model.predict(X)

    def predict_proba(self, X: Any) -> Array:
        """Return P(c | x), shape (n, K)."""
        model, X = self._ready(X)
        return model.predict_proba(X)

    def predict_log_proba(self, X: Any) -> Array:
        """Return log P(c | x), shape (n, K)."""
        model, X = self._ready(X)
        return model.predict_log_proba(X)

    def predict_joint_log_proba(self, X: Any) -> Array:
        """Return log P(c) + log P(x | c), shape (n, K)."""
        model, X = self._ready(X)
        return model.joint_log_likelihood(X)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = self._positive_only
        tags.input_tags.categorical = self._categorical
        # The counting models on scikit-learn's test data, which are no counts, as its own.
        tags.classifier_tags.poor_score = self._model is not gaussian.GaussianNB
        return tags


class _Smoothed(_Estimator):
    def __init__(self, *, alpha: float = 1.0, prior: str = "documents", class_prior: ArrayLike | None = None) -> None:
        self.alpha = alpha
        self.prior = prior
        self.class_prior = class_prior


class MultinomialNB(_Smoothed):
    """`nbcli.models.multinomial`: for counts, presence or tf-idf weights."""

    _model = multinomial.MultinomialNB


class BernoulliNB(_Smoothed):
    """`nbcli.models.bernoulli`: for presence and absence; a number above 0 is presence."""

    _model = bernoulli.BernoulliNB
    _positive_only = False


class ComplementNB(_Estimator):
    """`nbcli.models.complement`: for counts with classes of uneven size."""

    _model = complement.ComplementNB

    def __init__(
        self, *, alpha: float = 1.0, norm: bool = False, prior: str = "uniform", class_prior: ArrayLike | None = None
    ) -> None:
        self.alpha = alpha
        self.norm = norm
        self.prior = prior
        self.class_prior = class_prior


class CategoricalNB(_Smoothed):
    """`nbcli.models.categorical`: for categories coded as whole numbers from 0; fractions are cut off, not refused."""

    _model = categorical.CategoricalNB
    _categorical = True
    _dtype = np.int64


class GaussianNB(_Estimator):
    """`nbcli.models.gaussian`: for continuous features."""

    _model = gaussian.GaussianNB
    _positive_only = False

    def __init__(
        self, *, var_smoothing: float = 1e-9, prior: str = "documents", class_prior: ArrayLike | None = None
    ) -> None:
        self.var_smoothing = var_smoothing
        self.prior = prior
        self.class_prior = class_prior
