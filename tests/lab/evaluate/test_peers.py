import pytest

from webnoise.errors import ConfigError
from webnoise.lab.evaluate.corpora import read_corpus
from webnoise.lab.evaluate.peers import PEERS, peer_named, peer_version, without_title


@pytest.mark.parametrize("name", [name for name in PEERS if name != "justext"])  # it wants longer paragraphs
def test_peer_extracts_the_story_without_its_title(name, corpus):
    try:
        version = peer_version(name)
    except ConfigError as missing:
        pytest.skip(str(missing))
    assert version.split()[1][0].isdigit()
    page = next(read_corpus(corpus))
    found = peer_named(name).extract(page.html, page.url)
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
    extract = peer_named("justext").extract
    assert extract(f'<html lang="de-DE">{body}</html>', "").text == story
    assert extract(f"<html>{body}</html>", "").text == ""


def test_unknown_peer_is_named_with_the_choice():
    with pytest.raises(ConfigError, match="choose one of trafilatura"):
        peer_named("lynx")


def test_missing_peer_names_the_extra(monkeypatch):
    def missing(_):
        from importlib.metadata import PackageNotFoundError

        raise PackageNotFoundError

    monkeypatch.setattr("webnoise.lab.evaluate.peers.metadata.version", missing)
    with pytest.raises(ConfigError, match=r"webnoise\[peers\]"):
        peer_version("newspaper")


def test_title_is_removed_from_the_first_line_only():
    assert without_title("A Title!\n\nText. A title", "A title") == "Text. A title"
    assert without_title("Text\nA title", "A title") == "Text\nA title"
    assert without_title("Text", None) == "Text"
