"""Which regular expressions of the package take more than about twice the time for twice the text.

They are found in the modules by themselves: compiled ones as values, others where the source calls `re`. The
texts that may be bad for one are found in it: what it repeats, over and over, behind what it begins with, and
never with what it ends on. A pattern `NAME` that sees short texts alone has their length beside it, as
`NAME_LONGEST`.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from operator import itemgetter
from pathlib import Path
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from time import process_time
from types import ModuleType
from typing import Any, NamedTuple

import webnoise

_SHORTEST, _LONGEST = 25, 1_600  # characters; what is exponential shows at the first, the rest at the last
_QUICK = 0.003  # seconds; what takes no longer need not be looked at
_MOST_TEXTS = 100
_TURNS = 12
_STEEP = 3.0  # times the time for twice the text; what is linear takes two, what is quadratic four
_CATEGORIES = {op.CATEGORY_SPACE: " ", op.CATEGORY_DIGIT: "1"}
_ANCHORED = frozenset({"match", "fullmatch"})
AnyPattern = re.Pattern[Any]


class Found(NamedTuple):
    """A pattern of a module; `is_sought`: anywhere in a text, and not only at its beginning."""

    name: str
    pattern: AnyPattern
    longest: int
    is_sought: bool


class BadText(NamedTuple):
    before: str
    piece: str
    size: int
    steepness: float


def patterns() -> list[Found]:
    """Every pattern of the package, once."""
    found: dict[tuple[Any, int], Found] = {}
    for module in _modules():
        uses = _uses(module)
        for name, pattern in (*_held_by(module), *_written_in(module)):
            longest = getattr(module, f"{name}_LONGEST", _LONGEST)
            used = uses.get(name, set())
            is_sought = not used or not used <= _ANCHORED
            each = Found(f"{module.__name__}.{name}", pattern, min(longest, _LONGEST), is_sought)
            found.setdefault((pattern.pattern, pattern.flags), each)
    return sorted(found.values(), key=itemgetter(0))


def worst_text(found: Found) -> BadText | None:
    """The text that is bad for a pattern; None where no such is found."""
    for before, piece in _bad_texts(found.pattern):
        size = _SHORTEST
        while size <= found.longest:
            if _seconds(found, before, piece, size) > _QUICK:
                small, large = _least_seconds(found, before, piece, (size // 2, size))
                if large > _QUICK:  # else another process took the time
                    if large >= _STEEP * small:
                        return BadText(before, piece, size, large / small)
                    break
            size *= 2
    return None


def _modules() -> Iterator[ModuleType]:
    yield webnoise
    for found in pkgutil.walk_packages(webnoise.__path__, "webnoise."):
        if found.name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(found.name)
        except ImportError:  # an extra that is not installed
            continue
        if str(module.__file__).endswith(".py"):  # not a compiled one
            yield module


def _held_by(module: ModuleType) -> Iterator[tuple[str, AnyPattern]]:
    for name, value in vars(module).items():
        for pattern in _held(value):
            yield name, pattern


def _held(value: Any, depth: int = 2) -> Iterator[AnyPattern]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, (tuple, list, set, frozenset, dict)) and len(value) < 200:
        for each in value.values() if isinstance(value, dict) else value:
            yield from _held(each, depth - 1)


def _written_in(module: ModuleType) -> Iterator[tuple[str, AnyPattern]]:
    """Patterns that are written where they are used: `re.sub("...", ...)`."""
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
        if isinstance(node, ast.Call) and _is_of_re(node.func) and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str | bytes):
                yield f"line {node.lineno}", re.compile(first.value)


def _is_of_re(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
        and function.attr not in ("compile", "escape")
    )


def _uses(module: ModuleType) -> dict[str, set[str]]:
    """By name in capitals, what a module asks of it, `_NAME.match(...)`; all modules where it is public."""
    found: dict[str, set[str]] = {}
    for path in Path(webnoise.__file__).parent.rglob("*.py"):
        for name, asked in _asked(path):
            if not name.startswith("_") or path == Path(str(module.__file__)):
                found.setdefault(name, set()).add(asked)
    return found


@cache
def _asked(path: Path) -> list[tuple[str, str]]:
    return re.findall(r"\b(_?[A-Z][A-Z0-9_]*)(?:\[[^\]\n]{0,40}\])?\.(\w+)\(", path.read_text("utf-8"))


def _bad_texts(pattern: AnyPattern) -> list[tuple[str, str]]:
    """Each piece to be repeated, alone and behind another, before what ends no match."""
    written = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    pieces = _pieces(parser.parse(written, pattern.flags & ~re.DEBUG))
    known = list(dict.fromkeys(piece for piece in (*pieces, " ", "a", "1", "\n") if piece))[:40]
    repeated = list(product(("", *known[:8]), known))
    paired = [("", one + other) for one, other in product(known[:12], known[:12]) if one != other]
    return [*repeated[:_MOST_TEXTS], *paired[:_MOST_TEXTS]]


def _pieces(parsed: Any) -> Iterator[str]:
    """Short texts that parts of a pattern match: literals, members of classes, what is repeated."""
    run = ""
    for kind, value in parsed:
        if kind is op.LITERAL:
            run += chr(value)
            continue
        if run:
            yield run
        run = ""
        yield from _pieces_of(kind, value)
    if run:
        yield run


def _pieces_of(kind: Any, value: Any) -> Iterator[str]:
    if kind is op.IN:
        yield from _members(value)
    elif kind is op.ANY or kind is op.NOT_LITERAL:
        yield "x"
    elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        inner = list(_pieces(value[2]))
        yield from inner
        yield "".join(inner[:3])
    elif kind is op.BRANCH:
        for branch in value[1]:
            yield from _pieces(branch)
    elif kind is op.SUBPATTERN:
        yield from _pieces(value[3])
    elif kind in (op.ASSERT, op.ASSERT_NOT):
        yield from _pieces(value[1])
    elif kind is op.ATOMIC_GROUP:
        yield from _pieces(value)


def _members(entries: Any) -> Iterator[str]:
    for kind, value in entries[:4]:
        if kind is op.LITERAL:
            yield chr(value)
        elif kind is op.RANGE:
            yield chr(value[0])
        elif kind is op.CATEGORY:
            yield _CATEGORIES.get(value, "a")
        elif kind is op.NEGATE:
            yield "x"


def _least_seconds(found: Found, before: str, piece: str, sizes: tuple[int, ...]) -> list[float]:
    """Measured in turns, so that a machine that is slow for a while is slow for all of them."""
    turns = ([_seconds(found, before, piece, size) for size in sizes] for _ in range(_TURNS))
    return [min(each) for each in zip(*turns, strict=True)]


def _seconds(found: Found, before: str, piece: str, size: int) -> float:
    pattern = found.pattern
    text: Any = before + piece * (size // len(piece)) + "\x01"
    if isinstance(pattern.pattern, bytes):
        text = text.encode("utf-8", "replace")
    start = process_time()
    if found.is_sought:
        for _ in pattern.finditer(text):
            pass
    else:
        pattern.match(text)
        pattern.fullmatch(text)
    return process_time() - start
