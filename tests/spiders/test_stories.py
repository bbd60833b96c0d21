"""Stories over several pages, crawled from a site on loopback, come out as one article each."""

import signal
import subprocess
import threading

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


CUT = "/2026/03/07/a-story-that-is-cut-by-the-end"
OTHERS = [f"/2026/03/0{day}/another-story-of-that-day" for day in range(1, 6)]


class Cut:
    """A story of three pages among others, behind a listing with an ETag; its second page may be slow."""

    pages = (CUT, f"{CUT}?page=2", f"{CUT}?page=3")

    def __init__(self, site, press):
        self.site, self.reached, self.go_on = site, threading.Event(), threading.Event()
        for number, path in enumerate(self.pages):
            head = f'<link rel="next" href="{self.pages[number + 1]}">' if number < 2 else ""
            site.pages[path] = press.article(300 + number, title="The story that is cut", head=head)
        site.pages |= {path: press.article(400 + number) for number, path in enumerate(OTHERS)}
        links = [(path, f"A long headline of a story {path}") for path in (CUT, *OTHERS)]
        listing, tag = press.index(links), {"ETag": '"1"'}
        site.pages["/"] = press.index([("/all/", "All")])
        site.pages["/all/"] = lambda handler: (
            press.Answer("", 304)
            if handler.headers.get("If-None-Match")
            else press.Answer(listing, headers=tag)
        )

    def wait_at(self, path):
        body = self.site.pages[path]

        def answer(handler):
            self.reached.set()
            self.go_on.wait(20)
            return body

        self.site.pages[path] = answer


@pytest.fixture
def cut(new_site, press):
    return Cut(new_site(), press)


@pytest.fixture
def again(tmp_path, cut, crawl):
    """One more run of the same incremental crawl; the articles that all of them have given."""
    settings = {"WEBNOISE_STORE": f"sqlite:///{tmp_path}/news.db", "WEBNOISE_INCREMENTAL": True}
    output = tmp_path / "articles.jsonl"

    def run(*arguments):
        found = crawl(f"site={cut.site.url}/", *arguments, output=output, **settings)
        items = [(item["url"].removeprefix(cut.site.url), item.get("pages")) for item in found.of(cut.site)]
        return sorted((path, pages) for path, pages in items if path.startswith("/2026/"))

    run.command = crawl.command(output, arguments=[f"site={cut.site.url}/"], settings=settings)
    run.root = crawl.root
    return run


def whole(cut):
    return [*((path, None) for path in OTHERS), (CUT, [cut.site.url + path for path in cut.pages])]


@pytest.mark.parametrize("pages", [3, 5, 8])
def test_story_that_a_bound_on_pages_meets_is_whole_and_comes_once(cut, again, pages):
    again(f"max_pages={pages}")
    assert again() == whole(cut)
    assert cut.site.paths.count(CUT) == 1


@pytest.mark.parametrize("page", [1, 2])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_story_that_the_end_of_a_run_cuts_comes_out_whole_by_the_next(cut, again, sent, page):
    cut.wait_at(cut.pages[page])
    process = subprocess.Popen(again.command, cwd=again.root, stderr=subprocess.DEVNULL)
    assert cut.reached.wait(60)
    process.send_signal(sent)
    if sent == signal.SIGKILL:
        process.wait(60)
    cut.go_on.set()
    process.wait(60)
    assert again() == whole(cut)


@pytest.mark.parametrize("page", [1, 2])
def test_story_that_the_end_of_a_job_cuts_comes_out_whole_when_the_job_goes_on(cut, crawl, tmp_path, page):
    output, settings = tmp_path / "articles.jsonl", {"JOBDIR": tmp_path / "job"}
    cut.wait_at(cut.pages[page])
    command = crawl.command(output, arguments=[f"site={cut.site.url}/"], settings=settings)
    process = subprocess.Popen(command, cwd=crawl.root, stderr=subprocess.DEVNULL)
    assert cut.reached.wait(60)
    process.send_signal(signal.SIGINT)
    cut.go_on.set()
    assert process.wait(60) == 0
    found = crawl(f"site={cut.site.url}/", output=output, **settings)
    items = [(item["url"].removeprefix(cut.site.url), item.get("pages")) for item in found.of(cut.site)]
    assert sorted((path, pages) for path, pages in items if path.startswith("/2026/")) == whole(cut)
    assert [cut.site.paths.count(path) for path in cut.pages] == [1, 1, 1]
