"""Stored pages in a real browser: the computed styles and boxes of their elements.

Nothing leaves the machine: the page is what the corpus holds, its style sheets are those that the corpus has
of it, and scripts, pictures and frames are not loaded. With `fetch_sheets` the browser asks the web for the
other sheets.
"""

from __future__ import annotations

import subprocess
from functools import cache
from importlib.util import find_spec
from multiprocessing.util import Finalize
from typing import Any, NamedTuple

from webnoise.errors import ConfigError
from webnoise.evaluate.corpora import GoldPage, page_address
from webnoise.methods.visual.visual_page import ASKED_OF_BROWSERS, VIEWPORT
from webnoise.model import Page
from webnoise.page.encoding import decode
from webnoise.page.limits import Limits
from webnoise.page.rendered import installed_browser, rendered_page, script_arguments, style_script

_NO_NAMES = "--host-resolver-rules=MAP * ~NOTFOUND"
"""Chromium connects to hosts that a page hints at (`rel=preconnect`), whatever requests are let through."""
MOST_SECONDS = 30
"""A page whose sheets do not come in this time is judged without them."""


class Rendering(NamedTuple):
    """How pages are rendered."""

    fetch_sheets: bool = False


class Rendered(NamedTuple):
    """A page with its styles and boxes, and the addresses of the sheets in other files that were loaded."""

    page: Page
    sheets: frozenset[str]


def require_browser() -> str:
    """The path of the browser; ConfigError, with the remedy, where pages cannot be rendered."""
    if find_spec("playwright") is None:
        raise ConfigError("--rendered needs a driver of browsers: pip install 'webnoise[render,visual]'")
    path = installed_browser()
    if path is None:
        raise ConfigError("--rendered needs a Chromium: apt-get install chromium")
    return path


@cache
def browser_version() -> str:
    """`Chromium 156.0.8078.79`."""
    run = subprocess.run([require_browser(), "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    return " ".join(run.stdout.split()[:2]) or "Chromium"


_shared: list[Browser] = []


def shared_browser(rendering: Rendering) -> Browser:
    """The one of this process; it starts when it is first asked for."""
    if not _shared:
        _shared.append(Browser(rendering))
    return _shared[0]


def close_shared_browser() -> None:
    while _shared:
        _shared.pop().close()


class Browser:
    def __init__(self, rendering: Rendering) -> None:
        from playwright.sync_api import sync_playwright

        self._rendering = rendering
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(
            executable_path=require_browser(), args=[] if rendering.fetch_sheets else [_NO_NAMES]
        )
        self._context = self._browser.new_context(
            java_script_enabled=False,  # the page as it was stored, not what its scripts make of it today
            bypass_csp=True,
            viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]},
        )
        self._closing = Finalize(self, self._close, exitpriority=1)

    def render(self, gold: GoldPage, limits: Limits) -> Rendered:
        html = decode(gold.html)[1] if isinstance(gold.html, bytes) else gold.html
        visit = _Visit(gold, html, self._rendering)
        tab = self._context.new_page()
        try:
            tab.on("requestfinished", visit.loaded)
            tab.route("**/*", visit.answer)
            visit.load(tab)
            computed = tab.evaluate(style_script(), script_arguments(ASKED_OF_BROWSERS))
            page = rendered_page(Page(gold.url, html), tab.content(), computed, limits)
        finally:
            tab.close()
        return Rendered(page, frozenset(visit.sheets))

    def close(self) -> None:
        self._closing()

    def _close(self) -> None:
        self._browser.close()
        self._playwright.stop()


class _Visit:
    """What one page may load."""

    def __init__(self, gold: GoldPage, html: str, rendering: Rendering) -> None:
        self._gold, self._html, self._rendering = gold, html, rendering
        self._shown = False
        self.sheets: set[str] = set()

    def load(self, tab: Any) -> None:
        from playwright.sync_api import TimeoutError as TookTooLong

        try:
            tab.goto(page_address(self._gold), wait_until="load", timeout=MOST_SECONDS * 1000)
        except TookTooLong:
            if not self._shown:
                raise

    def answer(self, route: Any) -> None:
        request = route.request
        if request.is_navigation_request() and not self._shown:
            self._shown = True
            route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
        elif request.resource_type != "stylesheet":
            route.abort()
        elif (sheet := self._gold.sheets.get(request.url)) is not None:
            route.fulfill(body=sheet, content_type="text/css; charset=utf-8")
        elif self._rendering.fetch_sheets:
            route.continue_()
        else:
            route.abort()

    def loaded(self, request: Any) -> None:
        if request.resource_type == "stylesheet":
            self.sheets.add(request.url)
