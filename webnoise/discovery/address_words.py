"""Words of addresses that say what lies behind them, in lower case."""

from __future__ import annotations

__all__ = ["LISTING_HOSTS", "SECTION_WORDS", "STORY_WORDS"]

# A whole segment of this name means a page that lists, sells, serves or explains.
_LISTS = """
category categories cat tag tags topic topics topico tema thema themen rubrik rubrique seccion section
sections author authors autor auteur person people profile profiles user users member members search
suche buscar archive archives archiv index home latest all list listing directory sitemap gallery
galleries photos videos video podcast podcasts rss feeds events event calendar
"""
_ABOUT_THE_SITE = """
about about-us contact contact-us kontakt impressum imprint privacy privacy-policy terms terms-of-use
terms-of-service legal cookies cookie-policy advertise advertising careers jobs subscribe subscription
newsletter newsletters faq help support login signup register account epaper e-paper live-tv tv-guide
"""
_SERVICES = """
services service solutions pricing plans features offers deals coupons shop store cart product products
item items collection collections browse brand brands c cp dp games puzzles crossword horoscope weather
download downloads
"""
_TALK_AND_MANUALS = """
forum forums community threads thread discussion questions question viewtopic showthread t r docs
documentation api reference manual wiki
"""
SECTION_WORDS = frozenset((_LISTS + _ABOUT_THE_SITE + _SERVICES + _TALK_AND_MANUALS).split())

# Segments under which sites keep single texts.
_STORIES = """
article articles artikel articulo noticia noticias story stories news blog blogs post posts opinion
actualite actualites nachrichten nyheter notizie world politics business sport sports 新闻 detail content
"""
STORY_WORDS = frozenset(_STORIES.split())

# Names of hosts below a site's domain that hold no news.
_HOSTS = """
shop store forum forums community docs doc developer developers support help jobs careers login account
accounts my status api wiki discuss bbs
"""
LISTING_HOSTS = frozenset(_HOSTS.split())
