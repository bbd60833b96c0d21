"""Whose an address is: host, registered domain, site."""

from __future__ import annotations

import pytest

from webnoise.urls.domains import (
    domain_label,
    host_of,
    hostname,
    is_listed,
    nearest_above,
    site_domain,
    site_of,
)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://User:pw@A.Example.com:80/x", "a.example.com"),
        ("//b.org", "b.org"),
        ("/c", ""),
        ("mailto:x@y", ""),
    ],
)
def test_hostname_of_an_address(url, name):
    assert hostname(url) == name


def test_host_below_a_listed_one_is_listed():
    hosts = frozenset({"doubleclick.net"})
    assert is_listed("ad.de.doubleclick.net", hosts)
    assert not is_listed("notdoubleclick.net", hosts)
    assert not is_listed("", hosts)


def test_sites_are_registered_domains_and_ports_of_bare_hosts():
    assert site_of("https://www.news.co.uk/a") == site_of("https://sport.news.co.uk/b")
    assert site_of("https://a.co.uk/") != site_of("https://b.co.uk/")
    assert site_of("http://127.0.0.1:8001/") != site_of("http://127.0.0.1:8002/")


def test_host_keeps_its_port_and_loses_www():
    assert host_of("https://User@WWW.News.Example:8080/a") == "news.example:8080"
    assert host_of("/a") == host_of("https://[broken") == ""


@pytest.mark.parametrize(
    ("name", "domain"),
    [
        ("a.b.news.example", "news.example"),  # an ending that the list does not know
        ("co.uk", "co.uk"),
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "localhost"),
        ("", ""),
    ],
)
def test_site_domain_of_unusual_names(name, domain):
    assert site_domain(name) == domain


@pytest.mark.parametrize(
    ("name", "site"),
    [
        ("www.rivers.blogspot.com", "rivers.blogspot.com"),
        ("rivers.blogspot.in", "rivers.blogspot.in"),
        ("www.rivers.wordpress.com", "rivers.wordpress.com"),
        ("www.wordpress.com", "wordpress.com"),
        ("a.github.io", "a.github.io"),
        ("sport.example.co.uk", "example.co.uk"),
    ],
)
def test_every_blog_of_a_host_of_blogs_is_a_site(name, site):
    assert site_domain(name) == site


def test_page_belongs_to_the_nearest_root_that_is_crawled():
    roots = frozenset({"indiatimes.com", "timesofindia.indiatimes.com", "127.0.0.1:8001"})
    assert site_of("https://www.timesofindia.indiatimes.com/city", roots) == "timesofindia.indiatimes.com"
    assert site_of("https://sport.timesofindia.indiatimes.com/", roots) == "timesofindia.indiatimes.com"
    assert site_of("https://economictimes.indiatimes.com/", roots) == "indiatimes.com"
    assert site_of("http://127.0.0.1:8001/a", roots) == "127.0.0.1:8001"
    assert site_of("https://www.news.example/", roots) == "news.example"


def test_sister_papers_share_a_site_where_none_is_crawled():
    assert site_of("https://timesofindia.indiatimes.com/") == site_of("https://economictimes.indiatimes.com/")


def test_nearest_of_the_hosts_above():
    assert nearest_above("a.b.c", frozenset({"c", "b.c"})) == "b.c"
    assert nearest_above("a.b.d", frozenset({"c", "b.c"})) == ""


def test_label_of_a_domain():
    assert [domain_label(name) for name in ("example.co.uk", "127.0.0.1", "localhost", "")] == [
        "example",
        "127.0.0.1",
        "localhost",
        "",
    ]


def test_host_that_only_looks_like_another_is_another_site():
    assert site_of("https://n\u0435ws.example/a") != site_of("https://news.example/a")
    assert not is_listed(hostname("https://n\u0435ws.example/a"), frozenset({"news.example"}))
