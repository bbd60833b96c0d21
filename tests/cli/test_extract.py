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
        url, printed = next(iter(truth.by_url(server).items()))
        assert main(["extract", url]) == 0
    [item] = lines(capsys.readouterr().out)
    assert (item["url"], item["title"]) == (url, printed.title)


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


def test_rows_say_where_they_came_from(tmp_path, capsys, article):
    (tmp_path / "page.html").write_bytes(article[0])
    (tmp_path / "pages.jsonl").write_text(
        json.dumps({"url": "https://m.example/a", "html": article[0].decode()})
    )
    assert main(["extract", str(tmp_path / "page.html"), str(tmp_path / "pages.jsonl")]) == 0
    one, other = lines(capsys.readouterr().out)
    assert (one["url"], one["source"], one["position"]) == (None, str(tmp_path / "page.html"), None)
    assert (other["url"], other["source"], other["position"]) == (
        "https://m.example/a", str(tmp_path / "pages.jsonl"), 1,
    )  # fmt: skip


def test_list_of_addresses_is_fetched_and_an_archive_is_unpacked(tmp_path, capsys, article):
    pytest.importorskip("fastwarc", reason="needs the extra warc")
    from tests.batch.conftest import write_warc

    archive = write_warc(tmp_path / "a.warc.gz", [("https://m.example/a", article[0])])
    listed = tmp_path / "list"
    with serve() as server:
        url, printed = next(iter(truth.by_url(server).items()))
        listed.write_text(f"{url}\n")
        assert main(["extract", str(listed), str(archive)]) == 0
    assert [item["title"] for item in lines(capsys.readouterr().out)] == [printed.title, article[1].title]


def test_page_that_gives_no_article_is_reported_and_the_others_come_in_order(tmp_path, capsys, article):
    for number in range(4):
        (tmp_path / f"{number}.html").write_bytes(article[0])
    (tmp_path / "2.html").write_bytes(b"")
    assert main(["extract", str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert [item["source"][-6:] for item in lines(captured.out)] == ["0.html", "1.html", "3.html"]
    assert "2.html" in captured.err


def test_site_memory_is_learned_from_what_was_fetched_once(tmp_path, capsys):
    with serve() as server:
        [url, *_] = truth.by_url(server)
        assert main(["extract", url, "--site-memory", str(tmp_path / "memory")]) == 0
    assert lines(capsys.readouterr().out)[0]["url"] == url
    assert (tmp_path / "memory").exists()


def test_password_of_an_address_is_not_printed(capsys):
    assert main(["extract", "http://jane:secret@127.0.0.1:1/a"]) == 1
    printed = capsys.readouterr().err
    assert "http://127.0.0.1:1/a" in printed
    assert "secret" not in printed
