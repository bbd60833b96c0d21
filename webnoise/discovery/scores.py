"""How much an address looks like that of an article, before it is fetched."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from webnoise.urls.shapes import UrlShape, url_shape

if TYPE_CHECKING:
    from webnoise.discovery.links import PageLink
    from webnoise.discovery.patterns import UrlPatterns

__all__ = ["article_score"]

# The weights are log-odds: a logistic regression over addresses, rounded. Articles were the pages of
# wcxb-dev, news424, fundus and snippets; the others the remaining types of wcxb-dev and what the menus and
# footers of the other sets lead to. AUC, cross-validated by site, and of the rounded weights: wcxb-dev
# (article against six other types) 0.905, 0.910; news424 0.968, 0.972; fundus 0.975, 0.977; snippets
# 0.905, 0.907. Endings (.html, 0.0), the depth (0.0) and numbers of five and more digits (0.1) told nothing.
_BIAS = -0.5
_LAST_WORDS = (-0.2, -2.0, -0.9, 0.9, 1.9, 1.9, 2.7)  # by words of the last segment, 6 and more alike
_EARLIER_SLUG = 1.4  # /a-long-title-in-words/123456
_DATED = 2.5
_TOKEN = 0.8  # letters and digits mixed, as content systems number their texts
_SECTION_WORD = -2.2
_STORY_WORD = 1.4
_LISTING_HOST = -2.6
_HOME = -2.7
# Set by judgement, the corpora hold too few: a date with nothing behind it is a day's archive, and a
# numbered page is a further page of something found already.
_BARE_DATE = -1.5
_NUMBERED_PAGE = -1.5

# Log-odds of links on the pages of news424 and fundus whose address alone decides (score above 0.92 or
# below 0.18: 2,158 and 12,931 links). Words of the anchor: as measured. Place (main 1.6, body 1.5, aside 0.6,
# footer -0.8, header -0.9, nav -1.7) and heading (2.4) at less than half: they go along with the words.
_ANCHOR_WORDS = (0.0, -2.4, -1.1, -0.3, 0.8, 1.5, 1.9, 2.4, 3.0)
_PLACES = {"main": 0.6, "body": 0.6, "aside": 0.2, "header": -0.4, "footer": -0.4, "nav": -0.7}
_HEADING = 1.0


def article_score(url: str, link: PageLink | None = None, patterns: UrlPatterns | None = None) -> float:
    """How likely an article lies behind `url`, from 0 to 1.

    Read from the address alone, from the `link` that leads there if given, and from what the pages
    behind addresses of the same pattern turned out to be (`patterns`, one site's), which soon
    outweighs the rest.
    """
    odds = _shape_odds(url_shape(url))
    if link is not None:
        odds += _ANCHOR_WORDS[min(link.words, len(_ANCHOR_WORDS) - 1)] + _PLACES[link.place]
        odds += _HEADING if link.heading else 0.0
    score = 1 / (1 + math.exp(-odds))
    return score if patterns is None else patterns.article_share(url, score)


def _shape_odds(shape: UrlShape) -> float:
    odds = _BIAS + _LAST_WORDS[min(shape.last_words, len(_LAST_WORDS) - 1)]
    if shape.slug_words >= 4 and shape.last_words < 4:
        odds += _EARLIER_SLUG
    if shape.date:
        odds += _BARE_DATE if shape.bare_date else _DATED
    if shape.page_number is not None:
        odds += _NUMBERED_PAGE
    odds += _TOKEN * shape.token + _SECTION_WORD * shape.section_word + _STORY_WORD * shape.story_word
    return odds + _LISTING_HOST * shape.listing_host + _HOME * shape.home
