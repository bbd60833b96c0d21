"""The pages of the demo as a crawler meets them: links, feeds, sitemaps, robots.txt."""

from __future__ import annotations

from collections import Counter
from functools import cache
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

import pytest
from lxml import etree
from lxml import html as lxml_html

from webnoise.demo import newspapers
from webnoise.demo.newspaper import Newspaper

PAPERS = {paper.key: paper for paper in newspapers()}
BASE = "http://paper.example"
NAMESPACES = {
    "atom": "http://www.w3.org/2005/Atom",
    "map": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "news": "http://www.google.com/schemas/sitemap-news/0.9",
}


@pytest.fixture(params=PAPERS)
def paper(request) -> Newspaper:
    return PAPERS[request.param]


def references(paper: Newspaper, path: str) -> set[str]:
    """The addresses on the same site that a page links to or loads, with their queries."""
    response = paper.render(path, BASE)
    if not response.content_type.startswith("text/html"):
        return set()
    tree = lxml_html.fromstring(response.body, base_url=BASE + path)
    found = tree.xpath("//@href | //@src | //@data-src | //form/@action")
    parts = [urlsplit(urljoin(BASE + path, value)) for value in found]
    return {
        part.path + (f"?{part.query}" if part.query else "")
        for part in parts
        if part.scheme == "http" and part.netloc == "paper.example"
    }


@cache
def crawl(key: str) -> dict[str, int]:
    """Every address that can be reached from a paper's front page, with its status."""
    paper = PAPERS[key]
    statuses: dict[str, int] = {}
    waiting = ["/"]
    while waiting:
        path = waiting.pop()
        if path not in statuses:
            statuses[path] = paper.render(path, BASE).status
            waiting.extend(references(paper, path))
    return statuses


def test_every_link_and_picture_on_every_page_leads_somewhere(paper):
    broken = {path for path, status in crawl(paper.key).items() if status != 200}
    assert broken == set()


def test_every_article_can_be_reached_from_the_front_page(paper):
    reached = crawl(paper.key)
    assert {paper.path_of(story) for story in paper.stories} <= reached.keys()


def test_unknown_paths_and_pictures_are_not_found(paper):
    for path in ("/no/such/page", "/images/nothing.png", "/images/logo"):
        assert paper.render(path).status == 404


def test_tracking_parameters_do_not_change_the_page(paper):
    path = paper.path_of(paper.stories[0])
    assert paper.render(path + "?utm_source=newsletter") == paper.render(path)


def test_rendering_is_the_same_every_time(paper):
    for path in paper.views:
        assert paper.render(path, BASE) == paper.render(path, BASE)


def test_sections_run_over_several_pages(paper):
    section = Counter(story.section for story in paper.stories).most_common(1)[0][0]
    second = paper.section_path(section, 2)
    assert second in references(paper, paper.section_path(section))
    first_links = references(paper, paper.section_path(section))
    assert references(paper, second) - first_links


def test_search_finds_stories_by_their_words(paper):
    story = paper.stories[3]
    words = story.passages[0].text.split('"')[0][:20].replace(" ", "+")
    assert paper.path_of(story) in references(paper, f"{paper.addresses['search']}?q={words}")


def test_robots_txt_closes_the_folder_that_every_story_links_into(paper):
    robots = RobotFileParser()
    robots.parse(paper.render("/robots.txt", BASE).body.decode().splitlines())
    story = paper.stories[0]
    copy = paper.disallowed_copy(story)
    assert copy in references(paper, paper.path_of(story))
    assert paper.render(copy).status == 200
    assert not robots.can_fetch("webnoise", BASE + copy)
    assert robots.can_fetch("webnoise", BASE + paper.path_of(story))


def test_the_oldest_paper_declares_its_encoding_in_the_page_alone():
    response = PAPERS["harbour-post"].render(
        PAPERS["harbour-post"].path_of(PAPERS["harbour-post"].stories[0])
    )
    assert response.content_type == "text/html"
    assert b"charset=windows-1252" in response.body
    assert "\u2019" in response.body.decode("windows-1252")


def test_the_three_designs_are_of_their_times():
    def tags(key: str) -> set[str]:
        paper = PAPERS[key]
        tree = lxml_html.fromstring(paper.render(paper.path_of(paper.stories[0])).body)
        return {element.tag for element in tree.iter() if isinstance(element.tag, str)}

    assert {"font", "center"} <= tags("harbour-post")
    assert not {"div", "article", "main"} & tags("harbour-post")
    assert "div" in tags("valley-courier")
    assert not {"font", "article", "main"} & tags("valley-courier")
    assert {"main", "article", "aside", "figure", "nav"} <= tags("meridian")


def test_rss_and_atom_list_the_newest_stories():
    for key, item_path, link_path in (
        ("harbour-post", "//item", "link/text()"),
        ("valley-courier", "//atom:entry", "atom:link/@href"),
    ):
        paper = PAPERS[key]
        path = paper.addresses["rss"] or paper.addresses["atom"]
        assert path in references(paper, "/")
        feed = etree.fromstring(paper.render(path, BASE).body)
        links = [
            item.xpath(link_path, namespaces=NAMESPACES)[0]
            for item in feed.xpath(item_path, namespaces=NAMESPACES)
        ]
        assert links == [BASE + paper.path_of(story) for story in paper.stories[: len(links)]]
        assert 5 < len(links) < len(paper.stories)


def test_sitemap_index_leads_to_all_articles_and_to_the_news():
    paper = PAPERS["meridian"]
    assert f"Sitemap: {BASE}/sitemap.xml" in paper.render("/robots.txt", BASE).body.decode()
    index = etree.fromstring(paper.render("/sitemap.xml", BASE).body)
    articles, news = index.xpath("//map:loc/text()", namespaces=NAMESPACES)
    listed = etree.fromstring(paper.render(articles.removeprefix(BASE), BASE).body)
    assert set(listed.xpath("//map:loc/text()", namespaces=NAMESPACES)) == {
        BASE + paper.path_of(story) for story in paper.stories
    }
    newest = etree.fromstring(paper.render(news.removeprefix(BASE), BASE).body)
    titles = newest.xpath("//news:title/text()", namespaces=NAMESPACES)
    assert titles == [story.title for story in paper.stories[: len(titles)]]
    assert titles
