"""Rulesheets with one fault each, which their text does not show."""

from __future__ import annotations

FRAME = """
(role x) (role o)
(init (cell 1 b)) (init (cell 2 b)) (init (cell 3 b)) (init (turn x))
(<= (legal ?r (mark ?n)) (true (turn ?r)) (true (cell ?n b)))
(<= (legal x noop) (true (turn o)))
(<= (legal o noop) (true (turn x)))
(<= (next (cell ?n ?r)) (does ?r (mark ?n)))
(<= (next (cell ?n ?w)) (true (cell ?n ?w)) (distinct ?w b))
(<= (next (cell ?n b)) (true (cell ?n b)) (does ?r (mark ?m)) (distinct ?n ?m))
(<= (next (turn o)) (true (turn x)))
(<= (next (turn x)) (true (turn o)))
(<= open (true (cell ?n b)))
(<= terminal (not open))
"""
"""Two mark three cells in turn; goals are for the sheets to say."""

SOUND = (
    FRAME
    + """
(<= (goal x 100) (true (cell 2 x)))
(<= (goal x 0) (not (true (cell 2 x))))
(<= (goal o 100) (true (cell 2 o)))
(<= (goal o 0) (not (true (cell 2 o))))
"""
)

SEVERAL_GOALS = (
    FRAME
    + """
(<= (goal x 100) (true (cell 2 x)))
(<= (goal x 0) (not (true (cell 2 x))))
(<= (goal x 0) (true (cell 3 o)))
(<= (goal o 100) (true (cell 2 o)))
(<= (goal o 0) (not (true (cell 2 o))))
"""
)

NO_GOAL = (
    FRAME
    + """
(<= (goal x 100) (true (cell 1 x)) (true (cell 2 x)))
(<= (goal x 0) (true (cell 2 o)))
(<= (goal o 100) (true (cell 2 o)))
(<= (goal o 0) (not (true (cell 2 o))))
"""
)

STUCK = """
(role x)
(init (n 0)) (succ 0 1) (succ 1 2)
(<= (legal x go) (true (n ?a)) (succ ?a ?b))
(<= (legal x stay) (true (n ?a)) (succ ?a ?b))
(<= (next (n ?b)) (true (n ?a)) (does x go) (succ ?a ?b))
(<= (next (n ?a)) (true (n ?a)) (does x stay))
(<= terminal (true (n 5)))
(<= (goal x 100) (true (n 5)))
(<= (goal x 0) (not (true (n 5))))
"""

ENDLESS = """
(role x)
(init (side left))
(legal x stay) (legal x change)
(<= (next (side right)) (true (side left)) (does x change))
(<= (next (side left)) (true (side right)) (does x change))
(<= (next (side ?s)) (true (side ?s)) (does x stay))
(<= terminal (true (side top)))
(<= (next (side top)) (true (side top)))
(<= (goal x 100) (true (side top)))
(<= (goal x 0) (not (true (side top))))
"""

IDLE = """
(role x) (role o)
(init start)
(<= (legal x left) (true start))
(<= (legal x right) (true start))
(<= (legal x jump) (true moon))
(legal o noop)
(<= (next (went ?m)) (does x ?m))
(<= (next moon) (true moon))
(<= terminal (not (true start)))
(<= (goal x 50) (true (went ?m)))
(<= (goal x 70) (true moon))
(<= (goal x 0) (true start))
(goal o 100)
"""
"""A role without a choice, a move that is never legal, a fluent that is never true, goals that nobody gets."""

BLIND = """
(role x) (role random)
(init start)
(<= (legal random heads) (true start))
(<= (legal random tails) (true start))
(<= (legal random noop) (not (true start)))
(<= (legal x noop) (true start))
(<= (legal x (guess heads)) (not (true start)))
(<= (legal x (guess tails)) (not (true start)))
(<= (next (coin heads)) (does random heads))
(<= (next (coin tails)) (does random tails))
(<= (next (coin ?s)) (true (coin ?s)))
(<= (next (said ?s)) (does x (guess ?s)))
(<= (sees x something) (does random ?m))
(<= terminal (true (said ?s)))
(<= (goal x 100) (true (said ?s)) (true (coin ?s)))
(<= (goal x 0) (true (said ?s)) (not (true (coin ?s))))
(<= (goal x 50) (not (true (said heads))) (not (true (said tails))))
"""
"""What is seen is the same whatever chance does. That the goal falls from 50 to 0 at the end is as usual."""

COUNTED = """
(role x) (role o)
(init (step 1)) (init (turn x)) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
(<= (legal ?r take) (true (turn ?r)))
(<= (legal ?r leave) (true (turn ?r)))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
(<= (next (turn x)) (true (turn o)))
(<= (next (turn o)) (true (turn x)))
(<= (next (took ?r)) (does ?r take))
(<= (next (took ?r)) (true (took ?r)) (does ?s leave))
(<= terminal (true (step 5)))
(<= (goal ?r 100) (true (took ?r)))
(<= (goal ?r 0) (role ?r) (not (true (took ?r))) {nobody})
"""

COMPETING = (
    COUNTED.format(nobody="(true (took ?s))")
    + """
(<= (goal ?r 50) (role ?r) (not (true (took x))) (not (true (took o))))
"""
)
"""Who took last has 100: what one loses in play, the other gains."""

WASTED = COUNTED.format(nobody="").replace("(does ?s leave)", "(does ?s leave) (does ?r noop)")
"""Who leaves loses what it took, and nobody gains."""
