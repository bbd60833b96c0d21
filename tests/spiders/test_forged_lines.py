"""Whatever a site writes, a line of the log is ours, nothing moves the cursor, and no password is shown."""

import subprocess
from xml.etree import ElementTree as ET

import pytest

FORGED = "2026-11-17 00:00:00 [webnoise] ERROR: FORGED"


@pytest.fixture(scope="module")
def log(new_site, press, crawl):
    site = new_site()
    story = press.article(1, title=f"A title\n{FORGED}\x1b[2J")
    site.pages["/town/a-story-of-the-town-number-1"] = story
    site.pages["/town/a-story-of-the-town-number-2"] = story
    site.pages["/town/a-story-that-moved-to-elsewhere"] = press.Answer(
        "", 302, headers={"Location": f"/gone%0A{FORGED}".replace(" ", "%20") + "\x1b[2J"}
    )
    site.pages["/town/a-story-that-is-no-page-at-all"] = press.Answer("x", type=f"text/{FORGED}\x1b[2J")
    site.pages["/town/a-story-that-asks-to-come-later"] = press.Answer(
        "", 503, headers={"Retry-After": f"1;{FORGED}"}
    )

    def no_http(handler):
        handler.connection.sendall(f"HTTP/1.1 2x0 {FORGED}\r\n\n{FORGED}\x1b[2J\r\n\r\n".encode())
        handler.connection.close()
        raise ConnectionError

    site.pages["/town/a-story-that-is-told-by-no-http"] = no_http
    links = [path for path in site.pages if path.startswith("/town/")]
    links += [f"/town/a-link-to-nothing-at-all&#10;{FORGED}", "/town/one-more-link-to-nothing&#27;[2J"]
    links += [site.url.replace("://", "://jane:secret@") + "/town/a-link-with-a-password-in-it"]
    site.pages["/"] = press.index([(path, f"A headline of several words\n{FORGED}") for path in links])
    site.pages["/robots.txt"] = press.Answer(
        f"User-agent: *\nDisallow: /x\n{FORGED}\x1b[2J", type="text/plain"
    )
    return crawl(
        f"site={site.url.replace('://', '://john:secret@')}", LOG_LEVEL="DEBUG", WEBNOISE_DUPLICATES="drop",
        WEBNOISE_EXPORT_KINDS="article", RETRY_TIMES=0,
    ).log  # fmt: skip


def test_what_a_site_writes_begins_no_line(log):
    lines = [line for line in log.splitlines() if "FORGED" in line]
    assert lines, "it is logged somewhere"
    assert [line for line in lines if line.startswith(FORGED)] == []


def test_nothing_moves_the_cursor_of_who_reads_the_log(log):
    assert "\x1b" not in log


def test_no_password_is_logged(log):
    assert "a-link-with-a-password-in-it" in log
    assert "secret" not in log


def test_xml_feed_of_a_hostile_site_is_well_formed(new_site, press, crawl, tmp_path):
    site = new_site()
    story = "/town/a-story-of-the-town-number-1"
    odd = "\x01\x0b\x1b]]>&#1;&#xFFFF;&#xD800;&#x1F; <![CDATA[ </item> \ufffe"
    ld = r'{"@type":"NewsArticle","headline":"A \u0001\ud83d","author":{"name":"Jane \u0007 Doe"},"keywords":"a\u000bb"}'
    head = f'<meta name="author" content="{odd}"><meta name="keywords" content="{odd}"><script type="application/ld+json">{ld}</script>'
    page = press.article(1, title=f"A title of words {odd}", head=head).replace(
        " because ", f" because {odd} "
    )
    site.pages[story] = press.Answer(page.encode("utf-8", "replace"))
    site.pages["/"] = press.index([(story, "A headline of several words")])
    output = tmp_path / "articles.xml"
    subprocess.run(
        crawl.command(output, arguments=[f"site={site.url}"]), cwd=crawl.root, check=True, capture_output=True
    )
    (item,) = [each for each in ET.parse(output).getroot() if story in (each.findtext("url") or "")]
    assert "]]>" in item.findtext("text")
    assert "A title of words" in item.findtext("title")
