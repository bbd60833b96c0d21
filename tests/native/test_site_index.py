"""The compiled index of a site's pages recalls what the one in Python does, and takes no trace that does not fit."""

import copy
import pickle
from dataclasses import fields, replace
from random import Random

import numpy as np
import pytest

from webnoise import native
from webnoise.site.index import SiteIndex
from webnoise.site.memory import SiteMemory
from webnoise.site.trace import PageTrace

if native.kind() != "compiled":
    pytest.skip("the passes are not built here", allow_module_level=True)

COMPILED = native.compiled("site_index").SiteIndex


def column(source, kind, most, count):
    return np.array([source.randrange(most) for _ in range(count)], dtype=kind)


def invented_trace(source, variety):
    """Of few different hashes, so that pages have much in common; 0 is one of them."""
    blocks, large = source.randrange(30), source.randrange(4)
    starts = column(source, np.uint16, blocks + 1, large)
    return PageTrace(
        content=source.getrandbits(64),
        day=1,
        texts=column(source, np.uint64, variety, blocks),
        places=column(source, np.uint64, 1 + variety // 4, blocks),
        words=column(source, np.uint16, 40, blocks),
        beliefs=column(source, np.uint8, 256, blocks),
        holders=column(source, np.uint64, 5, large),
        starts=starts,
        stops=np.array([source.randrange(start, blocks + 1) for start in starts.tolist()], dtype=np.uint16),
        titles=column(source, np.uint64, 9, source.randrange(3)),
        roles=column(source, np.uint8, 30, blocks),
    )


def plain(value):
    return (value.dtype, value.tolist()) if isinstance(value, np.ndarray) else value


def told(index, trace):
    recall = index.recall(trace)
    return [*[plain(getattr(recall, field.name)) for field in fields(recall)], plain(index.roles(trace))]


@pytest.mark.parametrize("seed", range(60))
def test_pages_that_come_and_go_are_recalled_alike(seed):
    source = Random(seed)
    pages = source.choice((1, 3, 64, 65, 130))
    variety = source.choice((3, 12, 60, 2000))
    ours, twin = COMPILED(pages), SiteIndex(pages)
    held = []
    for _ in range(3 * pages + 20):
        if held and (len(held) == pages or source.random() < 0.2):
            gone = held.pop(source.randrange(len(held)))
            ours.remove(gone)
            twin.remove(gone)
        else:
            held.append(invented_trace(source, variety))
            ours.add(held[-1])
            twin.add(held[-1])
        asked = source.choice([*held, invented_trace(source, variety)])
        assert told(ours, asked) == told(twin, asked)
        for key in (source.randrange(9), 0, 2**64 - 1):
            assert ours.pages_titled(key) == twin.pages_titled(key)
            assert ours.pages_with(key) == twin.pages_with(key)
            assert ours.place(key) == twin.place(key)


def test_page_of_very_many_blocks_is_taken_and_taken_out_again():
    source = Random(1)
    small, many = invented_trace(source, 12), 9000
    large = replace(
        small,
        content=5,
        texts=np.arange(many, dtype=np.uint64),
        places=np.arange(many, dtype=np.uint64) // np.uint64(2),
        words=np.ones(many, np.uint16),
        beliefs=np.full(many, 200, np.uint8),
    )
    ours, twin = COMPILED(2), SiteIndex(2)
    for index in (ours, twin):
        index.add(small)
        index.add(large)
    assert told(ours, small) == told(twin, small)
    assert told(ours, large) == told(twin, large)
    for index in (ours, twin):
        index.remove(large)
    assert told(ours, small) == told(twin, small)
    assert told(ours, large) == told(twin, large)


@pytest.mark.parametrize(
    "change",
    [
        {"places": np.zeros(1, np.uint64)},
        {"words": np.zeros(1, np.uint16)},
        {"beliefs": np.zeros(1, np.uint8)},
        {
            "holders": np.zeros(1, np.uint64),
            "starts": np.zeros(1, np.uint16),
            "stops": np.full(1, 3, np.uint16),
        },
        {
            "holders": np.zeros(1, np.uint64),
            "starts": np.full(1, 2, np.uint16),
            "stops": np.ones(1, np.uint16),
        },
        {"holders": np.zeros(2, np.uint64)},
        {"texts": np.zeros(2)},
    ],
)
def test_trace_whose_columns_do_not_fit_is_refused(change):
    two, nothing = np.zeros(2, np.uint64), np.zeros(2, np.uint16)
    fitting = PageTrace(1, 1, two, two, nothing, np.zeros(2, np.uint8))
    index = COMPILED(4)
    index.add(fitting)
    with pytest.raises(ValueError, match=r"several lengths|holds blocks|dtype"):
        index.add(replace(fitting, content=2, **change))
    assert told(index, fitting)[0] == 0


def test_more_pages_than_there_is_room_for_are_refused():
    source, index = Random(2), COMPILED(1)
    for _ in range(64):
        index.add(invented_trace(source, 12))
    with pytest.raises(ValueError, match="no room for more than 64 pages"):
        index.add(invented_trace(source, 12))
    with pytest.raises(KeyError):
        index.remove(invented_trace(source, 12))
    for pages in (0, -1, 2**40):
        with pytest.raises(ValueError, match="1 page and more"):
            COMPILED(pages)


def test_memory_travels_without_its_index():
    source = Random(3)
    memory = SiteMemory([invented_trace(source, 12) for _ in range(9)])
    asked = invented_trace(source, 12)
    before = told(memory.index, asked)
    for copied in (pickle.loads(pickle.dumps(memory)), copy.deepcopy(memory)):
        assert told(copied.index, asked) == before
