"""Positions as arrays: observations, numbered actions and masks of the legal ones."""

from woodstock.tensors.encoding import Encoding, History, encoding_of

__all__ = ["Encoding", "History", "encoding_of"]
