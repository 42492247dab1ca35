"""Exit codes: part of the contract with scripts."""

OK = 0
"""The command did what it was asked to, and the answer is not no."""
NO = 1
"""The command ran and the answer is no."""
BAD_INPUT = 2
"""A wrong use of the command line, an input that cannot be read, a limit that was exceeded, or a file that cannot be
written."""
INTERNAL = 3
"""A fault in woodstock itself."""
INTERRUPTED = 130
"""Ctrl-C, as shells count it."""
