"""A sites file is read, or refused with what is wrong where."""

from __future__ import annotations

import dataclasses

import pytest

from webnoise.errors import ConfigError
from webnoise.spiders.sites import Arguments, SiteConfig, builtin_sites, read_sites, sites_from_urls

FILE = """
[defaults]
max_pages = 200
deny = ["/video/"]

[[site]]
name = "Example"
start = ["https://www.news.example", "https://www.news.example/sport/"]
feeds = ["/feed", "https://feeds.example/news"]
sitemaps = "/news.xml"
allow = ['/20\\d\\d/']
render = true
delay = 2
domains = ["news-blog.example"]

[[site]]
start = ["https://other.example/"]
max_pages = 5
deny = []
"""


@pytest.fixture
def sites_file(tmp_path):
    def write(text):
        path = tmp_path / "sites.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_sites_are_read_with_their_defaults(sites_file):
    first, second = read_sites(sites_file(FILE))
    assert first == SiteConfig(
        name="Example",
        start=("https://www.news.example/", "https://www.news.example/sport/"),
        feeds=("https://www.news.example/feed", "https://feeds.example/news"),
        sitemaps=("https://www.news.example/news.xml",),
        allow=(r"/20\d\d/",),
        deny=("/video/",),
        max_pages=200,
        render=True,
        delay=2,
        domains=("news-blog.example",),
    )
    assert (second.name, second.max_pages, second.deny, second.delay) == ("other.example", 5, (), None)


def test_patterns_and_hosts_decide_what_is_followed(sites_file):
    site, _ = read_sites(sites_file(FILE))
    assert site.permits("https://news.example/2026/story")
    assert not site.permits("https://news.example/story")
    assert not site.permits("https://news.example/video/2026/story")
    assert site.owns("https://sport.news.example/x")
    assert site.owns("https://news-blog.example/x")
    assert not site.owns("https://fakenews.example/x")


def test_a_start_below_a_group_domain_does_not_own_its_sisters():
    (site,) = sites_from_urls("https://times.group.example/")
    assert site.owns("https://times.group.example/a")
    assert not site.owns("https://economy.group.example/a")
    assert not site.owns("https://group.example/a")


def test_a_site_is_frozen():
    (site,) = sites_from_urls("news.example")
    with pytest.raises(dataclasses.FrozenInstanceError):
        site.name = "other"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '[[site]]\nname = "A"\nstart = ["https://a.example"]\nmaxpages = 3',
            ["site 'A'", "'maxpages'", "max_pages"],
        ),
        (
            '[[site]]\nname = "A"\nstart = ["https://a.example"]\ndeny = ["(open"]',
            ["site 'A'", "deny", "'(open'"],
        ),
        ('[[site]]\nname = "A"\nstart = ["ftp://a.example"]', ["site 'A'", "start", "ftp://a.example"]),
        ('[[site]]\nname = "A"\nstart = []', ["site 'A'", "start"]),
        ('[[site]]\nname = "A"', ["site 'A'", "start is missing"]),
        ('[[site]]\nstart = ["https://a.example"]\nmax_pages = 0', ["site number 1", "max_pages"]),
        ('[[site]]\nstart = ["https://a.example"]\nmax_pages = true', ["site number 1", "max_pages"]),
        ('[[site]]\nstart = ["https://a.example"]\nrender = "yes"', ["render", "'yes'"]),
        ('[[site]]\nstart = ["https://a.example"]\ndelay = -1', ["delay"]),
        ('[[site]]\nstart = ["https://a.example"]\nfeeds = [1]', ["feeds", "list of strings"]),
        ('[[site]]\nstart = ["https://a.example"]\n[[site]]\nstart = ["https://a.example"]', ["not unique"]),
        ('[[sites]]\nstart = ["https://a.example"]', ["'sites'", "site"]),
        ('[defaults]\nname = "x"\n[[site]]\nstart = "https://a.example"', ["[defaults]", "'name'"]),
        ('[site]\nstart = "https://a.example"', ["[[site]]"]),
        ("", ["names no site"]),
        ("[[site]", ["no valid TOML"]),
    ],
)
def test_what_is_wrong_is_named_with_its_place(sites_file, text, words):
    path = sites_file(text)
    with pytest.raises(ConfigError) as caught:
        read_sites(path)
    for word in [str(path), *words]:
        assert word in str(caught.value)


def test_a_missing_file_names_the_built_in_lists(tmp_path):
    with pytest.raises(ConfigError, match="india"):
        read_sites(tmp_path / "none.toml")


def test_india_is_built_in_with_its_thirty_papers():
    assert "india" in builtin_sites()
    sites = read_sites("india")
    assert len(sites) == len({site.start for site in sites}) == 30
    assert sites[0].name == "Times of India"


def test_addresses_become_sites_one_per_host():
    first, second = sites_from_urls("https://a.example, b.example/world\nhttps://www.a.example/sport")
    assert (first.name, first.start) == ("a.example", ("https://a.example/", "https://www.a.example/sport"))
    assert second.start == ("https://b.example/world",)


@pytest.mark.parametrize("urls", ["", " , ", "https://", "file:///etc/passwd"])
def test_what_is_no_address_is_refused(urls):
    with pytest.raises(ConfigError, match="address"):
        sites_from_urls(urls)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"site": ""}, "site is empty: is a variable"),
        ({"site": " "}, "site is empty"),
        ({"sites": ""}, "sites is empty"),
        ({"site": ","}, "no address given"),
        ({"max_pages": "5"}, "no site is named"),
        ({"site": "https://a.example", "sites": ""}, "not both"),
    ],
)
def test_empty_argument_is_refused_and_the_demo_is_for_none_at_all(given, words):
    with pytest.raises(ConfigError, match=words):
        Arguments.read(given)
    assert Arguments.read({"site": None}) == Arguments()


def test_file_without_sites_is_refused(sites_file):
    with pytest.raises(ConfigError, match="names no site"):
        Arguments.read({"sites": sites_file("[defaults]\ndelay = 1\n")})
