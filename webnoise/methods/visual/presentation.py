"""What HTML itself says of an element's look: the default style sheet, and presentational attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webnoise.methods.visual.declarations import SIDES, colour

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["DISPLAYS", "FONT_SCALES", "presentational"]

_BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend main menu nav ol optgroup option p "
    "pre section summary ul".split()
)
DISPLAYS = {
    "table": "table", "caption": "table-caption", "thead": "table-header-group", "tbody": "table-row-group",
    "tfoot": "table-footer-group", "tr": "table-row", "td": "table-cell", "th": "table-cell",
    "li": "list-item", "script": "none", "style": "none", "button": "inline-block", "select": "inline-block",
    "input": "inline-block", "textarea": "inline-block", **dict.fromkeys(_BLOCKS, "block"),
}  # fmt: skip
FONT_SCALES = {
    "h1": 2.0, "h2": 1.5, "h3": 1.17, "h5": 0.83, "h6": 0.67, "small": 0.83, "big": 1.17, "sub": 0.83,
    "sup": 0.83,
}  # fmt: skip
"""Of the default style sheet of HTML (HTML standard, section 15.3)."""

_FONT_ATTRIBUTE = ("x-small", "small", "medium", "large", "x-large", "xx-large", "48px")
_SIZED = frozenset("table td th tr col img iframe object embed video canvas hr input applet".split())
_ALIGNED = frozenset({"img", "table", "iframe", "object", "embed", "applet"})


def presentational(tag: str, attributes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Attributes that speak of the look, as declarations (HTML standard, section 15.3)."""
    background = attributes.get("bgcolor")
    if background and (value := colour(background) or colour(f"#{background}")):
        yield "background-color", value
    if tag in _SIZED:
        for name in ("width", "height"):
            value = attributes.get(name, "").strip().removesuffix("px")
            if value.removesuffix("%").isdecimal() and value.isascii():
                yield name, value if value.endswith("%") else f"{value}px"
    if tag in _ALIGNED and (align := attributes.get("align", "").lower()) in ("left", "right"):
        yield "float", align
    if tag in ("table", "img") and "border" in attributes:
        border = attributes["border"].strip()
        for side in SIDES:
            yield f"border-{side}-style", "solid"
            yield f"border-{side}-width", f"{border}px" if border.isdecimal() and border.isascii() else "1px"
    if tag == "font" and (size := attributes.get("size", "").strip()) in ("1", "2", "3", "4", "5", "6", "7"):
        yield "font-size", _FONT_ATTRIBUTE[int(size) - 1]
    if tag == "br" and (clear := attributes.get("clear", "").lower()) in ("left", "right", "all"):
        yield "clear", "both" if clear == "all" else clear
