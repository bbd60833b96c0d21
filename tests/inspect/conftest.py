"""Reports opened in a real Chromium, which records what they asked the network for and what went wrong."""

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from webnoise.config import Config
from webnoise.demo import newspapers
from webnoise.demo.layout import style_sheet
from webnoise.inspect.document import to_html
from webnoise.inspect.inspection import inspect_page, learn
from webnoise.model import Page

AXE = os.environ.get("AXE_CORE")


@dataclass
class Opened:
    """A report in the browser; `requests` and `errors` are what it did that it should not."""

    page: Any
    address: str
    seen: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def requests(self):
        return [url for url in self.seen if url != self.address and not url.startswith(("data:", "about:"))]

    @property
    def frame(self):
        """The page that the report shows."""
        return self.page.frames[1]

    def text(self, selector):
        return self.page.locator(selector).inner_text()

    def texts(self, selector):
        return self.page.locator(f"{selector}:visible").all_inner_texts()


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="needs the extra: pip install 'webnoise[render]'"
    )
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def open_report(browser, tmp_path_factory):
    """`open_report(html or path, width=..., height=..., color_scheme=..., has_touch=...)`."""

    def opened(report, *, width=1400, height=900, **options):
        path = report if isinstance(report, Path) else tmp_path_factory.mktemp("report") / "report.html"
        if path is not report:
            path.write_text(report, encoding="utf-8")
        page = browser.new_page(viewport={"width": width, "height": height}, **options)
        opened = Opened(page, path.as_uri())
        page.on("request", lambda request: opened.seen.append(request.url))
        page.on("pageerror", lambda error: opened.errors.append(str(error)))
        page.on("dialog", lambda dialog: (opened.errors.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.on("popup", lambda popup: opened.errors.append(f"popup {popup.url}"))
        page.goto(opened.address)
        if "<iframe" in path.read_text("utf-8"):
            page.wait_for_selector("html[data-ready]")
        return opened

    return opened


@pytest.fixture(scope="session")
def axe():
    """Finds what keeps people out: axe-core's violations that are serious or worse."""
    if not AXE:
        pytest.skip("axe-core is not here: npm install axe-core, and AXE_CORE=.../axe-core/axe.min.js")
    script = Path(AXE).read_text("utf-8")

    def run(page):
        page.evaluate(script)  # around the report's own policy, as a debugger
        # What the page in the frame says and looks like is its author's.
        found = page.evaluate("axe.run(document, {iframes: false, resultTypes: ['violations']})")
        return [
            (own["id"], own["nodes"][0]["html"])
            for own in found["violations"]
            if own["impact"] in ("serious", "critical")
        ]

    return run


@pytest.fixture(scope="session")
def demo_pages():
    """`demo_pages(key)` are the stories of one of the demo's newspapers."""

    def pages(key):
        paper = next(paper for paper in newspapers() if paper.key == key)
        base = f"https://{key}.example"
        return [
            Page(base + paper.path_of(story), paper.render(paper.path_of(story), base).body)
            for story in paper.stories
        ]

    return pages


@pytest.fixture(scope="session")
def demo_report(demo_pages):
    """The inspect page of the first story of Meridian, judged by two methods and with its siblings."""
    pages, config, methods = demo_pages("meridian"), Config(), ["core", "desea"]
    memories = learn(pages[1:], methods, config)
    inspection = inspect_page(
        pages[0], config, methods, memories, fetch=lambda _: style_sheet("meridian").decode()
    )
    return inspection, to_html(inspection)
