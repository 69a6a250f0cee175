"""Score sheets: typed or imported, checked, confirmed, corrected, and their history."""
