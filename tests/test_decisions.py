"""Decisions are arrays, and word their reasons when somebody reads them."""

import numpy as np

from webnoise.decisions import Decisions
from webnoise.model import Block, Reason, Verdict

VERDICTS = [Verdict(True, 0.9, Reason("content")), Verdict(False, 0.2, Reason("links", "all of it"))]


class Counted:
    def __init__(self, reasons):
        self.words = reasons
        self.calls = 0

    def reasons(self):
        self.calls += 1
        return self.words


def counted():
    evidence = Counted([verdict.reason for verdict in VERDICTS])
    return Decisions(np.array([True, False]), np.array([0.9, 0.2]), evidence), evidence


def test_decisions_read_like_a_list_of_verdicts():
    decisions = Decisions.of(VERDICTS)
    assert list(decisions) == VERDICTS
    assert decisions == VERDICTS
    assert decisions[1] == VERDICTS[1]
    assert decisions[:1] == VERDICTS[:1]
    assert len(decisions) == 2
    assert Decisions.of([]) == []
    assert Decisions.of(decisions) is decisions


def test_verdicts_have_plain_values():
    verdict = Decisions.of(VERDICTS)[0]
    assert (type(verdict.keep), type(verdict.score)) == (bool, float)


def test_override_changes_a_copy():
    decisions = Decisions.of(VERDICTS)
    changed = decisions.override({0: Reason("headline")}, keep=False)
    assert (changed.keep.tolist(), decisions.keep.tolist()) == ([False, False], [True, False])
    assert changed.reasons == [Reason("headline"), VERDICTS[1].reason]
    assert decisions.reasons == [verdict.reason for verdict in VERDICTS]


def test_last_override_of_a_block_counts():
    decisions = Decisions.of(VERDICTS).override({0: Reason("caption")}, keep=False)
    assert decisions.override({0: Reason("content", "after all")}, keep=True)[0] == Verdict(
        True, 0.9, Reason("content", "after all")
    )


def test_override_of_nothing_changes_nothing():
    decisions = Decisions.of(VERDICTS)
    assert decisions.override({}, keep=True) is decisions


def test_reasons_are_worded_when_they_are_read():
    decisions, evidence = counted()
    changed = decisions.override({0: Reason("headline")}, keep=False)
    assert changed.kept([Block(0, "one"), Block(1, "two")]) == []
    assert evidence.calls == 0
    assert changed.reasons == [Reason("headline"), VERDICTS[1].reason]
    assert evidence.calls == 1
