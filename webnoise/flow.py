"""The whole way of a page, from bytes to an article, as functions of plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from webnoise.article.assemble import assemble, drop_biographies, drop_headline
from webnoise.config import Config
from webnoise.metadata import Metadata, Source, read_metadata
from webnoise.methods.registry import method_named
from webnoise.model import Article, Page, PageBlocks, Verdict
from webnoise.noise.duplicates import drop_duplicates
from webnoise.page.parse import parse
from webnoise.site.headline import remembered_title
from webnoise.site.memory import SiteMemory
from webnoise.verdicts import Verdicts

__all__ = ["Reading", "decide", "extract", "read", "settle"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A page that was parsed, cut and asked for its metadata; nothing is decided yet.

    `site` is what its siblings taught the method, once it is known.
    """

    page: Page
    metadata: Metadata
    cut: PageBlocks
    site: Any = None


def extract(page: Page, config: Config, site: Any = None) -> Article:
    """A page to its article; `site` is what the configured method has learned of the page's site."""
    return decide(read(page, config), config, site)


def read(page: Page, config: Config) -> Reading:
    """Parse the page once; read its metadata; cut it into blocks as the method wants it."""
    document = parse(page, config.limits)
    metadata = read_metadata(document, hints=page.hints, fetched=page.fetched)
    cut = method_named(config.method).segment(document)
    if metadata.language and metadata.language != cut.language:
        cut = replace(cut, language=metadata.language)
    return Reading(page, metadata, cut)


def decide(reading: Reading, config: Config, site: Any = None) -> Article:
    """Judge every block by the configured method, and settle what stays."""
    return settle(reading, method_named(config.method).judge(reading.cut, site), config, site)


def settle(reading: Reading, judged: Sequence[Verdict], config: Config, site: Any = None) -> Article:
    """Settle title, headline and authors' lines, and assemble what stays."""
    cut, metadata, verdicts = reading.cut, reading.metadata, Verdicts.of(judged)
    if config.drop_repeats:
        verdicts = drop_duplicates(cut, verdicts)
    if isinstance(site, SiteMemory):
        metadata = _retitled(metadata, remembered_title(metadata.title, cut, verdicts.kept, site))
    verdicts = drop_headline(cut.blocks, verdicts, metadata.title)
    verdicts = drop_biographies(cut.blocks, verdicts, metadata.authors)
    return assemble(reading.page, metadata, cut, verdicts)


def _retitled(metadata: Metadata, title: str | None) -> Metadata:
    if title == metadata.title:
        return metadata
    source = Source("site memory")
    sources = {**metadata.sources, "title": source}
    evidence = {**metadata.evidence, "title": f"{source}; not {metadata.title!r}"}
    return replace(metadata, title=title, sources=sources, evidence=evidence)
