# cython: language_level=3
"""What a page's kind is read from: the twins of `article.kind.blocks.count_blocks` and of its counts of tags."""

from cpython.unicode cimport PyUnicode_GET_LENGTH
from libc.stdint cimport int32_t
from libc.stdlib cimport calloc, free

from webnoise.native.columns cimport Packed
from webnoise.native.walk cimport ListedAttributes

from webnoise.article.kind import blocks as kind_blocks
from webnoise.model import Block
from webnoise.native.names import reads

__all__ = ["count_blocks", "reads", "tag_counts"]

cdef object BlockCounts = kind_blocks.BlockCounts
cdef frozenset SENTENCE_ENDS = kind_blocks.SENTENCE_ENDS
cdef double LONG = kind_blocks.LONG, HEADLINE = kind_blocks.HEADLINE, PARAGRAPH = kind_blocks.PARAGRAPH
cdef double SHORT = kind_blocks.SHORT
cdef Py_ssize_t TEASER_LINKS = kind_blocks.TEASER_LINKS


def count_blocks(tuple blocks not None, parents, double scale):
    cdef double total = 0, all_linked = 0, items = 0, cells = 0, code = 0, caption_length = 0, headline_length = 0
    cdef double length, linked, longest = 0
    cdef Py_ssize_t near = 0, teasers = 0, menu = 0, last_long = -9, first_long = -1, long_items = 0, headings = 0
    cdef Py_ssize_t linked_headings = 0, headline = -1, headline_element = 0, captions = 0, paragraphs = 0, sentences = 0
    cdef Py_ssize_t index, start, end
    cdef dict mass = {}
    cdef list short = [], long_texts = [], urls = []
    cdef tuple block, links
    cdef str text, kind
    for item in blocks:
        if not isinstance(item, Block):
            raise ValueError(f"{item!r} is no block")
        block = <tuple> item
        index, text, kind, links = block[0], block[1], block[2], block[5]
        if text is None or links is None:
            raise ValueError(f"block {index} has no text")
        length = PyUnicode_GET_LENGTH(text) * scale
        total += length
        linked = 0
        if links:
            for start, end, url in links:
                linked += end - start
                urls.append(url)
            linked *= scale
            all_linked += linked
        if kind != "text":
            if kind == "heading":
                if headline < 0 and block[3] == 1:
                    headline, headline_length, headline_element = index, length, block[4]
                if linked * 2 > length:
                    linked_headings += 1
                else:
                    headings += 1
                continue
            if kind == "code":
                code += length
                continue
            if kind == "list_item":
                items += length
                long_items += length >= LONG and linked * 3 < length
            elif kind == "cell":
                cells += length
            elif kind == "caption":
                captions += 1
                caption_length += length
        if linked * 1.3 > length:
            if len(links) > TEASER_LINKS:
                menu += len(links)
            elif length >= HEADLINE:
                teasers += 1
            else:
                menu += 1
        elif length < SHORT:
            short.append(text)
        elif length >= LONG and linked * 3 < length:
            near += index - last_long <= 2
            if not long_texts:
                first_long = index
            last_long = index
            around = parents[block[4]]
            mass[around] = <double> mass.get(around, 0.0) + length
            long_texts.append(text)
            longest = max(longest, length)
            paragraphs += length >= PARAGRAPH
            sentences += text[-1] in SENTENCE_ENDS
    return BlockCounts(
        len(blocks), total, all_linked, len(long_texts), sum(mass.values()), longest, paragraphs, sentences, near,
        first_long, last_long, long_items, headings, linked_headings, headline, headline_length, headline_element,
        teasers, menu, items, cells, code, captions, caption_length, mass, short, long_texts, urls,
    )


def tag_counts(ListedAttributes attributes not None, tags):
    """How many elements of an outline have each of these tags."""
    cdef Packed packed = attributes.packed
    cdef Py_ssize_t position, count = len(packed.names)
    cdef int32_t tag
    cdef int32_t* numbers = <int32_t*> calloc(count + 1, sizeof(int32_t))
    if numbers == NULL:
        raise MemoryError
    try:
        for position in attributes.positions:
            if not 0 <= position < packed.count:
                raise IndexError(position)
            numbers[packed.rows[position].tag] += 1
        found = []
        for name in tags:
            tag = packed.number(name)
            found.append(numbers[tag] if 0 <= tag < count else 0)
        return found
    finally:
        free(numbers)
