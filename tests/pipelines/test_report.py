"""The extension that writes reports, fed by hand; `tests/spiders/test_crawl_report.py` has it in a crawl."""

import json

import pytest
from scrapy.exceptions import DropItem, NotConfigured
from scrapy.utils.test import get_crawler

import webnoise
from webnoise.errors import ConfigError
from webnoise.pipelines.report import CrawlReport
from webnoise.pipelines.session import FailedPage
from webnoise.pipelines.stage import Dropped, Held

PAGE = (
    "<html lang=en><title>Rain</title><body><article><h1>Rain</h1>"
    + "<p>It rained all day, and the river rose.</p>" * 5
)


def report_of(**settings):
    return CrawlReport.from_crawler(
        get_crawler(settings_dict={f"WEBNOISE_{name}": str(own) for name, own in settings.items()})
    )


def lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_nothing_is_done_where_nothing_is_asked_for():
    with pytest.raises(NotConfigured):
        report_of()


def test_pages_are_written_as_they_are_dropped(tmp_path):
    path = tmp_path / "new" / "dropped.jsonl"
    report = report_of(DROPPED=path)
    report.dropped(
        {"url": "https://a.example/1"},
        Dropped("short", "https://a.example/1", "it has 3 words", kind="article"),
    )
    report.dropped({"url": "https://a.example/2"}, DropItem("not for us"))
    report.dropped({"url": "https://a.example/3"}, Held("https://a.example/3", "siblings"))
    assert [(line["url"][-1], line["reason"], line["detail"]) for line in lines(path)] == [
        ("1", "short", "it has 3 words"),
        ("2", "dropped", "not for us"),
    ]
    report.closed("finished")


@pytest.mark.parametrize(
    ("settings", "kept"), [({}, 1), ({"INCREMENTAL": True, "STORE": "sqlite:///x.db"}, 2)]
)
def test_runs_that_go_on_add_to_what_was_dropped(tmp_path, settings, kept):
    path = tmp_path / "dropped.jsonl"
    for number in range(2):
        report = report_of(DROPPED=path, **settings)
        report.failed(FailedPage(f"https://a.example/{number}", "timeout", "the server did not answer"))
        report.closed("finished")
    assert len(lines(path)) == kept


def test_an_article_of_several_pages_is_inspected_by_its_blocks(tmp_path):
    from dataclasses import replace

    report = report_of(REPORT=tmp_path / "report.html", INSPECT=tmp_path / "pages")
    article = webnoise.extract(PAGE, url="https://a.example/rain?page=1")
    report.came_out(article)
    report.came_out(replace(article, url="https://a.example/joined"))
    report.came_out({"url": "https://a.example/no-article"})
    report.closed("shutdown")
    figures = json.loads((tmp_path / "report.json").read_text("utf-8"))
    one, joined = (own["inspect"] for own in figures["listed"]["articles"])
    assert one.startswith("pages/rain-")
    assert "not its markup" not in (tmp_path / one).read_text("utf-8")
    assert "not its markup" in (tmp_path / joined).read_text("utf-8")
    assert "ended early (shutdown)" in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"REPORT": "report.csv"}, "name it report.html"),
        ({"DROPPED": "/dev/null/x.jsonl"}, "WEBNOISE_DROPPED: cannot write /dev/null/x.jsonl"),
        ({"INSPECT": "/dev/null/pages"}, "cannot make the folder /dev/null/pages"),
    ],
)
def test_what_cannot_be_written_ends_the_run_before_it_begins(settings, words):
    with pytest.raises(ConfigError, match=words):
        report_of(**settings)


def test_a_report_that_cannot_be_written_in_the_end_is_said(tmp_path, caplog):
    (tmp_path / "report.html").mkdir()
    report = report_of(REPORT=tmp_path / "report.html")
    report.closed("finished")
    assert "There is no report: cannot write" in caplog.text
