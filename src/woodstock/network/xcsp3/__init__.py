"""XCSP3, the common format of constraint solvers (xcsp.org): reading and writing CSP, SCSP and QCSP."""

from woodstock.network.xcsp3.reader import Instance, load_instance, load_xcsp3, read_instance, read_xcsp3
from woodstock.network.xcsp3.writer import write_xcsp3

__all__ = ["Instance", "load_instance", "load_xcsp3", "read_instance", "read_xcsp3", "write_xcsp3"]
