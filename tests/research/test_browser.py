"""Stored pages in a real Chromium: what it computes, and what a report makes of pages with and without sheets."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytest.importorskip("playwright", reason="needs the extra: pip install 'webnoise[render]'")

from research.baselines.vips.box import Box
from research.papers.browser import Rendering, close_shared_browser, shared_browser
from research.systems import PaperSystems
from webnoise.evaluate.corpora import NOWHERE, GoldPage, read_corpus
from webnoise.evaluate.run import evaluate
from webnoise.methods.visual.eifce import Eifce
from webnoise.page.limits import Limits
from webnoise.page.parse import parse
from webnoise.page.rendered import installed_browser

pytestmark = pytest.mark.skipif(
    installed_browser() is None, reason="no Chromium here: apt-get install chromium"
)

STORY = [
    "A comet was seen, twice, on Monday, and it will return in spring, the observatory said on its own page.",
    "Nobody had expected it so early. The last one came when the town still had its old bridge and its mill.",
    "It can be seen without a telescope, if the nights stay clear. Schools will open their roofs for a week.",
]
SIDE = "Stars tonight, planets tomorrow. The moon is full. Weather follows. Tides too."
SHEET = """
body { margin: 0; width: 1000px; font-size: 16px }
#masthead { background-color: #003366; height: 80px }
#columns { margin-top: 60px } .a { float: left; width: 600px } .b { float: right; width: 360px }
p { margin: 10px 0 }
"""


def page_html(head):
    story = "".join(f"<p>{line}</p>" for line in STORY)
    links = "".join(f'<p><a href="/{n}">{SIDE}</a></p>' for n in range(3))
    return (
        f"<html><head><title>Comet</title>{head}</head><body><div id=masthead><h1>The Daily Example</h1></div>"
        f"<div id=columns><div class=a>{story}</div><div class=b>{links}</div></div>"
        "<script>document.body.innerHTML = 'gone'</script></body></html>"
    )


@pytest.fixture(scope="module", autouse=True)
def _closed_at_the_end():
    yield
    close_shared_browser()


@pytest.fixture
def browser():
    """One for all: a process has room for one driver. A run of the command closes it."""
    return shared_browser(Rendering())


def shown(browser, head, **fields):
    page = GoldPage("a", "", "s", page_html(head), **fields)
    return browser.render(page, Limits())


def test_browser_gives_styles_and_boxes_of_the_stored_page(browser):
    page, sheets = shown(browser, f"<style>{SHEET}</style>")
    document = parse(page)
    looks = {
        attributes.get("id") or attributes.get("class"): style
        for attributes, style in zip(document.elements.attributes, page.styles, strict=True)
    }
    assert looks["masthead"]["background-color"] == "rgb(0, 51, 102)"
    assert Box.of(looks["masthead"]) == Box(0, 0, 1000, 80)
    assert Box.of(looks["a"])[:3] == (0, 140, 600)
    assert Box.of(looks["b"])[:3] == (640, 140, 360)
    assert "gone" not in [block.text for block in Eifce().segment(document).blocks]  # scripts do not run
    assert sheets == frozenset()
    assert "data-webnoise" not in page.html


def test_sheets_that_the_corpus_holds_are_loaded_and_no_others(browser):
    head = '<link rel="stylesheet" href="style.css"><link rel="stylesheet" href="https://elsewhere.invalid/b.css">'
    page, sheets = shown(browser, head, sheets={f"{NOWHERE}style.css": SHEET})
    assert sheets == {f"{NOWHERE}style.css"}
    assert "600px" in [style.get("width") for style in page.styles]


@pytest.fixture
def elsewhere():
    """A server of style sheets: its address, what was asked of it, and how often somebody connected."""
    asked, connected = [], []

    class Handler(BaseHTTPRequestHandler):
        def setup(self):
            connected.append(self.client_address)
            super().setup()

        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/css")
            self.send_header("Content-Length", str(len(SHEET)))
            self.end_headers()
            self.wfile.write(SHEET.encode())

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked, connected
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("fetch", [False, True])
def test_sheets_alone_are_fetched_and_only_where_that_is_asked_for(elsewhere, fetch):
    address, asked, connected = elsewhere
    head = (
        f'<link rel="preconnect" href="{address}"><link rel="stylesheet" href="{address}/style.css">'
        f'<script src="{address}/a.js"></script><link rel="icon" href="{address}/a.ico">'
    )
    html = page_html(f'{head}<img src="{address}/a.png"><iframe src="{address}/b"></iframe>')
    page = GoldPage("a", f"{address}/news/a", "s", html)
    close_shared_browser()
    sheets = shared_browser(Rendering(fetch_sheets=fetch)).render(page, Limits()).sheets
    close_shared_browser()
    assert asked == (["/style.css"] if fetch else [])
    assert sheets == ({f"{address}/style.css"} if fetch else set())
    assert bool(connected) is fetch


@pytest.fixture
def corpus(tmp_path):
    """Two pages: one whose style sheet stands beside it, one whose sheet is missing."""
    folder = tmp_path / "comets"
    folder.mkdir()
    (folder / "style.css").write_text(SHEET)
    for name, sheet in (("with", "style.css"), ("without", "missing.css")):
        (folder / f"{name}.html").write_text(page_html(f'<link rel="stylesheet" href="{sheet}">'))
        (folder / f"{name}.txt").write_text("\n".join(STORY))
    return folder


def test_pages_are_rendered_where_that_is_asked_for(corpus):
    for rendering, styled in ((None, [False, False]), (Rendering(), [True, False])):
        systems = PaperSystems(rendering=rendering)
        results = evaluate(read_corpus(corpus), ["evbe"], workers=1, catalogue=systems)
        assert [result.styled for result in results] == styled


def test_folder_gives_its_sheets_to_its_pages(corpus):
    assert [page.sheets for page in read_corpus(corpus)] == [{f"{NOWHERE}style.css": SHEET}] * 2
