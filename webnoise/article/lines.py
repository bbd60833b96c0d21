"""Lines that a method kept and that are no text: the headline, byline and dateline, captions, biographies,
paywall notices, headings of nothing.

Most stand in a field of the article instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress, islice

from webnoise.article.captions import kept_captions
from webnoise.article.kind import page_kind
from webnoise.article.kind.named import may_be_live
from webnoise.metadata import Metadata
from webnoise.metadata.lines import is_moment, is_paywall_notice, line_role, may_be_paywall_notice
from webnoise.model import Block, PageBlocks, Reason
from webnoise.verdicts import Verdicts

_WORD = re.compile(r"\w+")
_FEWEST_WORDS, _LONGEST_KICKER = 3, 6  # words; two may begin or end any heading
_HEAD_LINES = 5
_FIRST_BLOCKS = 3  # a summary and its points may stand between headline and byline
_LAST_BLOCKS = 3  # further up, a sentence that opens with the author's name is part of the story
_LONGEST_BIOGRAPHY = 60  # words
_WALL_BLOCKS = 6  # a notice, its offers and its login, where the method kept them
_WALL_BEHIND = 2  # farther behind the text, notices are those of other articles and of menus
_LOWEST_LEVEL = 6  # of headings
_LONGEST_HEADING = 80  # characters; longer ones are sentences of the text, set large
_LONGEST_LURE = 200  # characters of an offer
BIOGRAPHY = Reason("biography", "opens with the author's name, behind the text")
BYLINE = Reason("byline", "says who wrote the article; that stands in `authors`")
CAPTION = Reason("caption", "stands with a picture; it is in `images`")
DATELINE = Reason("dateline", "says when the article was published or changed; that stands in `published`")
POST_TIME = Reason("dateline", "says when a post of the live blog was written")
PAYWALL = Reason("paywall", "asks to pay or to log in for the rest of the article")
LAST_HEADING = Reason("heading", "heads nothing: no text of the article follows")
HEADLINE = Reason("headline", "the title of the page; it stands in `title`, not in the text")


def paywall_notice(page: PageBlocks, verdicts: Verdicts) -> dict[int, Reason]:
    """The blocks with which a paywall breaks the text off: its notice and what follows it there."""
    last_first = compress(reversed(page.blocks), reversed(verdicts.kept))
    kept = [*islice(last_first, _WALL_BLOCKS)][::-1]
    behind = kept[-1].index + 1 if kept else 0
    last = (*kept, *page.blocks[behind : behind + _WALL_BEHIND])
    found: dict[int, Reason] = {}
    for block in last if may_be_paywall_notice([block.text for block in last]) else ():
        is_notice = is_paywall_notice(block.text)
        if is_notice or (found and block.index < behind):
            found[block.index] = PAYWALL
        if not is_notice and len(block.text) > _LONGEST_LURE and block.index < behind:
            found = {}  # the text goes on
    return found


def drop_lines(page: PageBlocks, verdicts: Verdicts, metadata: Metadata) -> Verdicts:
    """What the article's other fields say is not repeated in its text, which ends with what was written."""
    kept = list(compress(page.blocks, verdicts.kept))
    for lines in (_headlines, _captions, _signed_and_dated, _post_times, _biographies, _last_headings):
        found = lines(page, kept, metadata)
        if found and (len(found) < len(kept) or lines is _headlines):
            verdicts = verdicts.settled(found, keep=False)
            kept = [block for block in kept if block.index not in found]
    return verdicts


def _headlines(_: PageBlocks, kept: Sequence[Block], metadata: Metadata) -> dict[int, Reason]:
    """The headline as a heading, or as a block before the text."""
    wanted = _words(metadata.title)
    found: dict[int, Reason] = {}
    text_began = False
    for block in kept if wanted else ():
        if not text_began or block[2] == "heading":  # its kind, by the index as it is asked of every block
            if _is_headline(block, wanted):
                found[block.index] = HEADLINE
            else:
                text_began = True
    return found


def _is_headline(block: Block, title: list[str]) -> bool:
    """Whether a block says the title; at the first level a kicker more or less makes no difference."""
    if block.level != 1 and not (title[0] in (text := block.text.lower()) and title[-1] in text):
        return False  # cheap to look for first
    words = _words(block.text)
    if words == title or block.level != 1:
        return words == title
    short, long = sorted((words, title), key=len)
    many = len(short)
    return (
        many >= _FEWEST_WORDS and len(long) - many <= _LONGEST_KICKER and short in (long[:many], long[-many:])
    )


def _captions(page: PageBlocks, kept: Sequence[Block], _: Metadata) -> dict[int, Reason]:
    found = kept_captions(page, kept)
    return {block.index: CAPTION for block in kept if block.index in found} if found else {}


def _signed_and_dated(_: PageBlocks, kept: Sequence[Block], metadata: Metadata) -> dict[int, Reason]:
    """Bylines and datelines before the text and behind it; inside, a name or a date is part of it."""
    found: dict[int, Reason] = {}
    others = 0
    last = len(kept) - _LAST_BLOCKS
    for position, block in enumerate(kept):
        if others >= _FIRST_BLOCKS and position < last:
            continue
        reason = _said_elsewhere(block.text, metadata) if block.kind != "code" else None
        if reason is None:
            others += 1
        else:
            found[block.index] = reason
    return found


def _said_elsewhere(text: str, metadata: Metadata) -> Reason | None:
    """What a block is whose lines all say headline, author or date: old layouts part them by `<br>` alone."""
    if role := line_role(text, metadata):
        return BYLINE if role == "byline" else DATELINE
    lines = text.split("\n", maxsplit=_HEAD_LINES)
    if not 1 < len(lines) <= _HEAD_LINES:
        return None
    title = _words(metadata.title)
    roles = [line_role(line, metadata) or (_words(line) == title and "headline") for line in lines]
    return BYLINE if all(roles) else None


def _post_times(page: PageBlocks, kept: Sequence[Block], metadata: Metadata) -> dict[int, Reason]:
    """The moments, and the names of the authors, that the posts of a live blog are headed by."""
    if not may_be_live(page.url, metadata):
        return {}
    found = {
        block.index: POST_TIME
        for block in kept
        if is_moment(block.text, metadata.language) or line_role(block.text, metadata)
    }
    is_live = found and page_kind(page.url, metadata, page, kept) == "live"
    return found if is_live else {}


def _biographies(_: PageBlocks, kept: Sequence[Block], metadata: Metadata) -> dict[int, Reason]:
    """Lines about the authors behind the text: short blocks at its end that open with an author's name."""
    names = [name for author in metadata.authors if len(name := _words(author)) > 1]
    found: dict[int, Reason] = {}
    for block in kept[-_LAST_BLOCKS:] if names and len(kept) > 2 * _LAST_BLOCKS else ():
        if block.text.count(" ") < _LONGEST_BIOGRAPHY:
            opening = block.text[:200].lower()
            if any(name[0] in opening and _words(opening)[: len(name)] == name for name in names):
                found[block.index] = BIOGRAPHY
    return found


def _last_headings(_: PageBlocks, kept: Sequence[Block], __: Metadata) -> dict[int, Reason]:
    """The last block of a text where it is a heading, and those that headed nothing else.

    It announces what was dropped behind it, other articles above all: of 28 that the golds of the
    development pages tell of they have 8, and all of 4 that are longer.
    """
    found: dict[int, Reason] = {}
    below = _LOWEST_LEVEL + 1
    for block in reversed(kept):
        if block.kind != "heading" or block.level >= below or len(block.text) > _LONGEST_HEADING:
            break
        found[block.index] = LAST_HEADING
        below = block.level
    return found


def _words(text: str | None) -> list[str]:
    return _WORD.findall(text.lower()) if text and len(text) < 500 else []
