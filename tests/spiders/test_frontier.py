"""The state of one site's crawl, without a network."""

import json
from datetime import UTC, datetime

import pytest

from webnoise.discovery.entries import Entry
from webnoise.discovery.links import PageLink
from webnoise.spiders.frontier import Frontier
from webnoise.spiders.sites import SiteConfig
from webnoise.spiders.visits import Visit

BASE = "https://news.example"


def frontier(**options):
    site = SiteConfig(start=(BASE + "/",), **options.pop("site", {}))
    return Frontier(site, **options)


def story(number, place="/"):
    return f"{BASE}{place}a-story-with-a-long-title-{number}"


def take(frontier, *, settle=True):
    """All visits that the frontier gives, one after the other."""
    visits = []
    while visit := frontier.next():
        visits.append(visit)
        if settle:
            frontier.settle(visit)
    return visits


def test_sources_come_before_pages_and_pages_wait_for_their_answers():
    state = frontier()
    state.add_entries([Entry(story(1), "feed")])
    state.add_source(BASE + "/feed", "feed")
    first = state.next()
    assert first.purpose == "feed"
    assert state.next() is None
    state.settle(first)
    assert state.next().url == story(1)


def test_likelier_articles_come_first_and_newer_ones_among_equals():
    state = frontier()
    state.add_entries(
        [
            Entry(story(1), "sitemap", modified="2026-01-01"),
            Entry(BASE + "/section/", "sitemap", modified="2026-12-01"),
            Entry(story(2), "sitemap", modified="2026-11-01"),
        ]
    )
    assert [visit.url for visit in take(state)] == [story(2), story(1), BASE + "/section/"]


def test_what_pages_turn_out_to_be_changes_the_order_of_those_that_wait():
    state = frontier()
    for number in range(20):
        state.add_links([PageLink(story(number, "/ads/")), PageLink(f"{BASE}/t{number}")], timestamp=0.0)
    for number in range(100, 140):
        state.patterns.learn(story(number, "/ads/"), "other")
        state.patterns.learn(f"{BASE}/t{number}", "article")
    first = [visit.url for visit in take(state)[:10]]
    assert all("/t" in url for url in first), first


def test_every_address_is_visited_once_whatever_its_spelling():
    state = frontier()
    state.add_entries([Entry(story(1), "feed"), Entry(story(1) + "?utm_source=feed#top", "feed")])
    state.add_links([PageLink(story(1))], timestamp=0.0)
    assert len(take(state)) == 1


def test_max_pages_counts_what_left_and_gives_back_what_did_not():
    state = frontier(max_pages=2)
    state.add_entries(Entry(story(number), "feed") for number in range(5))
    one, two = state.next(), state.next()
    assert state.next() is None
    state.settle(one, was_sent=False)
    state.settle(two)
    assert state.next() is not None
    assert state.next() is None
    assert state.end == "max-pages"


@pytest.mark.parametrize(
    "entry",
    [
        Entry(story(1), "feed", published="2026-02-28T23:00:00+00:00"),
        Entry(BASE + "/2026/02/20/a-story-with-a-long-title", "feed"),
    ],
    ids=["by its date", "by its address"],
)
def test_older_than_since_is_not_visited(entry):
    state = frontier(since=datetime(2026, 3, 1, tzinfo=UTC))
    state.add_entries([entry])
    assert take(state) == []
    assert state.refused["older"] == 1


def test_sitemaps_of_an_index_come_newest_first():
    state = frontier()
    names = {"2024": "2024-01-01", "2026": "2026-01-01", "2025": "2025-01-01"}
    state.add_sitemaps({f"{BASE}/map-{name}.xml": date for name, date in names.items()})
    assert [visit.url[-8:-4] for visit in take(state)] == ["2026", "2025", "2024"]


def test_undated_sitemaps_come_by_the_numbers_in_their_names():
    state = frontier()
    state.add_sitemaps({f"{BASE}/posts-{number}.xml": None for number in (1, 2, 10)})
    assert [visit.url for visit in take(state)] == [f"{BASE}/posts-{number}.xml" for number in (10, 2, 1)]


def test_site_that_moved_takes_the_crawl_along_but_a_page_does_not():
    state = frontier()
    state.add_source(BASE + "/", "start")
    start = state.next()
    state.settle(start)
    assert state.arrived(start, "https://www.example.news/") is None
    assert state.wants("https://example.news/a-story")
    state.add_entries([Entry(story(1), "feed")])
    assert state.arrived(state.next(), "https://elsewhere.example/") == "offsite"


def test_page_reached_a_second_time_by_a_redirect_is_known():
    state = frontier()
    state.add_entries([Entry(story(1), "feed"), Entry(story(2), "feed"), Entry(story(3), "feed")])
    one, two = state.next(), state.next()
    assert state.arrived(one, story(3)) is None
    assert state.arrived(two, story(3)) == "fetched"
    state.settle(one)
    state.settle(two)
    assert take(state) == [], "what a redirect has led to is not visited again"


def test_denied_and_foreign_addresses_are_not_visited():
    state = frontier(site={"deny": ("/sponsored/",)})
    state.add_links(
        [PageLink(story(1, "/sponsored/")), PageLink("https://other.example/a-long-story-title")], 0.0
    )
    assert take(state) == []
    assert state.refused == {"denied": 1}


def test_found_pages_are_given_once_without_those_of_an_earlier_run():
    state = frontier()
    state.add_waiting([Visit(story(1), score=0.5)])
    assert state.take_found() == []
    state.add_links([PageLink(story(1)), PageLink(story(2))], 0.0)
    state.add_entries([Entry(story(3), "feed")])
    assert [visit.url for visit in state.take_found()] == [story(2), story(3)]
    assert state.take_found() == []
    assert {visit.url for visit in take(state)} == {story(1), story(2), story(3)}


def test_what_waits_from_an_earlier_run_keeps_to_the_bounds_of_this_one():
    state = frontier(since=datetime(2026, 3, 1, tzinfo=UTC), site={"deny": ("/sponsored/",)})
    old = Visit(story(1), hints={"published": "2026-02-01"})
    state.add_waiting([old, Visit(story(2, "/sponsored/")), Visit(story(3))])
    assert [visit.url for visit in take(state)] == [story(3)]


def test_page_with_links_that_this_run_leaves_out_is_not_followed_wholly():
    state = frontier(site={"deny": ("/sponsored/",)})
    sponsored = PageLink(story(1, "/sponsored/"))
    assert state.add_links([PageLink(story(1)), PageLink(BASE + "/a.pdf")], 0.0)
    assert not state.add_links([sponsored], 0.0)
    assert state.wants(sponsored.url), "the next page that has it is not followed wholly either"
    assert not state.add_links([sponsored], 0.0)
    assert state.refused["denied"] == 1


def test_job_goes_on_with_the_plain_values_that_it_has_left():
    before = frontier(max_pages=9)
    before.add_source(f"{BASE}/feed.xml", "feed")
    before.add_links([PageLink(story(number)) for number in range(6)], timestamp=3.0)
    first = before.next()
    before.settle(first)
    second = before.next()
    after = frontier(max_pages=9)
    after.restore(json.loads(json.dumps(before.to_state())))
    assert after.in_flight == before.in_flight == {second.url: second}
    assert (after.found, after.pages_sent, after.names_sources) == (before.found, before.pages_sent, True)
    after.settle(second)
    before.settle(second)
    assert [after.next() for _ in range(5)] == [before.next() for _ in range(5)]
    after.add_links([PageLink(story(1))], timestamp=0.0)
    assert after.found == before.found
