"""The language of a text whose page does not name it."""

from __future__ import annotations

__all__ = ["detect_language"]

_TOO_SHORT = 60
"""Characters; on less, a byte model guesses."""
_ENOUGH = 2_000
"""Characters that are looked at; more does not change the answer."""


def detect_language(text: str) -> str | None:
    """An ISO 639-1 code by py3langid, None where the text is too short to tell."""
    if len(text) < _TOO_SHORT:
        return None
    import py3langid  # its model loads once, with the first text that needs it

    return str(py3langid.classify(text[:_ENOUGH])[0])
