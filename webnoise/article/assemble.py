"""Kept blocks and metadata to an Article."""

# A cached property may be written to, which mypy does not know:
# mypy: disable-error-code="override"

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from operator import not_
from typing import Any

from webnoise.article.kind import page_kind
from webnoise.article.layout import Part, layout
from webnoise.article.markdown import to_html, to_markdown, to_text
from webnoise.article.media import PageMedia
from webnoise.article.roles import assign_roles, is_explained_by_role, role_reason
from webnoise.decisions import Decisions
from webnoise.metadata import Metadata
from webnoise.methods.base import Memory, Prepared
from webnoise.model import Article, Block, Image, Media, Page, PageBlocks, PageKind, Role, Verdict
from webnoise.text.language import detect_language
from webnoise.text.words import strip_controls, word_count


@dataclass(frozen=True)
class DecidedPage:
    """A page whose blocks are decided: all that its article is made of."""

    page: Page
    metadata: Metadata
    prepared: Prepared
    decisions: Decisions
    memory: Memory | None = None

    @property
    def page_blocks(self) -> PageBlocks:
        return self.prepared.page

    @cached_property
    def kept(self) -> list[Block]:
        return self.decisions.kept(self.page_blocks.blocks)

    @cached_property
    def roles(self) -> Sequence[Role]:
        return self.decisions.roles or assign_roles(self.prepared, self.decisions, self.memory)

    @cached_property
    def parts(self) -> Sequence[Part]:
        return layout(self.kept, self.page_blocks.outline, self._wanted_captions)

    @cached_property
    def pictures(self) -> PageMedia:
        return PageMedia(self.page_blocks, self.kept)

    @property
    def _wanted_captions(self) -> frozenset[int]:
        """The captions that the text shall have: only where roles chose what it has."""
        roles = enumerate(self.decisions.roles or ())
        return frozenset(i for i, role in roles if role in ("caption", "credit") and self.decisions.keep[i])


class ExtractedArticle(Article):
    """An `Article` whose costly fields are computed when they are first read.

    Copies, pickles and replacements are complete and keep nothing of the page.
    """

    decided: DecidedPage

    @classmethod
    def of(cls, decided: DecidedPage) -> ExtractedArticle:
        page, metadata = decided.page, decided.metadata
        text = strip_controls(to_text(decided.parts))
        article = cls.__new__(cls)  # not by `__init__`, which would set the fields below
        article.__dict__.update(
            decided=decided,
            url=strip_controls(page.url) or None,
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
            fetched=page.fetched,
            extra=dict(page.extra),
        )
        return article

    @cached_property
    def word_count(self) -> int:
        return word_count(self.text)

    @cached_property
    def markdown(self) -> str:
        return strip_controls(to_markdown(self.decided.parts, self.decided.page_blocks.base_url))

    @cached_property
    def html(self) -> str:
        return strip_controls(to_html(self.decided.parts, self.decided.page_blocks.base_url))

    @cached_property
    def images(self) -> list[Image]:
        return self.decided.pictures.images(self.decided.metadata.images)

    @cached_property
    def media(self) -> list[Media]:
        return self.decided.pictures.large()

    @cached_property
    def kind(self) -> PageKind:
        made = self.decided
        return page_kind(made.page.url, made.metadata, made.page_blocks, made.kept)

    @cached_property
    def noise(self) -> dict[str, int]:
        made = self.decided
        return dict(Counter(compress(made.roles, map(not_, made.decisions.keep.tolist()))))

    @cached_property
    def blocks(self) -> list[Block]:
        made = self.decided
        named_by_role = is_explained_by_role(made.prepared)
        blocks = []
        for block, own, role in zip(
            made.page_blocks.blocks, made.decisions.verdicts(), made.roles, strict=True
        ):
            reason = role_reason(block, role, own.reason) if named_by_role and not own.keep else own.reason
            blocks.append(block._replace(verdict=Verdict(own.keep, own.score, reason, role)))
        return blocks

    @cached_property
    def evidence(self) -> Mapping[str, str]:
        return {field: strip_controls(words) for field, words in self.decided.metadata.evidence.items()}

    def __reduce__(self) -> tuple[type[Article], tuple[Any, ...]]:
        return Article, tuple(getattr(self, field.name) for field in dataclasses.fields(Article))


def decided_page_of(article: Article) -> DecidedPage | None:
    """What an article was made of; None for one that was copied, joined from several, or read from a file."""
    return article.__dict__.get("decided")
