import json

import pytest

from tests.demo import truth
from webnoise.cli.main import main
from webnoise.demo import newspapers, serve


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three articles of one paper, saved."""
    folder = tmp_path_factory.mktemp("pages")
    paper = next(paper for paper in newspapers() if paper.key == "meridian")
    articles = [article for article in truth.articles() if article.newspaper == "meridian"][:3]
    for number, article in enumerate(articles):
        (folder / f"{number}.html").write_bytes(paper.render(article.path).body)
    return folder, articles


def test_folder_to_one_file_for_each_page(tmp_path, capsys, folder):
    assert main(["batch", str(folder[0]), "--output-dir", str(tmp_path / "out"), "--workers", "1"]) == 0
    files = sorted((tmp_path / "out" / "meridian").glob("*.md"))
    titles = sorted(json.loads(file.read_text().splitlines()[1].partition(": ")[2]) for file in files)
    assert titles == sorted(article.title for article in folder[1])
    assert "3 pages in" in capsys.readouterr().err


def test_list_of_addresses_is_fetched_once_for_both_passes(tmp_path, capsys):
    with serve() as server:
        url = next(iter(truth.by_url(server)))
        listed = tmp_path / "list.txt"
        listed.write_text(f"# one that is there, one that is not\n{url}\n")
        assert main(["batch", str(listed), "-o", str(tmp_path / "out.jsonl"), "--workers", "1"]) == 0
    [row] = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert (row["url"], row["source"], row["position"]) == (url, str(listed), 2)


def test_page_that_cannot_be_read_is_reported_and_ends_with_status_one(tmp_path, capsys, folder):
    inputs = [str(folder[0] / "0.html"), str(tmp_path / "none.html")]
    output = ["-o", str(tmp_path / "out.jsonl"), "--workers", "1", "--no-site-memory"]
    assert main(["batch", *inputs, *output]) == 1
    printed = capsys.readouterr().err
    assert "none.html: cannot be read: No such file" in printed
    assert "1 articles in" in printed
    assert "1 gave none (unreadable 1)" in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x.html"], "say where articles go"),
        (["x.html", "-o", "out.csv"], ".jsonl or .parquet"),
        (["x.html", "-o", "out.jsonl", "--output-dir", "out"], "say where articles go"),
        (["x.html", "-o", "out.jsonl", "-s", "min_wordz=3"], "did you mean 'min_words'"),
        (["x.html", "-o", "out.jsonl", "-s", "min_words"], "-s takes NAME=VALUE"),
        (["x.html", "-o", "out.jsonl", "--kinds", "poem"], "export_kinds must be one of"),
        (["x.html", "-o", "out.jsonl", "--workers", "0", "--no-site-memory"], "workers must be"),
    ],
)
def test_wrong_arguments_end_with_one_line(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert main(["batch", *arguments]) == 2
    assert message in capsys.readouterr().err
