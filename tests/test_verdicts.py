"""Verdicts decide at once and word their reasons when asked; an article makes its fields when they are read."""

import pickle

import pytest

from webnoise.model import Article, Reason, Verdict
from webnoise.verdicts import Verdicts

LIST = [Verdict(True, 0.9, Reason("content")), Verdict(False, 0.2, Reason("links", "all of it"))]


def counted(reasons):
    calls = []

    def word():
        calls.append(1)
        return reasons

    return word, calls


def test_verdicts_read_like_a_list():
    verdicts = Verdicts.of(LIST)
    assert list(verdicts) == LIST
    assert verdicts == LIST
    assert verdicts[1] == LIST[1]
    assert verdicts[:1] == LIST[:1]
    assert len(verdicts) == 2
    assert Verdicts.of([]) == []


def test_reasons_are_worded_once_and_only_when_read():
    word, calls = counted([verdict.reason for verdict in LIST])
    verdicts = Verdicts([True, False], [0.9, 0.2], word)
    settled = verdicts.settled({0: Reason("headline")}, keep=False)
    assert (settled.kept, verdicts.kept, calls) == ([False, False], [True, False], [])
    assert settled.reasons == [Reason("headline"), LIST[1].reason]
    assert settled[1] == verdicts[1] == LIST[1]
    assert calls == [1]


def test_nothing_to_settle_changes_nothing():
    verdicts = Verdicts.of(LIST)
    assert verdicts.settled({}, keep=True) is verdicts


def test_verdicts_travel_with_their_reasons():
    word, _ = counted([verdict.reason for verdict in LIST])
    assert pickle.loads(pickle.dumps(Verdicts([True, False], [0.9, 0.2], word))) == LIST


@pytest.fixture
def article():
    return Article(url="https://e.com/a", text="Text").attach(
        (), (), {}, markdown=lambda: "**Text**", noise=lambda: {"links": 3}, html=lambda: "<p>Text</p>"
    )


def test_field_is_made_when_it_is_read(article):
    assert "markdown" not in vars(article)
    assert article.markdown == "**Text**"
    assert article.html == "<p>Text</p>"
    assert article.noise == {"links": 3}
    assert article.images == []
    assert article.kind == "other"
    assert not article.waiting


def test_field_that_was_set_is_not_made(article):
    article.markdown = "mine"
    assert article.markdown == "mine"
    assert pickle.loads(pickle.dumps(article)).markdown == "mine"


def test_exported_and_travelling_articles_are_complete(article):
    copy = pickle.loads(pickle.dumps(article))
    assert (copy.markdown, copy.noise, copy.html) == ("**Text**", {"links": 3}, "<p>Text</p>")
    assert copy == article
    assert article.to_dict()["markdown"] == "**Text**"


def test_articles_do_not_share_their_empty_fields():
    one, other = Article(), Article()
    one.images.append(1)
    assert other.images == []
    assert (one.markdown, one.html, one.noise) == ("", "", {})


def test_codes_are_told_without_the_words():
    word, calls = counted([verdict.reason for verdict in LIST])
    verdicts = Verdicts([True, False], [0.9, 0.2], word, lambda: ["content", "links"])
    settled = verdicts.settled({0: Reason("headline")}, keep=False)
    assert (verdicts.codes, settled.codes, calls) == (["content", "links"], ["headline", "links"], [])


def test_codes_are_those_of_the_reasons_where_a_method_gives_none():
    assert Verdicts.of(LIST).codes == ["content", "links"]
