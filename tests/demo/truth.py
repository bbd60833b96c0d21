"""What the demo's article pages truly say, and what on them is noise.

A crawl of the demo is right when, once a site's pages have taught it, each article's text is its
`paragraphs`, and its site, authors, date and captions are those given here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from webnoise.demo import layout
from webnoise.demo.newspaper import Newspaper, newspapers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webnoise.demo import DemoServer
    from webnoise.demo.stories import Story
    from webnoise.model import PageKind

__all__ = ["ArticleTruth", "articles", "by_url", "near_misses", "noise_strings", "wire_stories"]

# What the templates say themselves, beside the editions' own words.
_TEMPLATE_WORDS = {
    "harbour-post": ("ADVERTISEMENT", "Today in Saltmere", "You are visitor no. 1,048,213", "Front Page"),
    "valley-courier": (
        "Latest from the newsroom",
        "Sponsored links from around the web",
        "Follow the Courier",
        "Like us on Facebook",
        "Follow us on Twitter",
        "Earlier version of this story",
        "READ ALSO:",
        "Post comment",
        "Advertisement",
    ),
    "meridian": (
        "Skip to content",
        "Also on Meridian",
        "Open the members' preview",
        "Only what is needed",
        "Advertisement",
    ),
}


@dataclass(frozen=True, slots=True)
class ArticleTruth:
    """The truth about one article page.

    `paragraphs` are standfirst, paragraphs, subheadings, quotes, list items and table cells in
    reading order. `promos` are paragraphs in the body that repeat on most articles of the site.
    `published` is what the page gives: a date in the paper of 2005, a moment with offset elsewhere.
    `noise` must not occur in the text: what surrounds every article, and the titles and teasers
    of the paper's other stories. `furniture` are the lines on the page that describe the article and
    are no text of it: byline, dateline and captions.
    """

    newspaper: str
    path: str
    site: str
    title: str
    authors: tuple[str, ...]
    published: str
    section: str
    tags: tuple[str, ...]
    paragraphs: tuple[str, ...]
    promos: tuple[str, ...]
    captions: tuple[str, ...]
    wire: str | None
    near_miss: str | None
    furniture: tuple[str, ...]
    noise: tuple[str, ...] = field(repr=False)
    kind: PageKind = "article"


@cache
def articles() -> tuple[ArticleTruth, ...]:
    """The truth about every article page of the group, paper by paper, newest first."""
    return tuple(
        _truth(paper, story, position)
        for paper in newspapers()
        for position, story in enumerate(paper.stories)
    )


def by_url(server: DemoServer) -> dict[str, ArticleTruth]:
    """What every article page being served truly says, by its full URL."""
    urls = dict(zip((paper.key for paper in newspapers()), server.urls, strict=True))
    return {urls[article.newspaper] + article.path: article for article in articles()}


def wire_stories() -> dict[str, tuple[ArticleTruth, ...]]:
    """The agency's stories by their id, each with the pages that carry it, in the papers' order."""
    return _grouped("wire")


def near_misses() -> dict[str, tuple[ArticleTruth, ...]]:
    """Groups of pages that share matter and sentences but are articles of their own."""
    return _grouped("near_miss")


@cache
def noise_strings() -> tuple[str, ...]:
    """Words that stand on the group's article pages and in no article's text."""
    return tuple(dict.fromkeys(words for paper in newspapers() for words in _furniture(paper)))


def _truth(paper: Newspaper, story: Story, position: int) -> ArticleTruth:
    dated_only = bool(paper.addresses["rss"])  # the paper of 2005 prints no time of day
    captions = (story.picture.caption,) if story.picture else ()
    return ArticleTruth(
        newspaper=paper.key,
        path=paper.path_of(story),
        site=paper.name,
        title=story.title,
        authors=story.authors,
        published=(story.published.date() if dated_only else story.published).isoformat(),
        section=paper.edition["sections"][story.section],
        tags=story.tags,
        paragraphs=story.strings,
        promos=layout.promos(paper.edition["promos"], position),
        captions=captions,
        wire=story.wire,
        near_miss=story.near_miss,
        furniture=(*story.authors, layout.long_date(story.published), *captions),
        noise=(*_furniture(paper), *_teasers(paper, story)),
    )


def _furniture(paper: Newspaper) -> Iterator[str]:
    edition = paper.edition
    for name in ("tagline", "most_read", "related", "comments_title"):
        yield edition[name]
    yield from edition["menu"]
    yield from (edition["newsletter"][part] for part in ("title", "text", "button"))
    yield from (edition["cookie"][part] for part in ("text", "button"))
    yield from edition["legal"]
    yield from (advert["text"] for advert in edition["advertisements"])
    yield from edition["social"]
    yield from edition.get("sponsored", ())
    yield from edition["authors"].values()
    yield from (comment.text for comment in edition["comments"])
    yield from (comment.text for story in paper.stories for comment in story.comments)
    yield from _TEMPLATE_WORDS[paper.key]


def _teasers(paper: Newspaper, story: Story) -> Iterator[str]:
    for other in paper.stories:
        if other is not story:
            yield other.title
            yield other.teaser


def _grouped(name: str) -> dict[str, tuple[ArticleTruth, ...]]:
    groups: dict[str, list[ArticleTruth]] = {}
    for article in articles():
        if (group := getattr(article, name)) is not None:
            groups.setdefault(group, []).append(article)
    return {group: tuple(pages) for group, pages in groups.items()}
