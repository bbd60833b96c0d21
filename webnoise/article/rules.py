"""The rules that decide after the scores of the default method, in their order.

A rule drops what the scores cannot know: what the page shows twice, what another field of the article has,
what breaks the text off. Each takes the page, its metadata and the decisions so far, and returns the
decisions after it. The rules in `webnoise.methods.core.score_rules` are evidence, before a site's memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice

from webnoise.article.captions import captions
from webnoise.article.kind import page_kind
from webnoise.article.kind.named import may_be_live
from webnoise.blocks.tables import tables
from webnoise.decisions import Decisions
from webnoise.metadata import Metadata
from webnoise.metadata.lines import is_moment, is_paywall_notice, line_role
from webnoise.model import Block, PageBlocks, Reason

Rule = Callable[[PageBlocks, Metadata, Decisions], Decisions]
Found = dict[int, Reason]

# Words of a paragraph that no author writes twice. Shorter ones recur in tables, recipes and interviews: from
# six words on they cost what they gain, from three on a tenth of a point.
_WRITTEN_ONCE = 12
_WORD = re.compile(r"\w+")
_FEWEST_WORDS, _LONGEST_KICKER = 3, 6  # words; two may begin or end any heading
_HEAD_LINES = 5
_FIRST_BLOCKS = 3  # a summary and its points may come between headline and byline
_LAST_BLOCKS = 3  # further up, a sentence that opens with the author's name is part of the article
_LONGEST_BIOGRAPHY = 60  # words
_WALL_BLOCKS = 6  # a notice, its offers and its login, where the method kept them
_WALL_REACH = 2  # farther after the text, notices are those of other articles and of menus
_LOWEST_LEVEL = 6  # of headings
_LONGEST_HEADING = 80  # characters; longer ones are sentences of the text, set large
_LONGEST_LURE = 200  # characters of an offer

KEPT_TABLE = Reason("content", "most of the table around it is text")
DROPPED_TABLE = Reason("element", "most of the table around it is no text")
PAYWALL = Reason("paywall", "asks to pay or to log in for the rest of the article")
HEADLINE = Reason("headline", "the title of the page; the field `title` has it")
CAPTION = Reason("caption", "belongs to a picture; the field `images` has it")
BYLINE = Reason("byline", "names the author; the field `authors` has it")
DATELINE = Reason("dateline", "dates the article; the field `published` has it")
POST_TIME = Reason("dateline", "dates a post of the live blog")
BIOGRAPHY = Reason("biography", "opens with the author's name, after the text")
LAST_HEADING = Reason("heading", "no text of the article follows the heading")


def apply_rules(page: PageBlocks, metadata: Metadata, decisions: Decisions) -> Decisions:
    for rule in RULES:
        decisions = rule(page, metadata, decisions)
    return decisions


def decide_tables(page: PageBlocks, _: Metadata, decisions: Decisions) -> Decisions:
    """Keep or drop a data table whole, as most of its words: a header without its figures is no text."""
    if not page.outline.tagged("table"):
        return decisions
    kept, dropped = Found(), Found()
    keep = decisions.keep.tolist()
    for rows, members in tables(page.blocks, page.outline):
        if rows:
            words = sum(block.text.count(" ") + 1 for block in members)
            kept_words = sum(block.text.count(" ") + 1 for block in members if keep[block.index])
            if 2 * kept_words >= words:
                kept |= {block.index: KEPT_TABLE for block in members if not keep[block.index]}
            else:
                dropped |= {block.index: DROPPED_TABLE for block in members if keep[block.index]}
    return decisions.override(kept, keep=True).override(dropped, keep=False)


def drop_copies(page: PageBlocks, _: Metadata, decisions: Decisions) -> Decisions:
    """Keep a paragraph once: the copy with most text beside it, the first of equals.

    Pages hold an article twice, for two sizes of screens or for print, or its opening once more as a lead.
    Short lines, which may recur, go with the copies that they are among.
    """
    kept = decisions.kept(page.blocks)
    if len({block.text for block in kept}) == len(kept):
        return decisions
    copies: dict[str, list[Block]] = {}
    beside: dict[int, int] = {}
    parents = page.outline.parents
    for block in kept:
        parent = parents[block.element]
        beside[parent] = beside.get(parent, 0) + len(block.text)
        if _is_written_once(block):
            copies.setdefault(block.text, []).append(block)
    found = Found()
    for same in copies.values():
        best = max(same, key=lambda block: beside[parents[block.element]])
        reason = Reason("duplicate", f"repeats block {best.index}")
        found |= {block.index: reason for block in same if block is not best}
    return decisions.override(found | _lines_among(kept, found), keep=False) if found else decisions


def _is_written_once(block: Block) -> bool:
    return block.kind != "code" and block.text.count(" ") >= _WRITTEN_ONCE - 1


def _lines_among(kept: Sequence[Block], copies: Collection[int]) -> Found:
    """The lines between two copies, and the headings before one, whose text stays elsewhere."""
    after_copy, before_copy = _lines_after(kept, copies), _lines_after(reversed(kept), copies)
    among = [
        block for block in kept if block.index in before_copy and (block.index in after_copy or block.level)
    ]
    indices = {block.index for block in among}
    stay = {block.text: block.index for block in reversed(kept) if block.index not in indices}
    return {
        block.index: Reason("duplicate", f"repeats block {stay[block.text]}")
        for block in among
        if block.text in stay
    }


def _lines_after(blocks: Iterable[Block], copies: Collection[int]) -> set[int]:
    """The lines whose last paragraph, in the order of these blocks, is a copy."""
    lines, is_copy = set[int](), False
    for block in blocks:
        if _is_written_once(block):
            is_copy = block.index in copies
        elif is_copy:
            lines.add(block.index)
    return lines


def drop_paywall_notice(page: PageBlocks, _: Metadata, decisions: Decisions) -> Decisions:
    """Drop the notice with which a paywall breaks the text off, and what follows it there."""
    kept = [
        page.blocks[index] for index in islice(reversed(decisions.keep.nonzero()[0].tolist()), _WALL_BLOCKS)
    ][::-1]
    end = kept[-1].index + 1 if kept else 0
    last = (*kept, *page.blocks[end : end + _WALL_REACH])
    found = Found()
    for block in last:
        is_notice = is_paywall_notice(block.text)
        if is_notice or (found and block.index < end):
            found[block.index] = PAYWALL
        if not is_notice and len(block.text) > _LONGEST_LURE and block.index < end:
            found = Found()  # the text goes on
    return decisions.override(found, keep=False)


def drop_headline(page: PageBlocks, metadata: Metadata, decisions: Decisions) -> Decisions:
    """Drop the title, as a heading or as a block before the text."""
    title = _words(metadata.title)
    found = Found()
    text_began = False
    for block in decisions.kept(page.blocks) if title else ():
        if not text_began or block.kind == "heading":
            if _is_headline(block, title):
                found[block.index] = HEADLINE
            else:
                text_began = True
    return decisions.override(found, keep=False)


def _is_headline(block: Block, title: list[str]) -> bool:
    """Whether a block says the title; at the first level a kicker more or less makes no difference."""
    if block.level != 1 and not (title[0] in (text := block.text.lower()) and title[-1] in text):
        return False  # a cheap look first
    words = _words(block.text)
    if words == title or block.level != 1:
        return words == title
    short, long = sorted((words, title), key=len)
    many = len(short)
    return (
        many >= _FEWEST_WORDS and len(long) - many <= _LONGEST_KICKER and short in (long[:many], long[-many:])
    )


def drop_captions(page: PageBlocks, _: Metadata, decisions: Decisions) -> Decisions:
    """Drop the captions of pictures."""
    kept = decisions.kept(page.blocks)
    found = captions(page, kept[0].index, kept[-1].index) if kept else ()
    return _drop(decisions, kept, {block.index: CAPTION for block in found if decisions.keep[block.index]})


def drop_byline_and_dateline(page: PageBlocks, metadata: Metadata, decisions: Decisions) -> Decisions:
    """Drop bylines and datelines before the text and after it; inside, a name or a date is part of it."""
    kept = decisions.kept(page.blocks)
    found = Found()
    others = 0
    last = len(kept) - _LAST_BLOCKS
    for number, block in enumerate(kept):
        if others >= _FIRST_BLOCKS and number < last:
            continue
        reason = _said_elsewhere(block.text, metadata) if block.kind != "code" else None
        if reason is None:
            others += 1
        else:
            found[block.index] = reason
    return _drop(decisions, kept, found)


def _said_elsewhere(text: str, metadata: Metadata) -> Reason | None:
    """Why a block goes whose lines all say headline, author or date: old layouts separate them by `<br>`."""
    if role := line_role(text, metadata):
        return BYLINE if role == "byline" else DATELINE
    lines = text.split("\n", maxsplit=_HEAD_LINES)
    if not 1 < len(lines) <= _HEAD_LINES:
        return None
    title = _words(metadata.title)
    return BYLINE if all(line_role(line, metadata) or _words(line) == title for line in lines) else None


def drop_post_times(page: PageBlocks, metadata: Metadata, decisions: Decisions) -> Decisions:
    """Drop the times and authors' names above the posts of a live blog."""
    if not may_be_live(page.url, metadata):
        return decisions
    kept = decisions.kept(page.blocks)
    found = {
        block.index: POST_TIME
        for block in kept
        if is_moment(block.text, metadata.language) or line_role(block.text, metadata)
    }
    is_live = found and page_kind(page.url, metadata, page, kept) == "live"
    return _drop(decisions, kept, found) if is_live else decisions


def drop_biographies(page: PageBlocks, metadata: Metadata, decisions: Decisions) -> Decisions:
    """Drop lines about the authors: short blocks at the end of the text that open with an author's name."""
    kept = decisions.kept(page.blocks)
    names = [name for author in metadata.authors if len(name := _words(author)) > 1]
    found = Found()
    for block in kept[-_LAST_BLOCKS:] if names and len(kept) > 2 * _LAST_BLOCKS else ():
        if block.text.count(" ") < _LONGEST_BIOGRAPHY:
            opening = block.text[:200].lower()
            if any(name[0] in opening and _words(opening)[: len(name)] == name for name in names):
                found[block.index] = BIOGRAPHY
    return _drop(decisions, kept, found)


def drop_last_headings(page: PageBlocks, _: Metadata, decisions: Decisions) -> Decisions:
    """Drop the last block of a text where it is a heading, and those that headed nothing else.

    It announces what was dropped after it, other articles above all: of 28 such headings on the development
    pages the golds have 8, and all of 4 that are longer.
    """
    kept = decisions.kept(page.blocks)
    found = Found()
    below = _LOWEST_LEVEL + 1
    for block in reversed(kept):
        if block.kind != "heading" or block.level >= below or len(block.text) > _LONGEST_HEADING:
            break
        found[block.index] = LAST_HEADING
        below = block.level
    return _drop(decisions, kept, found)


def _drop(decisions: Decisions, kept: Sequence[Block], found: Found) -> Decisions:
    """Drop what a rule found, unless that is all there is."""
    return decisions.override(found, keep=False) if len(found) < len(kept) else decisions


def _words(text: str | None) -> list[str]:
    return _WORD.findall(text.lower()) if text and len(text) < 500 else []


RULES: tuple[Rule, ...] = (
    decide_tables, drop_copies, drop_paywall_notice, drop_headline, drop_captions, drop_byline_and_dateline,
    drop_post_times, drop_biographies, drop_last_headings,
)  # fmt: skip
