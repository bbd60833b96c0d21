"""The values that travel from stage to stage.

All of them are plain and picklable and hold no lxml nodes, so the same functions serve the Scrapy
pipelines, the Python API, the command line and Spark. All are frozen but `Article`: it is also the
Scrapy item, and the pipelines of a user's own project write into their items.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Article",
    "Block",
    "BlockKind",
    "Image",
    "Link",
    "Media",
    "Outline",
    "Page",
    "PageBlocks",
    "PageKind",
    "Reason",
    "Verdict",
]

BlockKind = Literal["text", "heading", "list_item", "quote", "code", "cell", "caption"]
Value = TypeVar("Value")
PageKind = Literal["article", "live", "gallery", "video", "index", "other"]


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
    it) or text that is decoded already. `content_type` is the HTTP header's value. `hints` is what
    the way here told of the page (a feed's or a news sitemap's title, date, language). `styles`
    holds computed styles by element in document order when a browser rendered the page. `extra` is
    what else came with the page; it is handed through and exported beside the article's fields.
    """

    url: str
    html: str | bytes = field(repr=False)
    fetched: str | None = None
    content_type: str | None = None
    hints: Mapping[str, str] = field(default_factory=dict)
    styles: Sequence[Mapping[str, str]] | None = field(default=None, repr=False)
    extra: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_response(cls, response: HasHeaders, **fields: Any) -> Self:
        """The page behind a Scrapy response (or anything with url, body and headers)."""
        content_type = response.headers.get("Content-Type")
        if isinstance(content_type, bytes):
            content_type = content_type.decode("latin-1")
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


class Block(NamedTuple):
    """A run of visible text, cut where a reader sees a break.

    `element` is the place in the page's `Outline` of the innermost element that cuts the block out.
    `level` is the heading's level (1 to 6), else 0.
    The verdict's parts (`keep`, `score`, `reason`) are there once a method has judged the block.
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
    def link_text(self) -> str:
        return " ".join(self.text[link.start : link.end] for link in self.links)


@dataclass(frozen=True, slots=True)
class Outline:
    """The element tree of a page as plain columns, in document order; element 0 is the root.

    The subtree of element e is e .. ends[e] (exclusive). Its blocks are
    first_block[e] .. last_block[e] (exclusive); for inline elements (a, span, b) this range is
    empty unless block-level elements lie inside. Hidden elements and what scripts, styles and
    vector drawings hold are not part of it, the `script`, `style` and `svg` elements themselves are.
    `positions` are the elements' indices among all elements of the page.
    """

    tags: Sequence[str]
    parents: Sequence[int]
    ends: Sequence[int]
    attributes: Sequence[Mapping[str, str]]
    first_block: Sequence[int]
    last_block: Sequence[int]
    positions: Sequence[int] = ()

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
        child = element + 1
        while child < ends[element]:
            yield child
            child = ends[child]

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


class Later(Generic[Value]):
    """A field of `Article` that is worked out when it is first read; it can be set like any other."""

    def __init__(self, empty: Callable[[], Value]) -> None:
        self._empty = empty

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, article: Article | None, owner: type | None = None) -> Value:
        if article is None:
            return None  # type: ignore[return-value]  # the field's default, which `__set__` makes empty
        values = article.__dict__
        if self._name not in values:
            values[self._name] = article.waiting.pop(self._name, self._empty)()
        value: Value = values[self._name]
        return value

    def __set__(self, article: Article, value: Value | None) -> None:
        article.__dict__[self._name] = self._empty() if value is None else value


@dataclass
class Article:
    """The core content of one page, with what is known about it; also the Scrapy item.

    A value that is not known is None (or an empty list), never guessed. Dates are ISO 8601 with
    the offset the page gave. What is not always wanted (`markdown`, `images`, `media`, `kind`,
    `noise`, `html`) is worked out when it is first read. `blocks` (every block of the page with its
    verdict), `html` (the cleaned page) and `evidence` (where each metadata value came from) lie on
    the object beside the exported fields.
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
    markdown: Later[str] = Later(str)
    images: Later[list[Image]] = Later(list)
    media: Later[list[Media]] = Later(list)
    kind: Later[PageKind] = Later(lambda: "other")
    paywalled: bool | None = None
    word_count: int = 0
    fingerprint: int | None = None
    duplicate_of: str | None = None
    noise: Later[dict[str, int]] = Later(dict)
    fetched: str | None = None

    html = Later(str)

    def __post_init__(self) -> None:
        self.waiting: dict[str, Callable[[], Any]] = {}
        self._judged: tuple[Sequence[Block], Sequence[Verdict]] = ((), ())
        self.evidence: Mapping[str, str] = {}
        self.extra: Mapping[str, Any] = {}

    @property
    def blocks(self) -> list[Block]:
        """Every block of the page in document order, each with its verdict."""
        return [block._replace(verdict=verdict) for block, verdict in zip(*self._judged, strict=True)]

    def attach(
        self,
        blocks: Sequence[Block],
        verdicts: Sequence[Verdict],
        evidence: Mapping[str, str],
        **later: Callable[[], Any],
    ) -> Self:
        """Put what is not exported beside the fields, and what makes a field's value in its place."""
        self._judged = (blocks, verdicts)
        self.evidence = evidence
        for name, work in later.items():
            self.__dict__.pop(name, None)
            self.waiting[name] = work
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Everything worked out: what waits cannot travel."""
        for name in tuple(self.waiting):
            getattr(self, name)
        return {**self.__dict__, "waiting": {}}

    def to_dict(self, also: Sequence[str] = ()) -> dict[str, Any]:
        """The exported fields, in their order, as plain JSON-ready values; `also`: blocks, html, evidence."""
        fields = dataclasses.asdict(self)
        for name in also:
            if name == "blocks":
                fields["blocks"] = [
                    {
                        "text": block.text,
                        "kind": block.kind,
                        "keep": block.keep,
                        "score": block.score,
                        "reason": str(block.reason),
                    }
                    for block in self.blocks
                ]
            elif name == "evidence":
                fields["evidence"] = dict(self.evidence)
            else:
                fields[name] = getattr(self, name)
        return fields
