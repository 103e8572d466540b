"""What all forms are made of: the model as plain data."""
