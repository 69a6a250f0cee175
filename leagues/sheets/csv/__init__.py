"""Score sheets as CSV files; docs/score-sheets.md describes the format. No Django."""
