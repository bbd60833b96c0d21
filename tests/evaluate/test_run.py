import dataclasses

import pytest

from webnoise.errors import ConfigError
from webnoise.evaluate.baselines.nodes import Econ
from webnoise.evaluate.corpora import GoldPage, read_corpus
from webnoise.evaluate.measure import measure_site
from webnoise.evaluate.results import PageResult, summarise
from webnoise.evaluate.run import evaluate

SYSTEMS = ["econ", "lin_ho+site", "coreex"]


def comparable(results):
    """Results without their times."""
    return [dataclasses.replace(result, ms=0.0, parse_ms=0.0) for result in results]


def test_every_page_is_scored_by_every_system(corpus):
    results = evaluate(read_corpus(corpus), SYSTEMS, workers=1)
    assert [(r.id, r.system) for r in results[:4]] == [
        ("Aford", "econ"),
        ("Aford", "lin_ho+site"),
        ("Aford", "coreex"),
        ("Bham", "econ"),
    ]
    econ = summarise("econ", [result for result in results if result.system == "econ"])
    assert (econ.pages, econ.failed, econ.f1, econ.exact, econ.snippets_f1, econ.title) == (
        6,
        0,
        1.0,
        1.0,
        1.0,
        1.0,
    )
    assert (
        econ.b_precision
        == econ.b_recall
        == econ.segmented_f1
        == econ.primary_correct
        == econ.core_correct
        == 1.0
    )


def test_siblings_teach_a_learning_system(corpus):
    alone = evaluate(read_corpus(corpus), ["lin_ho"], workers=1)
    taught = evaluate(read_corpus(corpus), ["lin_ho+site"], workers=1)
    assert summarise("", taught).precision > summarise("", alone).precision


def test_pool_of_processes_gives_the_same_results(corpus):
    pages = list(read_corpus(corpus))
    assert comparable(evaluate(pages, SYSTEMS, workers=2)) == comparable(evaluate(pages, SYSTEMS, workers=1))


def test_second_run_measures_nothing(corpus, tmp_path, monkeypatch):
    pages = list(read_corpus(corpus))
    first = evaluate(pages, SYSTEMS, workers=1, cache=tmp_path / "cache")
    monkeypatch.setattr("webnoise.evaluate.run.measure_site", lambda *_: pytest.fail("measured again"))
    assert evaluate(pages, SYSTEMS, workers=1, cache=tmp_path / "cache") == first


def test_cache_forgets_a_page_that_changed(corpus, tmp_path):
    pages = list(read_corpus(corpus))
    evaluate(pages, ["econ"], workers=1, cache=tmp_path / "cache")
    pages[0] = dataclasses.replace(pages[0], text="Something else entirely was said here.")
    again = evaluate(pages, ["econ"], workers=1, cache=tmp_path / "cache")
    assert (again[0].precision, again[1].precision) == (0.0, 1.0)


def test_cache_forgets_a_taught_result_when_a_sibling_changed(corpus, tmp_path, monkeypatch):
    pages = list(read_corpus(corpus))
    evaluate(pages, ["lin_ho+site"], workers=1, cache=tmp_path / "cache")
    measured = []

    def measure(site, *conditions):
        measured.extend(page.id for page in site)
        return measure_site(site, *conditions)

    monkeypatch.setattr("webnoise.evaluate.run.measure_site", measure)
    pages[0] = dataclasses.replace(pages[0], html="<p>Gone.</p>")
    evaluate(pages, ["lin_ho+site"], workers=1, cache=tmp_path / "cache")
    assert measured == ["Aford", "Bham", "Cton"]


def test_page_that_cannot_be_read_is_a_failure_not_an_end(corpus):
    pages = [
        GoldPage("empty", "", "x", "", text="Gold is here to be found.", corpus="c"),
        *read_corpus(corpus),
    ]
    results = evaluate(pages, ["econ"], workers=1)
    assert (results[0].recall, results[0].precision) == (0.0, None)
    assert "InputError" in results[0].error
    assert summarise("econ", results).failed == 1


def test_method_that_raises_fails_on_its_page_alone(corpus, monkeypatch):
    judge = Econ.judge_page

    def fragile(self, page):
        if "Aford" in (page.title or ""):
            raise ZeroDivisionError("no marks")
        return judge(self, page)

    monkeypatch.setattr(Econ, "judge_page", fragile)
    results = evaluate(read_corpus(corpus), ["econ"], workers=1)
    assert [result.error for result in results] == ["ZeroDivisionError: no marks"] + [None] * 5


def test_gold_with_a_title_is_compared_with_title_and_text(corpus):
    pages = [
        dataclasses.replace(page, text=f"{page.title}\n{page.text}", gold_has_title=True)
        for page in read_corpus(corpus)
    ]
    assert all(result.exact for result in evaluate(pages, ["econ"], workers=1))


def test_page_without_gold_text_has_snippet_scores_only(corpus):
    page = dataclasses.replace(next(read_corpus(corpus)), text=None)
    (result,) = evaluate([page], ["econ"], workers=1)
    assert (result.scored, result.precision, result.blocks, result.snippets) == (False, None, None, (1, 0, 0))


@pytest.mark.parametrize(
    ("name", "told"),
    [("nothing", "nothing is named"), ("econ+site", "does not learn"), ("core+", "nothing is named")],
)
def test_unknown_system_is_refused_before_the_run(corpus, name, told):
    with pytest.raises(ConfigError, match=told):
        evaluate(read_corpus(corpus), [name])


def test_result_survives_its_way_through_json():
    result = PageResult(
        "a", "u", "s", "c", "econ", snippets=(1, 2, 3), blocks=(4, 3, 2, 1), segmented=(0.5, 1.0), exact=True
    )
    assert PageResult.from_json(result.to_json()) == result


def test_correct_core_content_needs_precision_and_recall():
    def page(precision, recall):
        return PageResult(
            "a", "", "s", "c", "x", scored=True, precision=precision, recall=recall
        ).core_correct

    assert page(0.9, 0.95)
    assert not page(0.89, 1.0)
    assert not page(1.0, 0.5)
    assert not page(None, 0.0)
    assert page(None, None)
