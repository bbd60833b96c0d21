"""Pages that need a browser: which they are, how they are asked for, and what the browser computed."""

from __future__ import annotations

import dataclasses
import re
import shutil
from functools import lru_cache
from importlib import resources
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from webnoise.errors import ConfigError, InputError
from webnoise.model import Page
from webnoise.page.parse import parse

if TYPE_CHECKING:
    from scrapy.http import Response
    from scrapy.settings import BaseSettings

__all__ = [
    "add_rendering",
    "can_render",
    "needs_rendering",
    "rendered_styles",
    "rendering_meta",
    "require_rendering",
]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

_HANDLER = "webnoise.spiders.browser.RenderingDownloadHandler"
_MARK = "data-webnoise-element"
_MARKS = re.compile(rf' {_MARK}="\d+"')
_SETTLED_MS = 500  # a quiet half second after loading: the usual meaning of "network idle"
_INVISIBLE = re.compile(
    rb"<(script|style|noscript|template|svg)\b.*?</\1\s*>|<[^>]*>", re.DOTALL | re.IGNORECASE
)
_WORD = re.compile(rb"[^\s]+")
_FEW_WORDS = (
    60  # shorter than the shortest articles kept anywhere in the corpora; menus of empty shells are shorter
)
_LARGEST_SHELL = (
    400_000  # bytes; a shell carries its data along at times, a long article's page is not looked at
)


def needs_rendering(body: bytes) -> bool:
    """Whether a page holds scripts and hardly a word: a shell that a browser fills."""
    if len(body) > _LARGEST_SHELL or b"<script" not in body or body.count(b"<p") > 3:
        return False
    words = _WORD.findall(_INVISIBLE.sub(b" ", body))
    return len(words) < _FEW_WORDS and b"<html" in body[:2048].lower()


@lru_cache(maxsize=1)
def _installed() -> bool:
    return find_spec("scrapy_playwright") is not None


def browser_path(settings: BaseSettings) -> str | None:
    named = settings.getdict("PLAYWRIGHT_LAUNCH_OPTIONS").get("executable_path")
    return named or next((path for name in BROWSERS if (path := shutil.which(name))), None)


def can_render(settings: BaseSettings) -> bool:
    return _installed() and browser_path(settings) is not None


def require_rendering(settings: BaseSettings) -> None:
    """Raise, with what is missing, where pages cannot be rendered."""
    if not _installed():
        raise ConfigError("a site asks for rendering: pip install 'webnoise[render]'")
    if browser_path(settings) is None:
        raise ConfigError(
            "a site asks for rendering, and there is no Chromium: apt-get install chromium, or name one in"
            " PLAYWRIGHT_LAUNCH_OPTIONS = {'executable_path': '...'}"
        )


def add_rendering(settings: BaseSettings) -> None:
    """Put the browser behind requests that ask for one; it starts with the first of them."""
    if not can_render(settings):
        return
    options = settings.getdict("PLAYWRIGHT_LAUNCH_OPTIONS")
    options.setdefault("executable_path", browser_path(settings))
    settings.set("PLAYWRIGHT_LAUNCH_OPTIONS", options, "spider")
    if not settings.get("PLAYWRIGHT_ABORT_REQUEST"):
        settings.set("PLAYWRIGHT_ABORT_REQUEST", "webnoise.spiders.browser.needless", "spider")
    handlers = settings.getdict("DOWNLOAD_HANDLERS")
    for scheme in ("http", "https"):
        handlers.setdefault(scheme, _HANDLER)
    settings.set("DOWNLOAD_HANDLERS", handlers, "spider")


def rendering_meta() -> dict[str, Any]:
    """What a request carries to be fetched by the browser, with the styles of its elements."""
    from scrapy_playwright.page import PageMethod

    from webnoise.methods.visual.visual_page import PROPERTIES

    script = (resources.files("webnoise.spiders") / "computed_styles.js").read_text("utf-8")
    arguments = {"mark": _MARK, "properties": list(PROPERTIES)}
    return {
        "playwright": True,
        "playwright_page_goto_kwargs": {"wait_until": "networkidle"},
        "playwright_page_methods": [PageMethod("evaluate", script, arguments)],
    }


def rendered_styles(page: Page, response: Response) -> Page:
    """A page from the browser with `styles`, one for each element as it is parsed, its marks taken off."""
    methods = response.meta.get("playwright_page_methods") or []
    table = methods[0].result if methods else None
    html = page.html.decode("utf-8", "replace") if isinstance(page.html, bytes) else page.html
    plain = dataclasses.replace(page, html=_MARKS.sub("", html), content_type="text/html; charset=utf-8")
    if not table:
        return plain
    try:
        elements = parse(dataclasses.replace(plain, html=html)).root.iter("*")
    except InputError:
        return plain
    return dataclasses.replace(plain, styles=[_style(table, element.get(_MARK)) for element in elements])


def _style(table: Any, number: str | None) -> dict[str, str]:
    """The style of the element of this number; empty for elements that only the parser put there."""
    from webnoise.methods.visual.visual_page import PROPERTIES

    rows, values = table["rows"], table["values"]
    if number is None or int(number) >= len(rows):
        return {}
    return {name: values[place] for name, place in zip(PROPERTIES, rows[int(number)], strict=True)}
