"""How the elements of a page look: the cascade of its own CSS, or what a browser computed.

Read are the properties that visual segmentation needs, from style attributes, `<style>` sheets for screens
and presentational attributes. Sheets in other files are not fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb
from xml.etree.ElementTree import Element

from webnoise.methods.visual.css import (
    SIDES,
    Declarations,
    ElementWrapper,
    Matcher,
    Rule,
    colour,
    for_screen,
    read_declarations,
    read_sheet,
)
from webnoise.methods.visual.visual_page import ASKED_OF_BROWSERS, VIEWPORT
from webnoise.model import Outline
from webnoise.page.elements import Elements
from webnoise.page.parse import Document
from webnoise.page.rendered import BOX
from webnoise.text.lists import read_groups

_DISPLAYS = {
    tag: display
    for display, tags in read_groups("webnoise.methods.visual", "displays.txt").items()
    for tag in tags
}
_FONT_SCALES = {
    "h1": 2.0, "h2": 1.5, "h3": 1.17, "h5": 0.83, "h6": 0.67, "small": 0.83, "big": 1.17, "sub": 0.83,
    "sup": 0.83,
}  # fmt: skip
"""Of the default style sheet of HTML (HTML standard, section 15.3)."""

_FONT_ATTRIBUTE = ("x-small", "small", "medium", "large", "x-large", "xx-large", "48px")
_SIZED = frozenset("table td th tr col img iframe object embed video canvas hr input applet".split())
_ALIGNED = frozenset({"img", "table", "iframe", "object", "embed", "applet"})
_FONT_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip
_UNITS = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54}
_MOST_TRIES = 2_000_000
"""A selector that a hostile page could make try more ancestors than this is left out."""

Style = dict[str, str]


def element_styles(document: Document, outline: Outline) -> list[Mapping[str, str]]:
    """The style of each element of the outline.

    A browser's computed styles count when there is one for each element of the parsed page.
    """
    computed = document.page.styles
    if computed is not None and len(computed) == len(document.elements):
        return [_read_computed(computed[position]) for position in outline.positions]
    return _cascade(document, outline, _matches(document, outline))


def _read_computed(style: Mapping[str, str]) -> Style:
    read = {name: style.get(name) or "" for name in (*ASKED_OF_BROWSERS, BOX)}
    read["background-color"] = colour(read["background-color"]) or "transparent"
    return read


def text_nodes(document: Document, outline: Outline) -> list[bool]:
    """Which elements of the outline have a text node among their children."""
    elements = document.elements
    found = [bool(text and not text.isspace()) for text in elements.texts]
    for parent, tail in zip(elements.parents, elements.tails, strict=True):
        if tail and not tail.isspace():
            found[parent] = True
    return [found[position] for position in outline.positions]


def _matches(document: Document, outline: Outline) -> dict[int, list[Rule]]:
    """For each element that rules select, these rules, by specificity and order."""
    matcher = _matcher(document, outline)
    matched = {}
    for element, wrapper in enumerate(
        _wrappers(document.elements, outline.positions) if matcher.order else ()
    ):
        if found := matcher.match(wrapper):
            matched[element] = [rule for *_, rule in found]
        document.check_time()
    return matched


def _matcher(document: Document, outline: Outline) -> Matcher:
    """Return what finds the rules of all sheets in the page."""
    matcher, depth = Matcher(), _depth(outline)
    elements = document.elements
    for sheet in elements.tagged("style"):
        text = elements.texts[sheet]
        if text and for_screen(elements.attributes[sheet].get("media") or ""):
            for rule in read_sheet(text):
                if comb(depth, min(rule.combinators, depth // 2)) <= _MOST_TRIES:
                    matcher.add_selector(rule.selector, rule)
            document.check_time()
    return matcher


def _depth(outline: Outline) -> int:
    depths = [0] * len(outline)
    for element in range(1, len(outline)):
        depths[element] = depths[outline.parents[element]] + 1
    return max(depths, default=0)


def _wrappers(elements: Elements, positions: Sequence[int]) -> Iterator[ElementWrapper]:
    """The elements at these positions as selectors are matched with them."""
    nodes = [Element(tag, dict(own)) for tag, own in zip(elements.tags, elements.attributes, strict=True)]
    for node, text, tail in zip(nodes, elements.texts, elements.tails, strict=True):
        node.text, node.tail = text, tail  # `:empty` asks for it
    for position in range(1, len(nodes)):
        nodes[elements.parents[position]].append(nodes[position])
    wanted = set(positions)
    wrappers = enumerate(ElementWrapper.from_html_root(nodes[0]).iter_subtree())
    return (wrapper for position, wrapper in wrappers if position in wanted)


def _cascade(
    document: Document, outline: Outline, matched: Mapping[int, Sequence[Rule]]
) -> list[Mapping[str, str]]:
    """Declared values by origin and importance, then computed from the parent's (CSS Cascade, section 6)."""
    styles: list[Mapping[str, str]] = []
    fonts: list[float] = []
    widths: list[float] = []
    plain: dict[tuple[str, float], Style] = {}
    for element, tag in enumerate(outline.tags):
        parent = outline.parents[element]
        font, width = (fonts[parent], widths[parent]) if element else (16.0, float(VIEWPORT[0]))
        attributes = outline.attributes[element]
        rules = matched.get(element, ())
        document.check_time()
        declared = dict(_declared(tag, attributes, rules))
        if declared:
            style = _computed(tag, declared, styles[parent] if element else {}, font, width)
        elif (tag, font) in plain:
            style = plain[tag, font]
        else:
            style = plain[tag, font] = _computed(tag, {}, {}, font, width)
        styles.append(style)
        fonts.append(float(style["font-size"][:-2]))
        widths.append(width if style["width"] == "auto" else float(style["width"][:-2]))
    return styles


def _declared(tag: str, attributes: Mapping[str, str], rules: Sequence[Rule]) -> Iterator[tuple[str, str]]:
    """All declarations for one element, the weakest first."""
    normal: Declarations = ()
    important: Declarations = ()
    if attributes:
        yield from _presentational(tag, attributes)
        if "style" in attributes:
            normal, important = read_declarations(attributes["style"])
    for rule in rules:
        yield from rule.normal
    yield from normal
    for rule in rules:
        yield from rule.important
    yield from important


def _presentational(tag: str, attributes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
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


def _computed(
    tag: str, declared: Mapping[str, str], parent: Mapping[str, str], font: float, width: float
) -> Style:
    """Computed values. Only the font size is inherited unasked; a border without a style has no width."""
    declared = {n: parent.get(n, "") if v == "inherit" else v for n, v in declared.items()}
    size = _font_size(declared.get("font-size", ""), font, font * _FONT_SCALES.get(tag, 1.0))
    style = {
        "width": _length(declared.get("width", ""), size, width),
        "height": _length(declared.get("height", ""), size, None),
        "float": _keyword(declared, "float", "none"),
        "clear": _keyword(declared, "clear", "none"),
        "background-color": _keyword(declared, "background-color", "transparent"),
        "font-size": f"{size:g}px",
        "display": _keyword(declared, "display", _DISPLAYS.get(tag, "inline")),
    }
    for side in SIDES:
        drawn = declared.get(f"border-{side}-style", "none") not in ("none", "hidden", "", "initial", "unset")
        line = _length(declared.get(f"border-{side}-width", "3px"), size, None) if drawn else "0px"
        style[f"border-{side}-width"] = "0px" if line == "auto" else line
    return style


def _keyword(declared: Mapping[str, str], name: str, initial: str) -> str:
    value = declared.get(name, "")
    return initial if value in ("", "initial", "unset", "revert") else value


def _font_size(value: str, parent: float, default: float) -> float:
    if value in _FONT_SIZES:
        return _FONT_SIZES[value]
    if value in ("smaller", "larger"):
        return parent / 1.2 if value == "smaller" else parent * 1.2
    length = _length(value, parent, parent)
    return min(float(length[:-2]), 10_000.0) if length != "auto" else default


def _length(value: str, font: float, whole: float | None) -> str:
    """A length as px: `em` by the font size, `%` of `whole`; `auto` where that is unknown."""
    number = value.rstrip("abcdefghijklmnopqrstuvwxyz%")
    unit = value[len(number) :]
    try:
        amount = float(number)
    except ValueError:
        return "auto"
    if unit in _UNITS:
        scale = _UNITS[unit]
    elif unit in ("em", "rem", "ex", "ch"):
        scale = 16.0 if unit == "rem" else font if unit == "em" else font / 2
    elif unit in ("vw", "vh"):
        scale = VIEWPORT[unit == "vh"] / 100
    elif unit == "%" and whole is not None:
        scale = whole / 100
    else:
        return "auto"
    return f"{amount * scale:g}px"
