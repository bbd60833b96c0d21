import io
import json
import sys

import pytest

from tests.demo import truth
from webnoise.cli.main import main
from webnoise.demo import newspapers, serve


@pytest.fixture(scope="module")
def article():
    """One article page of the demo as bytes, with its truth."""
    found = next(article for article in truth.articles() if article.newspaper == "meridian")
    paper = next(paper for paper in newspapers() if paper.key == "meridian")
    return paper.render(found.path).body, found


def lines(output):
    return [json.loads(line) for line in output.splitlines()]


def test_files_and_folders_give_one_json_line_each(tmp_path, capsys, article):
    (tmp_path / "one.html").write_bytes(article[0])
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "two.htm").write_bytes(article[0])
    (tmp_path / "more" / "notes.txt").write_text("no page")
    assert main(["extract", str(tmp_path / "one.html"), str(tmp_path / "more")]) == 0
    items = lines(capsys.readouterr().out)
    assert [item["title"] for item in items] == [article[1].title] * 2


def test_standard_input_is_read_and_its_address_taken(capsys, monkeypatch, article):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(article[0])))
    assert main(["extract", "-", "--url", "https://m.example/a"]) == 0
    [item] = lines(capsys.readouterr().out)
    assert item["url"] == "https://m.example/a"


def test_addresses_are_fetched(capsys):
    with serve() as server:
        url, told = next(iter(truth.by_url(server).items()))
        assert main(["extract", url]) == 0
    [item] = lines(capsys.readouterr().out)
    assert (item["url"], item["title"]) == (url, told.title)


def test_markdown_and_text_come_out_with_the_title(tmp_path, capsys, article):
    page = tmp_path / "page.html"
    page.write_bytes(article[0])
    assert main(["extract", str(page), "-f", "markdown"]) == 0
    assert capsys.readouterr().out.startswith(f"# {article[1].title}\n")
    assert main(["extract", str(page), "-f", "text"]) == 0
    assert capsys.readouterr().out.startswith(f"{article[1].title}\n\n")


def test_blocks_tell_why(tmp_path, capsys, article):
    page = tmp_path / "page.html"
    page.write_bytes(article[0])
    assert main(["extract", str(page), "--blocks"]) == 0
    [item] = lines(capsys.readouterr().out)
    assert all(block["reason"] for block in item["blocks"])


def test_one_bad_input_does_not_stop_the_others(tmp_path, capsys, article):
    (tmp_path / "empty.html").write_text("")
    (tmp_path / "page.html").write_bytes(article[0])
    assert (
        main(
            [
                "extract",
                str(tmp_path / "empty.html"),
                str(tmp_path / "none.html"),
                str(tmp_path / "page.html"),
            ]
        )
        == 1
    )
    captured = capsys.readouterr()
    assert len(lines(captured.out)) == 1
    assert "empty.html" in captured.err
    assert "none.html" in captured.err
    assert "2 of 3 inputs gave no article" in captured.err


def test_output_goes_to_a_file(tmp_path, article):
    (tmp_path / "page.html").write_bytes(article[0])
    assert main(["extract", str(tmp_path / "page.html"), "-o", str(tmp_path / "out.jsonl")]) == 0
    assert lines((tmp_path / "out.jsonl").read_text())[0]["title"] == article[1].title


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.html", "b.html", "--url", "https://x.example/"], "--url says where one page came from"),
        (["a.html", "-o", "no/such/folder/out"], "cannot write no/such/folder/out"),
    ],
)
def test_wrong_arguments_end_with_one_line(capsys, arguments, message):
    assert main(["extract", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_encoding_of_the_pages_can_be_named(tmp_path, capsys, article):
    page = tmp_path / "page.html"
    page.write_bytes(article[0].decode().replace("utf-8", "iso-8859-1").encode("utf-16-le"))
    assert main(["extract", str(page), "--encoding", "utf-16le"]) == 0
    [item] = lines(capsys.readouterr().out)
    assert item["title"] == article[1].title
    assert main(["extract", str(page), "--encoding", "martian"]) == 2
    assert "no encoding 'martian'" in capsys.readouterr().err
