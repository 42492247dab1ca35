"""The child process that grounds: reads a logic program on standard input, writes aspif on standard output.

This is the one module that imports clingo. It is run by path in a fresh interpreter (never imported by the rest of
woodstock), so that a program that never ends can be killed without harm. The parent gives the limits as arguments.
"""

import resource
import sys


def main() -> int:
    """Limit memory and CPU time of this process, then let gringo do its work."""
    seconds, memory = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from clingo.application import Application, clingo_main

    class Gringo(Application):
        program_name = "gringo"
        message_limit = 0

    return clingo_main(Gringo(), ["--mode=gringo", "--output=intermediate", "--warn=none", "-"])


if __name__ == "__main__":
    sys.exit(main())
