"""One pass over the tree: text blocks in document order, and the outline of the elements around them.

A block is a run of visible text that no block-level element, `<br><br>` or rule interrupts. Every
visible character of the page lies in exactly one block.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from webnoise.blocks.text import LINE_BREAK, OpenLink, join_code, join_pieces
from webnoise.model import Block, BlockKind, Outline, PageBlocks
from webnoise.page.parse import Document

__all__ = ["BLOCK_TAGS", "segment"]

_BREAK = f" {LINE_BREAK} "

BLOCK_TAGS = frozenset(
    "address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav "
    "ol optgroup option p pre section select summary table tbody td textarea tfoot th thead tr ul".split()
)
"""Elements before and after which a reader sees a break."""

_TEXTLESS = frozenset(
    "script style svg iframe object video audio canvas img input hr br noframes applet frame".split()
)
"""Elements whose inside is no text of the page; they stand in the outline, what they hold does not."""

_CHILDLESS = frozenset("script style img input hr br link meta base".split())
"""Of these and the next ones: what can hold no element, for libxml2."""

_ABSENT = frozenset("noscript template link meta title base basefont param".split())
"""Elements that neither show text nor count as part of the page. `head` is none of them: where `<body>` is
left out, libxml2 puts the elements of HTML 5 into it. Nor are embed, source, track and wbr in these lists:
libxml2 does not know that they are empty, and nests what follows into them."""

_FOR_SCRIPTLESS = frozenset(["noscript", "template"])

_KINDS: dict[str, BlockKind] = {
    "li": "list_item", "dt": "list_item", "dd": "list_item", "blockquote": "quote", "pre": "code",
    "textarea": "code", "td": "cell", "th": "cell", "figcaption": "caption", "caption": "caption",
    "h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading",
}  # fmt: skip
_RESETS = frozenset(
    "html body main article section nav aside header footer form table tr tbody ul ol dl".split()
)
"""Elements that end the kind of what lies around them; others (p, div) pass it on."""

_NO_ATTRIBUTES: dict[str, str] = {}
_Open = tuple[Any, int, bool, int, BlockKind, int, "str | None"]
"""An open element: lxml element, place in the outline, whether it cuts, and what was open around it: the
block's element, kind and level, and the link."""


def segment(
    document: Document,
    *,
    cut_at: frozenset[str] = frozenset(),
    hidden: bool = False,
    scriptless: bool = False,
) -> PageBlocks:
    """Cut a page into blocks.

    `cut_at` names inline elements that shall cut like block-level ones (some papers cut at `span`).
    `hidden` takes in what the page hides (its scripts may show it), `scriptless` what it shows to readers
    without scripts: for pages with little else.
    """
    absent = _ABSENT - _FOR_SCRIPTLESS if scriptless else _ABSENT
    blocks, outline = _walk(document, BLOCK_TAGS | cut_at if cut_at else BLOCK_TAGS, absent, hidden=hidden)
    root = document.root
    title = next(root.iter("title"), None)
    return PageBlocks(
        url=document.url,
        base_url=document.base_url,
        title=(" ".join((title.text or "").split()) or None) if title is not None else None,
        language=(root.get("lang") or "").strip()[:2].lower() or None,
        blocks=tuple(blocks),
        outline=outline,
        styles=document.page.styles,
        fetched=document.page.fetched,
    )


def _walk(
    document: Document, block_tags: frozenset[str], absent_tags: frozenset[str], *, hidden: bool
) -> tuple[list[Block], Outline]:
    """The one loop over the tree. It is long because it is hot: a call per element would double its cost."""
    limits, url = document.limits, document.url
    max_depth = limits.max_depth
    tags: list[str] = []
    parents: list[int] = []
    ends: list[int] = []
    attributes: list[dict[str, str]] = []
    first_block: list[int] = []
    last_block: list[int] = []
    blocks: list[Block] = []

    pieces: list[str] = []  # of the open block
    links: list[OpenLink] = []
    line_break = False  # a <br> waits for the text behind it
    link_url: str | None = None  # the open link
    link_start = 0
    element = level = 0  # what the open block lies in
    kind: BlockKind = "text"

    def flush() -> None:
        """Close the open block."""
        nonlocal line_break, link_start
        if link_url is not None and link_start < len(pieces):
            links.append((link_start, len(pieces), link_url))
        text, places = join_code(pieces) if kind == "code" else join_pieces(pieces, links)
        if text:
            blocks.append(Block(len(blocks), text, kind, level, element, places))
        pieces.clear()
        links.clear()
        link_start = 0
        line_break = False

    stack: list[_Open] = [(None, -1, False, 0, "text", 0, None)]
    left_out = 0  # how many of the next nodes lie inside an element that shows no text
    for node in chain(document.root.iter("*"), (None,)):
        if left_out:
            left_out -= 1
            continue
        parent = node.getparent() if node is not None else None
        while (top := stack[-1])[0] is not parent:  # close what ends before this node
            stack.pop()
            closing, index, cuts, element_around, kind_around, level_around, link_around = top
            ends[index] = len(tags)
            if cuts:
                if pieces:
                    flush()
                line_break = False
                element, kind, level = element_around, kind_around, level_around
            if link_url is not link_around:
                if link_url is not None and link_start < len(pieces):
                    links.append((link_start, len(pieces), link_url))
                link_url, link_start = link_around, len(pieces)
            last_block[index] = len(blocks)
            text = closing.tail
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
        if node is None:
            break

        tag = node.tag
        absent = tag in absent_tags
        if not absent and (items := node.items()):
            attribute = dict(items)
            absent = not hidden and _is_hidden(attribute)
        else:
            attribute = _NO_ATTRIBUTES
        if not absent:
            cuts = tag in block_tags
            if cuts:
                if pieces:
                    flush()
                line_break = False
            elif tag == "br":
                if line_break and pieces:
                    flush()
                line_break = not line_break
            index = len(tags)
            if not index & 1023:
                limits.check_nodes(index, url)
                limits.check_time(document.deadline, url)
            tags.append(tag)
            parents.append(stack[-1][1] if index else 0)
            ends.append(index + 1)
            attributes.append(attribute)
            many = len(blocks)
            first_block.append(many)
            last_block.append(many)

        if absent or tag in _TEXTLESS:  # no text inside: on with what stands behind it
            if tag not in _CHILDLESS and len(node):
                left_out = sum(1 for _ in node.iter("*")) - 1
                if tag == "video" or tag == "audio":
                    _take_source(node, attribute)
            text = node.tail
        else:
            stack.append((node, index, cuts, element, kind, level, link_url))
            if cuts:
                if len(stack) > max_depth:
                    limits.check_depth(len(stack), url)
                element = index
                if tag in _KINDS:
                    kind = _KINDS[tag]
                    level = int(tag[1]) if kind == "heading" else 0
                elif kind != "text" and (tag in _RESETS or kind == "cell"):
                    kind, level = "text", 0
            elif tag == "a":
                href = attribute.get("href")
                if href:
                    if link_url is not None and link_start < len(pieces):  # a link inside a link
                        links.append((link_start, len(pieces), link_url))
                    link_url, link_start = href, len(pieces)
            text = node.text
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

    return blocks, Outline(tags, parents, ends, attributes, first_block, last_block)


def _is_hidden(attribute: dict[str, str]) -> bool:
    if "hidden" in attribute or attribute.get("aria-hidden") == "true":
        return True
    style = attribute.get("style")
    if style is None or ("none" not in style and "hidden" not in style):
        return False
    style = style.replace(" ", "").lower()
    return "display:none" in style or "visibility:hidden" in style


def _take_source(node: Any, attribute: dict[str, str]) -> None:
    """A video or audio element without `src` gets that of its first source."""
    if "src" not in attribute:
        source = next(node.iter("source"), None)
        if source is not None and source.get("src"):
            attribute["src"] = source.get("src")
