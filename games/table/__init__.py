"""A table at one version: what it is, how it is read and written, who may see it."""
