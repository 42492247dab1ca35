"""Processes of our own: started, asked, suspended and ended in one way.

`process` is the side of whoever starts one, `entry` the side of the process itself, and `channel` the channel between
them; `trusted` packs what goes to one that trusts us. No process outlives the one that started it.
"""
