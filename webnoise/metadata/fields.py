"""The fields around the article: language, address, section, tags, description, images, access."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Iterator
from typing import Any

from webnoise.metadata.sources.candidates import Candidate, Source
from webnoise.metadata.sources.collect import Node, Sources, node_types, text_of
from webnoise.model import Image
from webnoise.text.language import primary_tag
from webnoise.text.lists import read_groups, read_patterns
from webnoise.urls.join import web_address

_NAMES = read_groups("webnoise.metadata", "lists/meta_names.txt")
_HTML_LANG, _LINKED_LANGUAGE = Source("html lang"), Source("json-ld", "inLanguage")
_META_LANGUAGE, _LOCALE = Source("meta", "content-language"), Source("meta", "og:locale")
_CANONICAL, _SOCIAL_URL, _LINKED_URL = (
    Source("rel canonical"), Source("meta", "og:url"), Source("json-ld", "url"),
)  # fmt: skip
_KEYWORDS = Source("json-ld", "keywords")
_TAG_SOURCES = [Source("meta", name) for name in _NAMES["tags"]]
_TAG_SOURCES.insert(1, _KEYWORDS)  # behind article:tag
_MOST_TAGS = 40
_MOST_TYPES = 12
_TAG_SIGN = re.compile(r"[,;،、]")
_SIZE = re.compile(r"\s*(\d{1,5})")
_NO_LANGUAGE = ("und", "mul", "xx", "zxx")
_IS_PAID = dict.fromkeys("locked paid premium metered subscriber subscribers plus registered".split(), True)
_IS_PAID |= dict.fromkeys("free open public".split(), False)
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}
# A wall says a few sentences; an article about consent, captchas or logins says many.
_WALL_WORDS = 400


def find_language(sources: Sources) -> Candidate | None:
    """The language's tag as the page wrote it."""
    root = sources.elements.attributes[0]
    declared = (
        (_HTML_LANG, root.get("lang") or root.get("xml:lang")),
        (_LINKED_LANGUAGE, text_of(sources.article.get("inLanguage"))),
        (_META_LANGUAGE, sources.meta(*_NAMES["languages"])),
        (_LOCALE, sources.meta("og:locale")),
    )
    for source, tag in declared:
        if tag and language_code(tag):
            return Candidate(source, tag.strip())
    return None


@functools.lru_cache(maxsize=256)
def language_code(tag: str) -> str | None:
    """The code of the language in a tag: "de" of "de-AT"; None where it names none."""
    code = primary_tag(tag.strip().replace(" ", "-")) or ""
    is_code = len(code) in (2, 3) and code.isascii() and code.isalpha() and code not in _NO_LANGUAGE
    return code if is_code else None


def find_canonical(sources: Sources) -> Candidate | None:
    for source, value in (
        (_CANONICAL, sources.canonical),
        (_SOCIAL_URL, sources.meta("og:url")),
        (_LINKED_URL, text_of(sources.article.get("url"))),
    ):
        if value and (address := web_address(sources.url, value)):
            return Candidate(source, address)
    return None


def find_section(sources: Sources) -> Candidate | None:
    if value := text_of(sources.article.get("articleSection")):
        return Candidate(Source("json-ld", "articleSection"), value)
    return next(_metas(sources, _NAMES["sections"]), None)


def find_description(sources: Sources) -> Candidate | None:
    if found := next(_metas(sources, _NAMES["descriptions"]), None):
        return found
    value = text_of(sources.article.get("description"))
    return Candidate(Source("json-ld", "description"), value) if value else None


def find_tags(sources: Sources) -> tuple[list[str], Source | None]:
    """The page's keywords, each once, and their source."""
    keywords = [item for item in _listed(sources.article.get("keywords")) if isinstance(item, str)]
    for source in _TAG_SOURCES:
        values = keywords if source == _KEYWORDS else sources.metas.get(source.name, ())
        tags: dict[str, str] = {}
        for value in values:
            for tag in _TAG_SIGN.split(_plain(value)):
                if tag := tag.strip():
                    tags.setdefault(tag.casefold(), tag)
        if tags:
            return list(tags.values())[:_MOST_TAGS], source
    return [], None


def find_types(sources: Sources) -> tuple[str, ...]:
    """The types that the page declares: og:type, those of its JSON-LD, the article's first.

    Microdata are asked for live blogs alone.
    """
    types: dict[str, None] = {}
    if declared := sources.meta("og:type"):
        types[f"og:{declared.lower()}"] = None
    for node in (sources.article, *sources.nodes[:30]):
        for name in node_types(node):
            types[name] = None
    if (text := text_of(sources.page.get("@type"))) is not None:
        types[text] = None
    elements = sources.elements
    if elements.valued("itemtype", "/LiveBlogPosting"):
        return ("LiveBlogPosting", *types)[:_MOST_TYPES]
    return tuple(types)[:_MOST_TYPES]


def find_images(sources: Sources) -> list[Image]:
    """The images that the page declares as its own, each address once."""
    images: dict[str, Image] = {}

    def add(url: Any, caption: str | None, width: Any, height: Any) -> None:
        if isinstance(url, str) and (address := web_address(sources.url, url.strip())):
            known = images.get(address, Image(address))
            images[address] = Image(
                address, known.caption or caption, known.width or _size(width), known.height or _size(height)
            )

    for item in _listed(sources.article.get("image")):
        node = item if isinstance(item, dict) else {"url": item}
        url = node.get("url") or node.get("contentUrl")
        add(url, text_of(node.get("caption")), node.get("width"), node.get("height"))
    columns = [sources.metas.get(f"og:image{part}", []) for part in (":alt", ":width", ":height")]
    for index, url in enumerate(sources.metas.get("og:image", [])[:10]):
        add(url, *(column[index] if index < len(column) else None for column in columns))
    add(sources.meta("twitter:image", "twitter:image:src"), sources.meta("twitter:image:alt"), None, None)
    return list(images.values())


def find_paywall(sources: Sources) -> tuple[bool | None, Source | None]:
    """Whether the page says that its text is not free, and what says so; None where nothing does."""
    if (free := _is_free(sources.article)) is not None:
        return not free, Source("json-ld", f"isAccessibleForFree {str(free).lower()}")
    if (free := _is_free(sources.page)) is not None:
        return not free, Source("json-ld page", f"isAccessibleForFree {str(free).lower()}")
    for name in filter(sources.metas.__contains__, _NAMES["access"]):
        value = sources.metas[name][0].lower()
        is_paid = _IS_PAID.get(value)
        if is_paid is None and name not in ("access", "content-access"):
            is_paid = _TRUTH.get(value)
        if is_paid is not None:
            return is_paid, Source("meta", f"{name} {value}")
    return None, None


def _is_free(node: Node) -> bool | None:
    """What a node and its parts say; a part that is not free makes all so."""
    if not node:
        return None
    values = [node.get("isAccessibleForFree")]
    values.extend(
        part.get("isAccessibleForFree") for part in _listed(node.get("hasPart")) if isinstance(part, dict)
    )
    read = [_boolean(value) for value in values]
    if False in read:
        return False
    return True if read[0] else None


def _boolean(value: Any) -> bool | None:
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, str):
        return _TRUTH.get(value.strip().lower().rpartition("/")[2])
    return value if isinstance(value, bool) else None


def find_wall(sources: Sources, title: str | None) -> str | None:
    """The kind of wall (consent, challenge, denied, login) that stands where the page should be, or None.

    Only a page whose title speaks of one, without an article's markup and with little text, is a wall.
    """
    if sources.article:
        return None
    words, walls = _walls()
    titles = {(sources.title or "").lower(), (title or "").lower()}
    for kind, pattern in walls.items() if any(word in each for word in words for each in titles) else ():
        if any(map(pattern.search, titles)):
            return kind if _has_few_words(sources) else None
    return None


@functools.cache
def _walls() -> tuple[list[str], dict[str, re.Pattern[str]]]:
    """Words of which every wall's title has one, looked for first; and the patterns by the kind of wall."""
    patterns = dict(read_patterns("webnoise.metadata", "lists/walls.txt"))
    words = patterns.pop("word").split("|")
    return words, {kind: re.compile(pattern) for kind, pattern in patterns.items()}


def _has_few_words(sources: Sources) -> bool:
    words = 0
    for element in sources.elements.tagged("p", "li", "div", "span", "td"):
        words += len((sources.elements.texts[element] or "").split())
        if words > _WALL_WORDS:
            return False
    return True


def _metas(sources: Sources, names: list[str]) -> Iterator[Candidate]:
    for name in names:
        if value := sources.meta(name):
            yield Candidate(Source("meta", name), _plain(value))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _size(value: Any) -> int | None:
    if isinstance(value, dict):
        value = value.get("value") or value.get("@value") or value.get("name")
    match = _SIZE.match(str(value)) if isinstance(value, str | int | float) else None
    return int(match[1]) or None if match else None


def _plain(text: str) -> str:
    return " ".join((html.unescape(text) if "&" in text else text).split())
