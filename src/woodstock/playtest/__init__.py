"""Play-testing: faults that show in play, not in the text of the rules.

>>> import woodstock as ws
>>> from woodstock.playtest import play_test
>>> tested = play_test(ws.load("tic_tac_toe"), playouts=200)
>>> [finding.code for finding in tested.findings if finding.severity == "error"]
[]
"""

from woodstock.playtest.findings import Finding
from woodstock.playtest.testing import PlayTest, play_test

__all__ = ["Finding", "PlayTest", "play_test"]
