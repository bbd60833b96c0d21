"""The shape of an address: what can be read from it before the page is fetched."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from webnoise.text.lists import read_groups

# Year, month, day as three segments or in one, with a year that news can have.
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE_PATH = re.compile(
    r"(?:^|[/_-])(?:"
    r"((?:19|20)\d\d)[/_-](1[0-2]|0?[1-9]|" + "|".join(_MONTHS) + r")(?:[/_-](3[01]|[12]\d|0?[1-9]))?"
    r"|((?:19|20)\d\d)(1[0-2]|0[1-9])(3[01]|[12]\d|0[1-9])"
    r")(?=[/_.-]|$)"
)
_LONG_NUMBER = re.compile(r"\d{4,}")
_PIECES = re.compile(r"[-_.]")
_ENDING = re.compile(r"\.([a-z]{2,6}\d?)$")
_NUMBER_BEHIND_LETTER = re.compile(r"([^\W\d_])(?=\d{4,})")
_BREAKS = str.maketrans(dict.fromkeys("_+,.~", "-"))
_SHORTEST_TOKEN = 8
_TOKEN = re.compile(r"(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{8,}|[0-9a-f]{12,}|[a-z0-9]{20,}")
_PAGE_QUERY = re.compile(
    r"(?:^|&)(?:page|paged|pg|pagenum|page_?no|pageindex|seite|pagina)=(\d{0,9})", re.IGNORECASE
)
_SHORT_PAGE_QUERY = re.compile(r"(?:^|&)p=(\d{1,9})(?:&|$)")
_OFFSET_QUERY = re.compile(r"(?:^|&)(?:offset|start|from)=(\d{1,9})(?:&|$)", re.IGNORECASE)
_PER_PAGE = 10  # what listings show at a time, at the least
_PART_PATH = re.compile(
    r"(?:[/_.,-](?:(?:page|seite|pagina|p|pg|s)[/_-]?)?(\d{1,2}))?(\.[a-z]{2,5})?/?$", re.IGNORECASE
)
_PAGE_PATH = re.compile(r"/(?:page|seite|pagina|p|pg)[/_-]?(\d{1,6})/?$", re.IGNORECASE)

_INDEX_FILES = frozenset({"index", "default", "home"})

# Endings of files that hold no page: pictures, sound, film, documents, archives, programs, data.
_FILE_ENDING = re.compile(
    r"\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|heic|mp[34]|m4[av]|aac|ogg|oga|ogv|wav|flac|webm|avi|mov|wmv|flv"
    r"|mkv|m3u8|mpd|pdf|epub|mobi|docx?|xlsx?|pptx?|odt|ods|csv|tsv|rtf|zip|rar|7z|gz|tgz|bz2|xz|tar|dmg|exe|msi"
    r"|apk|ipa|iso|css|js|mjs|json|xml|rss|atom|rdf|txt|woff2?|ttf|eot|otf|ics|vcf|swf|torrent)$",
    re.IGNORECASE,
)
_LONGEST_ENDING = 9
# A whole path segment that does something instead of showing something.
_ACTION_SEGMENT = re.compile(
    r"(?:log-?in|log-?out|sign-?in|sign-?out|sign-?up|register|registration|auth|oauth2?|sso|account|my-?account"
    r"|password|forgot-password|cart|basket|checkout|wp-login\.php|xmlrpc\.php|print|printpage"
    r"|printarticle|share|sharer|email-?(?:this|article|friend)|send-?to-?friend|unsubscribe"
    r"|intent|mailto:.*|feed|trackback)",
    re.IGNORECASE,
)
_MACHINERY = frozenset({"wp-admin", "wp-json", "cdn-cgi", "cgi-bin"})
_ACTION_QUERY = re.compile(
    r"(?:^|&)(?:share|replytocom|print(?:able|er|_?friendly)?|add-to-cart|login|logout|redirect(?:_to|_url)?"
    r"|return(?:_?to|_?url)|action|do|format=(?:print|pdf|rss|feed)|output=(?:print|pdf|rss)|view=print|feed)(?:=|&|$)",
    re.IGNORECASE,
)


class UrlShape(NamedTuple):
    """What an address shows.

    `last_words` are those of the last segment, `slug_words` those of the longest. `date` is (year, month,
    day) with 0 for a day not given; a `bare_date` has neither title nor number behind it. `home` is
    the front page of a host.
    """

    date: tuple[int, int, int] | None
    bare_date: bool
    last_words: int
    slug_words: int
    token: bool
    section_word: bool
    story_word: bool
    listing_host: bool
    page_number: int | None
    home: bool


@lru_cache(maxsize=4096)  # menus bring the same addresses on every page
def url_shape(url: str) -> UrlShape:
    """The shape of an address; nothing is fetched, and no list of sites is asked."""
    parts = urlsplit(url)
    path = unquote(parts.path).lower()
    names = path_names(path)
    words = [_word_count(name) for name in names]
    last_words = words[-1] if words else 0
    slug_words = max(words, default=0)
    token = bool(names) and any(_is_token(piece) for piece in _PIECES.split(names[-1]))
    date = _DATE_PATH.search(path) if "20" in path or "19" in path else None
    named = token or last_words > 1 or slug_words > 3
    known = _path_words()
    return UrlShape(
        date=_date_numbers(date) if date else None,
        bare_date=date is not None and not named and not _LONG_NUMBER.search(path, date.end()),
        last_words=last_words,
        slug_words=slug_words,
        token=token,
        section_word=not known["section"].isdisjoint(names),
        story_word=not known["story"].isdisjoint(names[:-1]),
        listing_host=not known["listing_host"].isdisjoint((parts.hostname or "").split(".")[:-2]),
        page_number=page_number(url),
        home=not names,
    )


def path_names(path: str) -> list[str]:
    """The segments of a path that name something: the last without its ending, none for `index.html`."""
    names = [segment for segment in path.split("/") if segment]
    if names:
        names[-1] = _ENDING.sub("", names[-1])
        if names[-1] in _INDEX_FILES:
            names.pop()  # /title-of-a-story/index.html is named by its folder
    return names


def page_number(url: str) -> int | None:
    """Which page of a listing an address means; 0 for a page without a number, None for no listing."""
    parts = urlsplit(url)
    path = parts.path
    if path.rstrip("/")[-1:].isdecimal() and (found := _PAGE_PATH.search(path)):
        return int(found.group(1))
    if not parts.query:
        return None
    found = _PAGE_QUERY.search(parts.query)
    if found is None and path != "/":  # /?p=123 is an article of WordPress
        found = _SHORT_PAGE_QUERY.search(parts.query)
    if found:
        return int(found.group(1) or 0)
    found = _OFFSET_QUERY.search(parts.query)
    return int(found.group(1)) // _PER_PAGE if found else None


def is_next_page(url: str, address: str) -> bool:
    """Whether an address is `url` with the number of its next page: /pier, /pier/2; /a.html, /a_2.html."""
    stem, number = _numbered(url)
    next_stem, next_number = _numbered(address)
    return next_number == number + 1 and stem == next_stem


def _numbered(url: str) -> tuple[str, int]:
    """An address without the number of a page, and that number; 1 where it has none."""
    parts = urlsplit(url)
    for pattern in (_PAGE_QUERY, _SHORT_PAGE_QUERY) if parts.query else ():
        if found := pattern.search(parts.query):
            rest = parts.query[: found.start()] + parts.query[found.end() :]
            return f"{parts.netloc}{parts.path.rstrip('/')}?{rest.strip('&')}", int(found[1] or 1)
    found = _PART_PATH.search(parts.path)
    number = int(found[1]) if found and found[1] else 1
    path = parts.path[: found.start()] + (found[2] or "") if found else parts.path
    return f"{parts.netloc}{path.rstrip('/')}?{parts.query}", number


def not_a_page(url: str) -> str | None:
    """Why nothing readable is expected behind an address (`file`, `action`); None when it may be a page."""
    parts = urlsplit(url)
    if "." in parts.path[-_LONGEST_ENDING:] and _FILE_ENDING.search(parts.path):
        return "file"
    segments = [segment for segment in parts.path.split("/") if segment]
    # Deeper down the words name sections: /checkout/offers/a-long-title is an article about shopping.
    if any(_ACTION_SEGMENT.fullmatch(segment) for segment in segments[-2:]):
        return "action"
    if segments and segments[0] in _MACHINERY:
        return "action"
    if parts.query and _ACTION_QUERY.search(parts.query):
        return "action"
    return None


def _date_numbers(found: re.Match[str]) -> tuple[int, int, int]:
    year, month, day = found.group(1, 2, 3) if found.group(1) else found.group(4, 5, 6)
    return int(year), int(month) if month.isdigit() else _MONTHS.index(month) + 1, int(day or 0)


def _word_count(name: str) -> int:
    """Words of a segment; letters of scripts without word breaks (an unhyphenated title) count by threes."""
    if name.isascii() and name.isalnum() and (name.isalpha() or name.isdigit()):
        return int(len(name) > 1 and name.isalpha() and not _is_token(name))
    if _LONG_NUMBER.search(name):
        name = _NUMBER_BEHIND_LETTER.sub(r"\1-", name)
    pieces = name.translate(_BREAKS).split("-")
    words = [piece for piece in pieces if len(piece) > 1 and not _is_token(piece)]
    if len(words) == 1 and not words[0].isascii():
        return max(1, len(words[0]) // 3)
    return sum(word.isalpha() or any(map(str.isalpha, word)) for word in words)


def _is_token(piece: str) -> bool:
    return len(piece) >= _SHORTEST_TOKEN and _TOKEN.fullmatch(piece) is not None


@lru_cache(maxsize=1)
def _path_words() -> dict[str, frozenset[str]]:
    return {
        group: frozenset(words) for group, words in read_groups("webnoise.urls", "path_words.txt").items()
    }
