"""Kept blocks and metadata to an Article."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from operator import not_
from typing import Any

from webnoise.article.kind import page_kind
from webnoise.article.layout import Part, Run, layout, runs
from webnoise.article.markdown import to_html, to_markdown, to_text
from webnoise.article.media import PageMedia
from webnoise.metadata import Metadata
from webnoise.model import Article, Block, Image, Media, Page, PageBlocks, PageKind, Role, Verdict
from webnoise.text.language import detect_language
from webnoise.text.words import word_count, writable
from webnoise.verdicts import Verdicts


@dataclass(frozen=True)
class Extraction:
    """What an article is made of. The methods work out the fields that are not always wanted."""

    page: Page
    metadata: Metadata
    cut: PageBlocks
    verdicts: Verdicts
    kept: Sequence[Block]
    runs: Sequence[Run]
    text: str

    def word_count(self) -> int:
        return word_count(self.text)

    @cached_property
    def parts(self) -> Sequence[Part]:
        return layout(self.runs, self.cut.outline)

    def markdown(self) -> str:
        return writable(to_markdown(self.parts, self.cut.base_url))

    @cached_property
    def _media(self) -> PageMedia:
        return PageMedia(self.cut, self.kept)

    def images(self) -> list[Image]:
        return self._media.images(self.metadata.images)

    def media(self) -> list[Media]:
        return self._media.large()

    def kind(self) -> PageKind:
        return page_kind(self.page.url, self.metadata, self.cut, self.kept)

    def noise(self) -> dict[str, int]:
        return dict(Counter(compress(self.verdicts.roles, map(not_, self.verdicts.kept))))

    def html(self) -> str:
        return writable(to_html(self.parts, self.cut.base_url))

    def blocks(self) -> list[Block]:
        return [
            block._replace(verdict=verdict)
            for block, verdict in zip(self.cut.blocks, self.verdicts, strict=True)
        ]

    def evidence(self) -> dict[str, str]:
        return {field: writable(told) for field, told in self.metadata.evidence.items()}


_LATE = frozenset(
    ["word_count", "markdown", "images", "media", "kind", "noise", "html", "blocks", "evidence"]
)


class ExtractedArticle(Article):
    """An `Article` whose fields that are not always wanted are worked out when they are first read.

    Who wants the text does not pay for the rest. What is copied, pickled or replaced is a plain article with
    everything in it.
    """

    @classmethod
    def of(cls, extraction: Extraction, **fields: Any) -> ExtractedArticle:
        article = cls.__new__(cls)
        article.__dict__.update(fields, _extraction=extraction)
        return article

    def __getattr__(self, name: str) -> Any:
        if name not in _LATE:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        value = self.__dict__[name] = getattr(self._extraction, name)()
        return value

    def __reduce__(self) -> tuple[type[Article], tuple[Any, ...]]:
        return Article, tuple(getattr(self, name) for name in _FIELDS)


def extraction_of(article: Article) -> Extraction | None:
    """What an article was made of; None for one that was copied, joined from several, or read from a file."""
    return article.__dict__.get("_extraction")


_FIELDS = tuple(own.name for own in dataclasses.fields(Article))


_CAPTIONS: frozenset[Role] = frozenset(["caption", "credit"])


def _captions(verdicts: Verdicts) -> frozenset[int]:
    """The captions that somebody wants in the text; who chose the roles to keep knows them already."""
    roles = verdicts.known_roles or ()
    return frozenset(index for index, role in enumerate(roles) if role in _CAPTIONS and verdicts.kept[index])


def assemble(page: Page, metadata: Metadata, cut: PageBlocks, verdicts: Sequence[Verdict]) -> Article:
    """Write the kept blocks as text and put the metadata beside it; the rest is made when it is read."""
    judged = Verdicts.of(verdicts)
    kept = list(compress(cut.blocks, judged.kept))
    laid_out = list(runs(kept, cut.outline, _captions(judged)))
    text = writable(to_text(laid_out))
    return ExtractedArticle.of(
        Extraction(page, metadata, cut, judged, kept, laid_out, text),
        url=writable(page.url) or None,
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
        fingerprint=None,
        duplicate_of=None,
        fetched=page.fetched,
        extra=dict(page.extra),
    )
