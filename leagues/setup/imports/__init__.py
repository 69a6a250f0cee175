"""A whole past season from a spreadsheet: read, looked at, then kept at once."""
