"""Stories as their authors filed them: plain text files, read into frozen values.

A file holds stories one after another. `=== slug` opens one, `name: value` lines follow, then a
blank line and the body, one passage per paragraph: `^` standfirst, `##` subheading, `>` quote,
`-` list items, `|` table rows (the first is the head), anything else a paragraph. Inside a
paragraph `[words](slug)` links to another story of the paper and `*words*` are in italics.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

PassageKind = Literal["paragraph", "subheading", "quote", "list", "table", "promo", "advert", "read_also"]

_LINK = re.compile(r"\[([^\[\]]+)\]\(([a-z0-9-]+)\)")
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
            return tuple(_plain(item) for item in self.items)
        if self.kind == "table":
            return tuple(cell for row in self.rows for cell in row)
        return (_plain(self.text),)


class Draft(NamedTuple):
    """A story as filed; each field may occur more than once."""

    slug: str
    fields: Mapping[str, list[str]]
    standfirst: str
    passages: tuple[Passage, ...]

    def all(self, name: str) -> list[str]:
        return self.fields.get(name, [])


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


def own_story(draft: Draft) -> Story:
    """A story of the paper's own desks."""
    return _story(draft, "title", "section", "author")


def wire_story(draft: Draft, outlet: str, delay: timedelta) -> Story:
    """The agency's story as `outlet` runs it: another headline, perhaps a local first paragraph,
    a cut end, a phrase of its own.
    """
    story = _story(draft, f"{outlet}.title", f"{outlet}.section", "agency")
    lead = tuple(Passage("paragraph", text) for text in draft.all(f"{outlet}.lead"))
    cut = sum(map(int, draft.all(f"{outlet}.cut")))
    passages = story.passages[: len(story.passages) - cut]
    for edit in draft.all(f"{outlet}.replace"):
        old, new = (phrase.strip() for phrase in edit.split("=>"))
        passages = tuple(replace(passage, text=passage.text.replace(old, new)) for passage in passages)
    published = story.published + delay
    return replace(story, published=published, passages=(*lead, *passages), wire=draft.slug)


def _story(draft: Draft, title: str, section: str, author: str) -> Story:
    """The story whose title, section and authors are in the fields of these names."""
    picture = draft.all("image")
    return Story(
        slug=draft.slug,
        title=draft.fields[title][0],
        section=draft.fields[section][0],
        authors=_listed(draft.fields[author][0]),
        published=datetime.fromisoformat(draft.fields["published"][0]),
        tags=_listed(draft.fields["tags"][0]),
        standfirst=draft.standfirst,
        passages=draft.passages,
        picture=Picture(*_pair(picture[0])) if picture else None,
        comments=tuple(Comment(*_pair(comment)) for comment in draft.all("comment")),
        near_miss=next(iter(draft.all("near_miss")), None),
    )


def _plain(text: str) -> str:
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
        fields: dict[str, list[str]] = {}
        for line in lines:
            name, _, value = line.partition(":")
            fields.setdefault(name, []).append(value.strip())
        standfirst, *rest = (piece for piece in body.split("\n\n") if piece.strip())
        yield Draft(slug, fields, standfirst.removeprefix("^ ").strip(), tuple(map(_passage, rest)))


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
