"""Pages that only a browser fills, in a real Chromium."""

import pytest

pytest.importorskip("scrapy_playwright", reason="needs the extra: pip install 'webnoise[render]'")

from scrapy.settings import Settings

from webnoise.spiders.rendering import browser_path, needs_rendering

SCRIPT = """
<script>
const words = "The ferry comes back to the harbour after three winters of repair and the town has waited for it";
const main = document.createElement("main");
main.innerHTML = "<article><h1>The ferry is back</h1>" + Array.from({ length: 8 }, (_, n) =>
  `<p style="font-size: 21px">${words} number ${n}, which nobody had expected so late in the year.</p>`).join("") + "</article>";
document.getElementById("app").replaceWith(main);
</script>"""
SHELL = f'<!doctype html><html><head><title>The ferry is back</title></head><body><div id="app"></div>{SCRIPT}</body></html>'


@pytest.fixture(scope="module")
def rendered(new_site, press, crawl):
    if browser_path(Settings()) is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    site = new_site()
    paths = ["/a-story-that-a-script-writes", "/a-story-that-stands-there"]
    site.pages["/"] = press.index([(path, "A headline of several words") for path in paths])
    site.pages[paths[0]] = SHELL
    site.pages[paths[1]] = press.article(1)
    result = crawl(
        f"site={site.url}",
        WEBNOISE_EXPORT_EXTRA="html",
        DOWNLOAD_TIMEOUT=30,
        ITEM_PIPELINES='{"tests.spiders.keep_styles.KeepStyles": 50}',
    )
    return site, result


def test_page_without_words_is_fetched_once_more_with_a_browser(rendered):
    site, result = rendered
    texts = {item["url"].removeprefix(site.url): item["text"] for item in result.of(site)}
    assert "which nobody had expected" in texts["/a-story-that-a-script-writes"]
    assert site.paths.count("/a-story-that-a-script-writes") == 2
    assert site.paths.count("/a-story-that-stands-there") == 1


def test_browser_gives_the_style_of_every_element(rendered):
    site, result = rendered
    (item,) = [item for item in result.of(site) if "script-writes" in item["url"]]
    assert item["sizes_of_paragraphs"] == ["21px"] * 8
    assert "data-webnoise" not in item["html"]


@pytest.mark.parametrize(
    ("body", "needed"),
    [
        (SHELL.encode(), True),
        (b"<html><body><p>Short.</p></body></html>", False),
        (
            b"<html><head><script>x</script></head><body>"
            + b"<div>word word word</div>" * 40
            + b"</body></html>",
            False,
        ),
        (b"", False),
    ],
    ids=["shell", "no script", "words", "empty"],
)
def test_shell_is_no_page(body, needed):
    assert needs_rendering(body) is needed
