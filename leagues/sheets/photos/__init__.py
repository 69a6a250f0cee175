"""Photos of paper sheets: checked, made small and private, and deleted in time."""
