"""The only writers of tables: seating before the first deal, playing after it.

Each of their functions is one short transaction; what has changed is announced on commit.
"""
