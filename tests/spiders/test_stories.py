"""Stories over several pages, crawled from a site on loopback, come out as one article each."""

import pytest

STORIES = {
    "rel": ["/2026/03/01/a-story-of-many-pages", "?page=2", "?page=3"],
    "words": ["/2026/03/02/a-tale-that-goes-on", "/2", "/3"],
    "numbers": ["/2026/03/03/a-report-in-parts.html", "_2.html", "_3.html", "_4.html"],
    "broken": ["/2026/03/04/a-story-without-its-end", "?page=2", "?page=3"],
}
LONG = "/2026/03/05/a-slide-show-of-pictures"
APART = ["/2026/03/06/the-first-of-two-chapters-1", "/2026/03/06/the-first-of-two-chapters-2"]


def paths(name):
    first, *others = STORIES[name]
    stem = first.removesuffix(".html") if name == "numbers" else first
    return [first, *(stem + other for other in others)]


def build(site, press):
    for seed, name in enumerate(STORIES):
        pages = paths(name)
        for number, path in enumerate(pages, start=1):
            following = pages[number] if number < len(pages) else None
            head = f'<link rel="next" href="{following}">' if following and name in ("rel", "broken") else ""
            turn = f'<p><a href="{following}">Next page</a></p>' if following and name == "words" else ""
            if name == "numbers":
                turn = " ".join(f'<a href="{other}">{at}</a>' for at, other in enumerate(pages, start=1))
            site.pages[path] = press.article(
                100 * seed + number, title=f"The story that is called {name}", head=head, changed=turn
            )
    site.pages[paths("broken")[-1]] = press.Answer("gone", 404)
    for number in range(1, 26):
        head = f'<link rel="next" href="{LONG}?page={number + 1}">'
        path = LONG if number == 1 else f"{LONG}?page={number}"
        site.pages[path] = press.article(900 + number, title="Pictures of the year", head=head)
    for number, path in enumerate(APART):
        head = f'<link rel="next" href="{APART[1]}">' if number == 0 else ""
        site.pages[path] = press.article(
            800 + number, title=f"Of the {('sea', 'land')[number]} and its people", head=head
        )
    starts = [*(pages[0] for pages in STORIES.values()), LONG, APART[0]]
    site.pages["/"] = press.index([(path, "A long headline of a story") for path in starts])


@pytest.fixture(scope="module")
def site(new_site, press):
    site = new_site()
    build(site, press)
    return site


@pytest.fixture(scope="module")
def items(site, crawl):
    found = crawl(
        f"site={site.url}/",
        AUTOTHROTTLE_ENABLED=False,
        WEBNOISE_EXPORT_KINDS="article",
        WEBNOISE_METHOD="core",
    ).items
    return {item["url"].removeprefix(site.url): item for item in found}


@pytest.mark.parametrize("name", ["rel", "words", "numbers"])
def test_story_comes_out_once_with_the_text_of_all_its_pages(site, items, name):
    first, *others = paths(name)
    assert not items.keys() & set(others)
    item = items[first]
    assert item["pages"] == [site.url + path for path in paths(name)]
    assert len(item["text"].split("\n\n")) >= 6 * len(paths(name))
    assert item["title"] == f"The story that is called {name}"


def test_story_whose_end_is_missing_comes_out_with_what_came(site, items):
    assert items[paths("broken")[0]]["pages"] == [site.url + path for path in paths("broken")[:2]]


def test_next_article_is_no_page_of_this_one(items):
    assert set(APART) <= items.keys()
    assert "pages" not in items[APART[0]]


def test_number_of_joined_pages_is_bounded(items):
    assert len(items[LONG]["pages"]) == 20
