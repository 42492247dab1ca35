"""A page in the browser: any game played, watched and understood.

The server knows neither rules nor players. It keeps tables, and each has processes of its own that do: one that knows
the position, and one for each player that thinks.
"""
