"""CSS declarations to longhand properties, for the few properties that are read."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import tinycss2
from tinycss2.color3 import RGBA, parse_color

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["SIDES", "Declarations", "colour", "declarations_of", "declares", "read_declarations"]

SIDES = ("top", "right", "bottom", "left")
_KEYWORDS = {
    "float": frozenset({"left", "right", "none"}),
    "clear": frozenset({"left", "right", "both", "none"}),
}
_GLOBAL = frozenset({"inherit", "initial", "unset", "revert"})
_BORDER_STYLES = frozenset("none hidden dotted dashed solid double groove ridge inset outset".split())
_BORDER_WIDTHS = {"thin": "1px", "medium": "3px", "thick": "5px"}
_SIZES = frozenset("xx-small x-small small medium large x-large xx-large smaller larger".split())
_NAMES = frozenset(
    ["width", "height", "float", "clear", "background", "background-color", "font", "font-size", "display"]
    + ["border", "border-width", "border-style"]
    + [f"border-{side}{aspect}" for side in SIDES for aspect in ("", "-width", "-style")]
)
Declarations = tuple[tuple[str, str], ...]
"""Longhand properties and their values, as written but for case, in order."""


def declares(body: str) -> bool:
    """Whether the inside of a rule, as text, names one of the properties; quick, so most are not read."""
    return any(part.partition(":")[0].strip().lower() in _NAMES for part in body.split(";"))


@lru_cache(maxsize=2048)
def read_declarations(style: str) -> tuple[Declarations, Declarations]:
    """The normal and the important declarations of a style attribute."""
    if not declares(style):
        return (), ()
    try:
        return declarations_of(tinycss2.parse_component_value_list(style))
    except RecursionError:  # no style that a person wrote nests like this
        return (), ()


def declarations_of(content: list[Any]) -> tuple[Declarations, Declarations]:
    """The declarations among the tokens of a rule's or a style attribute's inside."""
    if not any(token.type == "ident" and token.lower_value in _NAMES for token in content):
        return (), ()
    normal: list[tuple[str, str]] = []
    important: list[tuple[str, str]] = []
    for node in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration":
            tokens = [token for token in node.value if token.type not in ("whitespace", "comment")]
            (important if node.important else normal).extend(_longhands(node.lower_name, tokens))
    return tuple(normal), tuple(important)


def _longhands(name: str, tokens: list[Any]) -> Iterator[tuple[str, str]]:
    """A declaration as longhand properties; nothing where the value is not understood."""
    words = [_word(token) for token in tokens]
    if not tokens or (words[0] is None and not name.startswith("background")):
        return
    if name in ("width", "height"):
        value = words[0] or ""
        yield name, value if value[0].isdigit() or value in _GLOBAL else "auto"
    elif name in _KEYWORDS:
        if words[0] in _KEYWORDS[name] or words[0] in _GLOBAL:
            yield name, words[0] or ""
    elif name == "display":
        yield name, " ".join(word or "" for word in words)
    elif name in ("background", "background-color"):
        yield from _background(name, tokens, words)
    elif name in ("font", "font-size"):
        size = next((w for w in words if w and (w[0].isdigit() or w in _SIZES or w in _GLOBAL)), None)
        if size:
            yield "font-size", size
    elif name.startswith("border"):
        yield from _border(name.split("-")[1:], [word or "" for word in words])


def _background(name: str, tokens: list[Any], words: list[str | None]) -> Iterator[tuple[str, str]]:
    if words[0] in _GLOBAL:
        yield "background-color", words[0] or ""
        return
    colours = [parsed for token in tokens if (parsed := colour(token)) is not None]
    if colours:
        yield "background-color", colours[-1]
    elif name == "background" and all(
        word is not None or t.type in ("url", "function", "literal")
        for word, t in zip(words, tokens, strict=True)
    ):
        yield "background-color", "transparent"


def _border(parts: list[str], words: list[str]) -> Iterator[tuple[str, str]]:
    """`border`, `border-top`, `border-width`, `border-top-style` and their kin; colours are not read."""
    sides = [part for part in parts if part in SIDES] or list(SIDES)
    aspect = parts[-1] if parts and parts[-1] not in SIDES else ""
    if aspect in ("width", "style"):
        values = [_BORDER_WIDTHS.get(word, word) for word in words][:4]
        for side in sides:
            place = SIDES.index(side) if len(sides) == 4 else 0
            while place >= len(values):  # bottom is like top, left like right, right like top
                place = place - 2 if place > 1 else 0
            yield f"border-{side}-{aspect}", values[place]
    elif not aspect:
        style = next((word for word in words if word in _BORDER_STYLES or word in _GLOBAL), "none")
        width = next(
            (word for word in words if word[:1].isdigit() or word in _BORDER_WIDTHS or word in _GLOBAL),
            "medium",
        )
        for side in sides:
            yield f"border-{side}-style", style
            yield f"border-{side}-width", _BORDER_WIDTHS.get(width, width)


def _word(token: Any) -> str | None:
    """A length, number, percentage or keyword as text; None for what else there is (functions, variables)."""
    kind = token.type
    if kind == "ident":
        return str(token.lower_value)
    if kind == "dimension" and token.value >= 0:
        return f"{token.value:g}{token.lower_unit}"
    if kind == "percentage" and token.value >= 0:
        return f"{token.value:g}%"
    if kind == "number":
        return "0px" if token.value == 0 else None
    return None


def colour(value: Any) -> str | None:
    """A CSS colour (text or token) as `#rrggbb` or `transparent`; None for what is no colour."""
    parsed = parse_color(value)
    if not isinstance(parsed, RGBA):
        return None
    if parsed.alpha == 0:
        return "transparent"
    return "#" + "".join(f"{round(max(0.0, min(1.0, part)) * 255):02x}" for part in parsed[:3])
