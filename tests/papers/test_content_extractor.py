"""Paper 001, ContentExtractor: two sibling pages, their blocks and the redundant ones worked out by hand."""

from __future__ import annotations

from itertools import permutations

import pytest

from webnoise.errors import InputError
from webnoise.methods.content_extractor import (
    TAGS,
    ContentExtractor,
    ContentExtractorLongest,
    ContentExtractorParams,
    Savings,
    features,
    get_block_set,
    get_blocks,
    inverse_block_document_frequency,
)
from webnoise.model import Page
from webnoise.page.parse import parse
from webnoise.site.block_memory import BlockMemory, Bounds

METHOD = ContentExtractor()


def cut(body, url="https://e.com/1"):
    return METHOD.segment(parse(Page(url, f'<html lang="en"><body>{body}</body></html>')))


def sibling(number, headline, first, second):
    """A layout table: a menu row; a row whose cell holds a list, a nested table and a loose line; a footer."""
    return cut(
        "<table>"
        "<tr><td>Home</td><td>News</td></tr>"
        "<tr><td>"
        "<ul><li>Tide tables</li><li>Weather charts</li></ul>"
        f"<table><tr><td><b>{headline}</b></td></tr><tr><td><p>{first}</p><p>{second}</p></td></tr></table>"
        "Printed by harbour press"
        "</td></tr></table>"
        "<hr>Copyright harbour post<hr>All rights reserved",
        f"https://e.com/{number}",
    )


PIER = sibling(
    1,
    "Council repairs pier",
    "The council voted on Monday to repair the pier.",
    "Storms had damaged it <span>twice</span> since autumn.",
)
FERRY = sibling(
    2,
    "Ferries change quay",
    "Boats will call at the southern quay until June.",
    "Passengers should allow ten more minutes.",
)

# Round `table`: all before the first hr; within it the nested table, what stands before and after it.
# Round `tr`: the menu row; the second row; in it the two rows of the nested table. Round `p`: two paragraphs.
# Round `hr`: the two lines of the footer. Round `ul`: the list. Round `div`: none. Round `span`: "twice".
PIER_BLOCKS = [
    ["Home", "News"],
    ["Tide tables", "Weather charts"],
    ["Council repairs pier"],
    ["The council voted on Monday to repair the pier."],
    ["Storms had damaged it"],
    ["twice"],
    ["since autumn."],
    ["Printed by harbour press"],
    ["Copyright harbour post"],
    ["All rights reserved"],
]
PIER_REDUNDANT = [0, 1, 7, 8, 9]


def texts(page, block_set):
    return [[page.blocks[index].text for index in block] for block in block_set]


def learned(*pages, method=METHOD):
    memory = method.new_memory()
    for page in pages:
        method.learn(memory, method.prepare(page))
    return memory


def test_block_set_of_nested_tables_lists_and_paragraphs():
    assert texts(PIER, get_block_set(PIER, TAGS)) == PIER_BLOCKS


def test_each_round_splits_the_blocks_of_the_round_before():
    rounds = [len(get_block_set(PIER, TAGS[:count])) for count in range(len(TAGS) + 1)]
    # page; table: before, inner, after, behind it; tr: menu | list, 2 inner rows; p: 2 paragraphs; hr; ul; div; span
    assert rounds == [1, 4, 6, 7, 8, 8, 8, 10]


def test_block_without_the_tag_comes_back_whole():
    assert get_blocks(range(3, 9), []) == [range(3, 9)]
    assert get_blocks(range(3, 9), [0, 3, 9, 12]) == [range(3, 9)]
    assert get_blocks(range(3, 9), [1, 4, 8]) == [range(3, 4), range(4, 8), range(8, 9)]


def test_redundant_blocks_of_the_sibling_pages():
    verdicts = METHOD.judge(METHOD.prepare(PIER), learned(PIER, FERRY))
    starts = [block.start for block in get_block_set(PIER, TAGS)]
    assert [place for place, start in enumerate(starts) if not verdicts[start].keep] == PIER_REDUNDANT
    assert {verdict.score for verdict in verdicts if not verdict.keep} == {0.5}
    assert {verdict.score for verdict in verdicts if verdict.keep} == {1.0}


def test_report_counts_blocks_redundant_blocks_and_bytes():
    verdicts = METHOD.judge(METHOD.prepare(PIER), learned(PIER, FERRY))
    # Home News 4 + 4, list 11 + 14, printed by 24, copyright 22, rights 19
    assert METHOD.report(METHOD.prepare(PIER), verdicts) == Savings(blocks=10, redundant=5, bytes_saved=98)


def test_page_without_siblings_is_kept():
    for memory in (None, METHOD.new_memory(), learned(PIER)):
        verdicts = METHOD.judge(METHOD.prepare(PIER), memory)
        assert all(verdict.keep for verdict in verdicts)
        assert {verdict.reason.code for verdict in verdicts} == {"no_siblings"}


def test_inverse_block_document_frequency_counts_the_other_pages():
    assert [inverse_block_document_frequency(others) for others in (0, 1, 3)] == [1, 1 / 2, 1 / 4]
    pages = [sibling(n, f"Headline {n}", f"Story {n} begins.", f"Story {n} ends.") for n in range(3, 7)]
    assert METHOD.judge(METHOD.prepare(PIER), learned(PIER, *pages))[0].score == 1 / 5


def test_similarity_is_the_cosine_of_terms_and_counts():
    page = cut("<p>harbour pier</p><p>harbour ferri</p><p>harbour pier harbour pier</p><p>quay</p>")
    pier, ferry, twice, quay = features(page, get_block_set(page, TAGS), Bounds())
    assert pier.cosine(ferry) == pytest.approx(1 / 2)
    assert pier.cosine(twice) == pytest.approx(1)
    assert pier.cosine(quay) == 0


def test_counts_of_elements_tell_equal_words_apart():
    page = cut('<p>pier</p><p><a href="/x">pier</a></p><p><img src="a.jpg"> pier</p>')
    plain, linked, pictured = features(page, get_block_set(page, TAGS), Bounds())
    assert plain.cosine(linked) == pytest.approx(2**-0.5)
    assert linked.cosine(pictured) == pytest.approx(1 / 2)


def test_slightly_changed_block_is_the_same_block_and_a_much_changed_one_is_not():
    words = "harbour council pier ferry quay storm tide anchor sailor lantern".split()
    others = "orange lemon banana cherry melon".split()
    page = cut(f"<p>{' '.join(words)}</p>", "https://e.com/1")
    near = cut(f"<p>{' '.join([*words[:9], 'orange', words[9]])}</p>", "https://e.com/2")
    far = cut(f"<p>{' '.join([*words[:5], *others])}</p>", "https://e.com/3")
    assert not METHOD.judge(METHOD.prepare(page), learned(near))[0].keep
    assert METHOD.judge(METHOD.prepare(page), learned(far))[0].keep


def test_index_finds_every_block_that_comparing_all_finds():
    words = "harbour council pier ferry quay storm tide anchor sailor lantern rope net".split()
    pages = [
        cut(
            "".join(f"<p>{' '.join(words[start : start + length])}</p>" for length in range(1, 12)),
            f"https://e.com/{start}",
        )
        for start in range(8)
    ]
    bounds = Bounds()
    memory = learned(*pages)
    vectors = [features(page, get_block_set(page, TAGS), bounds) for page in pages]
    for number, own in enumerate(vectors):
        mark = next(iter(learned(pages[number])._pages))
        for block in own:
            expected = sum(
                any(block.cosine(other) > bounds.similarity for other in others)
                for place, others in enumerate(vectors)
                if place != number
            )
            assert memory.pages_with_similar(block, without=mark) == expected


def test_memory_does_not_depend_on_the_order_of_pages_and_merges():
    method = ContentExtractor(ContentExtractorParams(bounds=Bounds(pages=3)))
    pages = [PIER, FERRY, *(sibling(n, f"Headline {n}", f"Story {n} begins.", "Ends.") for n in (3, 4))]
    memories = {learned(*order, method=method).to_bytes() for order in permutations(pages)}
    merged = learned(*pages[:2], method=method)
    merged.merge(learned(*pages[2:], method=method))
    assert memories == {merged.to_bytes()}
    assert merged.pages == 3


def test_known_page_changes_nothing():
    memory = learned(PIER, FERRY)
    before = memory.to_bytes()
    METHOD.learn(memory, METHOD.prepare(PIER))
    assert memory.to_bytes() == before
    assert memory.pages == 2


def test_memory_is_bounded_by_pages_and_blocks():
    method = ContentExtractor(ContentExtractorParams(bounds=Bounds(pages=4, blocks=10)))
    memory = method.new_memory()
    for n in range(40):
        body = "".join(f"<p>Story {n} paragraph {k}</p>" for k in range(30))
        method.learn(memory, method.prepare(cut(body, f"https://e.com/{n}")))
    assert memory.pages == 4
    assert len(memory._blocks) <= 40
    assert set().union(*memory._index.values()) == set(memory._blocks)


def test_memory_comes_back_from_its_bytes():
    memory = learned(PIER, FERRY)
    again = METHOD.load_memory(memory.to_bytes())
    assert again.to_bytes() == memory.to_bytes()
    assert again.bounds == memory.bounds
    assert METHOD.judge(METHOD.prepare(PIER), again) == METHOD.judge(METHOD.prepare(PIER), memory)
    assert BlockMemory.from_bytes(METHOD.new_memory().to_bytes()).pages == 0


@pytest.mark.parametrize("data", [b"", b"xxxx", PIER.url.encode() * 9, BlockMemory().to_bytes()[:-3]])
def test_damaged_bytes_are_an_error_that_says_what_to_do(data):
    with pytest.raises(InputError, match="learn the site again"):
        METHOD.load_memory(data)


@pytest.mark.parametrize("url", ["", "https://e.com/story"])
def test_pages_of_one_address_are_told_apart_by_their_text(url):
    one, two = cut("<p>Menu</p><p>Story one</p>", url), cut("<p>Menu</p><p>Story two</p>", url)
    assert [verdict.keep for verdict in METHOD.judge(METHOD.prepare(one), learned(one, two))] == [False, True]


def test_page_learned_at_two_addresses_is_no_sibling_of_its_own():
    body = "<p>Menu</p><p>Story one</p>"
    memory = learned(cut(body, "https://e.com/1"), cut(body, "https://e.com/2"))
    assert memory.pages == 1
    verdicts = METHOD.judge(METHOD.prepare(cut(body, "https://e.com/2")), memory)
    assert {verdict.reason.code for verdict in verdicts} == {"no_siblings"}


def test_variant_of_002_keeps_the_longest_of_the_blocks_that_are_left():
    method = ContentExtractorLongest()
    verdicts = method.judge(method.prepare(PIER), learned(PIER, FERRY))
    kept = [block.text for block, verdict in zip(PIER.blocks, verdicts, strict=True) if verdict.keep]
    assert kept == ["The council voted on Monday to repair the pier."]
    assert verdicts[0].reason.code == "redundant"
    assert verdicts[4].reason == ("not_longest", "20 characters; another block has more")
    assert verdicts[0].score == 1 / 2
    everywhere = learned(PIER, cut("<p>x</p>"), PIER)
    assert [v.keep for v in method.judge(method.prepare(cut("<p>one</p><p>two</p>")), everywhere)] == [
        True,
        False,
    ]
