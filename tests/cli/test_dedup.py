import io
import json
import sys

import pytest

from webnoise.cli.main import main

STORY = (
    "Ministers agreed in Geneva on Monday to cut tariffs on steel by a third, ending two years of talks. "
    "The deal, which parliaments must approve, lowers duties in five steps until the end of the decade. "
    "Unions welcomed the result but asked for help for older mills, where orders have fallen since spring."
)
OTHER = (
    "The lighthouse keeper of Saltmere retires after forty winters, and the lamp will be run from the mainland. "
    "She has logged nine wrecks, two royal visits and one seal that learned to ring the supper bell. "
    "The tower opens to visitors in June, when her logbooks go on show in the old oil store."
)


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return str(path)


def test_clusters_come_out_as_json_lines(tmp_path, capsys):
    source = write(
        tmp_path / "in.jsonl",
        [
            {"url": "a", "text": STORY},
            {"url": "b", "text": OTHER},
            {"url": "c", "text": "Local lead. " + STORY},
        ],
    )
    output = tmp_path / "clusters.jsonl"
    assert main(["dedup", source, "-o", str(output)]) == 0
    [found] = [json.loads(line) for line in output.read_text().splitlines()]
    assert (found["key"], found["size"]) == ("a", 2)
    assert [duplicate["key"] for duplicate in found["duplicates"]] == ["c"]
    assert "1 clusters of near duplicates, 1 records repeat another" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{broken\n", "line 1 is no JSON"),
        ("[1]\n", "line 1 is no JSON object but list"),
        ('{"body": "x"}\n', "has no text under 'text'"),
    ],
)
def test_bad_input_is_named_with_its_line(tmp_path, capsys, content, message):
    source = tmp_path / "in.jsonl"
    source.write_text(content)
    assert main(["dedup", str(source)]) == 2
    assert message in capsys.readouterr().err


def test_missing_file_is_named(tmp_path, capsys):
    assert main(["dedup", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_file_without_duplicates_has_the_first_of_each_story_as_it_was(tmp_path, capsys):
    lines = [
        json.dumps({"url": "a", "text": STORY, "desk": "night"}),
        json.dumps({"url": "b", "text": OTHER}),
        "",
        json.dumps({"url": "c", "text": "Local lead. " + STORY}),
    ]
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join(lines))
    assert main(["dedup", str(source), "--deduplicated", str(output)]) == 0
    assert output.read_text() == "\n".join(lines[:2]) + "\n"
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"2 records in {output}" in captured.err


def test_standard_input_is_deduplicated(tmp_path, monkeypatch):
    record = json.dumps({"text": STORY}) + "\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(2 * record.encode())))
    assert main(["dedup", "-", "--deduplicated", str(tmp_path / "out.jsonl")]) == 0
    assert (tmp_path / "out.jsonl").read_text() == record


def test_parquet_goes_in_and_comes_out(tmp_path, capsys):
    pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
    from pyarrow import parquet

    rows = [
        {"url": "a", "text": STORY, "n": 1},
        {"url": "b", "text": None, "n": 2},
        {"url": "c", "text": STORY, "n": 3},
    ]
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "in.parquet")
    clusters, output = tmp_path / "clusters.jsonl", tmp_path / "out.parquet"
    arguments = [str(tmp_path / "in.parquet"), "-o", str(clusters), "--deduplicated", str(output)]
    assert main(["dedup", *arguments]) == 0
    assert parquet.read_table(output).to_pylist() == rows[:2]
    assert json.loads(clusters.read_text())["key"] == "a"
    assert main(["dedup", str(tmp_path / "in.parquet"), "--text-field", "body"]) == 2
    assert "no column 'body' but url, text, n" in capsys.readouterr().err


def test_output_of_another_kind_is_refused(tmp_path, capsys):
    source = write(tmp_path / "in.jsonl", [{"text": STORY}])
    assert main(["dedup", source, "--deduplicated", str(tmp_path / "out.parquet")]) == 2
    assert "is .jsonl, as" in capsys.readouterr().err
