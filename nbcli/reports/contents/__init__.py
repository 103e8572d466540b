"""What each command found, as a report."""
