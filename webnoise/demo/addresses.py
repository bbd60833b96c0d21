"""How each newspaper's system builds the addresses of its pages."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webnoise.demo.stories import Story

__all__ = ["ADDRESSES", "Addresses"]


@dataclass(frozen=True, slots=True)
class Addresses:
    """Patterns with {section}, {slug}, {number}, {day} and {page}; None where a paper has no such page."""

    story: str
    section: str
    section_page: str
    static_page: str
    search: str
    author: str | None = None
    tag: str | None = None
    rss: str | None = None
    atom: str | None = None
    sitemap_index: str | None = None
    sitemap: str | None = None
    news_sitemap: str | None = None

    def of_story(self, story: Story) -> str:
        return self.story.format(
            section=story.section,
            slug=story.slug,
            day=story.published.strftime("%Y/%m/%d"),
            # A content system's running number; a checksum keeps it when stories are added.
            number=10_000 + zlib.crc32(story.slug.encode()) % 90_000,
        )

    def of_section(self, section: str, page: int = 1) -> str:
        pattern = self.section if page == 1 else self.section_page
        return pattern.format(section=section, page=page)

    def of_author(self, name: str) -> str | None:
        return self.author.format(slug=_slug(name)) if self.author else None

    def of_tag(self, tag: str) -> str | None:
        return self.tag.format(slug=_slug(tag)) if self.tag else None


ADDRESSES = {
    "harbour-post": Addresses(
        story="/{section}/story_{number}.html",
        section="/{section}/index.html",
        section_page="/{section}/index_{page}.html",
        static_page="/{slug}.html",
        search="/search.html",
        rss="/backend/headlines.rss",
    ),
    "valley-courier": Addresses(
        story="/{section}/{day}/{slug}/",
        section="/{section}/",
        section_page="/{section}/page/{page}/",
        static_page="/page/{slug}/",
        search="/search/",
        author="/author/{slug}/",
        tag="/tag/{slug}/",
        atom="/feed/atom.xml",
    ),
    "meridian": Addresses(
        story="/{section}/{slug}-{number}",
        section="/{section}",
        section_page="/{section}?page={page}",
        static_page="/{slug}",
        search="/search",
        author="/by/{slug}",
        tag="/topic/{slug}",
        sitemap_index="/sitemap.xml",
        sitemap="/sitemaps/articles.xml",
        news_sitemap="/sitemaps/news.xml",
    ),
}


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
