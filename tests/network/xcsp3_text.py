"""Instances put together from their parts."""

from __future__ import annotations

from woodstock.network import Network
from woodstock.network.xcsp3 import read_xcsp3


def csp(variables: str, constraints: str = "", kind: str = "CSP", extra: str = "") -> Network:
    """The network of an instance given by its parts."""
    return read_xcsp3(
        f'<instance format="XCSP3" type="{kind}">\n<variables>{variables}</variables>\n{extra}\n'
        f"<constraints>{constraints}</constraints>\n</instance>"
    )


X3 = '<array id="x" size="[3]"> 0..2 </array>'
XYZ = '<var id="x"> 0..2 </var><var id="y"> 0..2 </var><var id="z"> 0 1 </var>'
