"""An operator works through docs/operations.md, line by line: `make operator-trial`."""
