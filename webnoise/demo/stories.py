"""Stories as their authors filed them: plain text files, read into frozen values.

A file holds stories one after another. `=== slug` opens one, `name: value` lines follow, then a
blank line and the body, one passage per paragraph: `^` standfirst, `##` subheading, `>` quote,
`-` list items, `|` table rows (the first is the head), anything else a paragraph. Inside a
paragraph `[words](slug)` links to another story of the paper and `*words*` stand in italics.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Comment", "Draft", "Passage", "Picture", "Story", "plain", "read_drafts", "typeset"]

PassageKind = Literal["paragraph", "subheading", "quote", "list", "table", "promo", "advert", "read_also"]

_LINK = re.compile(r"\[([^\]]+)\]\(([a-z0-9-]+)\)")
_ITALIC = re.compile(r"\*([^*]+)\*")


class Picture(NamedTuple):
    key: str
    caption: str


class Comment(NamedTuple):
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of a body. Promos, adverts and `read_also` boxes are put in by the layout."""

    kind: PassageKind
    text: str = ""
    items: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def strings(self) -> tuple[str, ...]:
        """What a reader reads here, one string per paragraph, item or cell."""
        if self.kind == "list":
            return tuple(plain(item) for item in self.items)
        if self.kind == "table":
            return tuple(cell for row in self.rows for cell in row)
        return (plain(self.text),)


@dataclass(frozen=True, slots=True)
class Draft:
    """A story as filed: its fields (each may repeat), its standfirst and its passages."""

    slug: str
    fields: tuple[tuple[str, str], ...]
    standfirst: str
    passages: tuple[Passage, ...]

    def all(self, name: str) -> tuple[str, ...]:
        return tuple(value for field, value in self.fields if field == name)

    def one(self, name: str) -> str | None:
        values = self.all(name)
        return values[0] if values else None

    def need(self, name: str) -> str:
        value = self.one(name)
        if value is None:
            raise ValueError(f"story {self.slug!r} lacks a line '{name}: ...'")
        return value


@dataclass(frozen=True, slots=True)
class Story:
    """A story as one newspaper prints it.

    `wire` is the agency story it was made from; `near_miss` groups stories that share matter but
    are no copies of each other (two reports of one match, a follow-up of an earlier story).
    """

    slug: str
    title: str
    section: str
    authors: tuple[str, ...]
    published: datetime
    tags: tuple[str, ...]
    standfirst: str
    passages: tuple[Passage, ...]
    picture: Picture | None = None
    comments: tuple[Comment, ...] = ()
    wire: str | None = None
    near_miss: str | None = None

    @property
    def teaser(self) -> str:
        """The standfirst as sidebars show it: cut at a word, with dots."""
        if len(self.standfirst) <= 80:
            return self.standfirst
        return self.standfirst[:76].rsplit(" ", 1)[0].rstrip(",;:.") + " ..."

    @property
    def strings(self) -> tuple[str, ...]:
        """The true text of the story: standfirst and passages, without promos or adverts."""
        return (self.standfirst, *(string for passage in self.passages for string in passage.strings))

    @classmethod
    def from_draft(cls, draft: Draft) -> Story:
        return cls(
            slug=draft.slug,
            title=draft.need("title"),
            section=draft.need("section"),
            authors=_listed(draft.need("author")),
            published=datetime.fromisoformat(draft.need("published")),
            tags=_listed(draft.need("tags")),
            standfirst=draft.standfirst,
            passages=draft.passages,
            picture=picture_of(draft),
            comments=tuple(Comment(*_pair(comment)) for comment in draft.all("comment")),
            near_miss=draft.one("near_miss"),
        )


def picture_of(draft: Draft) -> Picture | None:
    image = draft.one("image")
    return Picture(*_pair(image)) if image else None


def plain(text: str) -> str:
    """The words of a marked-up string."""
    return _ITALIC.sub(r"\1", _LINK.sub(r"\1", text))


def typeset(text: str) -> str:
    """Straight quotation marks and apostrophes as a typesetter would print them."""
    text = re.sub(r'(?m)(^|[\s(])"', "\\1“", text).replace('"', "”")
    return re.sub(r"(?m)(^|[\s(])'", "\\1‘", text).replace("'", "’")


def read_drafts(text: str) -> Iterator[Draft]:
    for chunk in re.split(r"(?m)^=== ", text)[1:]:
        head, _, body = chunk.partition("\n\n")
        slug, *lines = head.splitlines()
        fields = tuple((name, value.strip()) for name, _, value in (line.partition(":") for line in lines))
        pieces = [piece for piece in body.split("\n\n") if piece.strip()]
        standfirst, *rest = pieces
        if not standfirst.startswith("^ "):
            raise ValueError(f"story {slug!r} must open with a standfirst ('^ ...')")
        yield Draft(slug, fields, standfirst[2:].strip(), tuple(map(_passage, rest)))


def _passage(piece: str) -> Passage:
    lines = piece.strip().splitlines()
    if lines[0].startswith("- "):
        return Passage("list", items=tuple(line[2:].strip() for line in lines))
    if lines[0].startswith("| "):
        rows = (line.strip().strip("|").split("|") for line in lines)
        return Passage("table", rows=tuple(tuple(cell.strip() for cell in row) for row in rows))
    text = " ".join(lines)
    if text.startswith("## "):
        return Passage("subheading", text[3:])
    if text.startswith("> "):
        return Passage("quote", text[2:])
    return Passage("paragraph", text)


def _listed(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(","))


def _pair(value: str) -> tuple[str, str]:
    first, _, second = value.partition("|")
    return first.strip(), second.strip()
