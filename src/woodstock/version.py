"""The version of the package."""

VERSION = "0.2.0"
