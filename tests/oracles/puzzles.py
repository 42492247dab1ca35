"""Puzzles by the book: random small rulesheets for one role, and the best goal that any line leads to."""

from __future__ import annotations

import random
from collections import deque

from woodstock.engine.machine import Machine, State


def best_goal(machine: Machine, start: State | None = None) -> int | None:
    """The highest goal of all ends that can be reached, breadth first over all states; `None` if nothing ends."""
    first = machine.initial() if start is None else start
    best: int | None = None
    met, waiting = {first}, deque([first])
    while waiting:
        state = waiting.popleft()
        if machine.terminal(state):
            goal = machine.goals(state)[0] or 0
            best = goal if best is None else max(best, goal)
            continue
        for move in machine.legal(state)[0]:
            child = machine.next(state, (move,))
            if child not in met:
                met.add(child)
                waiting.append(child)
    return best


def random_puzzle(seed: int) -> str:
    """A few lamps, and switches that set, clear or turn some of them where others allow it. Most puzzles count steps,
    and some of those want an end at a certain step. Goals are 100, 60, 30 and 0."""
    draw = random.Random(seed)
    lamps, switches = draw.randint(2, 5), draw.randint(1, 4)
    steps = draw.choice((0, draw.randint(2, 7)))

    def literals(most: int) -> list[str]:
        chosen = draw.sample(range(lamps), min(lamps, draw.randint(1, most)))
        return [draw.choice(("(true (lamp {}))", "(not (true (lamp {})))")).format(lamp) for lamp in chosen]

    lines = ["(role one)", "(init (lamp none))", "(<= (next (lamp none)) (true (lamp none)))"]
    lines += [f"(base (lamp {lamp}))" for lamp in range(lamps)]
    lines += [f"(init (lamp {lamp}))" for lamp in range(lamps) if draw.random() < 0.4]
    lines.append("(legal one wait)")
    for switch in range(switches):
        allowed = " ".join(literals(2)) if draw.random() < 0.7 else "(true (lamp none))"
        lines.append(f"(<= (legal one (press {switch})) {allowed})")
        for lamp in draw.sample(range(lamps), draw.randint(1, lamps)):
            effect = draw.choice(("sets", "clears", "turns"))
            lines.append(f"(<= ({effect} {lamp}) (does one (press {switch})))")
    for effect in ("sets", "clears", "turns"):
        lines.append(f"(<= ({effect} none) (does one wait) (not (true (lamp none))))")
    for lamp in range(lamps):
        lines += [
            f"(<= (next (lamp {lamp})) (sets {lamp}))",
            f"(<= (next (lamp {lamp})) (turns {lamp}) (not (true (lamp {lamp}))))",
            f"(<= (next (lamp {lamp})) (true (lamp {lamp})) (not (clears {lamp})) (not (turns {lamp})))",
        ]
    if steps:
        lines.append("(init (step 0))")
        lines += [f"(<= (next (step {step + 1})) (true (step {step})))" for step in range(steps)]
        lines.append(f"(<= terminal (true (step {steps})))")
    if not steps or draw.random() < 0.7:
        lines.append(f"(<= terminal {' '.join(literals(3))})")
    wanted = literals(4)
    if steps and draw.random() < 0.4:
        wanted.append(f"(true (step {draw.randint(1, steps)}))")
    lines += [f"(<= very_good {' '.join(wanted)})", f"(<= good {' '.join(literals(3))})"]
    lines += [f"(<= fair {' '.join(literals(2))})", "(<= (goal one 100) very_good)"]
    lines.append("(<= (goal one 60) good (not very_good))")
    lines.append("(<= (goal one 30) fair (not good) (not very_good))")
    lines.append("(<= (goal one 0) (not fair) (not good) (not very_good))")
    return "\n".join(lines)


def joined_puzzle(seed: int) -> str:
    """Two or three puzzles of lamps and switches side by side: a move presses one switch of one of them. The whole ends
    when all are as wanted, or at a certain step."""
    draw = random.Random(seed)
    groups = range(draw.randint(2, 3))
    steps = draw.randint(4, 9)
    lines = ["(role one)", "(init (step 0))", f"(<= terminal (true (step {steps})))"]
    lines += [f"(<= (next (step {step + 1})) (true (step {step})))" for step in range(steps)]
    for group in groups:
        lamps = range(draw.randint(2, 3))
        for switch in lamps:  # each is linked to the one after it, so that the group is one part
            turned = {switch, (switch + 1) % len(lamps)}
            lines.append(f"(legal one (press {group} {switch}))")
            lines += [f"(<= (turns {group} {lamp}) (does one (press {group} {switch})))" for lamp in sorted(turned)]
        lines += [f"(init (lamp {group} {lamp}))" for lamp in lamps if draw.random() < 0.5]
        wanted = []
        for lamp in lamps:
            own = f"(true (lamp {group} {lamp}))"
            lines.append(f"(<= (next (lamp {group} {lamp})) {own} (not (turns {group} {lamp})))")
            lines.append(f"(<= (next (lamp {group} {lamp})) (not {own}) (turns {group} {lamp}))")
            wanted.append(draw.choice((own, f"(not {own})")))
        lines.append(f"(<= (done {group}) {' '.join(wanted)})")
    done = " ".join(f"(done {group})" for group in groups)
    lines += [f"(<= all_done {done})", "(<= terminal all_done)"]
    lines += ["(<= (goal one 100) all_done)", "(<= (goal one 0) (not all_done))"]
    return "\n".join(lines)
