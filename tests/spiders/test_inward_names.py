"""What leads into the machine's own network, by its address or by a name in DNS, is not asked unless a person named it."""

import pytest


@pytest.fixture
def inside(new_site, press):
    site = new_site()
    site.pages["/feed.xml"] = press.Answer(press.feed(site.url, []), type="application/rss+xml")
    host, port = site.server.server_address
    site.inward = f"{host.replace('.', '-')}.inward.example"
    site.by_name = f"http://{site.inward}:{port}"
    return site


@pytest.fixture(params=["name", "address", "redirect"])
def outside(new_site, press, inside, request):
    """A site that leads there by its feed."""
    site = new_site()
    story = "/town/a-story-of-the-town-number-1"
    feeds = {
        "name": f"{inside.by_name}/feed.xml",
        "address": f"{inside.url}/feed.xml",
        "redirect": "/moved.xml",
    }
    site.pages["/moved.xml"] = press.Answer("", 302, headers={"Location": f"{inside.url}/feed.xml"})
    feed = f'<link rel="alternate" type="application/rss+xml" href="{feeds[request.param]}">'
    site.pages["/"] = press.index([(story, "A headline of several words")], head=feed)
    site.pages[story] = press.article(1)
    return site


NAMES = {"EXTENSIONS": '{"tests.spiders.inward_names.PrivateNameMiddleware": 1}'}


def test_what_leads_inside_is_not_asked(crawl, inside, outside):
    crawled = crawl(f"site={outside.url}", **NAMES)
    assert inside.log == []
    assert crawled.stats["webnoise/skipped/private-address"] == 1
    assert len(crawled.stories(outside)) == 1


def test_what_a_person_allows_is_asked(crawl, inside, outside):
    hosts = f"{inside.inward},{inside.server.server_address[0]}"
    crawl(f"site={outside.url}", WEBNOISE_PRIVATE_HOSTS=hosts, **NAMES)
    assert "/feed.xml" in inside.paths


def test_site_that_a_person_names_is_crawled_wherever_it_lies(crawl, inside, press):
    inside.pages["/"] = press.index([("/town/a-story-of-the-town-number-1", "A headline of several words")])
    inside.pages["/town/a-story-of-the-town-number-1"] = press.article(1)
    crawl(f"site={inside.by_name}", **NAMES)
    assert "/town/a-story-of-the-town-number-1" in inside.paths
