import pytest

from research.corpora import corpus_folder, find_corpus, read_corpus, read_texts
from tests.evaluate.test_corpora import PAGES, lines
from webnoise.errors import ConfigError


def test_texts_with_their_clusters_are_read(tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text(
        lines([{"id": "r#0", "text": "t", "cluster": "r", "jaccard_to_last": 0.5}]), encoding="utf-8"
    )
    (text,) = read_texts(path)
    assert (text.text, text.cluster) == ("t", "r")


def test_unknown_corpus_says_what_to_give():
    with pytest.raises(ConfigError, match=r"no corpus 'nowhere'.*JSONL"):
        find_corpus("nowhere")


def test_named_folder_holds_the_corpora(tmp_path, monkeypatch):
    corpus_folder.cache_clear()
    monkeypatch.setenv("WEBNOISE_CORPUS", str(tmp_path))
    (tmp_path / "mine.jsonl").write_text(lines(PAGES), encoding="utf-8")
    assert [page.id for page in read_corpus("mine")] == ["1", "2", "3"]
    monkeypatch.setenv("WEBNOISE_CORPUS", str(tmp_path / "absent"))
    corpus_folder.cache_clear()
    assert corpus_folder() is None
    corpus_folder.cache_clear()


@pytest.mark.skipif(corpus_folder() is None, reason="the development corpora are not beside the repository")
def test_development_corpus_reads_whole():
    pages = list(read_corpus("news424"))
    assert len(pages) == 172
    assert len({page.site for page in pages}) == 86
    assert all(page.text and page.title for page in pages)
