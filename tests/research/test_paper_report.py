"""What `python -m research.papers` adds to a report."""

import json
import sys

import pytest

from research.baselines.duplicates import DUPLICATE_METHODS
from research.papers.__main__ import main, supplement
from research.papers.claims import paper_claims
from research.papers.scores import PaperResult
from research.papers.tables import DuplicateResult, correct_pages, score_matches
from research.systems import PaperSystems
from webnoise.evaluate.corpora import read_corpus
from webnoise.evaluate.report import RunFacts, as_markdown, build_report
from webnoise.evaluate.run import evaluate

SYSTEMS = [
    "econ", "coreex", "tag_based", "tag_simhash_primary", "word_leaf_ratio", "existing_1", "existing_2",
    "key_patterns", "desea",
]  # fmt: skip


@pytest.fixture
def report(corpus):
    results = evaluate(read_corpus(corpus), SYSTEMS, workers=1, catalogue=PaperSystems())
    duplicates = [score_matches("texts", "Simhash", ["a", "a"], [[], [0]])]
    facts = RunFacts("python -m research.papers", ("webnoise 0",), {"towns": "6 pages"}, 1.0)
    return build_report(facts, results, *supplement(results, duplicates))


def test_report_holds_the_tables_of_the_papers_whose_systems_ran(report):
    assert [table.id for table in report.tables[2:]] == [
        "000-1",
        "001-4.3",
        "003-6",
        "003-7-texts",
        "003-8",
        "004-1",
        "004-2",
        "blocks-towns",
    ]


def claims(notes):
    return [note for note in notes if "Refuted by: " in note]


def test_claims_are_judged_where_their_systems_ran(report):
    assert [claim[:3] for claim in claims(report.notes)] == ["000", "003", "003", "004"]
    assert "not testable here. Nearest figure: " in claims(report.notes)[0]
    assert all("it did not hold" in claim or "it held" in claim for claim in claims(report.notes)[1:3])
    assert all(f"- {claim}" in as_markdown(report) for claim in claims(report.notes))


def test_each_claim_states_what_would_have_refuted_it(report):
    assert all(len(claim.split("Refuted by: ")[1]) > 20 for claim in claims(report.notes))


def test_order_of_duplicate_methods_is_judged_over_all_texts():
    def results(*correct):
        return [
            DuplicateResult("c", method, 10, count, 5, 5, 5, 5, 0.0)
            for method, count in zip(DUPLICATE_METHODS, correct, strict=True)
        ]

    (held,) = paper_claims([], {}, results(5, 6, 7, 8, 9))
    (failed,) = paper_claims([], {}, results(9, 8, 7, 6, 5))
    (tied,) = paper_claims([], {}, results(5, 6, 7, 9, 9))
    assert "the best is Modified simhash: it held." in held
    assert "Jaccard coefficient 90.0 %" in failed
    assert "the best is Jaccard coefficient: it did not hold." in failed
    assert "it did not hold" in tied


def test_correct_pages_are_counted_in_growing_rounds():
    results = [
        PaperResult(
            str(place), "", "s", "c", "existing_1", scored=True, precision=1.0, recall=float(place % 4 > 0)
        )
        for place in range(240)
    ]
    table = correct_pages({"existing_1": results}, ["existing_1"], "8", "core", "")
    assert [row[0] for row in table.rows] == [100, 200, 240]
    assert table.rows[-1] == [240, "existing_1", 0, 0, 240, 1, 0.75]


def test_command_writes_tables_and_claims_of_pages_and_of_texts(corpus, tmp_path, monkeypatch):
    texts, output = tmp_path / "texts.jsonl", tmp_path / "report.json"
    lines = [
        {"id": str(number), "text": f"one two three {number // 2}", "cluster": "a"} for number in range(3)
    ]
    texts.write_text("".join(json.dumps(each) + "\n" for each in lines))
    arguments = ["--methods", "existing_1,key_patterns", "--workers", "1", "-o", str(output)]
    monkeypatch.setattr(sys, "argv", ["papers", str(corpus), str(texts), *arguments])
    main()
    document = json.loads(output.read_text())
    assert [table["id"] for table in document["tables"][2:]] == [
        "000-1",
        "003-7-texts",
        "003-8",
        "blocks-towns",
    ]
    assert document["facts"]["corpora"]["texts"] == "3 texts"
    assert document["facts"]["command"].startswith("python -m research.papers ")
