"""What is written at the end of a crawl where its settings ask for it."""

import json

import pytest


@pytest.fixture(scope="module")
def crawled(new_site, press, crawl, tmp_path_factory):
    folder, site = tmp_path_factory.mktemp("report"), new_site()
    paths = [f"/a-story-of-several-words-{number}" for number in range(3)]
    found = [*paths, "/a-story-that-is-gone-now", "/a-list-of-the-other-stories"]
    site.pages["/"] = press.index([(path, "A headline of several words") for path in found])
    site.pages[found[-1]] = press.index([(path, "A headline of several words") for path in paths])
    site.pages[paths[0]] = press.article(1, date="2026-11-01T08:00:00Z")
    site.pages[paths[1]] = press.article(2, date="2026-11-02T08:00:00Z")
    site.pages[paths[2]] = press.article(1, title="The same once more", date="2026-11-03T08:00:00Z")
    result = crawl(
        f"site={site.url}",
        WEBNOISE_REPORT=folder / "report.html",
        WEBNOISE_DROPPED=folder / "dropped.jsonl",
        WEBNOISE_INSPECT=folder / "pages",
        WEBNOISE_DUPLICATES="drop",
        WEBNOISE_EXPORT_KINDS="article",
    )
    figures = json.loads((folder / "report.json").read_text("utf-8"))
    lines = [json.loads(line) for line in (folder / "dropped.jsonl").read_text("utf-8").splitlines()]
    return site, folder, result, figures, lines


def test_figures_are_those_of_the_crawl(crawled):
    site, _, result, figures, _ = crawled
    host = site.url.removeprefix("http://")
    assert figures["articles"] == len(result.items) == 2
    assert figures["words"] == sum(item["word_count"] for item in result.items)
    assert figures["text"]["kept"]["bytes"] > 0
    assert {code: own["blocks"] for code, own in figures["text"]["removed"].items()} == {
        code: sum(item["noise"].get(code, 0) for item in result.items)
        for code in {code for item in result.items for code in item["noise"]}
    }
    assert figures["shared"] == [{"first": host, "repeated_by": host, "stories": 1}]
    (own,) = figures["sites"]
    assert (own["site"], own["duplicates"], own["failed"]) == (host, 1, 1)
    assert own["fetched"] >= 5
    assert figures["time"]["ended"] == "finished"
    assert figures["time"]["seconds"] > 0


def test_pages_that_did_not_come_out_have_a_line_with_address_and_reason(crawled):
    site, _, _, figures, lines = crawled
    listed = {line["url"].removeprefix(site.url): line for line in lines}
    duplicate = next(line for line in lines if line["reason"] == "duplicate")
    assert listed["/a-list-of-the-other-stories"]["reason"] == "kind-index"
    assert listed["/a-story-that-is-gone-now"] | {"url": ""} == {
        "url": "", "reason": "status-404", "detail": "the page is not there (404)", "kind": None, "original": None, "failed": True,
    }  # fmt: skip
    assert duplicate["original"].startswith(site.url)
    assert len(lines) == sum(figures["left_out"].values()) + sum(figures["failed"].values()) == 3


def test_articles_link_to_pages_that_show_them(crawled):
    _, folder, result, figures, _ = crawled
    report = (folder / "report.html").read_text("utf-8")
    assert len(result.items) == len(figures["listed"]["articles"])
    for article in figures["listed"]["articles"]:
        shown = (folder / article["inspect"]).read_text("utf-8")
        assert f'href="{article["inspect"]}"' in report
        assert "<iframe" in shown
        assert article["title"] in shown


def test_a_report_by_another_name_ends_the_run_before_the_first_request(crawl, new_site, press, tmp_path):
    site = new_site()
    site.pages["/"] = press.index([])
    with pytest.raises(AssertionError, match=r"name it .*report\.html"):
        crawl(f"site={site.url}", WEBNOISE_REPORT=tmp_path / "report.csv")
    assert site.paths == []
