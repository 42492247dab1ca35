"""The compiled core. Only this package imports the extension module; everyone else imports from here."""

from woodstock.core._core import *  # noqa: F403 (all of it)
