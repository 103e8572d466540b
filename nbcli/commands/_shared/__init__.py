"""What the commands share: options, inputs, pages."""
