"""Style sheets to rules: those for a screen, and only what they say of the properties that are read."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import tinycss2
from cssselect2.compiler import CompiledSelector
from cssselect2.parser import ClassSelector, CombinedSelector, IDSelector, LocalNameSelector, SelectorError
from cssselect2.parser import parse as parse_selectors

from webnoise.methods.visual.declarations import Declarations, declarations_of, declares

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

__all__ = ["VIEWPORT", "Rule", "for_screen", "read_sheet"]

VIEWPORT = (1280, 800)
"""Width and height in px of the screen that media queries and percentages are read for: a common desktop."""

Key = tuple[str, str]
"""What a selector asks of an element: ("id", "main"), ("class", "story") or ("tag", "p")."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_NAME = re.compile(r"[.#][\w-]+")
_KINDS = {".": "class", "#": "id"}
_STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")


_UNREADABLE = (SelectorError, RecursionError, SyntaxError, MemoryError)
"""What an unknown pseudo-class, or nesting beyond all measure, makes of a selector."""


class Rule:
    """One selector with its declarations. It is compiled when a page first has what it asks for."""

    def __init__(self, selector: Any, normal: Declarations, important: Declarations) -> None:
        self._selector = selector
        self.specificity: tuple[int, int, int] = selector.specificity
        self.normal = normal
        self.important = important
        self.combinators = 0
        tree = selector.parsed_tree
        subject = tree.right if isinstance(tree, CombinedSelector) else tree
        keys = _keys(subject)
        self.key: Key | None = next(iter(sorted(keys)), None)  # class before id before tag: any will do
        self.exact = (
            not isinstance(tree, CombinedSelector) and len(subject.simple_selectors) == len(keys) == 1
        )
        while isinstance(tree, CombinedSelector):
            self.combinators += 1
            tree = tree.left
            keys |= _keys(tree.right if isinstance(tree, CombinedSelector) else tree)
        self.asks = frozenset(keys)

    @cached_property
    def matches(self) -> Callable[[Any], bool]:
        """Whether the rule selects an element (a cssselect2 wrapper) that has its key."""
        try:
            test: Callable[[Any], bool] = CompiledSelector(self._selector).test
        except _UNREADABLE:
            return _never
        return test


def _never(_: Any) -> bool:
    return False


def _keys(compound: Any) -> set[Key]:
    """Ids, classes and tag of a compound selector; those in :not() and its like ask nothing."""
    keys: set[Key] = set()
    for simple in compound.simple_selectors:
        if isinstance(simple, IDSelector):
            keys.add(("id", simple.ident))
        elif isinstance(simple, ClassSelector):
            keys.add(("class", simple.class_name))
        elif isinstance(simple, LocalNameSelector):
            keys.add(("tag", simple.lower_local_name))
    return keys


def read_sheet(css: str, keys: Collection[Key]) -> tuple[Rule, ...]:
    """The rules of a sheet that hold on a screen and can select an element with one of the page's `keys`.

    They come in order; what cannot be read is left out, as CSS says.
    """
    return _read(_worth_reading(css, keys))


@lru_cache(maxsize=64)
def _read(css: str) -> tuple[Rule, ...]:
    if not css:
        return ()
    try:
        return tuple(_rules(tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)))
    except RecursionError:  # no sheet that a person wrote nests like this
        return ()


def _worth_reading(css: str, keys: Collection[Key]) -> str:
    """The sheet without rules that say nothing of interest or select nothing: reading tokens is dear."""
    css = _COMMENT.sub("", css)
    if any("{" in string or "}" in string for string in _STRING.findall(css)):
        return css  # braces do not tell where its rules end
    kept = []
    for piece in css.split("}"):
        before, brace, body = piece.rpartition("{")
        prelude = before[before.rfind("{") + 1 :]
        if brace and not (declares(body) and _can_select(prelude, keys)):
            kept.append(before[: len(before) - len(prelude)])  # at-rules around it stay open
        else:
            kept.extend((piece, "}"))
    return "".join(kept[:-1])  # the last piece had no brace behind it


def _can_select(prelude: str, keys: Collection[Key]) -> bool:
    """Whether the page has all classes and ids of one of the selectors; yes where text alone cannot tell."""
    if "(" in prelude or "\\" in prelude or "[" in prelude:
        return True
    return any(
        all((_KINDS[name[0]], name[1:]) in keys for name in _NAME.findall(selector))
        for selector in prelude.split(",")
    )


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
                try:
                    selectors = parse_selectors(node.prelude)
                    yield from (Rule(s, normal, important) for s in selectors if s.pseudo_element is None)
                except SelectorError:
                    continue  # one bad selector spoils its rule (Selectors, section 4.1)


def for_screen(query: str) -> bool:
    """Whether a media query list holds on the screen."""
    text = query.lower()
    return not text.strip() or any(_query_holds(part.strip()) for part in text.split(","))


def _query_holds(query: str) -> bool:
    negated = query.startswith("not ") and not query.startswith("not (")
    query = query.removeprefix("not ") if negated else query.removeprefix("only ")
    parts = re.split(r"\s+and\s+", query)
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
    return (name, value) in _SCREEN


_SCREEN = frozenset({
    ("orientation", "landscape"), ("prefers-color-scheme", "light"), ("hover", "hover"), ("pointer", "fine"),
    ("prefers-reduced-motion", "no-preference"), ("scripting", "enabled"), ("color", ""), ("grid", "0"),
})  # fmt: skip


def _compare(dimension: str, bound: str, number: str, unit: str | None) -> bool:
    try:
        length = float(number) * (1 if unit in (None, "px") else 16)
    except ValueError:  # 1.2.3
        return False
    screen = VIEWPORT[dimension == "height"]
    return length <= screen if bound == "min" else length >= screen
