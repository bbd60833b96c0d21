"""Pages that try to run a script, to ask for something or to leave, shown in a real browser: nothing happens."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from lxml import html

from webnoise import flow
from webnoise.config import Config
from webnoise.inspect.crawl_report import report_html
from webnoise.inspect.document import to_html
from webnoise.inspect.figures import CrawlFigures, LeftOut, balance_of_fields
from webnoise.inspect.inspection import inspect_page
from webnoise.inspect.result import inspect_result
from webnoise.inspect.site_report import site_html
from webnoise.inspect.styles import safe_css
from webnoise.methods.core.method import Core
from webnoise.model import Page
from webnoise.site.memory import SiteMemory
from webnoise.text.lists import read_groups

# SPY is an address that notes when somebody asks for it. Each try also sets a variable wherever it can.
RUN = "top.ran=1;self.ran=1;parent.ran=1;document.title='ran';alert(1);fetch('SPY/fetched')"
ATTACKS = {
    "script": f"<script>{RUN}</script><script src=SPY/script.js></script>",
    "end of script in text": f"<p>A story </script><script>{RUN}</script> goes on.</p>",
    "written end of script": f"<p>A story &lt;/script&gt;&lt;script&gt;{RUN}&lt;/script&gt; &lt;!--&lt;script&gt;</p>",
    "end of style": f"<style>p {{}} &lt;/style&gt;<script>{RUN}</script></style><p style='x: </style><script>{RUN}</script>'>A</p>",
    "end of the frame's attribute": f"<p class='\"><script>{RUN}</script>' id=\"'><img src=x onerror={RUN}>\">A story</p>",
    "javascript address": f"<a id=a href=\"javascript:{RUN}\">Read</a><a href='java\tscript:{RUN}'>on</a>",
    "event handlers": f'<img src=SPY/x.png onerror="{RUN}"><p onclick="{RUN}" onmouseover="{RUN}">A story</p><details ontoggle="{RUN}" open>x</details>',
    "focus": f'<input autofocus onfocus="{RUN}"><button autofocus onfocus="{RUN}" formaction=javascript:{RUN}>Go</button>',
    "body": f'<body onload="{RUN}" background=SPY/back.png onpageshow="{RUN}"><p>A story</p>',
    "svg": f'<svg onload="{RUN}"><script>{RUN}</script><image href=SPY/svg.png /><use href=SPY/use.svg#a></use>'
    f"<foreignObject><iframe srcdoc='<script>{RUN}</script>'></iframe></foreignObject><animate onbegin=\"{RUN}\" attributeName=x dur=1s />"
    f"<a xlink:href='javascript:{RUN}'><text>A</text></a></svg>",
    "math": f'<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror={RUN}&gt;"></table></mtext></math>',
    "frames": f"<iframe src=SPY/frame></iframe><iframe srcdoc='<script>{RUN}</script>'></iframe><iframe src=\"javascript:{RUN}\"></iframe>"
    "<object data=SPY/object></object><embed src=SPY/embed><frameset><frame src=SPY/f></frameset>",
    "refresh": f"<meta http-equiv=refresh content='0; url=SPY/refreshed'><meta http-equiv=refresh content=\"0; url=javascript:{RUN}\">",
    "base": "<base href=SPY/base/ target=_top><img src=relative.png><a href=x>A link</a>",
    "links": "<link rel=stylesheet href=SPY/style.css><link rel=preload as=image href=SPY/preload.png><link rel=prefetch href=SPY/prefetch>"
    "<link rel=dns-prefetch href=SPY><link rel=icon href=SPY/icon.png>",
    "css": "<style>@import 'SPY/imported.css'; @import url(SPY/imported2.css); @font-face { font-family: x; src: url(SPY/font.woff) }"
    " body { background: url(SPY/css.png) } p { font-family: x; background: u\\72l(SPY/escaped.png); list-style: url('SPY/list.png') }"
    " h1 { background-image: image-set('SPY/set.png' 1x); cursor: URL(SPY/cursor.cur), auto } ::before { content: url(\"SPY/content.png\") }</style>"
    "<p style=\"background: url(SPY/attribute.png); border-image: url( 'SPY/border.png' ) 3\">A story</p>",
    "media": "<video src=SPY/film.mp4 poster=SPY/poster.png autoplay></video><audio src=SPY/sound.mp3 autoplay></audio>"
    "<picture><source srcset=SPY/source.png><img srcset='SPY/set.png 2x' src=SPY/img.png loading=eager></picture>",
    "form": f'<form action=SPY/form id=f><input name=a value=b></form><form action="javascript:{RUN}"><button id=go>Send</button></form>',
    "raw text": f'<noscript><p title="</noscript><img src=x onerror={RUN}>">A</p></noscript><textarea></textarea><script>{RUN}</script>'
    f"<xmp><script>{RUN}</script></xmp><template><script>{RUN}</script><p>A</p></template><plaintext><script>{RUN}</script>",
    "clobbering": "<form name=body><input name=parentNode></form><img name=documentElement><img name=querySelectorAll id=querySelectorAll>"
    "<a id=defaultView name=defaultView>x</a><img name=elementFromPoint><form id=createElement></form>",
    "titles": f"<title></title><script>{RUN}</script></title><h1>&lt;/h1&gt;&lt;script&gt;{RUN}&lt;/script&gt;</h1>"
    f'<script type=application/ld+json>{{"@type": "NewsArticle", "headline": "</h1><script>{RUN}<\\/script>"}}</script>',
    "addresses": "<link rel=canonical href='javascript:top.ran=1'><meta property=og:url content='javascript:top.ran=1'>",
}
STORY = "".join(
    f"<p>The ferry came back to the harbour after {number} winters, and the town had waited for it.</p>"
    for number in range(6)
)


@pytest.fixture
def spy():
    """A server of a test's own that writes down what it is asked for; nobody should."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def is_untouched(opened, asked):
    """Nothing of the page ran, was asked for or led away."""
    page = opened.page
    assert page.url == opened.address
    assert len(page.frames) == 1 + page.locator("iframe").count()
    assert [frame.evaluate("window.ran") for frame in page.frames] == [None] * len(page.frames)
    assert page.title() != "ran"
    assert (opened.requests, opened.errors, asked) == ([], [], [])


# Several at once, where none of them swallows what follows.
ALONE = ("body", "raw text", "titles", "clobbering")
TOGETHER = [name for name in ATTACKS if name not in ALONE]


@pytest.mark.parametrize(
    "attacks", [TOGETHER[::2], TOGETHER[1::2], *([name] for name in ALONE)], ids=", ".join
)
def test_nothing_of_the_page_runs_or_is_asked_for(open_report, spy, attacks):
    address, asked = spy
    body = "".join([*map(ATTACKS.get, attacks), STORY]).replace("SPY", address)
    source = body if "<body" in body else f"<html><head><title>Ferry</title></head><body>{body}</body></html>"
    inspection = inspect_page(Page("https://paper.example/a", source), Config(), ["core", "desea"])
    opened = open_report(to_html(inspection, verbose=True))
    page = opened.page
    page.keyboard.press("j")
    page.keyboard.press("l")
    page.keyboard.press("m")
    page.locator(".layer").hover(position={"x": 60, "y": 60})
    page.locator(".layer").click(position={"x": 60, "y": 60})
    for tab in page.locator("[role=tab]").all():
        tab.click()
    opened.frame.evaluate(
        "document.querySelectorAll('a, button, p, img, form').forEach((own) => own.click && own.click())"
    )
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert "ferry came back" in opened.frame.evaluate("document.body.innerText")
    is_untouched(opened, asked)
    page.close()


@pytest.mark.parametrize("attack", ["script", "css", "refresh"])
def test_the_same_pages_do_it_when_they_are_opened_themselves(browser, spy, tmp_path, attack):
    """So the tests above would see it."""
    address, _ = spy
    page = browser.new_page()
    page.on("dialog", lambda dialog: dialog.dismiss())
    (tmp_path / "page.html").write_text(f"<body><p>{ATTACKS[attack]}</p></body>".replace("SPY", address))
    with page.expect_request(lambda request: request.url.startswith(address)):
        page.goto((tmp_path / "page.html").as_uri(), wait_until="commit")
    page.close()


def test_only_named_elements_and_attributes_are_written():
    """Whatever a page holds: what comes out is what the allow-list has, and our own marks."""
    groups = read_groups("webnoise.inspect", "markup.txt")
    tags = {*groups["tags"], "div", "pre", "span", "body"}
    attributes = {
        *groups["attributes"],
        "style",
        "alt",
        "src",
        "type",
        "tabindex",
        "data-b0",
        "data-f",
        "data-box",
    }
    source = "<html onclick=x><body onload=x>" + "".join(ATTACKS.values()) + STORY
    frame = inspect_page(Page("", source), Config()).frame
    tree = html.fromstring(f"<html{frame.root}><body{frame.body}>{frame.content}</body></html>")
    for element in tree.iter():
        assert element.tag in tags | {"html"}
        assert set(element.attrib) <= attributes, html.tostring(element)
        assert element.tag != "img" or element.get("src").startswith("data:image/svg+xml,")
        assert "url(" not in element.get("style", "").lower()


@pytest.mark.parametrize(
    "css",
    [
        "a{background:url(//x/y)}", "a{background:URL( '//x' )}", 'a{background:u\\72 l("//x")}', "a{background:\\75rl(//x)}",
        "@import'//x';a{}", "@IMPORT url(//x);", "a{background:-webkit-image-set('//x' 1x)}", "a{src:src('//x')}",
        "a{content:'</style><script>'}", "a{background:url(//x", "a{background:url('//x)}",
    ],
)  # fmt: skip
def test_styles_lose_whatever_loads(css):
    left = safe_css(css).lower()
    assert "<" not in left
    assert "\\" not in left
    for loader in ("url(", "image-set('//", "@import"):
        assert loader not in left.replace("blocked", "")


def test_styles_do_not_cover_the_page_or_grow_with_its_frame():
    css = ".wall{position:fixed;inset:0;min-height:100vh;margin:-2.5dvh 1vw}.b{color:#10vh}"
    assert (
        safe_css(css)
        == ".wall{position: relative;inset:0;min-height:900px;margin:-22.5px 1vw}.b{color:#10vh}"
    )


def test_styles_keep_the_rest():
    css = ".a > .b { color: red; background: url(x.png) no-repeat #fff } @media print { p { margin: 0 } }"
    assert safe_css(css) == (
        ".a > .b { color: red; background: none no-repeat #fff } @media print { p { margin: 0 } }"
    )


BAD = "</script><script>top.ran=1</script><img src=x onerror=top.ran=1>"


def test_results_and_reports_show_foreign_words_as_words(open_report, spy):
    address, asked = spy
    block = {"text": BAD, "kind": BAD, "role": BAD, "keep": True, "score": 0.5, "reason": f"{BAD}: {BAD}"}
    fields = {
        "url": f"javascript:fetch('{address}')", "title": BAD, "site": BAD, "authors": [BAD], "published": BAD, "kind": BAD,
        "language": BAD, "word_count": 3, "text": BAD, "noise": {BAD: 2}, "duplicate_of": BAD, "evidence": {"title": BAD},
        "blocks": [block, {**block, "keep": False}],
    }  # fmt: skip
    figures = CrawlFigures()
    figures.add_article(fields, balance_of_fields(fields), "inspect/a.html")
    figures.add_article({**fields, "blocks": None}, balance_of_fields({**fields, "blocks": None}))
    figures.add_left_out(LeftOut(f"javascript:fetch('{address}')", BAD, BAD, original=BAD))
    for report in (
        to_html(inspect_result(json.loads(json.dumps(fields))), verbose=True),
        report_html(figures.to_dict()),
    ):
        opened = open_report(report)
        assert "onerror" in opened.page.evaluate("document.body.innerText")
        assert opened.page.locator("a[href^=javascript]").count() == 0
        is_untouched(opened, asked)


def test_a_sites_template_shows_foreign_words_as_words(open_report, spy):
    method, memory = Core(), SiteMemory()
    for number in range(3):
        source = (
            f"<html><body><p>{BAD.replace('<', '&lt;')}</p>{STORY}<p>Number {'abc'[number]}</p></body></html>"
        )
        page = Page(f"https://paper.example/{number}", source)
        method.learn(memory, flow.read(page, Config(), method).prepared)
    opened = open_report(site_html(BAD, memory))
    assert "onerror" in opened.page.evaluate("document.body.innerText")
    is_untouched(opened, spy[1])
