"""What the vectorizers share: sparse rows, n-grams as integers, the vocabulary."""
