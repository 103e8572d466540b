"""What model files of older shapes do not say, as they are read."""

from dataclasses import replace

from nbcli.classifier.blend import Blend
from nbcli.classifier.fitting import unseen_idf
from nbcli.classifier.text_view import TextView


def mend(views: list[TextView], blend: Blend | None, n_texts: int) -> None:
    """Give the views of a file from before format 1.1, a model of `n_texts` texts, what it did not say.

    Where the default recipe dropped the terms of one text its recipes did not tell: no term of one text is there then.
    Features of idf without any term had no idf for later ones.
    """
    pruned = blend is not None and not any(view.recipe.fixed_terms or (view.df == 1).any() for view in views)
    for view in views:
        if pruned:
            view.recipe = replace(view.recipe, min_df=2)
        if view.vectorizer.uses_idf and not view.vectorizer.new_idf:
            view.vectorizer = replace(view.vectorizer, new_idf=unseen_idf(n_texts))
