"""The errors of webnoise, named by what the caller should do about them."""

from __future__ import annotations


class WebnoiseError(Exception):
    """Base of every error that webnoise raises on purpose."""


class ConfigError(WebnoiseError, ValueError):
    """A setting, argument or name is wrong: change it as the message says."""


class InputError(WebnoiseError, ValueError):
    """This input cannot be read as a page: skip it, or fetch it again."""


class LimitExceeded(InputError):
    """The page is larger than the limits allow: raise the named limit, or skip the page."""


class StoreError(WebnoiseError, OSError):
    """A store cannot be opened, read or written: check the URL and the file behind it."""
