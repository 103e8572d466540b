"""Records in, answers out: lines as they come, whole texts and mails, tables."""
