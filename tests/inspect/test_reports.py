"""Reports of sites and crawls in a real browser: what they show, sort and find, on any screen."""

import pytest

from webnoise.config import Config
from webnoise.inspect.crawl_report import report_html
from webnoise.inspect.figures import CrawlFigures, LeftOut, balance_of
from webnoise.inspect.inspection import learn
from webnoise.inspect.site_paths import template_paths
from webnoise.inspect.site_report import site_html
from webnoise.site.template import template_blocks


@pytest.fixture(scope="module")
def memory(demo_pages):
    return learn(demo_pages("meridian"), ["core"], Config())["core"]


@pytest.fixture(scope="module")
def figures(demo_pages):
    import webnoise

    known = CrawlFigures()
    for key in ("meridian", "harbour-post"):
        for page in demo_pages(key)[:6]:
            article = webnoise.extract(page.html, url=page.url)
            known.add_article(article.to_dict(), balance_of(article), "inspect/a.html")
    known.add_left_out(LeftOut("https://meridian.example/", "kind-index", "not among export_kinds"))
    known.add_left_out(
        LeftOut("https://harbour-post.example/x", "status-404", "the page is not there (404)", failed=True)
    )
    known.add_left_out(
        LeftOut(
            "https://harbour-post.example/wire",
            "duplicate",
            "of another",
            original="https://meridian.example/wire",
        )
    )
    known.time.started, known.time.finished, known.time.seconds = (
        "2026-11-16T03:00:00+00:00",
        "2026-11-16T03:00:08+00:00",
        8.0,
    )
    known.time.downloads, known.time.ended = 3.0, "finished"
    return known.to_dict()


@pytest.fixture(scope="module")
def crawl(open_report, figures):
    return open_report(report_html(figures))


def column(page, table, number):
    return page.locator(f"{table} tbody tr:visible > :nth-child({number})").all_inner_texts()


def test_the_report_shows_the_figures_that_stand_in_the_json(crawl, figures):
    text = crawl.page.evaluate("document.body.innerText")
    assert "12 articles from 2 sites" in text
    assert f"{figures['words']:,}" in text
    assert column(crawl.page, "#sites ~ .scroll table", 2) == [
        str(site["articles"]) for site in figures["sites"]
    ]
    assert column(crawl.page, ".matrix", 2)[0] in ("·", "1")
    assert crawl.page.locator("svg[role=img]").count() == 3
    assert crawl.page.locator("#articles ~ .scroll a[href='inspect/a.html']").count() == 12
    assert "the page is not there (404)" in crawl.text("#left-out-pages")
    assert "Waiting for answers" in text


def test_charts_tell_their_values_to_who_points_at_them(crawl, figures):
    known = crawl.page.locator("svg rect title").all_text_contents()
    articles = [own for own in known if "article" in own and own[:4] == "2026"]
    assert sum(int(own.rpartition(": ")[2].split()[0]) for own in articles) == figures["articles"]


def test_tables_are_sorted_by_their_heads(crawl):
    page, head = crawl.page, crawl.page.locator("#article-list th", has_text="Words")
    head.locator("button").click()
    falling = [int(own) for own in column(page, "#article-list", 4)]
    assert falling == sorted(falling, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    head.locator("button").press("Enter")
    assert [int(own) for own in column(page, "#article-list", 4)] == falling[::-1]
    page.locator("#article-list th", has_text="Title").locator("button").click()
    titles = column(page, "#article-list", 1)
    assert titles[0].lower() == min(own.lower() for own in titles)


def test_pages_are_found_by_what_is_typed(crawl):
    crawl.page.locator("input[data-filters=left-out-pages]").fill("404")
    assert len(column(crawl.page, "#left-out-pages", 1)) == 1
    crawl.page.locator("input[data-filters=left-out-pages]").fill("")
    assert len(column(crawl.page, "#left-out-pages", 1)) == 3


def test_a_report_asks_for_nothing(crawl):
    assert (crawl.requests, crawl.errors) == ([], [])


def test_a_template_shows_recurring_texts_and_places(open_report, memory):
    opened = open_report(site_html("meridian.example", memory))
    text = opened.page.evaluate("document.body.innerText")
    blocks = template_blocks(memory)
    assert f"What {memory.pages} remembered pages" in text
    assert blocks[0].text in text
    assert opened.page.locator("#texts ~ .scroll tbody tr").count() == len(blocks)
    assert opened.page.locator(".flag").count() == sum(block.belief > 0.5 for block in blocks) > 0
    assert opened.page.locator("#places ~ .scroll tbody tr").count() == len(template_paths(memory))
    assert "text of its own" in text
    assert "the same everywhere" in text
    assert (opened.requests, opened.errors) == ([], [])


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1600, "light")])
def test_nothing_sticks_out_and_nobody_is_kept_out(open_report, figures, memory, axe, width, scheme):
    for report in (report_html(figures), site_html("meridian.example", memory)):
        opened = open_report(report, width=width, height=800, color_scheme=scheme)
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
        assert axe(opened.page) == []
        opened.page.close()
