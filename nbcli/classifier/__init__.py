"""The classifier: a recipe, its views, labels and blend; a dataset as arrays; learning more and unlearning."""
