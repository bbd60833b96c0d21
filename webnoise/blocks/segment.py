"""One pass over the elements: text blocks in document order, and the outline of the elements around them.

A block is a run of visible text that no block-level element, `<br><br>` or rule interrupts. Every
visible character of the page lies in exactly one block.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import chain

from webnoise.blocks.fold import Folder
from webnoise.blocks.tags import (
    ABSENT,
    BLOCK_TAGS,
    FOLDED_TAGS,
    FOR_SCRIPTLESS,
    KINDS,
    RESETS,
    TEXTLESS,
    TOLD,
    is_hidden,
    with_source,
)
from webnoise.blocks.text import BLANK, LINE_BREAK, OpenLink, join_code, join_linked, join_pieces
from webnoise.model import Block, BlockKind, Link, Outline, PageBlocks
from webnoise.native import compiled
from webnoise.page.parse import Document

_BREAK = f" {LINE_BREAK} "

_Open = tuple[int, bool, int, int, BlockKind, int, "str | None"]
"""The position of an open element, whether it cuts, and what was open around it: the element's index in the
outline, the block's element, kind and level, and the link."""

_END: tuple[str, int, Mapping[str, str], None, None] = ("", 0, {}, None, None)
"""Behind the last element: closes what is open."""

_new = tuple.__new__  # less than half the cost of a call by name
_native = compiled("walk")


def segment(
    document: Document,
    *,
    cut_at: frozenset[str] = frozenset(),
    hidden: bool = False,
    scriptless: bool = False,
    lean: bool = False,
) -> PageBlocks:
    """Cut a page into blocks.

    `cut_at` names inline elements that shall cut like block-level ones (some papers cut at `span`).
    `hidden` takes in what the page hides (its scripts may show it), `scriptless` what it shows to readers
    without scripts: for pages with little else. `lean` makes half of the outline and two thirds of the
    blocks: inline elements without children stay out of it, and a menu is one block (see `Folder`).
    """
    absent = ABSENT - FOR_SCRIPTLESS if scriptless else ABSENT
    tags = BLOCK_TAGS | cut_at if cut_at else BLOCK_TAGS
    twin = _native.walk if _native and _native.reads(document.elements) else walk
    blocks, outline = twin(document, tags, absent, hidden=hidden, lean=lean)
    elements = document.elements
    titles = elements.tagged("title")
    return PageBlocks(
        url=document.url,
        base_url=document.base_url,
        title=(" ".join((elements.texts[titles[0]] or "").split()) or None) if titles else None,
        language=(elements.attributes[0].get("lang") or "").strip()[:2].lower() or None,
        blocks=tuple(blocks),
        outline=outline,
        styles=document.page.styles,
        fetched=document.page.fetched,
    )


def walk(
    document: Document, block_tags: frozenset[str], absent_tags: frozenset[str], *, hidden: bool, lean: bool
) -> tuple[list[Block], Outline]:
    """The one loop over the elements. It is long because it is hot: a call per element would double its cost.

    Elements without children, most of a page, are opened and closed at once; the others lie on a stack.
    """
    elements, limits, url = document.elements, document.limits, document.url
    all_tags, all_ends, all_attributes = elements.tags, elements.ends, elements.attributes
    all_texts, all_tails = elements.texts, elements.tails
    max_depth = limits.max_depth
    check_time = partial(limits.check_time, document.deadline, url)
    fold = Folder(elements, check_time).fold
    tags: list[str] = []
    parents: list[int] = []
    ends: list[int] = []
    attributes: list[Mapping[str, str]] = []
    first_block: list[int] = []
    last_block: list[int] = []
    positions: list[int] = []
    blocks: list[Block] = []

    pieces: list[str] = []  # of the open block
    links: list[OpenLink] = []
    line_break = False  # a <br> waits for the text behind it
    link_url: str | None = None  # the open link
    link_start = 0
    element = level = 0  # what the open block lies in
    kind: BlockKind = "text"

    parent = 0  # the innermost open element in the outline, and where it ends on the page
    parent_end = len(all_tags) + 1
    stack: list[_Open] = []
    skipped_to = 0  # the elements before lie in one that shows no text
    rows = chain(zip(all_tags, all_ends, all_attributes, all_texts, all_tails, strict=True), (_END,))
    for position, (tag, end, attribute, own_text, tail) in enumerate(rows):
        if position < skipped_to:
            continue
        while parent_end <= position:  # close what ends before this element
            closed, cuts, outer, outer_element, outer_kind, outer_level, outer_link = stack.pop()
            ends[parent] = len(tags)
            if cuts:
                if pieces:
                    _add_block(blocks, pieces, links, kind, level, element, link_url, link_start)
                    link_start = 0
                line_break = False
                element, kind, level = outer_element, outer_kind, outer_level
            if link_url is not outer_link:
                if link_url is not None and link_start < len(pieces):
                    links.append((link_start, len(pieces), link_url))
                link_url, link_start = outer_link, len(pieces)
            last_block[parent] = len(blocks)
            parent = outer
            parent_end = all_ends[stack[-1][0]] if stack else len(all_tags) + 1
            if behind := all_tails[closed]:
                if behind.isspace():
                    if pieces:
                        pieces.append(behind)
                else:
                    if line_break:
                        if pieces:
                            pieces.append(_BREAK)
                        line_break = False
                    pieces.append(behind)
        if not tag:
            break

        text = own_text
        if tag in absent_tags or (not hidden and attribute and is_hidden(attribute)):
            skipped_to = end
            text = tail
        else:
            cuts = tag in block_tags
            leaf = end == position + 1
            listed = cuts or not lean or tag in TOLD or not (leaf or tag in TEXTLESS)
            if cuts:
                if pieces:
                    _add_block(blocks, pieces, links, kind, level, element, link_url, link_start)
                    link_start = 0
                line_break = False
                if tag in KINDS:
                    inner_kind, inner_level = KINDS[tag]
                elif kind != "text" and (tag in RESETS or kind == "cell"):
                    inner_kind, inner_level = "text", 0
                else:
                    inner_kind, inner_level = kind, level
            elif tag == "br":
                if line_break and pieces:
                    _add_block(blocks, pieces, links, kind, level, element, link_url, link_start)
                    link_start = 0
                line_break = not line_break
            if listed:
                index = len(tags)
                if not index & 1023:
                    check_time()
                tags.append(tag)
                parents.append(parent)
                ends.append(index + 1)
                attributes.append(attribute)
                first_block.append(len(blocks))
                last_block.append(len(blocks))
                positions.append(position)

            if tag in TEXTLESS:  # on with what stands behind it
                if not leaf:
                    skipped_to = end
                    if tag == "video" or tag == "audio":
                        attributes[index] = with_source(elements, position)
                text = tail
            elif leaf:
                if text and cuts:
                    if not text.isspace():
                        pieces.append(text)
                        _add_block(blocks, pieces, links, inner_kind, inner_level, index, link_url, 0)
                        last_block[index] = len(blocks)
                elif text:
                    start = len(pieces)
                    if text.isspace():
                        if start:
                            pieces.append(text)
                    else:
                        if line_break:
                            if start:
                                pieces.append(_BREAK)
                            line_break = False
                        pieces.append(text)
                    if tag == "a" and (href := attribute.get("href")):
                        if link_url is not None and link_start < start:
                            links.append((link_start, start, link_url))
                        link_start = len(pieces)
                        if start < link_start:
                            links.append((start, link_start, href))
                text = tail
            elif lean and tag in FOLDED_TAGS and (folded := fold(position)) is not None:
                text, labels = folded
                if text:
                    blocks.append(_new(Block, (len(blocks), text, "text", 0, index, labels, None)))
                    last_block[index] = len(blocks)
                skipped_to = end
                text = tail
            else:
                stack.append((position, cuts, parent, element, kind, level, link_url))
                parent, parent_end = index, end
                if cuts:
                    if len(stack) > max_depth:
                        limits.check_depth(len(stack), url)
                    element, kind, level = index, inner_kind, inner_level
                elif tag == "a" and (href := attribute.get("href")):
                    if link_url is not None and link_start < len(pieces):  # a link inside a link
                        links.append((link_start, len(pieces), link_url))
                    link_url, link_start = href, len(pieces)
        if text:
            if text.isspace():
                if pieces:
                    pieces.append(text)
            else:
                if line_break:
                    if pieces:
                        pieces.append(_BREAK)
                    line_break = False
                pieces.append(text)

    return blocks, Outline(tags, parents, ends, attributes, first_block, last_block, positions)


def _add_block(  # noqa: PLR0913, PLR0917  # the state of the walk, which lives in its local variables
    blocks: list[Block],
    pieces: list[str],
    links: list[OpenLink],
    kind: BlockKind,
    level: int,
    element: int,
    link_url: str | None,
    link_start: int,
) -> None:
    """Close the open block; its pieces and links are used up."""
    if link_url is not None and link_start < len(pieces):
        links.append((link_start, len(pieces), link_url))
    places: tuple[Link, ...] = ()
    if kind == "code":
        text = join_code(pieces)
        links.clear()
    elif links:
        text, places = join_linked(pieces, links)
        links.clear()
    else:
        text = join_pieces(pieces)
    if text.strip(BLANK):
        blocks.append(_new(Block, (len(blocks), text, kind, level, element, places, None)))
    pieces.clear()
