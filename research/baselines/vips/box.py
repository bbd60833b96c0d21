"""Where a browser put an element."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Self

from webnoise.page.rendered import BOX


class Box(NamedTuple):
    """Where an element stands on the page, in px from its upper left corner."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height

    @property
    def area(self) -> int:
        return self.width * self.height

    @classmethod
    def of(cls, style: Mapping[str, str]) -> Self | None:
        """Return the box in a style that a browser computed; None for elements that the browser does not have."""
        written = style.get(BOX)
        return cls(*map(int, written.split())) if written else None
