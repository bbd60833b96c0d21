import json
import re
from xml.etree import ElementTree as ET

import pytest

from webnoise.cli.main import main
from webnoise.evaluate.corpora import read_corpus
from webnoise.evaluate.report import RunFacts, as_html, as_json, as_markdown, build_report
from webnoise.evaluate.results import PageResult
from webnoise.evaluate.run import evaluate
from webnoise.evaluate.tables import ReportTable, columns, to_markdown

SYSTEMS = ["core", "tag_simhash", "word_leaf_ratio", "key_patterns", "desea"]


@pytest.fixture
def report(corpus):
    results = evaluate(read_corpus(corpus), SYSTEMS, workers=1)
    facts = RunFacts("webnoise evaluate <corpus>", ("webnoise 0",), {"towns": "6 pages"}, 1.0)
    table = ReportTable("more", "More", columns("system", "F: score max"), [["desea", 0.5]])
    return build_report(facts, results, [table], ["It held."])


def test_best_system_comes_first_in_the_comparison(report):
    table = report.tables[0]
    scores = [row[4] for row in table.rows]
    assert len(scores) == len(SYSTEMS)
    assert scores == sorted(scores, reverse=True)


def test_html_holds_tables_a_chart_and_escaped_text(report):
    html = as_html(report)
    assert "webnoise evaluate &lt;corpus&gt;" in html
    assert len(re.findall(r"<table", html)) == len(report.tables) + len(report.worst)
    drawings = re.findall(r"<svg.*?</svg>", html, flags=re.DOTALL)
    (drawing,) = drawings
    assert len(ET.fromstring(drawing)) >= 2 * len(SYSTEMS)
    assert html.count("<script") == 1
    assert "default-src 'none'; script-src 'sha256-" in html.replace("&#39;", "'")


def test_json_holds_every_page_of_every_system(report):
    document = json.loads(as_json(report))
    assert len(document["pages"]) == 6 * len(SYSTEMS)
    core = next(row for row in document["summaries"]["towns"] if row["system"] == "core")
    assert core["f1"] == 1.0


def test_markdown_holds_the_command_all_tables_and_notes(report):
    text = as_markdown(report)
    assert "webnoise evaluate <corpus>" in text
    assert "- It held." in text
    assert text.count("\n### ") == len(report.tables) + 1  # the worst pages in one


def test_worst_pages_are_those_with_the_lowest_score(report):
    table = next(table for table in report.worst if table.id == "worst-desea")
    scores = [row[4] for row in table.rows]
    assert scores == sorted(scores)


def test_markdown_table_marks_the_best_value_and_dashes_what_is_not_known():
    table = ReportTable("t", "T", columns("a|b", "F: score max"), [["x|y", 0.5], ["z", None], ["w", 0.25]])
    assert to_markdown(table).splitlines()[4:] == ["| x\\|y | **0.500** |", "| z | – |", "| w | 0.250 |"]


def test_command_writes_the_report_in_each_format(corpus, tmp_path, capsys):
    outputs = [tmp_path / f"out/report{suffix}" for suffix in (".html", ".json", ".md")]
    arguments = [part for path in outputs for part in ("-o", str(path))]
    status = main(["evaluate", str(corpus), "--methods", "core,desea", "--workers", "1", *arguments])
    assert status == 0
    assert all(path.stat().st_size > 1000 for path in outputs)


def test_command_prints_tables_without_an_output(corpus, capsys):
    assert main(["evaluate", str(corpus), "--methods", "core", "--sample", "3", "--workers", "1"]) == 0
    assert "| core | 3 | **1.000** |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["nowhere"], "no corpus 'nowhere'"),
        (["CORPUS", "-o", "report.pdf"], "a report ends in .html"),
        (["CORPUS", "--methods", "cor"], "nothing is named 'cor'"),
    ],
)
def test_command_refuses_with_one_line_what_it_cannot_do(corpus, capsys, arguments, printed):
    assert main(["evaluate", *(str(corpus) if part == "CORPUS" else part for part in arguments)]) == 2
    assert printed in capsys.readouterr().err


def results_of(corpus, systems=("core", "desea"), types=(None,)):
    return [
        PageResult(f"{place}", "", "s", corpus, system, kind, scored=True, precision=1.0, recall=0.5)
        for system in systems
        for place, kind in enumerate(types)
    ]


def test_figures_on_pages_that_the_model_was_trained_on_are_marked():
    facts = RunFacts("webnoise evaluate", (), {}, 1.0)
    report = build_report(facts, [*results_of("news424"), *results_of("siblings")])
    systems = {table.id: {row[0] for row in table.rows} for table in report.tables}
    assert systems["text-news424"] == systems["text-all corpora"] == {"core †", "desea"}
    assert systems["text-siblings"] == {"core", "desea"}
    assert any(note.startswith("†") and "news424 0." in note for note in report.notes)
    assert "<td>core †</td>" in as_html(report)


def test_figures_of_models_of_folds_carry_no_mark():
    facts = RunFacts("webnoise evaluate", (), {}, 1.0, unseen=True)
    report = build_report(facts, results_of("news424"))
    assert {row[0] for row in report.tables[0].rows} == {"core", "desea"}
    assert any("has seen no page of its site" in note for note in report.notes)


def test_articles_of_a_mixed_corpus_have_a_table_of_their_own():
    facts = RunFacts("webnoise evaluate", (), {}, 1.0)
    report = build_report(facts, results_of("mixed", types=("article", "forum", "article")))
    assert {name: rows[0].pages for name, rows in report.rows.items()} == {
        "mixed": 3,
        "mixed, articles only": 2,
    }


def test_markdown_lists_three_worst_pages_of_each_system(report):
    worst = as_markdown(report).split("## Worst pages\n")[1]
    assert all(worst.count(f"| {system} |") == 3 for system in SYSTEMS)
    assert worst.count("| towns |") == 3 * len(SYSTEMS)


def test_peer_stands_in_the_comparison_with_its_version(monkeypatch):
    monkeypatch.setattr("webnoise.evaluate.tables.peer_version", lambda name: f"{name}-lxml 1.2.3")
    report = build_report(RunFacts("x", (), {}, 1.0), results_of("pages", systems=("readability", "desea")))
    assert {row[0] for row in report.tables[0].rows} == {"readability 1.2.3", "desea"}
