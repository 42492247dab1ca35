"""`python -m woodstock.cli` is the same as `woodstock`."""

from __future__ import annotations

from woodstock.cli import main

main()
