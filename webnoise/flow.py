"""The whole way of a page, from bytes to an article, as functions of plain values.

The crawl, the Python interface, the command line and the evaluation all call it. A method is given by name or
as an object with parameters of one's own; where none is given, it is the configured one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from webnoise.article.assemble import DecidedPage, ExtractedArticle
from webnoise.article.roles import are_default, assign_roles, keep_roles
from webnoise.article.rules import PAYWALL, apply_rules
from webnoise.config import Config
from webnoise.decisions import Decisions
from webnoise.metadata import Metadata, Source, read_metadata
from webnoise.methods.base import AnyMethod, Memory, Prepared
from webnoise.methods.core.method import Core
from webnoise.methods.registry import resolve
from webnoise.model import Article, Page, PageBlocks
from webnoise.page.parse import Document, parse


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page that was parsed and prepared by a method, with its metadata; nothing is decided yet.

    `memory` is what its siblings taught the method, once it is known.
    """

    page: Page
    metadata: Metadata = field(repr=False)
    method: AnyMethod = field(repr=False)
    prepared: Prepared = field(repr=False)
    memory: Memory | None = None

    @property
    def page_blocks(self) -> PageBlocks:
        return self.prepared.page


def extract(
    page: Page, config: Config, memory: Memory | None = None, method: str | AnyMethod | None = None
) -> Article:
    """Make the article of a page; `memory` is what the method has learned of the page's site."""
    return finish(read(page, config, method), config, memory)


def read(page: Page, config: Config, method: str | AnyMethod | None = None) -> ReadPage:
    """Parse the page once, read its metadata, and prepare its blocks for the method."""
    return prepare(*parse_page(page, config), method or config.chosen_method)


def parse_page(page: Page, config: Config) -> tuple[Document, Metadata]:
    """Do what all methods share."""
    document = parse(page, config.limits)
    metadata = read_metadata(document, hints=page.hints, fetched=page.fetched)
    document.check_time()
    return document, metadata


def segment_page(document: Document, metadata: Metadata, method: AnyMethod) -> PageBlocks:
    """Segment the page as the method wants it, and attach language, description and authors."""
    blocks = method.segment(document)
    language, description, authors = metadata.language, metadata.description, tuple(metadata.authors)
    return replace(blocks, language=language or blocks.language, description=description, authors=authors)


def prepare(document: Document, metadata: Metadata, method: str | AnyMethod) -> ReadPage:
    """Prepare a parsed page for one method."""
    method = resolve(method)
    blocks = segment_page(document, metadata, method)
    document.check_time()
    return ReadPage(document.page, metadata, method, method.prepare(blocks))


def finish(read: ReadPage, config: Config, memory: Memory | None = None) -> Article:
    """Decide what stays of a page, and make its article."""
    return ExtractedArticle.of(decide(read, config, memory))


def decide(read: ReadPage, config: Config, memory: Memory | None = None) -> DecidedPage:
    """Decide on every block by the method, then by the rules of the default method if that is it."""
    page, method = read.page_blocks, read.method
    decisions = Decisions.of(method.judge(read.prepared, memory))
    title = method.title(read.metadata.title, read.prepared, decisions.keep.tolist(), memory)
    metadata = _with_title(read.metadata, title)
    if isinstance(method, Core):
        decisions = apply_rules(page, metadata, decisions)
        if PAYWALL in decisions.overrides.values():
            metadata = _with_paywall(metadata)
    if not are_default(config.text_roles):
        roles = assign_roles(read.prepared, decisions, memory)
        decisions = keep_roles(page, decisions, roles, config.text_roles)
    return DecidedPage(read.page, metadata, read.prepared, decisions, memory)


def _with_title(metadata: Metadata, title: str | None) -> Metadata:
    if title == metadata.title:
        return metadata
    return _with(metadata, "title", title, Source("site memory"), f"; not {metadata.title!r}")


def _with_paywall(metadata: Metadata) -> Metadata:
    """A page whose text breaks off at a paywall's notice is paywalled, unless it declares otherwise."""
    return (
        metadata if metadata.paywalled is not None else _with(metadata, "paywalled", True, Source("notice"))
    )


def _with(metadata: Metadata, name: str, value: object, source: Source, remark: str = "") -> Metadata:
    sources = {**metadata.sources, name: source}
    evidence = {**metadata.evidence, name: f"{source}{remark}"}
    return replace(metadata, sources=sources, evidence=evidence, **{name: value})  # type: ignore[arg-type]
