"""Sites that would never end, or give nothing, end by themselves; what they had left waits for the next run."""

import itertools
import json

import pytest

from webnoise.config import Config
from webnoise.discovery.links import PageLink
from webnoise.spiders.bounds import Bounds
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.sites import SiteConfig

BASE = "https://news.example"
DEFAULTS = Bounds(Config().max_pages, Config().max_hours, Config().max_unproductive)


def visited(frontier, articles, most=30_000):
    """How many pages a site gives before it ends; `articles` is whether each in turn is one."""
    for count in range(most):
        if (visit := frontier.next()) is None:
            return count
        frontier.settle(visit)
        frontier.budget.note(article=next(articles))
    return most


def front_page(links):
    frontier = Frontier(SiteConfig(start=(BASE + "/",)))
    frontier.begin(DEFAULTS)
    frontier.add_links((PageLink(f"{BASE}/story-of-the-day-number-{n}") for n in range(links)), 0.0)
    return frontier


def test_site_without_articles_ends_after_a_thousand_pages():
    frontier = front_page(100_000)
    assert visited(frontier, itertools.chain([True] * 5, itertools.repeat(False))) == 1_000
    assert frontier.end == "max-unproductive"
    assert frontier.waiting == 99_000
    assert frontier.is_drained


def test_site_of_endless_articles_ends_after_ten_thousand_pages():
    frontier = front_page(20_000)
    assert visited(frontier, itertools.repeat(True)) == 10_000
    assert frontier.end == "max-pages"


def test_listings_between_the_articles_do_not_end_a_site():
    assert visited(front_page(9_000), itertools.cycle([True] + [False] * 50)) == 9_000


def test_articles_that_have_come_early_do_not_carry_a_site_on_for_ever():
    frontier = front_page(9_000)
    assert 5_900 < visited(frontier, itertools.chain([True] * 5_000, itertools.repeat(False))) <= 6_000


@pytest.fixture(scope="module")
def endless(new_site, press):
    """Every page is a story that leads to four more, or a leaf of the trap that leads to four more."""
    site = new_site()
    leaf = itertools.count()

    def page(path):
        if path == "/robots.txt":
            return press.Answer("", 404)
        number = next(leaf)
        if path.startswith("/trap") or path == "/start-of-the-trap":
            links = [(f"/trap-{number}-{n}/", "x") for n in range(4)]
            return press.index(links)
        return press.article(number, links=[f"/a-story-that-leads-to-others-{number}-{n}" for n in range(4)])

    site.fallback = page
    return site


def run(crawl, output, start, tmp_path, **bounds):
    return crawl(
        f"site={start}", output=output, AUTOTHROTTLE_ENABLED=False, WEBNOISE_EXPORT_KINDS="article",
        WEBNOISE_STORE=f"sqlite:///{tmp_path}/news.db", WEBNOISE_INCREMENTAL=1, **bounds,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("start", "bound", "end"),
    [
        ("/", {"WEBNOISE_MAX_PAGES": 30}, "max-pages"),
        ("/", {"WEBNOISE_MAX_HOURS": 1 / 3600}, "max-hours"),
        ("/start-of-the-trap", {"WEBNOISE_MAX_UNPRODUCTIVE": 30}, "max-unproductive"),
    ],
    ids=["pages", "hours", "unproductive"],
)
def test_endless_site_ends_in_a_real_crawl_and_the_next_run_goes_on(
    crawl, endless, tmp_path, start, bound, end
):
    output = tmp_path / "articles.jsonl"
    first = run(crawl, output, endless.url + start, tmp_path, **bound)
    assert first.stats[f"webnoise/skipped/{end}"] > 20
    remedy = f"raise {next(iter(bound)).removeprefix('WEBNOISE_MAX_PAGES') or 'max_pages'} to have them"
    assert first.log.count(remedy) == 2, "in the log and in the summary"
    endless.log.clear()
    second = run(crawl, output, endless.url + start, tmp_path, **bound)
    asked = [path for path in endless.paths if path.count("-") > 2]
    assert asked
    urls = [json.loads(line)["url"] for line in output.read_text().splitlines()]
    assert len(urls) == len(set(urls))
    if end != "max-unproductive":
        assert len(second.items) > len(first.items), "what waited was fetched"
