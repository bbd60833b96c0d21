"""Page layout: what surrounds a story's passages, the templates, the pictures."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import format_datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from webnoise.demo.stories import Comment, Passage, Story

if TYPE_CHECKING:  # the newspaper fills its templates here
    from webnoise.demo.newspaper import Newspaper

# A transparent GIF of one pixel: what sites of 2005 set their margins with.
SPACER_GIF = bytes.fromhex(
    "47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b"
)
_MARKUP = re.compile(r"\[(?P<words>[^\[\]]+)\]\((?P<slug>[a-z0-9-]+)\)|\*(?P<italic>[^*]+)\*")


def promos(pair: tuple[str, str], position: int) -> tuple[str, ...]:
    """The promotional paragraphs in the body of the story at `position` of the paper's list.

    Four stories of five carry the first promo and two of three the second: most, but not all, so
    that neither can be known from one page, and both can be known from several.
    """
    first, second = pair
    carried = (first,) if position % 5 != 4 else ()
    return (*carried, second) if position % 3 != 2 else carried


def body(pair: tuple[str, str], story: Story, position: int) -> tuple[Passage, ...]:
    """The passages with promos, an advert and a teaser box among them, as the page shows them."""
    first, second = pair
    carried = promos(pair, position)
    pieces = list(story.passages)
    if second in carried:
        pieces.append(Passage("promo", second))
    # From the back, so that the earlier positions still mean places in the story itself.
    pieces.insert(_after_paragraph(pieces, 5), Passage("read_also"))
    pieces.insert(_after_paragraph(pieces, 3), Passage("advert"))
    if first in carried:
        pieces.insert(_after_paragraph(pieces, 2), Passage("promo", first))
    return tuple(pieces)


def _after_paragraph(pieces: list[Passage], count: int) -> int:
    """The position after the count-th paragraph, or the middle of a shorter story."""
    paragraphs = [position for position, piece in enumerate(pieces) if piece.kind == "paragraph"]
    return paragraphs[count - 1] + 1 if count <= len(paragraphs) else len(pieces) // 2


def related(stories: tuple[Story, ...], story: Story) -> tuple[Story, ...]:
    """Up to four other stories, those with common tags first, then the section's, then the rest."""

    def strangeness(other: Story) -> tuple[bool, bool]:
        return (not set(other.tags) & set(story.tags), other.section != story.section)

    return tuple(sorted((other for other in stories if other is not story), key=strangeness)[:4])


def comments(pool: tuple[Comment, ...], story: Story, position: int) -> tuple[Comment, ...]:
    drawn = tuple(pool[(position + step) % len(pool)] for step in range(position % 3 + 1))
    return story.comments + drawn


def fill(template: str, paper: Newspaper, base_url: str, values: Mapping[str, Any]) -> str:
    """The template's text for one page of `paper`."""
    # The same five on every page; a checksum replaces the readers' taste.
    by_taste = sorted(paper.stories, key=lambda story: zlib.crc32(story.slug.encode()))
    return (
        _environment()
        .get_template(template)
        .render(
            paper=paper,
            edition=paper.edition,
            adverts={advert["slot"]: advert for advert in paper.edition["advertisements"]},
            base_url=base_url,
            popular=by_taste[:5],
            inline=lambda text: _inline(paper, text),
            **values,
        )
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("webnoise.demo", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["long_date"] = long_date
    environment.filters["rfc822"] = format_datetime
    environment.filters["later"] = lambda moment, minutes: moment + timedelta(minutes=minutes)
    return environment


def long_date(moment: datetime) -> str:
    return f"{moment:%A}, {moment.day} {moment:%B %Y}"


def _inline(paper: Newspaper, text: str) -> Markup:
    """The text with its links and italics as markup."""

    def marked(match: re.Match[str]) -> str:
        if match["slug"]:
            linked = next(story for story in paper.stories if story.slug == match["slug"])
            return f'<a href="{paper.path_of(linked)}">{match["words"]}</a>'
        return f"<i>{match['italic']}</i>"

    return Markup(_MARKUP.sub(marked, str(escape(text))))  # noqa: S704 - escaped before it is marked up


@cache
def style_sheet(design: str) -> bytes:
    return files("webnoise.demo").joinpath("templates", design, "style.css").read_bytes()


def picture(key: str, width: int, height: int) -> bytes:
    """A PNG with two bands of colour that depend on `key` alone: a sky over a ground."""
    seed = zlib.crc32(key.encode())
    sky = bytes((140 + (seed & 63), 160 + (seed >> 6 & 63), 190 + (seed >> 12 & 63)))
    ground = bytes((40 + (seed >> 18 & 63), 60 + (seed >> 20 & 63), 30 + (seed >> 24 & 63)))
    horizon = height * (45 + seed % 30) // 100
    rows = (b"\x00" + sky * width) * horizon + (b"\x00" + ground * width) * (height - horizon)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )
