"""Kept blocks and metadata to an Article."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from webnoise.article.kind import page_kind
from webnoise.article.language import detect_language
from webnoise.article.layout import layout
from webnoise.article.markdown import to_html, to_markdown, to_text
from webnoise.article.media import images, media
from webnoise.model import Article, Block, Page, PageBlocks, Reason, Verdict

if TYPE_CHECKING:
    from webnoise.article.metadata import Metadata

__all__ = ["assemble", "drop_biographies", "drop_headline"]

_WORD = re.compile(r"\w+")
_LAST_BLOCKS = 3  # further up, a sentence that opens with the author's name is part of the story
_LONGEST_BIOGRAPHY = 60  # words
BIOGRAPHY = Reason("biography", "opens with the author's name, behind the text")
HEADLINE = Reason("headline", "the title of the page; it stands in `title`, not in the text")


def assemble(page: Page, metadata: Metadata, cut: PageBlocks, verdicts: Sequence[Verdict]) -> Article:
    """Write the kept blocks as text, Markdown and HTML, and put the metadata beside them."""
    kept = [block for block, verdict in zip(cut.blocks, verdicts, strict=True) if verdict.keep]
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
        markdown=to_markdown(parts, cut.base_url),
        images=images(cut, kept, metadata.images),
        media=media(cut),
        kind=page_kind(page.url, metadata, cut, kept),
        paywalled=metadata.paywalled,
        word_count=len(text.split()),
        noise=dict(Counter(verdict.reason.code for verdict in verdicts if not verdict.keep)),
        fetched=page.fetched,
    )
    return article.attach(cut.blocks, verdicts, to_html(parts, cut.base_url), metadata.evidence)


def drop_headline(blocks: Sequence[Block], verdicts: Sequence[Verdict], title: str | None) -> list[Verdict]:
    """The headline is not repeated in the text, neither as a heading nor as a block before the text."""
    settled = list(verdicts)
    wanted = _words(title)
    if not wanted:
        return settled
    text_began = False
    for position, (block, verdict) in enumerate(zip(blocks, verdicts, strict=True)):
        if not verdict.keep:
            continue
        if (block.kind == "heading" or not text_began) and _words(block.text) == wanted:
            settled[position] = Verdict(False, verdict.score, HEADLINE)
        else:
            text_began = True
    return settled


def drop_biographies(
    blocks: Sequence[Block], verdicts: Sequence[Verdict], authors: Sequence[str]
) -> list[Verdict]:
    """Lines about the authors behind the text go: short blocks at its end that open with an author's name."""
    settled = list(verdicts)
    names = [name for author in authors if len(name := _words(author)) > 1]
    kept = [block for block, verdict in zip(blocks, verdicts, strict=True) if verdict.keep]
    for block in kept[-1 : -1 - _LAST_BLOCKS : -1] if len(kept) > 2 * _LAST_BLOCKS else ():
        opening = _words(block.text[:200])
        if block.text.count(" ") < _LONGEST_BIOGRAPHY and any(opening[: len(name)] == name for name in names):
            settled[block.index] = Verdict(False, verdicts[block.index].score, BIOGRAPHY)
    return settled


def _words(text: str | None) -> list[str]:
    return _WORD.findall(text.lower()) if text and len(text) < 500 else []
