"""The GGP protocol: what game managers and players say to each other over HTTP, and both sides of it."""

from woodstock.protocol.address import Address, is_address
from woodstock.protocol.remote import Remote, RemoteEntrant

__all__ = ["Address", "Remote", "RemoteEntrant", "is_address"]
