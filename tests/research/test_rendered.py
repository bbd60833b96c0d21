"""VIPS and 002's claims on pages in a real Chromium."""

import json
import sys

import pytest

pytest.importorskip("playwright", reason="needs the extra: pip install 'webnoise[render]'")

from research.baselines.vips import Vips
from research.baselines.vips.rules import VipsParams
from research.baselines.vips.structure import content_structure
from research.papers.__main__ import main
from tests.research.test_browser import SHEET, _closed_at_the_end, browser, corpus, shown
from webnoise.methods.visual.eifce import Eifce
from webnoise.methods.visual.evbe import extract_blocks
from webnoise.page.parse import parse
from webnoise.page.rendered import installed_browser

__all__ = ["_closed_at_the_end", "browser", "corpus"]

pytestmark = pytest.mark.skipif(
    installed_browser() is None, reason="no Chromium here: apt-get install chromium"
)


@pytest.fixture
def run_papers(monkeypatch):
    def run(*arguments):
        given = ["papers", *map(str, arguments), "--workers", "1"]
        monkeypatch.setattr(sys, "argv", given)
        main()

    return run


def test_vips_and_evbe_cut_the_columns_as_chromium_shows_them(browser):
    page = Vips().segment(parse(shown(browser, f"<style>{SHEET}</style>").page))
    low, high = (content_structure(page, VipsParams(permitted)) for permitted in (3, 9))
    story, side = range(1, 4), range(4, 7)
    # as 002 says of VIPS: at a low permitted degree of coherence the columns are one block
    assert {low.owners[i] for i in story} == {low.owners[i] for i in side}
    assert {high.owners[i] for i in story}.isdisjoint(high.owners[i] for i in side)
    evbe = extract_blocks(page, Eifce().params).owners
    assert {evbe[i] for i in story}.isdisjoint(evbe[i] for i in side)
    kept = [v.keep for v in Vips(VipsParams(9)).judge_page(page)]
    assert (
        kept == [v.keep for v in Eifce().judge_page(page)] == [False, True, True, True, False, False, False]
    )


def test_report_judges_002_on_pages_with_all_of_their_sheets(corpus, tmp_path, run_papers):
    output = tmp_path / "report.json"
    names = "eifce,evbe,vips,coreex,word_leaf_ratio"
    run_papers(corpus, "--methods", names, "--rendered", "-o", output, "-o", tmp_path / "report.md")
    report = json.loads(output.read_text())
    assert {(page["id"], page["styled"]) for page in report["pages"]} == {("with", True), ("without", False)}
    assert all(page.get("error") is None for page in report["pages"])
    visual, cut = (note for note in report["notes"] if note.startswith("002"))
    assert "on the 1 pages that come with all of their style sheets, as Chromium" in visual
    assert "F1 of eifce is 1.00" in visual
    assert visual.endswith("The other 1 pages: no style sheets: not a test of 002.")
    assert "F1 1.00 (1.000–1.000) of EVBE's" in cut
    markdown = (tmp_path / "report.md").read_text()
    assert "| no style sheets: not a test of 002 | eifce | 1 |" in markdown
    assert "evbe, eifce and vips look at the pages in Chromium" in markdown


def test_page_without_its_sheets_is_no_test_unrendered_either(corpus, tmp_path, run_papers):
    output = tmp_path / "report.json"
    run_papers(corpus, "--methods", "eifce,coreex", "-o", output)
    (claim,) = (note for note in json.loads(output.read_text())["notes"] if note.startswith("002"))
    assert "no style sheets: not a test of 002: none of the 2 pages comes with all of them." in claim
    assert "it held" not in claim
    assert "it did not hold" not in claim
