"""Strings counted in a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webnoise.native import compiled


class Signs:
    """Strings to look for in texts, 32 of them at most; each has 2 to 16 characters."""

    def __init__(self, signs: Sequence[str]) -> None:
        self._signs = signs
        native = compiled("words")
        self._packed: Any = native.Signs(signs) if native else None

    def counts(self, text: str) -> list[int]:
        """How often each stands in a text; what overlaps with itself counts once.

        >>> Signs(["/tag", "aa"]).counts("/tag/tags aaa")
        [2, 1]
        """
        if compiled("words"):
            counts: list[int] = self._packed.counts(text)
            return counts
        return [text.count(sign) for sign in self._signs]
