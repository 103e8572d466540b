"""What the densities share."""
