"""KIF, the syntax of rulesheets, moves and messages: one reader of nested lists for all of them."""
