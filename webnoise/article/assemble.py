"""Kept blocks and metadata to an Article."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import compress
from operator import not_
from typing import TYPE_CHECKING

from webnoise.article.kind import page_kind
from webnoise.article.layout import layout
from webnoise.article.markdown import to_html, to_markdown, to_text
from webnoise.article.media import images, media
from webnoise.model import Article, Block, Page, PageBlocks, Reason, Verdict
from webnoise.text.language import detect_language
from webnoise.verdicts import Verdicts

if TYPE_CHECKING:
    from webnoise.metadata import Metadata

__all__ = ["assemble", "drop_biographies", "drop_headline"]

_WORD = re.compile(r"\w+")
_FEWEST_WORDS, _LONGEST_KICKER = 3, 6  # words; two may begin or end any heading
_LAST_BLOCKS = 3  # further up, a sentence that opens with the author's name is part of the story
_LONGEST_BIOGRAPHY = 60  # words
BIOGRAPHY = Reason("biography", "opens with the author's name, behind the text")
HEADLINE = Reason("headline", "the title of the page; it stands in `title`, not in the text")


def assemble(page: Page, metadata: Metadata, cut: PageBlocks, verdicts: Sequence[Verdict]) -> Article:
    """Write the kept blocks as text and put the metadata beside it; the rest is made when it is read."""
    judged = Verdicts.of(verdicts)
    kept = list(compress(cut.blocks, judged.kept))
    parts = layout(kept, cut.outline)
    text = to_text(parts)
    article = Article(
        url=page.url or None,
        canonical_url=metadata.canonical_url,
        site=metadata.site,
        title=metadata.title,
        authors=list(metadata.authors),
        published=metadata.published,
        modified=metadata.modified,
        language=metadata.language or detect_language(text),
        section=metadata.section,
        tags=list(metadata.tags),
        description=metadata.description,
        text=text,
        paywalled=metadata.paywalled,
        word_count=len(text.split()),
        fetched=page.fetched,
    )
    return article.attach(
        cut.blocks,
        judged,
        metadata.evidence,
        markdown=lambda: to_markdown(parts, cut.base_url),
        images=lambda: images(cut, kept, metadata.images),
        media=lambda: media(cut),
        kind=lambda: page_kind(page.url, metadata, cut, kept),
        noise=lambda: _count_noise(judged),
        html=lambda: to_html(parts, cut.base_url),
    )


def _count_noise(verdicts: Verdicts) -> dict[str, int]:
    return dict(Counter(compress(verdicts.codes, map(not_, verdicts.kept))))


def drop_headline(blocks: Sequence[Block], verdicts: Sequence[Verdict], title: str | None) -> Verdicts:
    """The headline is not repeated in the text, neither as a heading nor as a block before the text."""
    judged = Verdicts.of(verdicts)
    wanted = _words(title)
    repeats: list[int] = []
    text_began = not wanted
    for block in compress(blocks, judged.kept):
        if block.kind == "heading" or not text_began:
            if wanted and _is_headline(block, wanted):
                repeats.append(block.index)
            else:
                text_began = True
    return judged.settled(dict.fromkeys(repeats, HEADLINE), keep=False)


def _is_headline(block: Block, title: list[str]) -> bool:
    """Whether a block says the title; at the first level a kicker more or less makes no difference."""
    words = _words(block.text)
    if words == title or block.level != 1:
        return words == title
    short, long = sorted((words, title), key=len)
    many = len(short)
    return (
        many >= _FEWEST_WORDS and len(long) - many <= _LONGEST_KICKER and short in (long[:many], long[-many:])
    )


def drop_biographies(
    blocks: Sequence[Block], verdicts: Sequence[Verdict], authors: Sequence[str]
) -> Verdicts:
    """Lines about the authors behind the text go: short blocks at its end that open with an author's name."""
    judged = Verdicts.of(verdicts)
    names = [name for author in authors if len(name := _words(author)) > 1]
    kept = list(compress(blocks, judged.kept)) if names else []
    lines: list[int] = []
    for block in kept[-1 : -1 - _LAST_BLOCKS : -1] if len(kept) > 2 * _LAST_BLOCKS else ():
        opening = _words(block.text[:200])
        if block.text.count(" ") < _LONGEST_BIOGRAPHY and any(opening[: len(name)] == name for name in names):
            lines.append(block.index)
    return judged.settled(dict.fromkeys(lines, BIOGRAPHY), keep=False)


def _words(text: str | None) -> list[str]:
    return _WORD.findall(text.lower()) if text and len(text) < 500 else []
