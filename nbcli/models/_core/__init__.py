"""What the models share: their state, learning and unlearning, prediction, leaving out."""
