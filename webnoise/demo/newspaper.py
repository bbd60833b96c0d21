"""A newspaper's web site as a pure function: a path goes in, a response comes out."""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from webnoise.demo import layout
from webnoise.demo.stories import Comment, Story, own_story, read_drafts, typeset, wire_story
from webnoise.model import PageKind

# The desks pick an agency story up one after another, so the first to print it is known.
_WIRE_DELAYS = {
    "harbour-post": timedelta(hours=5),
    "valley-courier": timedelta(hours=2),
    "meridian": timedelta(),
}
TEASERS_PER_PAGE = 4  # small, so that most sections run over several pages
XML = "application/xml; charset=utf-8"


class Response(NamedTuple):
    status: int
    content_type: str
    body: bytes
    modified: datetime | None = None


class View(NamedTuple):
    """A page: its template with its values, and the kind of page that makes."""

    kind: PageKind
    template: str
    values: Mapping[str, Any]
    modified: datetime | None = None


@dataclass(frozen=True)
class Newspaper:
    """One newspaper; `stories` are its own and the agency's, newest first.

    `edition` is everything else, from its `edition.toml`: name, sections, menus, promos, boxes, small print.
    """

    key: str
    edition: Mapping[str, Any]
    stories: tuple[Story, ...] = field(repr=False)

    @property
    def name(self) -> str:
        return str(self.edition["name"])

    @property
    def addresses(self) -> Mapping[str, str]:
        """The patterns of the paths, by what lies there."""
        patterns: Mapping[str, str] = self.edition["addresses"]
        return patterns

    def path_of(self, story: Story) -> str:
        return self.addresses["story"].format(
            section=story.section,
            slug=story.slug,
            day=story.published.strftime("%Y/%m/%d"),
            # A content system's running number; a checksum keeps it when stories are added.
            number=10_000 + zlib.crc32(story.slug.encode()) % 90_000,
        )

    def section_path(self, section: str, page: int = 1) -> str:
        pattern = self.addresses["section" if page == 1 else "section_page"]
        return pattern.format(section=section, page=page)

    def author_path(self, name: str) -> str:
        return self.addresses["author"].format(slug=_slug(name))

    def tag_path(self, tag: str) -> str:
        return self.addresses["tag"].format(slug=_slug(tag))

    @cached_property
    def views(self) -> Mapping[str, View]:
        """Every page of the site by its path, without pictures, feeds and style sheets."""
        return dict(self._all_views())

    def render(self, path: str, base_url: str | None = None) -> Response:
        """The response to a GET of `path` (with its query), absolute links starting with `base_url`."""
        base_url = base_url or f"http://{self.key}.example"
        address, _, query = path.partition("?")
        view = self.views.get(path) or self.views.get(address)
        if view is not None:
            return self._page(view, base_url, parse_qs(query))
        if response := self._file(address, base_url):
            return response
        missing = View("other", "page.html", {"title": "Page not found", "text": ("Nothing is kept here.",)})
        return self._page(missing, base_url, {})._replace(status=404)

    def _all_views(self) -> Iterator[tuple[str, View]]:
        newest = self.stories[0].published
        yield "/", View("index", "front.html", {"stories": self.stories[:12]}, newest)
        for section, label in self.edition["sections"].items():
            yield from self._listing(section, label)
        for position, story in enumerate(self.stories):
            values = {
                "story": story,
                "path": self.path_of(story),
                "body": layout.body(self.edition["promos"], story, position),
                "related": layout.related(self.stories, story),
                "comments": layout.comments(self.edition["comments"], story, position),
            }
            yield self.path_of(story), View("article", "story.html", values, story.published)
            # A copy that robots.txt asks crawlers to leave alone, and the story links to.
            yield self.disallowed_copy(story), View("other", "copy.html", values)
        for name, page in self.edition["pages"].items():
            yield self.addresses["static_page"].format(slug=name), View("other", "page.html", page)
        yield self.addresses["search"], View("other", "search.html", {"title": "Search"})
        yield from self._author_and_tag_pages()

    def _listing(self, section: str, label: str) -> Iterator[tuple[str, View]]:
        printed = [story for story in self.stories if story.section == section]
        last = -(-len(printed) // TEASERS_PER_PAGE)
        for page in range(1, last + 1):
            values = {
                "title": label,
                "section": section,
                "page": page,
                "last": last,
                "stories": printed[(page - 1) * TEASERS_PER_PAGE : page * TEASERS_PER_PAGE],
            }
            yield self.section_path(section, page), View("index", "listing.html", values)

    def _author_and_tag_pages(self) -> Iterator[tuple[str, View]]:
        bios = self.edition["authors"]
        for name in sorted({author for story in self.stories for author in story.authors}):
            if path := self.author_path(name):
                written = [story for story in self.stories if name in story.authors]
                values = {"title": name, "stories": written, "bio": bios.get(name)}
                yield path, View("index", "listing.html", values)
        for tag in sorted({tag for story in self.stories for tag in story.tags}):
            if path := self.tag_path(tag):
                tagged = [story for story in self.stories if tag in story.tags]
                yield path, View("index", "listing.html", {"title": tag, "stories": tagged})

    def disallowed_copy(self, story: Story) -> str:
        return str(self.edition["disallowed"]) + self.path_of(story).strip("/").rsplit("/", 1)[-1]

    def _page(self, view: View, base_url: str, query: Mapping[str, list[str]]) -> Response:
        values: dict[str, Any] = {"found": None, **view.values}
        if view.template == "search.html" and (words := " ".join(query.get("q", ())).lower()):
            values["found"] = [story for story in self.stories if words in " ".join(story.strings).lower()]
            values["words"] = words
        html = layout.fill(f"{self.edition['templates']}/{view.template}", self, base_url, values)
        # The oldest of the three leaves its encoding to the page's own meta element.
        encoding = self.edition["encoding"]
        charset = "; charset=utf-8" if encoding == "utf-8" else ""
        page = html.encode(encoding, "xmlcharrefreplace")
        return Response(200, f"text/html{charset}", page, view.modified)

    def _file(self, path: str, base_url: str) -> Response | None:
        if path == "/images/spacer.gif":
            return Response(200, "image/gif", layout.SPACER_GIF)
        if path.startswith("/images/") and path.endswith(".png"):
            return self._picture(path.removeprefix("/images/").removesuffix(".png"))
        if path == "/static/style.css":
            return Response(200, "text/css; charset=utf-8", layout.style_sheet(self.edition["templates"]))
        if path == "/favicon.ico":
            return Response(200, "image/png", layout.picture(self.key, 16, 16))
        if path == "/robots.txt":
            robots = layout.fill("robots.txt", self, base_url, {})
            return Response(200, "text/plain; charset=utf-8", robots.encode())
        for name in ("rss", "atom", "sitemap_index", "sitemap", "news_sitemap"):
            if self.addresses[name] == path:
                xml = layout.fill(f"{name}.xml", self, base_url, {})
                return Response(200, XML, xml.encode(), self.stories[0].published)
        return None

    def _picture(self, name: str) -> Response | None:
        key, _, size = name.partition("-")
        if key not in {story.picture.key for story in self.stories if story.picture} | {"logo", "blank"}:
            return None
        width, height = (120, 80) if size == "thumb" else (640, 360)
        return Response(200, "image/png", layout.picture(key, width, height))


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


@cache
def newspapers() -> tuple[Newspaper, ...]:
    """The three papers of the demo group: of 2005, of 2015 and of today."""
    return tuple(map(_newspaper, _WIRE_DELAYS))


def _newspaper(key: str) -> Newspaper:
    folder = files("webnoise.demo") / "content"
    edition = tomllib.loads((folder / key / "edition.toml").read_text("utf-8"))
    edition["comments"] = tuple(Comment(**comment) for comment in edition["comments"])
    set_type = typeset if edition.get("typographic") else str
    filed = sorted(file.name for file in (folder / key).iterdir() if file.name.endswith(".txt"))
    own = [
        own_story(draft)
        for name in filed
        for draft in read_drafts(set_type((folder / key / name).read_text("utf-8")))
    ]
    wire = [
        wire_story(draft, key, _WIRE_DELAYS[key])
        for draft in read_drafts(set_type((folder / "wire" / "stories.txt").read_text("utf-8")))
    ]
    stories = sorted(own + wire, key=lambda story: story.published, reverse=True)
    return Newspaper(key, edition, tuple(stories))
