class BackupError(Exception):
    """A backup cannot be made, or must not be restored; the message is for the operator."""
