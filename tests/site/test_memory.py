"""A site's memory is a sum: any order of learning and merging gives the same memory, to the bit."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webnoise.errors import StoreError
from webnoise.site.memory import SiteMemory
from webnoise.site.trace import PageTrace

CAPACITY = 6


@st.composite
def traces(draw):
    """Draw pages with few values, so that contents, texts and paths coincide often."""
    blocks = draw(st.integers(1, 5))
    numbers = st.lists(st.integers(0, 9), min_size=blocks, max_size=blocks)
    texts = np.array(draw(numbers), dtype=np.uint64)
    return PageTrace(
        content=draw(st.integers(0, 12)),
        day=draw(st.sampled_from([0, 739_000, 739_001, 739_040, 739_100])),
        texts=texts,
        paths=np.array(draw(numbers), dtype=np.uint64),
        words=np.array(draw(numbers), dtype=np.uint16),
        beliefs=np.array(draw(numbers), dtype=np.uint8) * 28,
        containers=np.array([7, draw(st.integers(0, 3))], dtype=np.uint64),
        starts=np.array([0, draw(st.integers(0, blocks - 1))], dtype=np.uint16),
        stops=np.array([blocks, blocks], dtype=np.uint16),
        titles=np.array(sorted(draw(st.sets(st.integers(0, 4)))), dtype=np.uint64),
        roles=np.array(draw(numbers), dtype=np.uint8) * 4,  # those from 27 on are none
        samples=tuple(f"text {text}" for text in texts.tolist()),
    )


def learned(pages, capacity):
    memory = SiteMemory(capacity=capacity)
    for page in pages:
        memory.learn(page)
    return memory


@pytest.mark.parametrize("capacity", [100, CAPACITY], ids=["below the bound", "above the bound"])
@settings(max_examples=60, deadline=None)
@given(pages=st.lists(traces(), max_size=16), data=st.data())
def test_shuffled_split_and_merged_pages_give_the_same_memory(capacity, pages, data):
    whole = learned(pages, capacity).to_bytes()
    shuffled = data.draw(st.permutations(pages))
    cut = data.draw(st.integers(0, len(pages)))
    overlap = data.draw(st.integers(0, 3))
    merged = learned(shuffled[: cut + overlap], capacity)
    merged.merge(learned(shuffled[cut:], capacity))
    assert learned(shuffled, capacity).to_bytes() == whole
    assert merged.to_bytes() == whole


@settings(max_examples=50, deadline=None)
@given(pages=st.lists(traces(), min_size=1, max_size=20), page=traces())
def test_recall_does_not_depend_on_how_the_memory_came_to_be(pages, page):
    early = SiteMemory(capacity=CAPACITY)
    for known in pages:
        early.learn(known)
        early.recall(page)  # from now on the index is kept up page by page
    late = SiteMemory.from_bytes(early.to_bytes())
    assert_recalled_alike(page, early, late)


@settings(max_examples=50, deadline=None)
@given(pages=st.lists(traces(), min_size=1, max_size=8), page=traces())
def test_recall_is_the_same_whether_the_page_itself_was_learned_or_not(pages, page):
    others = [known for known in pages if known.content != page.content]
    assert_recalled_alike(page, SiteMemory([*others, page]), SiteMemory(others))


def assert_recalled_alike(page, memory, other):
    np.testing.assert_array_equal(memory.roles(page), other.roles(page))
    ours, theirs = memory.recall(page), other.recall(page)
    assert (ours.siblings, ours.trust) == (theirs.siblings, theirs.trust)
    for name in ("seen", "with_path", "belief", "variety", "inside"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))


@given(page=traces(), copies=st.integers(1, 3))
def test_learning_a_page_again_changes_nothing(page, copies):
    memory = learned([page], 100)
    before = memory.to_bytes()
    for _ in range(copies):
        memory.learn(page)
    assert memory.to_bytes() == before


def test_samples_are_those_of_the_remembered_pages_alone(monkeypatch):
    monkeypatch.setattr("webnoise.site.memory._SWEEP", 20)
    memory = SiteMemory(capacity=3)
    for number in range(200):
        memory.learn(replace(page_of(number, [number, 1]), samples=(f"text {number}", "menu")))
    texts = {text for trace in memory for text in trace.texts.tolist()}
    late = SiteMemory.from_bytes(memory.to_bytes())
    assert {text: late.sample(text) for text in texts} == {
        text: "menu" if text == 1 else f"text {text}" for text in texts
    }
    assert len(memory._samples) < 50


def test_memory_is_bounded_whatever_the_number_of_pages():
    memory = SiteMemory(capacity=CAPACITY)
    for number in range(500):
        memory.learn(page_of(number, [number, 1]))
    assert len(list(memory)) == CAPACITY


def test_newest_months_stay_when_the_memory_is_full():
    memory = SiteMemory(capacity=2)
    memory.learn(page_of(1, [1], day=739_000))
    memory.learn(page_of(2, [2], day=739_300))
    memory.learn(page_of(3, [3], day=739_301))
    assert sorted(trace.day for trace in memory) == [739_300, 739_301]


def page_of(content, texts, *, day=0, beliefs=None, paths=None):
    return PageTrace(
        content=content,
        day=day,
        texts=np.array(texts, dtype=np.uint64),
        paths=np.array(paths or range(len(texts)), dtype=np.uint64),
        words=np.full(len(texts), 20, dtype=np.uint16),
        beliefs=np.array(beliefs or [255] * len(texts), dtype=np.uint8),
    )


MENU, PROMO = 900, 901


def site_pages(count):
    """Pages of one template: a menu, two paragraphs of their own, a promo between."""
    return [
        page_of(n, [MENU, 10 * n, PROMO, 10 * n + 1], beliefs=[0, 255, 255, 255], paths=[1, 2, 2, 2])
        for n in range(1, count + 1)
    ]


def test_block_seen_on_every_sibling_is_counted_and_one_of_its_own_is_not():
    memory = SiteMemory(site_pages(5))
    recall = memory.recall(site_pages(6)[-1])
    assert recall.siblings == 5
    assert recall.seen.tolist() == [5, 0, 5, 0]
    assert recall.with_path.tolist() == [5, 5, 5, 5]


def test_the_page_itself_has_no_say():
    pages = site_pages(3)
    recall = SiteMemory(pages).recall(pages[0])
    assert (recall.siblings, recall.seen.tolist()) == (2, [2, 0, 2, 0])


def test_a_copy_under_another_address_has_no_say():
    pages = site_pages(3)
    copy = page_of(77, [MENU, 10, PROMO, 11, 55], beliefs=[0, 255, 255, 255, 0], paths=[1, 2, 2, 2, 3])
    recall = SiteMemory([*pages, copy]).recall(pages[0])
    assert (recall.siblings, recall.seen.tolist()) == (2, [2, 0, 2, 0])


def test_pages_of_another_template_are_no_siblings():
    other = page_of(50, [MENU, 501, 502], paths=[41, 42, 43])
    recall = SiteMemory([*site_pages(2), other]).recall(site_pages(3)[-1])
    assert (recall.siblings, recall.seen.tolist()) == (2, [2, 0, 2, 0])


def test_a_standfirst_that_siblings_show_as_a_teaser_is_not_seen_at_its_own_path():
    teasing = page_of(60, [MENU, 601, 30], beliefs=[0, 255, 0], paths=[1, 2, 7])
    memory, page = SiteMemory([*site_pages(2), teasing]), site_pages(3)[-1]
    assert memory.recall(page).seen[1] == 0
    assert memory.index.pages_with(int(page.texts[1])) == 1


@pytest.mark.parametrize("data", [b"", b"something else", SiteMemory(site_pages(2)).to_bytes()[:-5]])
def test_damaged_memory_is_named_as_such(data):
    with pytest.raises(StoreError, match="learn anew"):
        SiteMemory.from_bytes(data)
