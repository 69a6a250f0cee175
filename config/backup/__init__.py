"""Backups of the whole site, and putting one back: docs/operations.md tells how to use them."""
