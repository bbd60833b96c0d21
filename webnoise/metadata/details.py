"""The fields around the article: site, language, address, section, tags, description, images."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import urljoin

from webnoise.metadata.candidates import Candidate
from webnoise.metadata.collected import Sources
from webnoise.metadata.jsonld import node_types, text_of
from webnoise.model import Image
from webnoise.urls.domains import domain_label, site_domain

__all__ = [
    "find_canonical",
    "find_description",
    "find_images",
    "find_language",
    "find_section",
    "find_site",
    "find_tags",
    "site_names",
]

_MOST_TAGS = 40
_TAG_SIGN = re.compile(r"[,;،、]")
_SIZE = re.compile(r"\s*(\d{1,5})")
_SITE_TYPES = {"WebSite", "NewsMediaOrganization", "Organization"}


def site_names(sources: Sources) -> list[Candidate]:
    """Every name the page gives its site, the surest first; the domain last."""
    metas = ("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher", "cre")
    found = [Candidate(name, _plain(value)) for name in metas if (value := sources.meta(name))]
    if value := text_of(sources.article.get("publisher")):
        found.append(Candidate("json-ld publisher", value))
    for node in sources.nodes:
        types = node_types(node)
        if types and not _SITE_TYPES.isdisjoint(types):
            value = text_of(node.get("name"))
            if value and len(value) < 60:
                found.append(Candidate(f"json-ld {types[0]}", value))
                if len(found) > 6:
                    break
    if domain := site_domain(sources.host):
        found.append(Candidate("domain", domain))
        found.append(Candidate("domain label", domain_label(domain)))
    return [name for name in found if not name.value.startswith("http")]


def find_site(names: list[Candidate]) -> Candidate | None:
    order = ("og:site_name", "json-ld publisher", "json-ld WebSite", "application-name", "domain")
    by_source = {candidate.source: candidate for candidate in reversed(names)}
    return next((by_source[source] for source in order if source in by_source), None)


_LANGUAGE = re.compile(r"^([A-Za-z]{2,3})(?:[-_ ].*)?$")


def find_language(sources: Sources) -> tuple[str | None, str, str]:
    """The language as its code, the tag as the page wrote it, and the source of both."""
    root = sources.root
    declared = (
        (
            "html lang",
            root.get("lang")
            or root.get("xml:lang")
            or root.get("{http://www.w3.org/XML/1998/namespace}lang"),
        ),
        ("json-ld inLanguage", text_of(sources.article.get("inLanguage"))),
        (
            "content-language",
            sources.meta("content-language", "language", "dc.language", "dcterms.language", "inlanguage"),
        ),
        ("og:locale", sources.meta("og:locale")),
    )
    for source, tag in declared:
        if (
            tag
            and (match := _LANGUAGE.match(tag.strip()))
            and match[1].lower() not in ("und", "mul", "xx", "zxx")
        ):
            return match[1].lower(), tag.strip(), source
    return None, "", ""


def find_canonical(sources: Sources) -> Candidate | None:
    for source, value in (
        ("rel canonical", sources.canonical),
        ("og:url", sources.meta("og:url")),
        ("json-ld url", text_of(sources.article.get("url"))),
    ):
        if not value:
            continue
        if address := _absolute(sources.url, value):
            return Candidate(source, address)
    return None


def find_section(sources: Sources) -> Candidate | None:
    if value := text_of(sources.article.get("articleSection")):
        return Candidate("json-ld articleSection", value)
    for name in (
        "article:section",
        "og:section",
        "parsely-section",
        "sailthru.section",
        "section",
        "cg",
        "dc.subject.section",
    ):
        if value := sources.meta(name):
            return Candidate(name, _plain(value))
    return None


def find_tags(sources: Sources) -> tuple[list[str], str]:
    """The page's keywords, each once, and their source."""
    keywords = sources.article.get("keywords")
    for source, values in (
        ("article:tag", sources.metas.get("article:tag", [])),
        ("json-ld keywords", [item for item in _listed(keywords) if isinstance(item, str)]),
        ("news_keywords", sources.metas.get("news_keywords", [])),
        ("parsely-tags", sources.metas.get("parsely-tags", [])),
        ("sailthru.tags", sources.metas.get("sailthru.tags", [])),
        ("keywords", sources.metas.get("keywords", [])),
    ):
        tags: dict[str, str] = {}
        for value in values:
            for tag in _TAG_SIGN.split(_plain(value)):
                if tag := tag.strip():
                    tags.setdefault(tag.casefold(), tag)
        if tags:
            return list(tags.values())[:_MOST_TAGS], source
    return [], ""


def find_description(sources: Sources) -> Candidate | None:
    for name in (
        "og:description",
        "description",
        "twitter:description",
        "dc.description",
        "dcterms.description",
    ):
        if value := sources.meta(name):
            return Candidate(name, _plain(value))
    if value := text_of(sources.article.get("description")):
        return Candidate("json-ld description", value)
    return None


def find_images(sources: Sources) -> list[Image]:
    """The images that the page declares as its own, each address once."""
    images: dict[str, Image] = {}
    for item in _listed(sources.article.get("image")):
        url = (
            item
            if isinstance(item, str)
            else (item.get("url") or item.get("contentUrl"))
            if isinstance(item, dict)
            else None
        )
        if not isinstance(url, str):
            continue
        node = item if isinstance(item, dict) else {}
        _add(
            images,
            sources.url,
            url,
            text_of(node.get("caption")),
            _size(node.get("width")),
            _size(node.get("height")),
        )
    widths, heights = sources.metas.get("og:image:width", []), sources.metas.get("og:image:height", [])
    captions = sources.metas.get("og:image:alt", [])
    for place, url in enumerate(sources.metas.get("og:image", [])[:10]):
        _add(
            images,
            sources.url,
            url,
            _at(captions, place),
            _size(_at(widths, place)),
            _size(_at(heights, place)),
        )
    if url := sources.meta("twitter:image", "twitter:image:src"):
        _add(images, sources.url, url, sources.meta("twitter:image:alt"), None, None)
    return list(images.values())


def _add(
    images: dict[str, Image], base: str, url: str, caption: str | None, width: int | None, height: int | None
) -> None:
    if address := _absolute(base, url.strip()):
        known = images.get(address)
        if known is None:
            images[address] = Image(address, caption, width, height)
        else:
            images[address] = Image(
                address, known.caption or caption, known.width or width, known.height or height
            )


def _absolute(base: str, url: str) -> str | None:
    if url.startswith(("https://", "http://")):
        return url
    try:
        address = urljoin(base, url)
    except ValueError:
        return None
    return address if address.startswith(("http://", "https://")) else None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _at(values: list[str], place: int) -> str | None:
    return values[place] if place < len(values) else None


def _size(value: Any) -> int | None:
    if isinstance(value, dict):
        value = value.get("value") or value.get("@value") or value.get("name")
    match = _SIZE.match(str(value)) if isinstance(value, str | int | float) else None
    return int(match[1]) or None if match else None


def _plain(text: str) -> str:
    return " ".join((html.unescape(text) if "&" in text else text).split())
