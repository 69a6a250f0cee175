"""Who sits where at a session, so that everybody meets everybody. No Django."""
