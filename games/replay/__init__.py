"""Games that are over, to be looked at again: from a table, or from a record somebody uploads."""
