"""Exit codes: part of the contract with scripts."""

OK = 0
NO = 1
"""The command ran and the answer is no."""
BAD_INPUT = 2
INTERNAL = 3
"""A fault in woodstock itself."""
INTERRUPTED = 130
"""Ctrl-C, as shells count it."""
