"""What the default method does where a page would otherwise be empty."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webnoise.blocks.segment import pack_attributes, segment
from webnoise.decisions import Decisions
from webnoise.errors import InputError
from webnoise.model import Block, Outline, Page, PageBlocks, Reason
from webnoise.page.parse import Document, parse

SCRIPT = Reason("content", "only the data of a script has the body")
_NEAREST = Reason("fallback", "the nearest to content on a page without")

# Set by hand, not swept. Characters of visible running text (about 200 words) below which scripts are read.
LITTLE_TEXT = 1200
# A script's text must be this much longer than the visible one, and this long, to be the body.
TIMES_LONGER, LONG_BODY = 2.5, 500
FRAGMENT = 5  # blocks; a page of so few is a fragment whose lines are meant, however short
PARAGRAPH = 80  # characters; shorter strings of a script are labels
LARGEST_SCRIPT = 3_000_000  # characters; JSON of this size takes some 30 ms
DEEPEST = 60  # levels of JSON
_PARAGRAPH_TYPES = frozenset(
    ["paragraph", "p", "text", "richtext", "rich_text", "block", "heading", "header"]
)
_TEXT_KEYS = ("text", "value", "html", "content", "data", "children", "items")
_BODY_KEYS = ("articleBody", "reviewBody")
# On a page without a kept block, those are kept instead whose odds are this share of the best one's.
NEAR_BEST = 0.2


def with_script_text(document: Document, page: PageBlocks) -> PageBlocks:
    """Add text that the page does not show, where it shows little.

    That is what it keeps for readers without scripts, or the paragraphs of its JSON scripts after its blocks.
    """
    shown = _running_text(page, LITTLE_TEXT)
    if shown >= LITTLE_TEXT:
        return page
    wanted = max(LONG_BODY, TIMES_LONGER * shown)
    if document.elements.tagged("noscript", "template"):
        scriptless = segment(document, hidden=True, scriptless=True, lean=True)
        if _running_text(scriptless, wanted) >= wanted:
            return scriptless
    paragraphs = max(_bodies(document), key=_size, default=[])
    if _size(paragraphs) >= wanted:
        return _with_paragraphs(page, paragraphs)
    return page


def keep_script_text(page: PageBlocks, decisions: Decisions) -> Decisions:
    """Keep the blocks that `with_script_text` added: the page has no others."""
    tags = page.outline.tags
    if tags[page.blocks[-1].element] != "script":
        return decisions
    added = [block.index for block in page.blocks if tags[block.element] == "script"]
    return decisions.override(dict.fromkeys(added, SCRIPT), keep=True)


def rescue(page: PageBlocks, decisions: Decisions, recurring: NDArray[np.bool_] | None = None) -> Decisions:
    """Where nothing is kept, keep the running text that is nearest to content.

    `recurring` marks the blocks whose text the site's other pages have too. Where that is all running text,
    the page's own blocks count, however short.
    """
    own = [block for block in page.blocks if recurring is None or not recurring[block.index]]
    text = [block.index for block in own if _is_running_text(block)]
    if not text and (recurring is not None or len(page.blocks) <= FRAGMENT):
        text = [block.index for block in own if not block.level and not block.links]
    if not text:
        return decisions
    scores = decisions.scores[text]
    best = scores.max()
    least = NEAR_BEST * best / (1 - best) if best < 1 else 1.0
    nearest = [
        index for index, score in zip(text, scores.tolist(), strict=True) if score >= least * (1 - score)
    ]
    return decisions.override(dict.fromkeys(nearest, _NEAREST), keep=True)


def _running_text(page: PageBlocks, enough: float) -> int:
    """Count the characters of running text on a page, up to `enough`."""
    length = 0
    for block in page.blocks:
        if _is_running_text(block):
            length += len(block.text)
            if length >= enough:
                break
    return length


def _is_running_text(block: Block) -> bool:
    """Prose of more than a line, by its length and its share of links."""
    length = len(block.text)
    if length < PARAGRAPH or block.level:
        return False
    return not block.links or 2 * block.linked_length < length


def _size(paragraphs: Sequence[str]) -> int:
    return sum(map(len, paragraphs))


def _bodies(document: Document) -> Iterator[list[str]]:
    """For each script with JSON, the paragraphs of the longest text in it."""
    elements = document.elements
    for script in elements.tagged("script"):
        kind = (elements.attributes[script].get("type") or "").lower()
        if "json" not in kind or not PARAGRAPH < len(elements.texts[script] or "") < LARGEST_SCRIPT:
            continue
        data = document.json(script)
        bodies = list(_values(data, _body_of))
        if bodies:
            yield _paragraphs(document, max(bodies, key=len))
        elif kind == "application/json":
            yield [text for part in _values(data, _typed_text) for text in _paragraphs(document, part)]


def _values(data: Any, wanted: Callable[[dict[str, Any]], list[str]], depth: int = 0) -> Iterator[str]:
    """Yield the texts that are `wanted` of the nodes of decoded JSON, from the outermost that has some."""
    if isinstance(data, dict) and (found := wanted(data)):
        yield from found
    elif isinstance(data, dict | list) and depth <= DEEPEST:
        for value in data.values() if isinstance(data, dict) else data:
            yield from _values(value, wanted, depth + 1)


def _body_of(node: dict[str, Any]) -> list[str]:
    return [node[key] for key in _BODY_KEYS if isinstance(node.get(key), str)]


def _typed_text(node: dict[str, Any]) -> list[str]:
    """Return the text of a node that calls itself a paragraph, as in the trees of editors."""
    kind = node.get("type") or node.get("nodeType") or node.get("__typename") or node.get("kind")
    if not isinstance(kind, str) or kind.lower() not in _PARAGRAPH_TYPES:
        return []
    text = "".join(_leaves(node, 0))
    return [text] if len(text) >= PARAGRAPH and " " in text else []


def _leaves(data: Any, depth: int) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list) and depth <= DEEPEST:
        for value in [data[key] for key in _TEXT_KEYS if key in data] if isinstance(data, dict) else data:
            yield from _leaves(value, depth + 1)


def _paragraphs(document: Document, body: str) -> list[str]:
    """A body written as HTML or as lines."""
    if "<" in body and ">" in body:
        try:
            page = segment(parse(Page(document.url, body), document.limits))
        except InputError:
            return []
        return [block.text for block in page.blocks]
    return [line for line in (" ".join(line.split()) for line in body.split("\n")) if line]


def _with_paragraphs(page: PageBlocks, paragraphs: Sequence[str]) -> PageBlocks:
    """One more script at the end of the outline, with the paragraphs as its blocks."""
    outline, start = page.outline, len(page.blocks)
    element, end = len(outline), start + len(paragraphs)
    added = [Block(start + index, text, element=element) for index, text in enumerate(paragraphs)]
    return dataclasses.replace(
        page,
        blocks=(*page.blocks, *added),
        outline=Outline(
            [*outline.tags, "script"],
            [*outline.parents, 0],
            [element + 1, *outline.ends[1:], element + 1],
            pack_attributes([*outline.tags, "script"], [*outline.attributes, {}]),
            [*outline.first_block, start],
            [end, *outline.last_block[1:], end],
        ),
    )
