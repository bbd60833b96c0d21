"""Whether the compiled passes and their Python twins make the same of every page of the development corpora.

`python benchmarks/twins.py [--limit N]`. Compared are the columns of the elements, and the blocks and the
outline, cut as the default method does and as finely as any does.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from itertools import islice

from webnoise import native
from webnoise.blocks import segment
from webnoise.blocks.tags import ABSENT, BLOCK_TAGS
from webnoise.errors import InputError
from webnoise.lab.evaluate.corpora import read_corpus
from webnoise.lab.script import run_script
from webnoise.model import Page
from webnoise.page import parse

CORPORA = ("wcxb-dev", "news424", "fundus", "snippets", "siblings")
COLUMNS = ("tags", "parents", "ends", "attributes", "texts", "tails")
CUTS = (
    {"block_tags": BLOCK_TAGS, "absent_tags": ABSENT, "hidden": True, "lean": True},
    {"block_tags": BLOCK_TAGS | {"span"}, "absent_tags": ABSENT, "hidden": False, "lean": False},
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=int, help="only so many pages of each set")
    arguments = parser.parse_args()
    if native.kind() != "compiled":
        sys.exit("the compiled passes are not built here: pip install -e . where a compiler is")
    different = 0
    for name in CORPORA:
        pages = list(islice(read_corpus(name), arguments.limit))
        found = [fields for page in pages if (fields := differences(page.html))]
        different += len(found)
        print(f"{name}: {len(pages):,} pages, {len(found)} differ {found[:3] or ''}", flush=True)
    return 1 if different else 0


def differences(html: str | bytes) -> list[str]:
    """What the twins disagree about on a page."""
    page = Page("", html)
    compiled, pure = both(page)
    if compiled is None or pure is None:
        return [] if compiled is pure else ["input"]
    found = [
        column
        for column in COLUMNS
        if list(getattr(compiled.elements, column)) != list(getattr(pure.elements, column))
    ]
    walk = native.compiled("walk").walk
    return found + [
        f"cut {index}" for index, cut in enumerate(CUTS) if not same_cut(walk, compiled, pure, cut)
    ]


def both(page: Page) -> tuple[parse.Document | None, parse.Document | None]:
    compiled = parsed(page)
    kept, parse._native = parse._native, None  # noqa: SLF001
    try:
        return compiled, parsed(page)
    finally:
        parse._native = kept  # noqa: SLF001


def parsed(page: Page) -> parse.Document | None:
    try:
        return parse.parse(page)
    except InputError:
        return None


def same_cut(walk, compiled: parse.Document, pure: parse.Document, cut: dict) -> bool:
    blocks, outline = walk(compiled, **cut)
    twin_blocks, twin_outline = segment.walk(pure, **cut)
    return blocks == twin_blocks and all(
        list(getattr(outline, field.name)) == list(getattr(twin_outline, field.name))
        for field in dataclasses.fields(outline)
    )


if __name__ == "__main__":
    run_script(main)
