"""Games for people: positions that are played move by move, drawn, analysed and stored.

Nothing is imported here: whoever is sent a game in another process needs little of it.
"""
