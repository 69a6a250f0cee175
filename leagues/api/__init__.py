"""The API for programs, /api/v1/: what the pages of leagues show, as JSON (docs/api.md)."""
