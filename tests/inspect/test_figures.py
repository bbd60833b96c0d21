"""What a crawl did, in figures."""

import json

import pytest

import webnoise
from webnoise.errors import ConfigError
from webnoise.inspect.charts import bars_chart, days_chart
from webnoise.inspect.crawl_report import duration, size, write_report
from webnoise.inspect.figures import CrawlFigures, LeftOut, balance_of, balance_of_fields

STORY = (
    "<html lang=en><title>Rain</title><nav><a href=/>Home</a> <a href=/b>Weather</a></nav><article><h1>Rain</h1>"
    + "".join(
        f"<p>It rained all day in the valley, and the river rose by {number} feet – which nobody had seen before.</p>"
        for number in range(5)
    )
    + "</article><footer>All rights reserved</footer></html>"
)


def article(url, **fields):
    return {
        "url": url,
        "title": "A title",
        "published": "2026-11-10T08:00:00+00:00",
        "word_count": 100,
        "kind": "article",
        **fields,
    }


def test_sites_days_words_and_fields_are_summed():
    figures = CrawlFigures()
    figures.add_article(article("https://a.example/1", site="The A", authors=["Ann"]), balance_of_fields({}))
    figures.add_article(article("https://www.a.example/2", site="The A"), balance_of_fields({}))
    figures.add_article(article("https://b.example/1", published=None), balance_of_fields({}))
    stated = figures.to_dict()
    first, second = stated["sites"]
    assert (stated["articles"], stated["words"]) == (3, 300)
    assert (first["site"], first["name"], first["articles"]) == ("a.example", "The A", 2)
    assert first["days"] == {"2026-11-10": 2}
    assert second["days"] == {"undated": 1}
    assert (first["known"]["authors"], first["known"]["title"]) == (1, 2)


def test_shared_stories_are_counted_however_they_are_reported():
    figures = CrawlFigures()
    figures.add_article(
        article("https://b.example/1", duplicate_of="https://a.example/1"), balance_of_fields({})
    )
    figures.add_article(
        article("https://a.example/2", outlets=["https://c.example/2"]), balance_of_fields({})
    )
    figures.add_left_out(LeftOut("https://b.example/3", "duplicate", original="https://a.example/3"))
    assert figures.to_dict()["shared"] == [
        {"first": "a.example", "repeated_by": "b.example", "stories": 2},
        {"first": "a.example", "repeated_by": "c.example", "stories": 1},
    ]
    assert figures.to_dict()["duplicates"] == 3


def test_the_same_text_is_weighed_alike_from_an_extraction_and_from_its_export():
    extracted = webnoise.extract(STORY, url="https://a.example/1")
    lazily = balance_of(extracted)
    exported = balance_of_fields(json.loads(json.dumps(extracted.to_dict(also=("blocks",)))))
    kept = [block for block in extracted.blocks if block.keep]
    assert lazily.kept_bytes == sum(len(block.text.encode()) for block in kept)
    assert (lazily.kept_bytes, lazily.removed_bytes, lazily.removed_blocks) == (
        exported.kept_bytes, exported.removed_bytes, exported.removed_blocks,
    )  # fmt: skip
    assert dict(lazily.removed_blocks) == extracted.noise
    assert lazily.page_bytes == len(STORY)


def test_without_blocks_only_their_number_is_known():
    figures = CrawlFigures()
    fields = article("https://a.example/1", text="Räuber", noise={"links": 3})
    figures.add_article(fields, balance_of_fields(fields))
    text = figures.to_dict()["text"]
    assert text["kept"]["bytes"] == len("Räuber".encode())
    assert text["removed"] == {"links": {"bytes": None, "blocks": 3}}


def test_a_long_crawl_is_counted_whole_and_listed_in_part(monkeypatch):
    monkeypatch.setattr("webnoise.inspect.figures.MOST_LISTED", 3)
    figures = CrawlFigures()
    for number in range(5):
        figures.add_article(article(f"https://a.example/{number}"), balance_of_fields({}))
        figures.add_left_out(LeftOut(f"https://a.example/x{number}", "short"))
    stated = figures.to_dict()
    assert (stated["articles"], stated["left_out"]) == (5, {"short": 5})
    assert [len(stated["listed"][name]) for name in ("articles", "left_out")] == [3, 3]


def test_a_page_left_out_is_read_back_from_its_line():
    page = LeftOut("https://a.example/1", "kind-index", "not among export_kinds", "index")
    assert LeftOut.of(json.loads(json.dumps(page.to_dict()))) == page
    assert LeftOut.of({"url": "x"}).reason == "unknown"


def test_days_stand_side_by_side_on_one_scale():
    chart = days_chart(
        "Days", [("A", {"2026-11-01": 4, "2026-11-03": 2}), ("B", {"2026-11-03": 1, "undated": 7})]
    )
    (first, last), (other,) = (row.bars for row in chart.rows)
    assert last.x - first.x == pytest.approx(2 * (first.width + 1.5))
    assert first.height == 2 * last.height == 4 * other.height
    assert last.x == other.x
    assert [row.total for row in chart.rows] == ["6", "8"]


def test_many_days_are_put_together():
    chart = days_chart("Days", [("A", {f"{year}-06-01": 1 for year in range(2010, 2027)})])
    (row,) = chart.rows
    assert all(bar.width >= 1 for bar in row.bars)
    assert max(bar.x + bar.width for bar in row.bars) <= chart.end
    assert " to " in row.bars[0].label


@pytest.mark.parametrize("make", [days_chart, bars_chart])
def test_nothing_is_drawn_of_nothing(make):
    assert make("Nothing", []) is None


def test_report_and_figures_are_written_beside_each_other(tmp_path):
    beside = write_report(CrawlFigures().to_dict(), tmp_path / "new" / "report.html")
    assert json.loads(beside.read_text())["articles"] == 0
    assert "0 articles from 0 sites" in (tmp_path / "new" / "report.html").read_text()
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["report.html", "report.json"]


def test_a_report_by_another_name_is_refused(tmp_path):
    with pytest.raises(ConfigError, match=r"name it .*report\.html, not"):
        write_report(CrawlFigures().to_dict(), tmp_path / "report.json")


def test_sizes_and_times_are_reported_as_people_say_them():
    assert [size(many) for many in (0, 999, 1500, 250_000, 3.2e9)] == [
        "0 bytes",
        "999 bytes",
        "1.5 kB",
        "250 kB",
        "3.2 GB",
    ]
    assert [duration(seconds) for seconds in (None, 3.21, 45, 600, 7200)] == [
        "not known",
        "3.2 s",
        "45 s",
        "10 min",
        "2.0 h",
    ]
