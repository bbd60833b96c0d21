"""All that a newspaper is besides its stories: name, sections, menus, promos, boxes, small print."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from webnoise.demo.stories import Comment, Story, read_drafts, typeset
from webnoise.demo.wire import print_wire_story

__all__ = ["OUTLETS", "Advert", "Box", "Edition", "StaticPage", "edition", "stories"]

OUTLETS = ("harbour-post", "valley-courier", "meridian")
# The desks pick an agency story up one after another, so the first to print it is known.
_WIRE_DELAYS = dict(zip(OUTLETS, (timedelta(hours=5), timedelta(hours=2), timedelta()), strict=True))


class Advert(NamedTuple):
    size: str
    slot: str
    text: str

    @property
    def width(self) -> int:
        return int(self.size.split("x")[0])

    @property
    def height(self) -> int:
        return int(self.size.split("x")[1])


class Box(NamedTuple):
    """A box that wants a click: the newsletter's, the cookie banner's."""

    text: str
    button: str
    title: str = ""


class StaticPage(NamedTuple):
    title: str
    text: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    key: str
    name: str
    town: str
    tagline: str
    encoding: str
    templates: str
    disallowed: str
    sections: Mapping[str, str]
    menu: Mapping[str, str]
    authors: Mapping[str, str]
    pages: Mapping[str, StaticPage]
    promos: tuple[str, ...]
    newsletter: Box
    cookie: Box
    legal: tuple[str, ...]
    advertisements: tuple[Advert, ...]
    social: tuple[str, ...]
    most_read: str
    related: str
    comments_title: str
    comments: tuple[Comment, ...]
    sponsored: tuple[str, ...] = ()
    typographic: bool = False


@cache
def edition(key: str) -> Edition:
    fields = tomllib.loads(_content(key, "edition.toml"))
    fields["pages"] = {
        name: StaticPage(page["title"], tuple(page["text"])) for name, page in fields["pages"].items()
    }
    fields["newsletter"] = Box(**fields["newsletter"])
    fields["cookie"] = Box(**fields["cookie"])
    fields["advertisements"] = tuple(Advert(**advert) for advert in fields["advertisements"])
    fields["comments"] = tuple(Comment(**comment) for comment in fields["comments"])
    for name in ("promos", "legal", "social", "sponsored"):
        fields[name] = tuple(fields.get(name, ()))
    return Edition(key=key, **fields)


@cache
def stories(key: str) -> tuple[Story, ...]:
    """The stories of a newspaper, own and agency's, newest first."""
    set_type = typeset if edition(key).typographic else str
    own = [
        Story.from_draft(draft)
        for name in _story_files(key)
        for draft in read_drafts(set_type(_content(key, name)))
    ]
    wire = [
        print_wire_story(draft, key, _WIRE_DELAYS[key])
        for draft in read_drafts(set_type(_content("wire", "stories.txt")))
    ]
    return tuple(sorted(own + wire, key=lambda story: story.published, reverse=True))


def _story_files(key: str) -> list[str]:
    folder = files("webnoise.demo").joinpath("content", key)
    return sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".txt"))


def _content(key: str, name: str) -> str:
    return files("webnoise.demo").joinpath("content", key, name).read_text(encoding="utf-8")
