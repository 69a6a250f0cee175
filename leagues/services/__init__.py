"""The only writers of leagues.

Each function is one short transaction that locks its season; what has changed is announced on
commit.
"""
