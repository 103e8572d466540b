"""A mail as text: its parts, headers and charsets."""
