import json
from pathlib import Path

import pytest

from webnoise.batch.outputs import file_name, folder_output, open_file_output, page_text
from webnoise.errors import ConfigError
from webnoise.model import Article, Image

ROW = {
    **Article(
        url="https://news.example/a",
        site="News",
        title="Rain & wind",
        authors=["Ann"],
        language="en",
        text="It rained.",
        markdown="It **rained**.",
        images=[Image("https://news.example/a.jpg", None, 3, 4)],
        noise={"menu": 2},
        html="<p>It rained.</p>",
    ).to_dict(also=("html",)),
    "source": "a.warc.gz",
    "position": 497,
}


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "/etc/passwd",
        "..",
        ".",
        "",
        "a/b\\c",
        "CON",
        "x\0y",
        "\n",
        "天気",
        "a" * 5000,
        "C:\\x",
        "~",
    ],
)
@pytest.mark.parametrize("field", ["site", "title", "url", "source"])
def test_name_of_a_file_is_safe_whatever_a_page_is_called(tmp_path, name, field):
    made = Path(file_name({**ROW, field: name}, ".md"))
    assert len(made.parts) == 2
    assert all(set(part) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.") for part in made.parts)
    assert not any(part.startswith(".") or len(part) > 120 for part in made.parts)
    assert made.suffix == ".md"
    assert (tmp_path / made).resolve().is_relative_to(tmp_path)


def test_pages_of_one_title_have_names_of_their_own():
    assert file_name(ROW, ".md") != file_name({**ROW, "position": 498}, ".md")
    assert file_name(ROW, ".md") == file_name(dict(ROW), ".md")


def test_markdown_has_a_header_that_no_title_can_end(tmp_path):
    row = {**ROW, "title": 'Rain"\n---\n# more: "x'}
    lines = page_text(row, "markdown").splitlines()
    end = lines.index("---", 1)
    header = dict(line.split(": ", 1) for line in lines[1:end])
    assert lines[0] == "---"
    assert json.loads(header["title"]) == row["title"]
    assert json.loads(header["authors"]) == ["Ann"]
    assert (header["source"], header["position"]) == ('"a.warc.gz"', "497")


def test_page_as_text_and_as_html():
    assert page_text(ROW, "text") == "Rain & wind\n\nIt rained.\n"
    html = page_text(ROW, "html")
    assert '<html lang="en">' in html
    assert "<title>Rain &amp; wind</title>" in html
    assert "<p>It rained.</p>" in html


def test_folder_gets_a_file_for_each_page(tmp_path):
    with folder_output(tmp_path / "out", "text", part=tmp_path / "part") as write:
        write(json.dumps(ROW).encode())
        write(json.dumps({**ROW, "position": 1}).encode())
    assert len(list((tmp_path / "out" / "news").glob("rain-wind-*.txt"))) == 2
    assert len(list((tmp_path / "out").rglob("*.*"))) == 2


def test_parquet_holds_what_jsonl_holds(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra parquet")
    row = {name: value for name, value in ROW.items() if name != "html"}
    for name in ("out.jsonl", "out.parquet"):
        with open_file_output(tmp_path / name, part=tmp_path / "part") as write:
            write(json.dumps(row).encode())
    [row_read] = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert {**row_read, "noise": dict(row_read["noise"])} == json.loads((tmp_path / "out.jsonl").read_text())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "out.parquet"]


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet"])
def test_output_that_is_given_up_leaves_what_was_there(tmp_path, name):
    pytest.importorskip("pyarrow", reason="needs the extra parquet")
    (tmp_path / name).write_text("yesterday's")

    def fail():
        with open_file_output(tmp_path / name, part=tmp_path / "part") as write:
            write(json.dumps(ROW).encode())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert (tmp_path / name).read_text() == "yesterday's"


@pytest.mark.parametrize("name", ["out.csv", "out", "no/such/folder/out.jsonl"])
def test_wrong_output_is_refused(tmp_path, name):
    with pytest.raises(ConfigError):
        open_file_output(tmp_path / name, part=tmp_path / "part")
