"""What the formats share: sources, their text, their lines as they come, the columns of tables, the log."""
