"""The only writers of tables: seating before the first deal, playing after it.

Each function is one short transaction; the new version is announced after the commit.
"""
