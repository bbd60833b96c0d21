"""The papers' claims on results made up to hold, to fail, or to leave them open."""

from dataclasses import replace

import pytest

from research.baselines.stages import IN_PAGE
from research.papers.claims import (
    media_changes,
    paper_claims,
    scores_by_siblings,
    sheets_table,
    siblings_table,
)
from research.papers.scores import PaperResult, summarise_blocks
from research.papers.tables import correct_pages, in_page_duplicates, with_media, without_media


def page(name, system="x", site="s", **fields):
    return PaperResult(str(name), "", site, "c", system, scored=True, precision=1.0, recall=1.0, **fields)


def test_correct_as_the_paper_has_it_is_nothing_but_core_content():
    assert page(1, blocks=(9, 5, 1, 1)).only_core  # four of five are lost: the paper does not ask
    assert not page(1, blocks=(9, 5, 6, 5)).only_core
    assert not page(1, blocks=(9, 5, 0, 0)).only_core
    assert page(1).only_core is None
    assert (
        summarise_blocks("x", [page(1, blocks=(9, 5, 1, 1)), page(2, blocks=(9, 5, 6, 5))]).only_core == 0.5
    )


def test_table_8_shows_both_definitions():
    pages = [page(1, blocks=(9, 5, 6, 5)), page(2, blocks=(9, 5, 5, 5))]
    table = correct_pages({"existing_1": pages}, ["existing_1"], "8", "core", "")
    assert table.rows == [[2, "existing_1", 1, 0.5, 1, 0.5, 1.0]]


def siblings_of(system, scores):
    """Pages of sites with none, one, three and six siblings; `scores` are their kept and right blocks of ten."""
    sizes = {"a": 1, "b": 2, "c": 4, "d": 7}
    return [
        page(f"{site}{n}", system, site, blocks=(20, 10, kept, right))
        for (site, size), (kept, right) in zip(sizes.items(), scores, strict=True)
        for n in range(size)
    ]


def results_001(extractor, desea):
    return {
        "content_extractor+site": siblings_of("content_extractor+site", extractor),
        "desea": siblings_of("desea", desea),
    }


def test_pages_are_parted_by_the_number_of_their_siblings():
    found = scores_by_siblings(results_001([(20, 10)] * 4, [(10, 5)] * 4))
    assert {name: each.pages for name, each in found.items()} == {
        "none": 1, "1": 2, "2 to 4": 4, "5 and more": 7,
    }  # fmt: skip
    assert found["none"].extractor == (0.5, 1.0)
    assert found["none"].desea == (0.5, 0.5)
    assert siblings_table(results_001([(20, 10)] * 4, [(10, 5)] * 4)).rows[3][:4] == [
        "5 and more",
        7,
        0.5,
        1.0,
    ]
    assert scores_by_siblings({"desea": []}) == {}


def test_desea_must_be_better_for_every_number_of_siblings():
    better, worse = (10, 9), (10, 1)
    (held,) = paper_claims([], results_001([worse] * 4, [better] * 4), [])
    (failed,) = paper_claims(
        [], results_001([worse, worse, worse, better], [better, better, better, worse]), []
    )
    assert "it held" in held
    assert "5 and more 0.10 against 0.90 (7 pages)" in failed
    assert "it did not hold" in failed


@pytest.mark.parametrize(
    ("ms", "verdict"), [(4.0, "it held"), (5.0, "it did not hold"), (9.0, "it did not hold")]
)
def test_content_extractor_must_take_less_than_half_of_the_time(ms, verdict):
    rows = [
        summarise_blocks("content_extractor+site", [page(1, ms=ms)]),
        summarise_blocks("desea", [page(1, ms=10.0)]),
    ]
    (claim,) = paper_claims(rows, {}, [])
    assert f"{ms:.1f} ms against 10.0 ms: {verdict}" in claim


def looks(styled, **f1):
    """Two pages of each system with this share of the text found, both with their sheets or both without."""
    return {
        system: [
            replace(page(n, system, styled=styled, segmented=(0.5, 0.5)), recall=share, precision=share)
            for n in range(2)
        ]
        for system, share in f1.items()
    }


@pytest.mark.parametrize(
    ("eifce", "verdict"), [(0.9, "it held"), (0.8, "undecided"), (0.7, "it did not hold")], ids=str
)
def test_visual_blocks_are_judged_on_pages_with_their_sheets(eifce, verdict):
    results = looks(True, eifce=eifce, coreex=0.7, word_leaf_ratio=0.8)
    for system, pages in looks(False, eifce=0.1, coreex=0.9).items():
        results[system] += [replace(each, id=f"{each.id} without") for each in pages]
    (claim,) = paper_claims([], results, [])
    assert "on the 2 pages that come with all of their style sheets, as our own cascade reads them" in claim
    assert (
        f"F1 of eifce is {eifce:.2f}, of methods that choose a DOM node coreex 0.70, word_leaf_ratio 0.80"
        in claim
    )
    change = f"{100 * (eifce - 0.8):+.1f}"
    assert f"{change} points ({change} to {change}) over word_leaf_ratio" in claim
    assert f": {verdict}. Refuted by: " in claim
    assert claim.endswith("The other 2 pages: no style sheets: not a test of 002.")
    assert [row[:3] for row in sheets_table(results).rows] == [
        ["all", "eifce", 2], ["all", "coreex", 2], ["all", "word_leaf_ratio", 2],
        ["no style sheets: not a test of 002", "eifce", 2], ["no style sheets: not a test of 002", "coreex", 2],
    ]  # fmt: skip


def test_pages_without_sheets_are_no_test_of_002():
    (claim,) = paper_claims([], looks(False, eifce=0.9, coreex=0.1), [])
    assert "no style sheets: not a test of 002: none of the 2 pages" in claim
    assert "held" not in claim
    assert paper_claims([], looks(False, coreex=0.1), []) == []
    assert sheets_table(looks(True, coreex=0.1)).rows == []


def test_evbe_and_vips_are_compared_by_what_one_rule_chooses():
    _, claim = paper_claims([], looks(True, eifce=0.9, vips=0.7, coreex=0.1), [], "Chromium 1")
    assert "not testable here. Nearest figure: " in claim
    assert "F1 0.90 (0.900–0.900) of EVBE's, 0.70 (0.700–0.700) of VIPS's" in claim


def in_page(drops):
    """One page with ten relevant blocks and two repeats; each way keeps what `drops` leaves of them."""
    results = {
        "tag_simhash_primary": [page(1, "tag_simhash_primary", blocks=(15, 10, 12, 10), repeats=(2, 2))]
    }
    for system, (right, repeats) in zip(IN_PAGE.values(), drops, strict=True):
        blocks = (15, 10, right + repeats, right)
        results[system] = [page(1, system, blocks=blocks, repeats=(2, repeats))]
    return results


def test_table_7_counts_what_the_stage_found_and_lost_in_a_page():
    table = in_page_duplicates(in_page([(10, 0), (9, 0), (10, 1), (10, 2), (0, 0)]))
    assert [row[1:] for row in table.rows] == [
        ["Jaccard coefficient", 1, 1.0, 1.0, 1.0, 0],
        ["MinHash", 1, 1.0, 0.0, 1.0, 1],
        ["Simhash", 0, 0.0, 0.0, 0.5, 0],
        ["Hybrid hash", 0, 0.0, 0.0, 0.0, 0],
        ["Modified simhash", 0, 0.0, 0.0, 1.0, 10],
    ]


def test_modified_simhash_must_be_first_among_blocks_of_a_page():
    (held,) = paper_claims([], in_page([(10, 2), (10, 2), (10, 2), (10, 2), (10, 0)]), [])
    (tied,) = paper_claims([], in_page([(10, 0)] * 5), [])
    assert "it held" in held
    assert "it did not hold" in tied


def test_media_change_precision_and_recall_of_one_text():
    # five blocks of text of which four are right; two media, one relevant: of 5 relevant ones 4, then 5
    result = page(1, blocks=(9, 4, 5, 4), media=(1, 2))
    assert without_media(result) == (5, 5, (0.8, 0.8))
    assert with_media(result) == (5, 7, (5 / 7, 1.0))
    assert with_media(page(1)) == (0, 0, None)
    changes = media_changes({"word_leaf_ratio": [result] * 3})
    assert changes["precision"] == pytest.approx((5 / 7 - 0.8,) * 3)
    assert changes["recall"] == pytest.approx((0.2,) * 3)


@pytest.mark.parametrize(
    ("media", "verdict"),
    [((1, 1), "it held"), ((1, 9), "it did not hold"), ((0, 0), "undecided"), ((0, 3), "it did not hold")],
)
def test_media_must_raise_both_precision_and_recall(media, verdict):
    (claim,) = paper_claims(
        [], {"word_leaf_ratio": [page(n, blocks=(9, 4, 5, 4), media=media) for n in range(5)]}, []
    )
    assert f": {verdict}. Refuted by" in claim
