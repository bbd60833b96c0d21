"""Verdicts decide at once and word their reasons when asked; an article makes its fields when they are read."""

import pickle

from webnoise.model import Reason, Verdict
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


def test_codes_are_told_without_the_words():
    word, calls = counted([verdict.reason for verdict in LIST])
    verdicts = Verdicts([True, False], [0.9, 0.2], word, lambda: ["content", "links"])
    settled = verdicts.settled({0: Reason("headline")}, keep=False)
    assert (verdicts.codes, settled.codes, calls) == (["content", "links"], ["headline", "links"], [])


def test_codes_that_were_settled_are_told_without_the_others():
    name, calls = counted(["content", "links"])
    verdicts = Verdicts([True, True], [0.9, 0.8], lambda: [verdict.reason for verdict in LIST], name)
    settled = verdicts.settled({0: Reason("caption")}, keep=False).settled({0: Reason("byline")}, keep=False)
    assert (settled.codes_at([0]), settled.codes_at([]), calls) == (["byline"], [], [])
    assert (settled.codes_at([1, 0]), calls) == (["links", "byline"], [1])


def test_codes_are_those_of_the_reasons_where_a_method_gives_none():
    assert Verdicts.of(LIST).codes == ["content", "links"]


def test_roles_are_told_once_and_only_when_read():
    tell, calls = counted(["body", "navigation"])
    verdicts = Verdicts.of(LIST).with_roles(tell)
    settled = verdicts.settled({0: Reason("headline")}, keep=False)
    assert calls == []
    assert [verdict.role for verdict in settled] == ["body", "navigation"]
    assert (verdicts[1].role, calls) == ("navigation", [1])
