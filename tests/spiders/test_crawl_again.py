"""A second crawl: only what is new or changed is fetched and comes out; an interrupted one goes on."""

import signal
import subprocess
import threading
from email.utils import formatdate

import pytest


class Paper:
    """A site with a feed, whose articles have validators."""

    def __init__(self, site, press):
        self.site, self.press = site, press
        self.numbers = {}
        site.pages["/feed.xml"] = lambda handler: press.Answer(self._feed(), type="application/rss+xml")
        site.pages["/"] = press.index(
            [], head='<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
        )

    def publish(self, name, *, body=None, tag=None, modified=None):
        path = f"/a-story-that-is-called-{name}"
        self.numbers.setdefault(name, len(self.numbers))
        body = body or self.press.article(40 + self.numbers[name])
        headers = {"ETag": tag} if tag else {"Last-Modified": modified} if modified else {}

        def answer(handler):
            known = handler.headers.get("If-None-Match"), handler.headers.get("If-Modified-Since")
            if any(known) and known in ((tag, None), (None, modified)):
                return self.press.Answer("", 304, headers=headers)
            return self.press.Answer(body, headers=headers)

        self.site.pages[path] = answer
        return path

    def _feed(self):
        entries = [
            (path, f"Title {path}", formatdate(1_790_000_000))
            for path in self.site.pages
            if "-story-" in path
        ]
        return self.press.feed(self.site.url, entries)


@pytest.fixture
def paper(new_site, press):
    return Paper(new_site(), press)


@pytest.fixture
def store(tmp_path):
    return {"WEBNOISE_STORE": f"sqlite:///{tmp_path / 'seen.db'}", "WEBNOISE_INCREMENTAL": True}


def test_second_run_fetches_only_what_is_new(paper, crawl, store):
    old = {paper.publish("one", tag='"1"'), paper.publish("two"), "/where-the-moved-story-lives"}
    moved = "/a-story-that-is-called-moved"
    paper.site.pages[moved] = paper.press.Answer(
        "", 302, headers={"Location": "/where-the-moved-story-lives"}
    )
    paper.site.pages["/where-the-moved-story-lives"] = paper.press.article(59)
    first = crawl(f"site={paper.site.url}", **store)
    assert first.stories(paper.site) == old
    new = paper.publish("three")
    paper.site.log.clear()
    second = crawl(f"site={paper.site.url}", **store)
    assert second.stories(paper.site) == {new}
    assert not {*old, moved} & set(paper.site.paths)
    assert second.stats["webnoise/skipped/seen"] == 4


def test_second_run_finds_what_is_new_on_a_listing(new_site, press, crawl, store):
    site = new_site()
    stories = [f"/town/a-story-of-the-town-number-{number}" for number in range(12)]

    def listing(handler):
        shown = [path for path in stories if path in site.pages]
        return press.index([(path, f"A headline of several words {path}") for path in shown])

    site.pages["/"] = press.index([("/town/", "Town")])
    site.pages["/town/"] = listing
    site.pages.update({path: press.article(60 + number) for number, path in enumerate(stories[:11])})
    assert crawl(f"site={site.url}", **store).stories(site) == set(stories[:11])
    site.pages[stories[11]] = press.article(72)
    site.log.clear()
    second = crawl(f"site={site.url}", **store)
    assert second.stories(site) == {stories[11]}
    assert not set(stories[:11]) & set(site.paths)


def test_known_pages_due_again_come_out_only_when_changed(paper, crawl, store):
    same = paper.publish("same", tag='"a"')
    dated = paper.publish("dated", modified=formatdate(1_780_000_000, usegmt=True))
    silent = paper.publish("silent")
    changed = paper.publish("changed", tag='"b"')
    crawl(f"site={paper.site.url}", **store)
    paper.publish("changed", body=paper.press.article(77), tag='"c"')
    paper.site.log.clear()
    second = crawl(f"site={paper.site.url}", "recrawl_after=0.0000001", **store)
    assert {same, dated, silent, changed} <= set(paper.site.paths)
    assert second.stories(paper.site) == {changed}
    assert second.stats["webnoise/skipped/not-modified"] == 2
    assert second.stats["webnoise/dropped/unchanged"] == 1
    assert second.stats["webnoise/updated"] == 1
    (update,) = second.of(paper.site)
    assert update["modified"]


def test_since_leaves_older_articles_unfetched_and_older_pages_unexported(paper, crawl, press):
    paper.publish("old-by-its-own-page", body=press.article(50, date="2026-01-01T10:00:00+00:00"))
    new = paper.publish("new-by-its-own-page", body=press.article(51, date="2026-12-01T10:00:00+00:00"))
    paper.site.pages["/2026/02/03/a-story-old-by-its-address"] = press.article(52)
    result = crawl(f"site={paper.site.url}", "since=2026-03-01")
    assert result.stories(paper.site) == {new}
    assert "/2026/02/03/a-story-old-by-its-address" not in paper.site.paths
    assert result.stats["webnoise/dropped/older"] == 1
    assert result.stats["webnoise/skipped/older"] == 1


def test_interrupted_job_goes_on_where_it_stopped(paper, crawl, press, tmp_path):
    stories = [paper.publish(f"number-{number}") for number in range(12)]
    reached, go_on = threading.Event(), threading.Event()
    served = []
    original = dict(paper.site.pages)

    def slowly(handler):
        served.append(handler.path)
        if len(served) == 5:
            reached.set()
            go_on.wait(20)
        return original[handler.path](handler)

    paper.site.pages.update(dict.fromkeys(stories, slowly))
    settings = {"JOBDIR": tmp_path / "job"}
    output = tmp_path / "articles.jsonl"
    arguments = [f"site={paper.site.url}"]
    with (tmp_path / "first.log").open("w") as log:
        process = subprocess.Popen(
            crawl.command(output, arguments=arguments, settings=settings), cwd=crawl.root, stderr=log
        )
        assert reached.wait(60)
        process.send_signal(signal.SIGINT)
        go_on.set()
        assert process.wait(60) == 0
    before = len(output.read_text().splitlines())
    assert 1 <= before < 12
    result = crawl(*arguments, output=output, **settings)
    assert result.stories(paper.site) == set(stories)
    assert len(result.of(paper.site)) == 12
    assert sorted(served) == sorted(stories), "every story is fetched once"
