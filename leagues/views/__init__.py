"""The pages of leagues, one module for each kind of work."""
