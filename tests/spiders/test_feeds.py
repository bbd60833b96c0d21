"""Files of JSON lines are read, and their half lines cut off."""

import pytest

from webnoise.spiders.feeds import end_last_line
from webnoise.stores.lines import written_objects

WHOLE = b'{"url": "a"}\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b""),
        (WHOLE, WHOLE),
        (WHOLE + b'{"url": "b", "te', WHOLE),
        (WHOLE + b'{"url": "b"}', WHOLE + b'{"url": "b"}\n'),
        (b'{"url": "b", "te', b""),
        (WHOLE + b'{"text": "' + b"x" * 200_000, WHOLE),
        (b"notes of somebody's own", b"notes of somebody's own\n"),
    ],
)
def test_the_next_line_begins_a_line_and_half_an_object_goes(tmp_path, before, after):
    path = tmp_path / "articles.jsonl"
    path.write_bytes(before)
    end_last_line(path)
    assert path.read_bytes() == after


def test_file_that_is_not_there_is_not_made(tmp_path):
    end_last_line(tmp_path / "none.jsonl")
    assert list(written_objects(tmp_path / "none.jsonl", 0)) == []
    assert not (tmp_path / "none.jsonl").exists()


def test_objects_are_read_from_a_position_and_from_the_beginning_of_another_file(tmp_path):
    path = tmp_path / "articles.jsonl"
    path.write_bytes(WHOLE + b'[1]\nno json\n{"url": "b"}\n')
    assert [line["url"] for line in written_objects(path, 0)] == ["a", "b"]
    assert [line["url"] for line in written_objects(path, len(WHOLE))] == ["b"]
    assert [line["url"] for line in written_objects(path, 10_000)] == ["a", "b"]
