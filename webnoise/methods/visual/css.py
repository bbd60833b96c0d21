"""Style sheets and declarations, read for the few properties that visual segmentation needs.

Sheets become rules: those that hold on a screen. Declarations become longhand properties.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from webnoise.errors import ConfigError
from webnoise.methods.visual.visual_page import VIEWPORT

try:
    import tinycss2
    from cssselect2 import ElementWrapper, Matcher
    from cssselect2.compiler import CompiledSelector
    from cssselect2.parser import CombinedSelector, SelectorError
    from cssselect2.parser import parse as parse_selectors
    from tinycss2.color3 import RGBA, parse_color
except ModuleNotFoundError as missing:
    raise ConfigError(
        f"methods that look at a page's style need {missing.name}: pip install webnoise[visual]"
    ) from missing

__all__ = [
    "SIDES",
    "Declarations",
    "ElementWrapper",
    "Matcher",
    "Rule",
    "colour",
    "for_screen",
    "read_declarations",
    "read_sheet",
]

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
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_LONG_NUMBER = re.compile(r"(?<!\d)(\d{300})\d++")
_LONGEST_SHEET = 2_000_000  # characters; judgement: nobody writes more
_LONGEST_READ = 300_000  # characters of those that are worth reading; they take some two seconds
_MOST_RULES = 20_000  # front pages have some hundreds
_UNREADABLE = (SelectorError, RecursionError, SyntaxError, MemoryError)
"""What an unknown pseudo-class, or nesting beyond all measure, makes of a selector."""


def declares(body: str) -> bool:
    """Whether the inside of a rule, as text, names one of the properties; quick, so most are not read."""
    return any(part.partition(":")[0].strip().lower() in _NAMES for part in body.split(";"))


@lru_cache(maxsize=2048)
def read_declarations(style: str) -> tuple[Declarations, Declarations]:
    """The normal and the important declarations of a style attribute."""
    if not declares(style):
        return (), ()
    try:
        return declarations_of(tinycss2.parse_component_value_list(_readable(style)))
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
    return tuple(dict(normal).items()), tuple(dict(important).items())  # the last one holds


def _readable(css: str) -> str:
    """CSS whose numbers Python reads, and no more of it than anybody wrote."""
    return _LONG_NUMBER.sub(r"\1", css[:_LONGEST_READ])


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
            index = SIDES.index(side) if len(sides) == 4 else 0
            while index >= len(values):  # bottom is like top, left like right, right like top
                index = index - 2 if index > 1 else 0
            yield f"border-{side}-{aspect}", values[index]
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


class Rule(NamedTuple):
    """One selector with its normal and its important declarations."""

    selector: CompiledSelector
    combinators: int
    normal: Declarations
    important: Declarations


@lru_cache(maxsize=64)  # the pages of a site share their sheets
def read_sheet(css: str) -> tuple[Rule, ...]:
    """Return the rules of a sheet that hold on a screen, in order; what cannot be read is left out."""
    text = _readable(_worth_reading(css[:_LONGEST_SHEET]))
    try:
        nodes = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
        return tuple(islice(_rules(nodes), _MOST_RULES))
    except RecursionError:  # no sheet that a person wrote nests like this
        return ()


def _worth_reading(css: str) -> str:
    """Return the sheet without the rules that declare nothing of interest: reading tokens is slow."""
    css = _COMMENT.sub("", css)
    if any("{" in string or "}" in string for string in _STRING.findall(css)):
        return css  # its braces do not match
    kept = []
    for piece in css.split("}"):
        before, brace, body = piece.rpartition("{")
        if brace and not declares(body):
            kept.append(before[: before.rfind("{") + 1])  # at-rules around it stay open
        else:
            kept.extend((piece, "}"))
    return "".join(kept[:-1])  # the last piece had no brace behind it


def _rules(nodes: Iterable[Any]) -> Iterator[Rule]:
    for node in nodes:
        if node.type == "at-rule" and node.content is not None:
            keyword = node.lower_at_keyword
            if keyword in ("supports", "layer") or (
                keyword == "media" and for_screen(tinycss2.serialize(node.prelude))
            ):
                yield from _rules(
                    tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
                )
        elif node.type == "qualified-rule":
            normal, important = declarations_of(node.content)
            if normal or important:
                with suppress(*_UNREADABLE):  # one bad selector spoils its rule (Selectors, section 4.1)
                    for selector in list(parse_selectors(node.prelude)):
                        if selector.pseudo_element is None:
                            yield Rule(CompiledSelector(selector), _combinators(selector), normal, important)


def _combinators(selector: Any) -> int:
    number, tree = 0, selector.parsed_tree
    while isinstance(tree, CombinedSelector):
        number, tree = number + 1, tree.left
    return number


def for_screen(query: str) -> bool:
    """Whether a media query list holds on the screen."""
    text = query.lower()
    return not text.strip() or any(_query_holds(part.strip()) for part in text.split(","))


def _query_holds(query: str) -> bool:
    negated = query.startswith("not ") and not query.startswith("not (")
    query = query.removeprefix("not ") if negated else query.removeprefix("only ")
    parts = re.split(r"(?<!\s)\s++and\s+", query)
    holds = all(_feature_holds(p[1:-1]) if p.startswith("(") else p in ("all", "screen") for p in parts)
    return holds != negated


def _feature_holds(feature: str) -> bool:
    """A media feature on a desktop screen; an unknown one does not hold (Media Queries, section 3.2)."""
    feature = feature.strip()
    range_ = re.fullmatch(r"(width|height)\s*([<>]=?)\s*([\d.]+)(px|r?em)", feature)
    if range_:
        name, sign, number, unit = range_.groups()
        return _compare(name, "min" if sign[0] == ">" else "max", number, unit)
    name, _, value = (part.strip() for part in feature.partition(":"))
    length = re.fullmatch(r"([\d.]+)(px|r?em)?", value)
    bound, _, dimension = name.partition("-")
    if bound in ("min", "max") and dimension.removeprefix("device-") in ("width", "height") and length:
        return _compare(dimension.removeprefix("device-"), bound, length[1], length[2])
    return False


def _compare(dimension: str, bound: str, number: str, unit: str | None) -> bool:
    try:
        length = float(number) * (1 if unit in (None, "px") else 16)
    except ValueError:  # 1.2.3
        return False
    screen = VIEWPORT[dimension == "height"]
    return length <= screen if bound == "min" else length >= screen
