"""Who sits where at a club evening, so that everybody meets everybody. No Django."""
