"""The values that travel from stage to stage.

All of them are plain and picklable and hold no lxml nodes, so the same functions serve the Scrapy
pipelines, the Python API, the command line and Spark. All are frozen but `Article`: it is also the
Scrapy item, and the pipelines of a user's own project write into their items.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, Protocol, Self, get_args, runtime_checkable

from webnoise.text.words import strip_controls

BlockKind = Literal["text", "heading", "list_item", "quote", "code", "cell", "caption"]
PageKind = Literal["article", "live", "gallery", "video", "index", "other"]
ARTICLE_KINDS: tuple[PageKind, ...] = ("article", "live", "gallery", "video")
"""Kinds of pages that have an article."""
Role = Literal[
    "headline", "kicker", "standfirst", "body", "subheading", "list", "table", "quote", "code", "caption",
    "credit", "byline", "dateline", "biography", "correction", "embedded", "comment", "teaser",
    "second_article", "tags", "navigation", "share", "newsletter", "advertisement", "paywall", "legal",
    "other",
]  # fmt: skip
"""What a block is on its page; docs/text.md has a line for each."""
ROLES: tuple[Role, ...] = get_args(Role)
TEXT_ROLES: tuple[Role, ...] = (
    "standfirst", "body", "subheading", "list", "table", "quote", "code", "correction",
)  # fmt: skip
"""The roles that an article's text is made of, unless somebody wants others."""


@runtime_checkable
class HasHeaders(Protocol):
    """What `Page.from_response` needs of a response; Scrapy's, or any other of this shape."""

    @property
    def url(self) -> str: ...

    @property
    def body(self) -> bytes: ...

    @property
    def headers(self) -> Mapping[Any, Any]: ...


@dataclass(frozen=True, slots=True)
class Page:
    """One fetched page.

    `html` is what came over the wire (bytes, preferred: the encoding is then found as browsers do
    it) or text that is decoded already. `content_type` is the HTTP header's value, `encoding` what
    somebody who knows better calls the encoding of the bytes. `hints` is what the way here told of
    the page (a feed's or a news sitemap's title, date, language). `styles`
    holds computed styles by element in document order when a browser rendered the page. `extra` is
    what else came with the page; it is handed through and exported beside the article's fields.
    """

    url: str
    html: str | bytes = field(repr=False)
    fetched: str | None = None
    content_type: str | None = None
    encoding: str | None = None
    hints: Mapping[str, str] = field(default_factory=dict)
    styles: Sequence[Mapping[str, str]] | None = field(default=None, repr=False)
    extra: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_response(cls, response: HasHeaders, **fields: Any) -> Self:
        """The page behind a Scrapy response (or anything with url, body and headers)."""
        content_type = response.headers.get("Content-Type")
        if isinstance(content_type, bytes):
            content_type = content_type.decode("latin-1")
        if encoding := getattr(response, "_encoding", None):  # of a Scrapy response that was made with one
            content_type = f"text/html; charset={encoding}"
        fields.setdefault("fetched", datetime.now(UTC).isoformat(timespec="seconds"))
        return cls(url=response.url, html=response.body, content_type=content_type, **fields)


class Link(NamedTuple):
    """A link inside a block: `text[start:end]` leads to `url` (as written on the page)."""

    start: int
    end: int
    url: str


class Reason(NamedTuple):
    """Why a block stayed or went: a short code to count by, and the evidence in words."""

    code: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}" if self.detail else self.code


class Verdict(NamedTuple):
    """The judgement on one block; `score` grows with the belief that the block is content."""

    keep: bool
    score: float
    reason: Reason
    role: Role = "other"


class Block(NamedTuple):
    """A run of visible text, cut where a reader sees a break.

    `element` is the place in the page's `Outline` of the innermost element that cuts the block out.
    `level` is the heading's level (1 to 6), else 0.
    The verdict's parts (`keep`, `score`, `reason`, `role`) are there once a method has judged the block.
    """

    index: int  # type: ignore[assignment]  # of the block on its page; a tuple's own `index` is not missed
    text: str
    kind: BlockKind = "text"
    level: int = 0
    element: int = 0
    links: tuple[Link, ...] = ()
    verdict: Verdict | None = None

    @property
    def keep(self) -> bool | None:
        return self.verdict.keep if self.verdict else None

    @property
    def score(self) -> float | None:
        return self.verdict.score if self.verdict else None

    @property
    def reason(self) -> Reason | None:
        return self.verdict.reason if self.verdict else None

    @property
    def role(self) -> Role | None:
        return self.verdict.role if self.verdict else None

    @property
    def linked_length(self) -> int:
        """How many of its characters lead somewhere."""
        return sum([end - start for start, end, _ in self.links]) if self.links else 0

    @property
    def link_text(self) -> str:
        return " ".join(self.text[link.start : link.end] for link in self.links)


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree of elements as plain columns, in document order; element 0 is the root, and its own parent.

    The subtree of element e is e .. ends[e] (exclusive).
    """

    tags: Sequence[str]
    parents: Sequence[int]
    ends: Sequence[int]
    attributes: Sequence[Mapping[str, str]]

    def __len__(self) -> int:
        return len(self.tags)

    def ancestors(self, element: int) -> Iterator[int]:
        """The elements around `element`, innermost first, without itself."""
        parents = self.parents
        while element > 0:
            element = parents[element]
            yield element

    def children(self, element: int) -> Iterator[int]:
        ends = self.ends
        child, end = element + 1, ends[element]
        while child < end:
            yield child
            child = ends[child]


@dataclass(frozen=True, slots=True)
class Outline(Tree):
    """The elements of a page that its blocks lie in.

    The blocks of element e are first_block[e] .. last_block[e] (exclusive); for inline elements (a, span, b)
    this range is empty unless block-level elements lie inside. Hidden elements and what scripts, styles and
    vector drawings hold are not part of it, the `script`, `style` and `svg` elements themselves are.
    `positions` are the elements' indices among all elements of the page.
    """

    first_block: Sequence[int]
    last_block: Sequence[int]
    positions: Sequence[int] = ()

    def tagged(self, *tags: str) -> list[int]:
        """The elements with one of these tags, in document order."""
        if hasattr(self.attributes, "tagged"):  # packed, as compiled passes make them
            found: list[int] = self.attributes.tagged(tags)
            return found
        return [element for element, tag in enumerate(self.tags) if tag in tags]

    def path(self, element: int) -> str:
        """The place of an element as a person writes it: `body/div#main.story/p`."""
        steps = [self._step(element)]
        steps.extend(self._step(ancestor) for ancestor in self.ancestors(element))
        return "/".join(reversed(steps))

    def _step(self, element: int) -> str:
        attributes = self.attributes[element]
        step = self.tags[element]
        if identifier := attributes.get("id"):
            step += f"#{identifier.strip()}"
        if classes := attributes.get("class"):
            step += "." + ".".join(classes.split())
        return step


@dataclass(frozen=True, slots=True)
class PageBlocks:
    """A page cut into blocks: what every method judges."""

    url: str
    base_url: str
    title: str | None
    language: str | None
    blocks: tuple[Block, ...] = field(repr=False)
    outline: Outline = field(repr=False)
    styles: Sequence[Mapping[str, str]] | None = field(default=None, repr=False)
    fetched: str | None = None
    description: str | None = field(default=None, repr=False)
    authors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Image:
    url: str
    caption: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class Media:
    url: str
    kind: str
    width: int | None = None
    height: int | None = None
    caption: str | None = None


@dataclass(eq=False)
class Article:
    """The core content of one page, with what is known about it; also the Scrapy item.

    A value that is not known is None (or an empty list), never guessed. Dates are ISO 8601 with the offset
    the page gave. `fingerprint` is the text's simhash, 64 bits as 16 hexadecimal digits: databases and
    JavaScript have no unsigned numbers of that size. The fields after `fetched` are exported on request:
    `blocks` (every block of the page with its verdict), `html` (the cleaned page), `evidence` (the source of
    each metadata value). `extra` holds fields of the user's own, which are exported beside
    the article's.
    """

    url: str | None = None
    canonical_url: str | None = None
    site: str | None = None
    title: str | None = None
    authors: list[str] = field(default_factory=list)
    published: str | None = None
    modified: str | None = None
    language: str | None = None
    section: str | None = None
    tags: list[str] = field(default_factory=list)
    description: str | None = None
    text: str = ""
    markdown: str = ""
    images: list[Image] = field(default_factory=list)
    media: list[Media] = field(default_factory=list)
    kind: PageKind = "other"
    paywalled: bool | None = None
    word_count: int = 0
    fingerprint: str | None = None
    duplicate_of: str | None = None
    noise: dict[str, int] = field(default_factory=dict)
    fetched: str | None = None

    blocks: list[Block] = field(default_factory=list, repr=False)
    html: str = field(default="", repr=False)
    evidence: Mapping[str, str] = field(default_factory=dict, repr=False)
    extra: dict[str, Any] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Article):
            return NotImplemented
        return all(getattr(self, own.name) == getattr(other, own.name) for own in dataclasses.fields(Article))

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self, also: Sequence[str] = ()) -> dict[str, Any]:
        """The exported fields, in their order, as plain JSON-ready values; `also`: blocks, html, evidence."""
        return {name: plain_value(getattr(self, name)) for name in (*EXPORTED, *also)}


ON_REQUEST = ("blocks", "html", "evidence")
"""The fields of an article that are exported on request."""
EXPORTED: tuple[str, ...] = tuple(
    own.name for own in dataclasses.fields(Article) if own.name not in (*ON_REQUEST, "extra")
)
"""The fields of an article that every export has."""


def plain_value(value: Any) -> Any:
    """A field's value as JSON has it."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, list):
        return [plain_value(item) for item in value]
    if isinstance(value, Block):
        return {
            "text": strip_controls(value.text),
            "kind": value.kind,
            "role": value.role,
            "keep": value.keep,
            "score": value.score,
            "reason": strip_controls(str(value.reason)),
        }
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {own.name: plain_value(getattr(value, own.name)) for own in dataclasses.fields(value)}
    return dict(value) if isinstance(value, Mapping) else value
