"""`python -m woodstock.cli` is the same as `woodstock`."""

from woodstock.cli import main

main()
