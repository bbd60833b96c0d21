import dataclasses

import pytest

from webnoise.errors import ConfigError
from webnoise.evaluate.corpora import GoldPage, read_corpus
from webnoise.evaluate.results import summarise
from webnoise.evaluate.run import evaluate
from webnoise.methods.word_leaf_ratio import WordLeafRatio

SYSTEMS = ["core", "content_extractor+site", "desea"]


def comparable(results):
    """Results without their times."""
    return [dataclasses.replace(result, ms=0.0, parse_ms=0.0) for result in results]


def test_every_page_is_scored_by_every_system(corpus):
    results = evaluate(read_corpus(corpus), SYSTEMS, workers=1)
    assert [(r.id, r.system) for r in results[:4]] == [
        ("Aford", "core"),
        ("Aford", "content_extractor+site"),
        ("Aford", "desea"),
        ("Bham", "core"),
    ]
    core = summarise("core", [result for result in results if result.system == "core"])
    assert (core.pages, core.failed, core.f1, core.exact, core.snippets_f1, core.title) == (6, 0, 1, 1, 1, 1)


def test_siblings_teach_a_learning_system(corpus):
    alone = evaluate(read_corpus(corpus), ["content_extractor"], workers=1)
    taught = evaluate(read_corpus(corpus), ["content_extractor+site"], workers=1)
    assert summarise("", taught).precision > summarise("", alone).precision


def test_pool_of_processes_gives_the_same_results(corpus):
    pages = list(read_corpus(corpus))
    assert comparable(evaluate(pages, SYSTEMS, workers=2)) == comparable(evaluate(pages, SYSTEMS, workers=1))


def test_page_that_cannot_be_read_is_a_failure_not_an_end(corpus):
    pages = [
        GoldPage("empty", "", "x", "", text="Gold is here to be found.", corpus="c"),
        *read_corpus(corpus),
    ]
    results = evaluate(pages, ["core"], workers=1)
    assert (results[0].recall, results[0].precision) == (0.0, None)
    assert "InputError" in results[0].error
    assert summarise("core", results).failed == 1


def test_method_that_raises_fails_on_its_page_alone(corpus, monkeypatch):
    judge = WordLeafRatio.judge_page

    def fragile(self, page):
        if "Aford" in (page.title or ""):
            raise ZeroDivisionError("no marks")
        return judge(self, page)

    monkeypatch.setattr(WordLeafRatio, "judge_page", fragile)
    results = evaluate(read_corpus(corpus), ["word_leaf_ratio"], workers=1)
    assert [result.error for result in results] == ["ZeroDivisionError: no marks"] + [None] * 5


def test_gold_with_a_title_is_compared_with_title_and_text(corpus):
    pages = [
        dataclasses.replace(page, text=f"{page.title}\n{page.text}", gold_has_title=True)
        for page in read_corpus(corpus)
    ]
    assert all(result.exact for result in evaluate(pages, ["core"], workers=1))


def test_page_without_gold_text_has_snippet_scores_only(corpus):
    page = dataclasses.replace(next(read_corpus(corpus)), text=None)
    (result,) = evaluate([page], ["core"], workers=1)
    assert (result.scored, result.precision, result.snippets) == (False, None, (1, 0, 0))


@pytest.mark.parametrize(
    ("name", "known"),
    [("nothing", "nothing is named"), ("desea+site", "does not learn"), ("core+", "nothing is named")],
)
def test_unknown_system_is_refused_before_the_run(corpus, name, known):
    with pytest.raises(ConfigError, match=known):
        evaluate(read_corpus(corpus), [name])
