"""Public corpora by name, and how they are fetched."""
