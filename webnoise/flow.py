"""The whole way of a page, from bytes to an article, as functions of plain values.

Everybody goes through it: the crawl, the Python interface, the command line, the evaluation. A method is
given by name or as an object with parameters of one's own; where none is given, it is the configured one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from webnoise.article.assemble import assemble
from webnoise.article.lines import drop_lines, paywall_notice
from webnoise.article.roles import choose, with_roles
from webnoise.config import Config
from webnoise.metadata import Metadata, Source, read_metadata
from webnoise.methods.base import AnyMethod, Memory, Prepared
from webnoise.methods.registry import resolve
from webnoise.methods.tag_simhash.duplicates import drop_duplicates
from webnoise.model import Article, Page, PageBlocks
from webnoise.page.parse import Document, parse
from webnoise.verdicts import Verdicts


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page that was parsed, asked for its metadata, and prepared by a method; nothing is decided yet.

    `memory` is what its siblings taught the method, once it is known.
    """

    page: Page
    metadata: Metadata = field(repr=False)
    method: AnyMethod = field(repr=False)
    prepared: Prepared = field(repr=False)
    memory: Memory | None = None

    @property
    def cut(self) -> PageBlocks:
        return self.prepared.page


class SettledPage(NamedTuple):
    """What was decided of a page; its metadata may have got another title, or a paywall."""

    metadata: Metadata
    verdicts: Verdicts


def extract(
    page: Page, config: Config, memory: Memory | None = None, method: str | AnyMethod | None = None
) -> Article:
    """A page to its article; `memory` is what the method has learned of the page's site."""
    return decide(read(page, config, method), config, memory)


def read(page: Page, config: Config, method: str | AnyMethod | None = None) -> ReadPage:
    """Parse the page once; read its metadata; cut it into blocks and prepare them as the method wants."""
    return prepare(*parse_page(page, config), method or config.method)


def parse_page(page: Page, config: Config) -> tuple[Document, Metadata]:
    """What all methods share of a page."""
    document = parse(page, config.limits)
    metadata = read_metadata(document, hints=page.hints, fetched=page.fetched)
    document.check_time()
    return document, metadata


def cut(document: Document, metadata: Metadata, method: AnyMethod) -> PageBlocks:
    """The page's blocks as the method wants them, with what its metadata say that methods hear of."""
    blocks = method.segment(document)
    language, description, authors = metadata.language, metadata.description, tuple(metadata.authors)
    return replace(blocks, language=language or blocks.language, description=description, authors=authors)


def prepare(document: Document, metadata: Metadata, method: str | AnyMethod) -> ReadPage:
    """A parsed page as one method wants it."""
    method = resolve(method)
    page = replace(document.page, elements=None) if document.page.elements is not None else document.page
    blocks = cut(document, metadata, method)
    document.check_time()
    return ReadPage(page, metadata, method, method.prepare(blocks))


def decide(read: ReadPage, config: Config, memory: Memory | None = None) -> Article:
    """Judge every block, settle what stays, and write it as an article."""
    return write(read, settle(read, config, memory))


def settle(read: ReadPage, config: Config, memory: Memory | None = None) -> SettledPage:
    """Judge every block by the method; settle title, roles and the lines that other fields say."""
    page, metadata = read.cut, read.metadata
    judged = verdicts = Verdicts.of(read.method.judge(read.prepared, memory))
    if config.drop_repeats:
        verdicts = drop_duplicates(page, verdicts)
    metadata = _retitled(metadata, read.method.title(metadata.title, read.prepared, verdicts.kept, memory))
    if notice := paywall_notice(page, verdicts):
        verdicts = verdicts.settled(notice, keep=False)
        metadata = _paywalled(metadata)
    verdicts = with_roles(read.prepared, judged, drop_lines(page, verdicts, metadata), memory)
    return SettledPage(metadata, choose(verdicts, config.keep))


def write(read: ReadPage, settled: SettledPage) -> Article:
    return assemble(read.page, settled.metadata, read.cut, settled.verdicts)


def _retitled(metadata: Metadata, title: str | None) -> Metadata:
    if title == metadata.title:
        return metadata
    source = Source("site memory")
    sources = {**metadata.sources, "title": source}
    evidence = {**metadata.evidence, "title": f"{source}; not {metadata.title!r}"}
    return replace(metadata, title=title, sources=sources, evidence=evidence)


def _paywalled(metadata: Metadata) -> Metadata:
    """The metadata of a page whose text breaks off at a paywall's notice; what it declares is believed."""
    if metadata.paywalled is not None:
        return metadata
    source = Source("notice")
    sources = {**metadata.sources, "paywalled": source}
    return replace(
        metadata, paywalled=True, sources=sources, evidence={**metadata.evidence, "paywalled": str(source)}
    )
