"""How names look in infix syntax: the tokens, and the way between a variable's name and its infix spelling.

KIF's `?x` is infix `X`; KIF's `?X` is infix `_X`. What infix could not write otherwise stands in quotes: `'North'`,
`?'odd,name'`. So every rulesheet can go from one syntax to the other and back without a change.
"""

from __future__ import annotations

import re

# The possessive `*+` keeps the matcher from storing a way back for every character of a huge quotation.
_QUOTED = r"'(?:[^'\\\n]|\\[^\n])*+'"

TOKEN = re.compile(
    rf"""
    (?P<space> \s+ | %[^\n]* )
  | (?P<arrow> <- | <= | :- | ← | ⇐ )
  | (?P<unequal> != | ≠ )
  | (?P<variable> [A-Z_] [\w+*-]*+ )
  | (?P<kif> \? (?: [\w+*-]++ | {_QUOTED} ) )
  | (?P<word> [+-]? \d++ \. \d++ (?! \w) | [+-]? \d [\w+*-]*+ | [^\W\dA-Z_] [\w+*-]*+ )
  | (?P<quoted> {_QUOTED} )
  | (?P<operator> [+*/<>=^@$#|!:-]++ )
  | (?P<mark> [(),.&~¬] )
  | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)

_UPPER = re.compile(r"[A-Z]")
_LOWER = re.compile(r"[a-z]")


def unquoted(token: str) -> str:
    """What stands between quotes, escapes resolved."""
    return re.sub(r"\\(.)", r"\1", token[1:-1])


def quoted(name: str) -> str:
    """A name in quotes."""
    return "'" + re.sub(r"(['\\])", r"\\\1", name) + "'"


def variable_name(token: str) -> str:
    """The name of a variable from its spelling: `Xs` is `xs`, `_Xs` is `Xs`, `_xs` stays, `?'..'` is as quoted."""
    if token[0] == "?":
        return unquoted(token[1:]) if token[1] == "'" else token[1:]
    if _UPPER.match(token):
        return token[0].lower() + token[1:]
    if _UPPER.match(token, 1):
        return token[1:]
    return token


def spelled_variable(name: str) -> str:
    """The spelling of a variable: the shortest that `variable_name` reads back as the same name."""
    if _LOWER.match(name):
        spelling = name[0].upper() + name[1:]
    elif _UPPER.match(name):
        spelling = "_" + name
    else:
        spelling = name
    if _is_one("variable", spelling) and spelling != "_" and variable_name(spelling) == name:
        return spelling
    if _is_one("kif", "?" + name) and variable_name("?" + name) == name:
        return "?" + name
    return "?" + quoted(name)


def spelled_symbol(name: str) -> str:
    """The spelling of a symbol, in quotes where it must be."""
    return name if _is_one("word", name) or _is_one("operator", name) else quoted(name)


def _is_one(kind: str, text: str) -> bool:
    match = TOKEN.match(text)
    return match is not None and match.lastgroup == kind and match.end() == len(text)
