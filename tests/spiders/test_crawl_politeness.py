"""Sites that ask for pauses, forbid, refuse or fail: one crawl of all, with AutoThrottle at work."""

from itertools import pairwise

import pytest


@pytest.fixture(scope="module")
def sites(new_site, press):
    made = {}
    for build in BUILDERS:
        made[build.__name__] = site = new_site()
        build(site, press)
    return made


@pytest.fixture(scope="module")
def crawled(sites, crawl, tmp_path_factory):
    tables = [f'[[site]]\nname = "{name}"\nstart = ["{site.url}/"]\n' for name, site in sites.items()]
    tables.append('[[site]]\nname = "nobody"\nstart = ["http://127.0.0.1:9/"]\n')
    file = tmp_path_factory.mktemp("sites") / "sites.toml"
    file.write_text("\n".join(tables))
    return crawl(f"sites={file}", AUTOTHROTTLE_ENABLED=True)


def robots(site, press):
    site.pages["/robots.txt"] = press.Answer(
        "User-agent: *\nDisallow: /private/\nCrawl-delay: 0.4\n", type="text/plain"
    )
    paths = [f"/{folder}/a-story-about-something-{n}" for folder in ("public", "private") for n in (1, 2, 3)]
    site.pages["/"] = press.index([(path, "A headline of several words " + path) for path in paths])
    site.pages.update({path: press.article(500 + n) for n, path in enumerate(paths)})


def test_forbidden_paths_are_not_asked_for(sites, crawled):
    site = sites["robots"]
    assert len(crawled.stories(site)) == 3
    assert not [path for path in site.paths if path.startswith("/private/")]
    assert site.paths.count("/robots.txt") == 1
    assert crawled.stats["webnoise/skipped/robots"] == 3


def test_crawl_delay_holds_between_all_requests_though_autothrottle_would_go_faster(sites, crawled):
    moments = sites["robots"].times()
    assert len(moments) >= 5
    assert min(after - before for before, after in pairwise(moments)) >= 0.4


def busy(site, press):
    asked = []

    def answer(handler):
        asked.append(handler.path)
        return (
            press.Answer("slow down", 429, headers={"Retry-After": "2"})
            if len(asked) == 1
            else press.article(600)
        )

    site.pages["/"] = press.index(
        [(f"/a-story-of-a-busy-server-{n}", "A headline of several words") for n in (1, 2)]
    )
    site.pages["/a-story-of-a-busy-server-1"] = answer
    site.pages["/a-story-of-a-busy-server-2"] = press.article(601)


def test_retry_after_is_waited_for_and_the_page_comes_all_the_same(sites, crawled):
    site = sites["busy"]
    assert len(crawled.stories(site)) == 2
    busy = next(moment for moment, path, _ in site.log if path == "/a-story-of-a-busy-server-1")
    later = [moment for moment in site.times() if moment > busy]
    assert later
    assert min(later) - busy >= 1.9


def closed(site, press):
    site.pages["/"] = press.Answer("later", 503, headers={"Retry-After": "86400"})


def test_site_that_asks_for_a_day_is_put_aside_at_once(sites, crawled):
    assert sites["closed"].paths.count("/") == 1
    assert "closed is put aside: it asks to come back in 1440 minutes" in crawled.log


def failing(site, press):
    site.pages["/"] = press.index(
        [(f"/a-story-of-a-broken-server-{n}", "A headline of several words") for n in range(40)]
    )
    site.fallback = lambda path: press.Answer("broken", 500) if path.startswith("/a-story") else None


def test_site_that_fails_again_and_again_is_put_aside(sites, crawled):
    assert len([path for path in sites["failing"].paths if path.startswith("/a-story")]) <= 24
    assert "failing is put aside: 10 requests in a row failed" in crawled.log


def test_site_that_cannot_be_reached_is_put_aside_and_the_summary_says_what_to_do(crawled):
    assert (
        "nobody was put aside: its robots.txt cannot be had (the server takes no connections): try again later"
        in crawled.log
    )


BUILDERS = [robots, busy, closed, failing]
