import json
import re

import pytest

from research.corpora import corpus_folder
from research.gate import FLOORS, exit_status, run_gate
from webnoise.errors import ConfigError, InputError
from webnoise.methods.word_leaf_ratio import WordLeafRatio
from webnoise.model import Reason, Verdict


def unpinned(folder, corpus, systems):
    path = folder / "floors.json"
    document = {"samples": {corpus: {"pages": 4}}, "systems": systems, "floors": {}, "lowered": []}
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.fixture
def floors(corpus, tmp_path):
    """Floors as they are before anything was pinned."""
    return unpinned(tmp_path, str(corpus), ["word_leaf_ratio", "desea"])


@pytest.fixture
def pinned(floors):
    outcome = run_gate(floors, raise_floors=True, workers=1)
    assert outcome.passed
    assert len(outcome.raised) == 2
    return floors


@pytest.fixture
def worse_method(monkeypatch):
    """A method made worse: it loses the last paragraph of one page in the sample."""
    judge = WordLeafRatio.judge_page

    def forgetful(self, page):
        verdicts = list(judge(self, page))
        if "Bham" in page.title:
            last = max(place for place, verdict in enumerate(verdicts) if verdict.keep)
            verdicts[last] = Verdict(False, 0.0, Reason("lost"))
        return verdicts

    monkeypatch.setattr(WordLeafRatio, "judge_page", forgetful)


def test_unchanged_methods_pass(pinned):
    outcome = run_gate(pinned, workers=1)
    assert outcome.passed
    assert not outcome.raised
    assert {system: score for _, system, score in outcome.scores}["word_leaf_ratio"] > 0.9


def test_method_made_worse_fails_with_the_pages_that_got_worse(pinned, worse_method):
    (drop,) = run_gate(pinned, workers=1).drops
    assert drop.system == "word_leaf_ratio"
    assert 0.8 < drop.score < drop.floor
    assert drop.error is None
    assert [page for page, _, _ in drop.worse] == ["https://paper0.example/bham"]
    assert re.search(r"paper0\.example/bham: \d\.\d+ ->", str(drop))


def test_method_that_breaks_fails_with_its_error(pinned, monkeypatch):
    def broken(self, page):
        raise RuntimeError("no model")

    monkeypatch.setattr(WordLeafRatio, "judge_page", broken)
    (drop,) = run_gate(pinned, workers=1).drops
    assert (drop.score, len(drop.worse)) == (0.0, 4)
    assert "a page ended with RuntimeError: no model" in str(drop)


def test_raising_never_lowers_a_floor(pinned, worse_method):
    before = pinned.read_text(encoding="utf-8")
    assert not run_gate(pinned, raise_floors=True, workers=1).passed
    assert pinned.read_text(encoding="utf-8") == before


def test_lowering_needs_a_reason_and_keeps_it(pinned, worse_method):
    with pytest.raises(ConfigError, match="needs a reason"):
        run_gate(pinned, lower_reason=" ", workers=1)
    assert run_gate(pinned, lower_reason="faster by half", workers=1).passed
    (lowered,) = json.loads(pinned.read_text(encoding="utf-8"))["lowered"]
    assert (lowered["system"], lowered["reason"]) == ("word_leaf_ratio", "faster by half")
    assert lowered["to"] < lowered["from"]
    assert run_gate(pinned, workers=1).passed


def test_changed_corpus_is_reported_and_not_measured(pinned, corpus):
    corpus.write_text(
        corpus.read_text(encoding="utf-8").replace("old bridge", "new bridge"), encoding="utf-8"
    )
    with pytest.raises(InputError, match="not the one that the floors were pinned on"):
        run_gate(pinned, workers=1)


def test_absent_corpora_are_skipped_by_name(tmp_path, monkeypatch):
    path = unpinned(tmp_path, "news424", ["econ"])
    corpus_folder.cache_clear()
    monkeypatch.setenv("WEBNOISE_CORPUS", str(tmp_path / "absent"))
    outcome = run_gate(path, workers=1)
    corpus_folder.cache_clear()
    assert outcome.passed
    assert outcome.skipped == ["news424"]
    monkeypatch.delenv("CI", raising=False)
    assert exit_status(outcome) == 0
    monkeypatch.setenv("CI", "true")
    assert exit_status(outcome) == 1, "nothing was measured"


def test_file_without_floors_is_an_error(tmp_path):
    (tmp_path / "floors.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ConfigError, match="holds no floors"):
        run_gate(tmp_path / "floors.json")


def test_floors_of_the_package_pin_every_sample():
    floors = json.loads(FLOORS.read_text(encoding="utf-8"))
    assert floors["floors"].keys() == floors["samples"].keys()
    for corpus, by_system in floors["floors"].items():
        assert floors["samples"][corpus]["digest"]
        assert by_system.keys() == set(floors["systems"])
