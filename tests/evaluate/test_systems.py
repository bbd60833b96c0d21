"""What can be evaluated, and by which models."""

from __future__ import annotations

from pathlib import Path

import pytest

import webnoise
from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.evaluate.corpora import read_corpus
from webnoise.evaluate.peers import PEERS, is_peer, peer_extract, peer_version, without_title
from webnoise.evaluate.systems import WITH_SITE, Systems, shown_version, trained_corpora
from webnoise.methods.base import LearningMethod
from webnoise.methods.registry import METHODS

PACKAGE = Path(webnoise.__file__).parent


def test_all_methods_are_named_in_the_way_they_are_meant():
    names = Systems().names()
    Systems().check(names)
    assert {name.removesuffix(WITH_SITE) for name in names} == set(METHODS)
    assert {"content_extractor+site", "core", "core+site", "desea"} <= set(names)
    for name in names:
        learns = isinstance(Systems().method(name), LearningMethod)
        assert name.endswith(WITH_SITE) == learns or name == Config().method


def test_peers_are_no_methods():
    assert all(is_peer(name) for name in PEERS)
    assert not any(is_peer(name) for name in Systems().names())


def test_version_of_our_own_methods_is_that_of_the_package():
    assert shown_version("core").startswith("webnoise ")


def test_unknown_name_is_refused_with_the_choice():
    with pytest.raises(ConfigError, match=r"nothing is named 'desa'.*desea.*peers: trafilatura"):
        Systems().check(["desa"])


@pytest.mark.parametrize("name", [name for name in PEERS if name != "justext"])  # it wants longer paragraphs
def test_peer_extracts_the_story_without_its_title(name, corpus):
    try:
        version = peer_version(name)
    except ConfigError as missing:
        pytest.skip(str(missing))
    assert version.split()[1][0].isdigit()
    page = next(read_corpus(corpus))
    found = peer_extract(name, page.html, page.url)
    assert "The council of Aford voted on Monday" in found.text
    assert not found.text.startswith("Aford today")
    assert found.title == "Aford today"


def test_justext_takes_the_stop_words_of_the_language_that_the_page_declares():
    pytest.importorskip("justext")
    story = (
        "Der Rat der Stadt hat am Montag nach drei Stunden beschlossen, dass die alte Brücke, über die noch "
        "immer die meisten zur Arbeit gehen, für ein ganzes Jahr und vielleicht auch für länger schließt; wer "
        "auf der anderen Seite wohnt, muss nun mit dem Boot oder über die Berge in die Stadt kommen."
    )
    body = f"<body><h1>Die Brücke und der Rat der Stadt</h1><p>{story}</p></body>"
    assert peer_extract("justext", f'<html lang="de-DE">{body}</html>', "").text == story
    assert peer_extract("justext", f"<html>{body}</html>", "").text == ""


def test_missing_peer_names_the_extra(monkeypatch):
    def missing(_):
        from importlib.metadata import PackageNotFoundError

        raise PackageNotFoundError

    monkeypatch.setattr("webnoise.evaluate.peers.metadata.version", missing)
    with pytest.raises(ConfigError, match=r"webnoise\[peers\]"):
        peer_version("newspaper")


def test_title_is_removed_from_the_first_line_only():
    assert without_title("A Title!\n\nText. A title", "A title") == "Text. A title"
    assert without_title("Text\nA title", "A title") == "Text\nA title"
    assert without_title("Text", None) == "Text"


def test_shipped_model_names_the_corpora_it_was_trained_on():
    assert set(trained_corpora()) == {"wcxb-dev", "news424", "fundus", "snippets"}
    assert all(0.8 < score < 1 for score in trained_corpora().values())
