"""Regular expressions of the package that take more than about twice the time for twice the text.

`python benchmarks/patterns.py` prints each with the text that is bad for it. Not all do harm: many are asked
of short lines alone. The patterns are found in the modules, and the texts that may be bad for them in the
patterns themselves: what they repeat, over and over, behind what they begin with, and never with what they
end on.
"""

import importlib
import pkgutil
import re
from itertools import product
from operator import itemgetter
from pathlib import Path
from re import _constants as op
from re import _parser as parser
from time import process_time

import webnoise

LONGEST = 1_600  # characters
QUICK = 0.004  # seconds; what takes no longer at the larger size need not be looked at
MOST_TEXTS = 100
SOURCES = [path.read_text("utf-8") for path in Path(webnoise.__file__).parent.rglob("*.py")]


def modules():
    yield webnoise
    for found in pkgutil.walk_packages(webnoise.__path__, "webnoise."):
        if not found.name.endswith("__main__") and ".native." not in found.name:
            try:
                yield importlib.import_module(found.name)
            except ImportError:  # an extra that is not installed
                continue


def patterns():
    """Every compiled pattern that a module, or a table in one, holds."""
    found = {}
    for module in modules():
        for name, value in vars(module).items():
            for pattern in held(value):
                found.setdefault((pattern.pattern, pattern.flags), (f"{module.__name__}.{name}", pattern))
    return sorted(found.values(), key=itemgetter(0))


def held(value, depth=2):
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, (tuple, list, set, frozenset)) and len(value) < 200:
        for each in value:
            yield from held(each, depth - 1)
    elif depth and isinstance(value, dict) and len(value) < 200:
        for each in value.values():
            yield from held(each, depth - 1)


def pieces(parsed):
    """Short texts that parts of a pattern match: literals, members of classes, what is repeated."""
    run = ""
    for kind, value in parsed:
        if kind is op.LITERAL:
            run += chr(value)
            continue
        if run:
            yield run
        run = ""
        if kind is op.IN:
            yield from members(value)
        elif kind is op.ANY or kind is op.NOT_LITERAL:
            yield "x"
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            inner = list(pieces(value[2]))
            yield from inner
            yield "".join(inner[:3])
        elif kind is op.BRANCH:
            for branch in value[1]:
                yield from pieces(branch)
        elif kind is op.SUBPATTERN:
            yield from pieces(value[3])
        elif kind in (op.ASSERT, op.ASSERT_NOT):
            yield from pieces(value[1])
        elif kind is op.ATOMIC_GROUP:
            yield from pieces(value)
    if run:
        yield run


def members(entries):
    categories = {
        op.CATEGORY_SPACE: " ",
        op.CATEGORY_DIGIT: "1",
        op.CATEGORY_WORD: "a",
        op.CATEGORY_NOT_SPACE: "a",
    }
    for kind, value in entries[:4]:
        if kind is op.LITERAL:
            yield chr(value)
        elif kind is op.RANGE:
            yield chr(value[0])
        elif kind is op.CATEGORY:
            yield categories.get(value, "a")
        elif kind is op.NEGATE:
            yield "x"


def bad_texts(pattern):
    """Each piece to be repeated, alone and behind another, before what ends no match."""
    found = pieces(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))
    known = list(dict.fromkeys(piece for piece in (*found, " ", "a", "1", "\n") if piece))[:40]
    repeated = [(before, piece) for before, piece in product(("", *known[:8]), known)]
    paired = [("", one + other) for one, other in product(known[:12], known[:12]) if one != other]
    return [*repeated, *paired][:MOST_TEXTS]


def text_of(before, piece, size):
    return before + piece * (size // len(piece)) + "\x01"


def is_sought(name):
    """Whether a pattern is looked for anywhere in a text; others are only held against its beginning."""
    own = name.rpartition(".")[2]
    used = {use for source in SOURCES for use in re.findall(rf"\b{own}(?:\[[^\]]*\])?\.(\w+)\(", source)}
    return not used or not used <= {"match", "fullmatch"}


def seconds(pattern, text, *, sought):
    text = text if isinstance(pattern.pattern, str) else text.encode("utf-8", "replace")
    start = process_time()
    if sought:
        for _ in pattern.finditer(text):
            pass
    else:
        pattern.match(text)
        pattern.fullmatch(text)
    return process_time() - start


def worst(name, pattern):
    """The text that is bad for a pattern; None where no such is found."""
    shape = pattern
    if isinstance(pattern.pattern, bytes):
        shape = re.compile(pattern.pattern.decode("latin-1"), pattern.flags | re.UNICODE)
    sought = is_sought(name)
    for before, piece in bad_texts(shape):
        small, large = (text_of(before, piece, size) for size in (LONGEST // 2, LONGEST))
        if seconds(pattern, large, sought=sought) > QUICK:
            once = min(seconds(pattern, small, sought=sought) for _ in range(3))
            twice = min(seconds(pattern, large, sought=sought) for _ in range(3))
            if twice > QUICK and twice >= 3 * once:
                return before, piece
    return None


def main():
    found = patterns()
    slow = [(name, text) for name, pattern in found if (text := worst(name, pattern))]
    for name, (before, piece) in slow:
        print(f"{name}: {before!r} and {piece!r} repeated")
    print(f"{len(slow)} of {len(found)} patterns")


if __name__ == "__main__":
    main()
