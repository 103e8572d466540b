"""What the tokenizers share: Han runs, and fields."""
