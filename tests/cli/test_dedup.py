import json

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
    assert "1 stories stand more than once, 1 records repeat them" in capsys.readouterr().err


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
