"""How large an element says it is: attributes first, then its style, then its picture's sources."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["largest_source", "size"]

_PIXELS = re.compile(r"\s*(\d{1,5})(?:\.\d*)?\s*(?:px)?\s*$", re.IGNORECASE)
_STYLE_WIDTH = re.compile(r"(?:^|[;\s])width\s*:\s*(\d{1,5})(?:\.\d*)?px", re.IGNORECASE)
_STYLE_HEIGHT = re.compile(r"(?:^|[;\s])height\s*:\s*(\d{1,5})(?:\.\d*)?px", re.IGNORECASE)
_SOURCE = re.compile(r"\s*(\S*[^\s,])(?:\s+(\d+(?:\.\d+)?)([wx]))?\s*(?:,|$)")


def size(attributes: Mapping[str, str]) -> tuple[int | None, int | None]:
    """Width and height in pixels, each None where the element does not say it in pixels."""
    width = _pixels(attributes.get("width"))
    height = _pixels(attributes.get("height"))
    style = attributes.get("style")
    if style and (width is None or height is None):
        width = _first(_STYLE_WIDTH, style) if width is None else width
        height = _first(_STYLE_HEIGHT, style) if height is None else height
    return width, height


def largest_source(srcset: str) -> tuple[str, int | None]:
    """The address of the largest picture in a `srcset`, and its width where the set names widths."""
    best, best_measure, best_width = "", -1.0, None
    for url, measure, unit in _SOURCE.findall(srcset):
        value = float(measure) if measure else 1.0
        if value > best_measure:
            best, best_measure = url, value
            best_width = int(value) if unit == "w" else None
    return best, best_width


def _pixels(value: str | None) -> int | None:
    if value is None:
        return None
    if value.isdecimal() and len(value) <= 5:
        return int(value)
    match = _PIXELS.match(value)
    return int(match[1]) if match else None


def _first(pattern: re.Pattern[str], style: str) -> int | None:
    match = pattern.search(style)
    return int(match[1]) if match else None
