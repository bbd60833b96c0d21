from __future__ import annotations

import random

import numpy as np
import pytest

from tests.dedup.test_index import invented_story, planted_fingerprints, sign
from webnoise.dedup.clusters import Fields, cluster, cluster_signed, components, near_pairs
from webnoise.dedup.compare import MOST_MATCHES, Thresholds
from webnoise.dedup.hashes import MOST_SHARING
from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.signature import Signature, as_records
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
    assert [(one.key, one.duplicate_of, one.reason) for one in found.duplicates] == [
        ("b", "both", "linked"),
        ("both", "b", "near_text"),
    ]


def test_records_without_keys_are_numbered_and_equal_keys_stay_apart():
    story = " ".join(invented_story(1))
    [numbered] = cluster([{"body": story}, {"body": story}], Fields(text="body"))
    assert (numbered.key, numbered.duplicates[0].key) == ("#1", "#2")
    [same] = cluster([record("a", invented_story(1)), record("a", invented_story(1))])
    assert (same.key, same.duplicates[0].key) == ("a", "a")


def test_a_record_without_text_names_its_number():
    with pytest.raises(InputError, match="record 2"):
        cluster([record("a", invented_story(1)), {"id": "b"}])


def assert_as_the_index(signatures):
    """Check that clusters hold the matches of an index that takes the texts one by one."""
    keys = [str(number) for number in range(len(signatures))]
    with DuplicateIndex(most=None) as index:
        found = index.add_many(keys, signatures)
    clusters = cluster_signed(zip(keys, signatures, strict=True))
    members = {member.key: member for one in clusters for member in one.duplicates}
    firsts = {member.key: one.key for one in clusters for member in one.duplicates}
    for key, matches in zip(keys, found, strict=True):
        for match in matches:
            assert firsts.get(key, key) == firsts.get(match.key, match.key)
        if matches:
            best, member = matches[0], members[key]
            assert (member.duplicate_of, member.distance) == (best.key, best.distance)
            assert (member.similarity, member.reason) == (best.similarity, best.reason.code)
        else:
            assert key not in members or members[key].reason == "linked"
    return clusters


def test_clusters_are_those_of_the_index():
    words = [f"word{number}" for number in range(60)]
    texts = [[*words, *["again"] * (number % 5), f"edition{number // 9}"] for number in range(40)]
    stories = [sign(invented_story(seed)[: 200 + 20 * (seed % 5)]) for seed in [*range(20), *range(20)]]
    signatures = [*map(sign, texts), *stories, sign([]), sign([]), *map(Signature, planted_fingerprints())]
    random.Random(5).shuffle(signatures)
    assert len(assert_as_the_index(signatures)) > 200


def test_clusters_of_a_crowd_are_those_of_the_index():
    """Texts that share a fifth hash with more than are looked at, by three bits or by none."""
    source = random.Random(3)
    turned = [sum(1 << bit for bit in source.sample(range(26, 64), 4)) for _ in range(3 * MOST_SHARING)]
    assert_as_the_index([Signature(turn) for turn in turned])


def test_crowd_of_near_duplicates_is_one_cluster_of_bounded_cost():
    ball = {turned | first for bit in range(64) for turned in (0, 1 << bit) for first in (0, 1)}
    signatures = [Signature(fingerprint) for fingerprint in sorted(ball)]
    assert len(signatures) > MOST_MATCHES
    pairs = near_pairs(as_records(one.to_bytes() for one in signatures), Thresholds())
    assert np.bincount(pairs.others).max() == MOST_MATCHES
    [found] = cluster_signed((str(number), one) for number, one in enumerate(signatures))
    assert len(found.duplicates) == len(signatures) - 1


def test_no_texts_have_no_clusters():
    assert cluster([]) == []


def test_components_are_named_by_their_least_id():
    ones, others = np.array([[9, 7], [7, 5], [-3, 20], [20, 11], [2, 1]]).T
    ids, firsts = components(ones, others)
    assert dict(zip(ids.tolist(), firsts.tolist(), strict=True)) == {
        -3: -3, 20: -3, 11: -3, 1: 1, 2: 1, 5: 5, 7: 5, 9: 5,
    }  # fmt: skip
    chain = np.random.default_rng(1).permutation(5000)
    assert (components(chain[1:], chain[:-1])[1] == 0).all()
