from __future__ import annotations

import pytest

from tests.dedup.test_index import invented_story
from webnoise.dedup.clusters import Fields, cluster
from webnoise.errors import InputError


def record(key, words):
    return {"id": key, "text": " ".join(words), "language": "en"}


def test_records_of_one_story_come_as_one_cluster():
    story, other = invented_story(1), invented_story(2)
    done = []
    clusters = cluster(
        [
            record("a", story),
            record("x", other),
            record("b", story[:280]),
            record("c", [*story, "tail"]),
            record("y", invented_story(3)),
        ],
        progress=done.append,
    )
    assert sum(done) == 5
    [found] = clusters
    assert found.key == "a"
    assert [duplicate.key for duplicate in found.duplicates] == ["b", "c"]
    assert found.to_dict()["size"] == 3


def test_a_record_that_joins_two_stories_makes_one_cluster():
    story = invented_story(1, 300)
    apart = [record("a", story[:200]), record("b", story[100:])]
    assert cluster(apart) == []
    [found] = cluster([*apart, record("both", story)])
    assert found.key == "a"
    assert {duplicate.key for duplicate in found.duplicates} == {"b", "both"}


def test_records_without_keys_are_numbered_and_equal_keys_stay_apart():
    story = " ".join(invented_story(1))
    [numbered] = cluster([{"body": story}, {"body": story}], Fields(text="body"))
    assert (numbered.key, numbered.duplicates[0].key) == ("#1", "#2")
    [same] = cluster([record("a", invented_story(1)), record("a", invented_story(1))])
    assert (same.key, same.duplicates[0].key) == ("a", "a")


def test_a_record_without_text_names_its_number():
    with pytest.raises(InputError, match="record 2"):
        cluster([record("a", invented_story(1)), {"id": "b"}])
