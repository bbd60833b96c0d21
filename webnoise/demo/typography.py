"""The templates of the three designs, and what they may call."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from webnoise.demo import layout

if TYPE_CHECKING:
    from collections.abc import Mapping

    from webnoise.demo.newspaper import Newspaper

__all__ = ["fill", "style_sheet"]

_MARKUP = re.compile(r"\[(?P<words>[^\]]+)\]\((?P<slug>[a-z0-9-]+)\)|\*(?P<italic>[^*]+)\*")


def fill(template: str, paper: Newspaper, base_url: str, values: Mapping[str, Any]) -> str:
    """The template's text for one page of `paper`."""
    return (
        _environment()
        .get_template(template)
        .render(
            paper=paper,
            edition=paper.edition,
            adverts={advert.slot: advert for advert in paper.edition.advertisements},
            base_url=base_url,
            popular=layout.most_read(paper.stories),
            inline=lambda text: _inline(paper, text),
            **values,
        )
    )


@cache
def style_sheet(design: str) -> bytes:
    return files("webnoise.demo").joinpath("templates", design, "style.css").read_bytes()


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("webnoise.demo", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["long_date"] = _long_date
    environment.filters["rfc822"] = _rfc822
    environment.filters["later"] = lambda moment, minutes: moment + timedelta(minutes=minutes)
    return environment


def _inline(paper: Newspaper, text: str) -> Markup:
    """The text with its links and italics as markup."""
    by_slug = {story.slug: story for story in paper.stories}
    pieces: list[Markup | str] = []
    end = 0
    for match in _MARKUP.finditer(text):
        pieces.append(escape(text[end : match.start()]))
        if match["slug"]:
            pieces.append(
                Markup('<a href="{}">{}</a>').format(paper.path_of(by_slug[match["slug"]]), match["words"])
            )
        else:
            pieces.append(Markup("<i>{}</i>").format(match["italic"]))
        end = match.end()
    return Markup("").join([*pieces, escape(text[end:])])


def _long_date(moment: datetime) -> str:
    return f"{moment:%A}, {moment.day} {moment:%B %Y}"


def _rfc822(moment: datetime) -> str:
    return f"{moment:%a, %d %b %Y %H:%M:%S %z}"
