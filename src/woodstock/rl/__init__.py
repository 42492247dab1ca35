"""Environments for reinforcement learning.

`VectorEnv` needs nothing but woodstock. The other doors are modules of their own, because each needs the library it
opens to: `woodstock.rl.gymnasium_env`, `woodstock.rl.pettingzoo_env` (`pip install woodstock-ggp[rl]`) and
`woodstock.rl.open_spiel` (`pip install woodstock-ggp[openspiel]`).
"""

from woodstock.rl.vector_env import Policy, VectorEnv

__all__ = ["Policy", "VectorEnv"]
