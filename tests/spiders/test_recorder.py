"""What counts as seen, and when."""

import asyncio

import pytest
from scrapy.utils.test import get_crawler

from webnoise.model import Article
from webnoise.pipelines.session import Session
from webnoise.pipelines.stage import Dropped, Held
from webnoise.spiders.failures import Failure
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.recorder import CrawlRecorder
from webnoise.spiders.sites import SiteConfig
from webnoise.spiders.visits import Visit
from webnoise.stores import Seen

BASE = "https://news.example"
STORY, OTHER = BASE + "/a-story-with-a-long-title", BASE + "/another-story-with-a-long-title"


class Crawl:
    """A crawl without feeds: what has passed the pipelines came out."""

    def __init__(self):
        session = Session.of(get_crawler(settings_dict={"WEBNOISE_STORE": "memory://"}))
        self.seen = session.stores.seen
        self.recorder = CrawlRecorder(
            {"News": Frontier(SiteConfig(start=(BASE + "/",), name="News"))}, session
        )

    def fetch(self, *urls):
        self.recorder.found("News", BASE + "/", [Visit(url) for url in urls])
        for url in urls:
            self.recorder.expect(url, "News", Seen(1.0), url)

    def drop(self, url, exception):
        asyncio.run(self.recorder.dropped(Article(url=url), exception))

    def come_out(self, url, **extra):
        asyncio.run(self.recorder.written(Article(url=url, text="Rain.", extra=extra)))

    @property
    def waiting(self):
        return [link.url for link in self.seen.waiting("News")]


@pytest.fixture
def crawl():
    return Crawl()


def test_page_waits_until_it_came_out_or_was_dropped(crawl):
    crawl.fetch(STORY, OTHER)
    crawl.drop(OTHER, Held(OTHER, "siblings"))
    assert crawl.waiting == [STORY, OTHER]
    crawl.come_out(STORY)
    assert crawl.waiting == [OTHER]
    crawl.drop(OTHER, Dropped("kind-index", OTHER, "", kind="index"))
    assert crawl.waiting == []
    assert crawl.seen.get(OTHER).kind == "index"


def test_page_whose_pipeline_broke_waits_for_the_next_run(crawl):
    crawl.fetch(STORY)
    crawl.recorder.broken(Article(url=STORY))
    assert crawl.waiting == [STORY]


def test_outlets_of_a_story_came_out_with_it(crawl):
    crawl.fetch(STORY, OTHER)
    crawl.come_out(STORY, outlets=[OTHER])
    assert crawl.waiting == []
    assert crawl.seen.get(OTHER).kind == "other"
    assert crawl.recorder.tallies["News"].duplicates == 1


def test_page_that_an_interrupted_run_left_is_seen_when_it_came_out(crawl):
    crawl.come_out(STORY)
    crawl.come_out("https://elsewhere.example/a-story")
    assert crawl.seen.get(STORY).digest
    assert crawl.seen.get("https://elsewhere.example/a-story") is None


@pytest.mark.parametrize(
    ("found", "grave", "waits"),
    [(0.0, True, True), (0.0, False, False), (1.0, True, False)],
    ids=["site in trouble", "page not there", "in trouble for long"],
)
def test_link_is_given_up_when_its_page_is_not_to_be_had(crawl, found, grave, waits):
    crawl.recorder.found("News", BASE + "/", [Visit(STORY)])
    crawl.recorder.failed(Visit(STORY, found=found), Failure("status", "no", is_site_wide=grave))
    assert crawl.waiting == [STORY] * waits


@pytest.mark.parametrize(("reason", "waits"), [("offsite", False), ("not-html", False), ("truncated", True)])
def test_answer_without_a_page_settles_the_link_unless_it_broke_off(crawl, reason, waits):
    crawl.recorder.found("News", BASE + "/", [Visit(STORY)])
    crawl.recorder.led_nowhere(STORY, STORY, reason)
    assert crawl.waiting == [STORY] * waits


def test_address_that_redirects_is_settled_with_the_page_it_leads_to(crawl):
    crawl.recorder.found("News", BASE + "/", [Visit(STORY), Visit(BASE + "/moved")])
    crawl.recorder.expect(STORY, "News", Seen(1.0), STORY)
    crawl.recorder.led_nowhere(BASE + "/moved", STORY, "fetched")
    assert crawl.waiting == [STORY, BASE + "/moved"]
    crawl.come_out(STORY)
    assert crawl.waiting == []
