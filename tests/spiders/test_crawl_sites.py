"""One crawl of many faulty sites, each served on a loopback address of its own; every test asks one of them."""

import threading

import pytest


@pytest.fixture(scope="module")
def sites(new_site, press):
    """The sites by name, filled before the crawl."""
    made = {}
    for build in BUILDERS:
        made[build.__name__] = site = new_site()
        build(site, press)
    return made


@pytest.fixture(scope="module")
def crawled(sites, crawl, tmp_path_factory):
    tables = []
    for name, site in sites.items():
        limit = "\nmax_pages = 5" if name == "limited" else ""
        tables.append(f'[[site]]\nname = "{name}"\nstart = ["{site.url}/"]{limit}\n')
    file = tmp_path_factory.mktemp("sites") / "sites.toml"
    file.write_text("\n".join(tables))
    return crawl(f"sites={file}", AUTOTHROTTLE_ENABLED=False)


def feed_only(site, press):
    site.pages["/"] = press.index(
        [], head='<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    )
    entries = [
        (f"/2026/03/0{n}/a-story-told-by-the-feed-{n}", f"Feed title {n}", f"0{n} Mar 2026 10:00:00 +0100")
        for n in (1, 2, 3)
    ]
    site.pages["/feed.xml"] = press.Answer(press.feed(site.url, entries), type="application/rss+xml")
    for number, (path, _, _) in enumerate(entries):
        site.pages[path] = press.article(100 + number)


def test_feed_alone_leads_to_its_articles(sites, crawled):
    site = sites["feed_only"]
    assert crawled.stories(site) == {f"/2026/03/0{n}/a-story-told-by-the-feed-{n}" for n in (1, 2, 3)}


def sitemap_index(site, press):
    site.pages["/robots.txt"] = press.Answer(f"Sitemap: {site.url}/sitemaps/all.xml", type="text/plain")
    site.pages["/"] = press.index([])
    children = "".join(f"<sitemap><loc>{site.url}/sitemaps/{n}.xml.gz</loc></sitemap>" for n in (1, 2))
    site.pages["/sitemaps/all.xml"] = press.Answer(
        f"<sitemapindex>{children}</sitemapindex>", type="text/xml"
    )
    for n in (1, 2):
        paths = [f"/news/from-the-compressed-sitemap-{n}-{m}" for m in range(3)]
        site.pages[f"/sitemaps/{n}.xml.gz"] = press.Answer(
            press.gzip(press.sitemap(site.url, paths).encode()), type="application/gzip"
        )
        site.pages.update({path: press.article(200 + 10 * n + m) for m, path in enumerate(paths)})


def test_sitemap_index_with_gzip_leads_to_its_articles(sites, crawled):
    assert len(crawled.stories(sites["sitemap_index"])) == 6


def news_sitemap(site, press):
    site.pages["/robots.txt"] = press.Answer(f"Sitemap: {site.url}/news.xml", type="text/plain")
    site.pages["/"] = press.index([])
    path = "/a-page-that-does-not-say-its-date"
    fields = (
        "<news:news><news:publication><news:name>P</news:name><news:language>en</news:language></news:publication>"
        "<news:publication_date>2026-02-03T04:05:06+01:00</news:publication_date><news:title>T</news:title></news:news>"
    )
    site.pages["/news.xml"] = press.Answer(
        press.sitemap(site.url, [path], lambda _: fields), type="application/xml"
    )
    site.pages[path] = press.article(300)


def test_news_sitemap_gives_the_date_that_the_page_does_not(sites, crawled):
    (item,) = crawled.of(sites["news_sitemap"])
    assert item["published"] == "2026-02-03T04:05:06+01:00"


def links_only(site, press):
    site.pages["/"] = press.index(
        [("/town/", "Town"), ("/a-story-on-the-front-page", "A story that stands on the front page")]
    )
    site.pages["/a-story-on-the-front-page"] = press.article(400)
    site.pages["/town/"] = press.index(
        [("/town/a-story-of-the-town", "A long headline of a story"), ("/town/?page=2", "Next")]
    )
    site.pages["/town/a-story-of-the-town"] = press.article(401, links=["/town/a-related-older-story-there"])
    site.pages["/town/a-related-older-story-there"] = press.article(402)
    site.pages["/town/?page=2"] = press.index(
        [("/town/an-old-story-of-the-town", "Another long headline of a story")]
    )
    site.pages["/town/an-old-story-of-the-town"] = press.article(403)


def test_without_feed_and_sitemap_links_and_next_pages_are_followed(sites, crawled):
    assert crawled.stories(sites["links_only"]) >= {
        "/a-story-on-the-front-page", "/town/a-story-of-the-town", "/town/a-related-older-story-there", "/town/an-old-story-of-the-town",
    }  # fmt: skip


def redirects(site, press):
    def to(path):
        return press.Answer("", 301, headers={"Location": path})

    names = ["reloads-itself", "moved", "also-moved", "turns-in-a-circle", "leads-away"]
    site.pages["/"] = press.index(
        [(f"/a-story-that-{name}", "A headline of several words " + name) for name in names]
    )
    site.pages["/a-story-that-moved"] = site.pages["/a-story-that-also-moved"] = to(
        "/where-the-story-lives-now"
    )
    reload = '<meta http-equiv="refresh" content="60">'
    site.pages["/a-story-that-reloads-itself"] = press.article(701, head=reload)
    site.pages["/where-the-story-lives-now"] = press.article(700)
    site.pages["/a-story-that-turns-in-a-circle"] = to("/and-comes-back-again")
    site.pages["/and-comes-back-again"] = to("/a-story-that-turns-in-a-circle")
    site.pages["/a-story-that-leads-away"] = to("http://127.0.0.1:9/")


def test_redirects_are_followed_once_and_circles_end(sites, crawled):
    site = sites["redirects"]
    assert crawled.stories(site) == {"/where-the-story-lives-now", "/a-story-that-reloads-itself"}
    assert site.paths.count("/a-story-that-reloads-itself") == 1
    assert site.paths.count("/a-story-that-turns-in-a-circle") <= 10
    assert crawled.stats["webnoise/failed/redirects"] == 1


def missing(site, press):
    paths = [f"/a-story-that-was-deleted-{n}" for n in range(12)] + ["/a-story-that-is-still-there"]
    site.pages["/"] = press.index([(path, "A headline of several words " + path) for path in paths])
    site.pages["/a-story-that-is-still-there"] = press.article(800)


def test_no_page_is_named_as_the_one_that_led_to_another(sites, crawled):
    assert not [path for site in sites.values() for _, path, headers in site.log if "Referer" in headers]


def test_missing_pages_are_counted_and_do_not_end_the_site(sites, crawled):
    assert crawled.stories(sites["missing"]) == {"/a-story-that-is-still-there"}
    assert crawled.stats["webnoise/failed/status-404"] == 12


def slow(site, press):
    never = threading.Event()
    site.pages["/"] = press.index(
        [(f"/a-story-that-{name}-comes", "A headline of several words") for name in ("never", "quickly")]
    )
    site.pages["/a-story-that-never-comes"] = press.Answer("", wait=never)
    site.pages["/a-story-that-quickly-comes"] = press.article(900)


def test_page_that_never_comes_is_given_up(sites, crawled):
    assert crawled.stories(sites["slow"]) == {"/a-story-that-quickly-comes"}
    assert crawled.stats["webnoise/failed/timeout"] == 1


def truncated(site, press):
    whole = press.article(1000)
    names = {"whole-behind-a-wrong-length": whole, "cut-in-the-middle": whole[: len(whole) // 2]}
    site.pages["/"] = press.index(
        [(f"/a-story-{name}", "A headline of several words " + name) for name in names]
    )
    for name, body in names.items():
        site.pages[f"/a-story-{name}"] = press.Answer(body, promise=len(whole) + 999)


def test_page_cut_off_is_left_and_one_with_a_wrong_length_is_kept(sites, crawled):
    assert crawled.stories(sites["truncated"]) == {"/a-story-whole-behind-a-wrong-length"}
    assert crawled.stats["webnoise/skipped/truncated"] == 1


def types(site, press):
    answers = {
        "a-page-that-calls-itself-text": press.Answer(press.article(1100), type="text/plain"),
        "a-pdf-that-calls-itself-a-page": press.Answer(b"%PDF-1.7 \x00\x01 no page at all" * 50),
        "a-json-file-without-its-ending": press.Answer('{"no": "page"}', type="application/json"),
        "a-picture-without-its-ending": press.Answer(
            b"\x89PNG\r\n\x1a\n" + bytes(range(256)), type="image/png"
        ),
        "an-empty-page-of-no-bytes": press.Answer(""),
    }
    site.pages["/"] = press.index([("/" + name, "A headline of several words " + name) for name in answers])
    site.pages.update({"/" + name: answer for name, answer in answers.items()})


def test_only_pages_are_read_whatever_their_type_says(sites, crawled):
    assert crawled.stories(sites["types"]) == {"/a-page-that-calls-itself-text"}
    assert crawled.stats["webnoise/skipped/not-html"] == 2
    assert crawled.stats["webnoise/dropped/unreadable"] == 2


def large(site, press):
    noise = "".join(f"<div><span>{n}</span></div>" for n in range(180_000))
    page = press.article(1200).replace("<footer>", f"<section>{noise}</section><footer>")
    assert len(page) > 5_000_000
    site.pages["/"] = press.index([("/a-story-in-five-megabytes", "A headline of several words")])
    site.pages["/a-story-in-five-megabytes"] = page


def test_page_of_five_megabytes_is_read(sites, crawled):
    assert crawled.stories(sites["large"]) == {"/a-story-in-five-megabytes"}


def calendar(site, press):
    def day(path):
        parts = path.strip("/").split("/")
        if parts[0] != "events" or len(parts) != 4:
            return None
        year, month, number = map(int, parts[1:])
        forward = (year, month, number + 1) if number < 28 else (year, month % 12 + 1, 1)
        back = (year, month, number - 1) if number > 1 else (year - (month == 1), (month - 2) % 12 + 1, 28)
        return press.index([("/events/{}/{:02}/{:02}".format(*date), "a day") for date in (forward, back)])

    site.pages["/"] = press.index(
        [("/events/2026/01/10", "Events"), ("/the-only-story-of-this-site", "A headline of several words")]
    )
    site.pages["/the-only-story-of-this-site"] = press.article(1300)
    site.fallback = day


def test_calendar_without_end_costs_a_bounded_number_of_requests(sites, crawled):
    site = sites["calendar"]
    assert "/the-only-story-of-this-site" in crawled.stories(site)
    assert 1 <= len([path for path in site.paths if path.startswith("/events/")]) <= 101
    assert crawled.stats["webnoise/skipped/pattern"] >= 1


def limited(site, press):
    stories = [f"/2026/05/0{n}/a-story-with-a-long-title-{n}" for n in range(1, 9)]
    sections = [f"/section{n}/" for n in range(8)]
    site.pages["/"] = press.index(
        [(path, "Section") for path in sections] + [(path, "A headline of several words") for path in stories]
    )
    site.pages.update({path: press.index([]) for path in sections})
    site.pages.update({path: press.article(1400 + n) for n, path in enumerate(stories)})


def test_max_pages_is_exact_and_goes_to_the_likeliest_articles(sites, crawled):
    site = sites["limited"]
    pages = [path for path in site.paths if path in site.pages]
    assert len(pages) == 5
    assert all(path == "/" or "a-story" in path for path in pages)
    assert len(crawled.stories(site)) == 4
    assert "; 12 more pages were found: raise max_pages" in crawled.log


def test_summary_has_a_row_for_every_site(sites, crawled):
    table = crawled.log.partition("The crawl in short:")[2]
    for name in sites:
        assert f"\n{name} " in table


BUILDERS = [
    feed_only, sitemap_index, news_sitemap, links_only, redirects, missing, slow, truncated, types, large,
    calendar, limited,
]  # fmt: skip
