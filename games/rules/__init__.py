"""The rules of "6 qui prend !" and its variants (RULES.md).

Pure values and functions on the standard library: no clock, no I/O, no chance of their own.
"""
