"""The error of this room."""

from woodstock.errors import WoodstockError


class NetworkError(WoodstockError):
    """The network, or the text it is read from, is not well formed; the message says where and what to do."""
