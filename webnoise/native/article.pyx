# cython: language_level=3, cdivision=True
"""Passes over a page's blocks and outline for what an article's fields are made of.

The twins of `article.kind.row_of` and `article.kind.counts.count_blocks`, of `article.region.ArticleRegion.elements` and of
`article.captions.frames`. Columns of the outline are lists that anybody may have changed:
all that is read by a number in one of them is checked.
"""

from cpython.object cimport PyObject
from cpython.unicode cimport PyUnicode_GET_LENGTH
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport calloc, free

from webnoise.native.columns cimport Packed
from webnoise.native.walk cimport ListedAttributes

from bisect import bisect_left

import numpy as np

from webnoise.article import captions as article_captions
from webnoise.article.kind import counts as kind_counts
from webnoise.model import Block
from webnoise.native.names import reads

__all__ = ["Region", "count_blocks", "frames", "reads", "row_of", "tag_counts"]

cdef extern from "Python.h":
    PyObject* PyDict_GetItemWithError(object mapping, object key) except? NULL

cdef object BlockCounts = kind_counts.BlockCounts
cdef frozenset SENTENCE_ENDS = kind_counts.SENTENCE_ENDS
cdef double LONG = kind_counts.LONG, HEADLINE = kind_counts.HEADLINE, PARAGRAPH = kind_counts.PARAGRAPH
cdef double SHORT = kind_counts.SHORT
cdef Py_ssize_t TEASER_LINKS = kind_counts.TEASER_LINKS
cdef Py_ssize_t FARTHEST_FRAME = article_captions.FARTHEST_FRAME, MOST_BLOCKS = article_captions.MOST_BLOCKS
cdef Py_ssize_t LONGEST = article_captions.LONGEST


cdef inline tuple block_of(object item):
    """A block's parts; what is none is refused."""
    if not isinstance(item, Block):
        raise ValueError(f"{item!r} is no block")
    cdef tuple block = <tuple> item
    if type(block[1]) is not str or type(block[5]) is not tuple:
        raise ValueError(f"block {block[0]} has no text")
    return block


def row_of(dict measures not None, tuple names not None):
    """The measures of these names, one below the other; 0 where one is not there."""
    cdef Py_ssize_t index, count = len(names)
    cdef PyObject* value
    row = np.zeros((count, 1))
    cdef double[:, ::1] values = row
    for index in range(count):
        value = PyDict_GetItemWithError(measures, names[index])
        if value != NULL:
            values[index, 0] = <object> value
    return row


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
        block = block_of(item)
        index, text, kind, links = block[0], block[1], block[2], block[5]
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


cdef Py_ssize_t entry(list column, Py_ssize_t index, Py_ssize_t end) except -1:
    """A number of a column that counts what comes before `end`, or all of that."""
    cdef Py_ssize_t number = column[index]
    if not 0 <= number <= end:
        raise ValueError(f"the outline does not fit the blocks: it has {number} for element {index}")
    return number


def frames(outline, tuple blocks not None, Py_ssize_t picture):
    """The elements around a picture that may frame it, innermost first, and the next figure around; -1 for none."""
    cdef list tags = outline.tags, parents = outline.parents, ends = outline.ends
    cdef list first = outline.first_block, last = outline.last_block, found = []
    cdef Py_ssize_t element = picture, step, index, inner, start, end, length, count = len(tags), others
    cdef bint framed = True, is_image
    cdef tuple block
    if not 0 <= picture < count:
        raise IndexError(picture)
    is_image = tags[picture] == "img"
    for step in range(FARTHEST_FRAME):
        if not element:
            break
        element = entry(parents, element, count - 1)
        if tags[element] == "figure":
            return found, element
        if not framed:
            continue
        start, end = entry(first, element, len(blocks)), entry(last, element, len(blocks))
        framed = end - start <= MOST_BLOCKS
        if framed:
            length = 0
            for index in range(start, end):
                block = block_of(blocks[index])
                length += PyUnicode_GET_LENGTH(block[1])
                framed = framed and block[2] != "heading"
            framed = framed and length <= LONGEST
        if framed:
            others = 0
            for inner in range(element + 1, entry(ends, element, count)):
                others += tags[inner] == "img"
            framed = others <= is_image
        if framed:
            found.append(element)
    return found, -1


cdef class Region:
    """The twin of `article.region.ArticleRegion.elements`, of one page and the blocks that were kept."""

    cdef list parents, ends, first, last
    cdef ListedAttributes attributes
    cdef Py_ssize_t count, blocks
    cdef int32_t* kept  # before each block: how many were kept; the characters, and the linked ones, without captions
    cdef int32_t* told
    cdef int32_t* linked

    def __cinit__(self, page, kept):
        cdef Py_ssize_t index, start, end, length
        cdef tuple block
        outline, blocks = page.outline, page.blocks
        self.parents, self.ends, self.attributes = outline.parents, outline.ends, outline.attributes
        self.first, self.last = outline.first_block, outline.last_block
        self.count, self.blocks = len(self.attributes.positions), len(blocks)
        self.kept = <int32_t*> calloc(3 * (self.blocks + 1), sizeof(int32_t))
        if self.kept == NULL:
            raise MemoryError
        self.told, self.linked = self.kept + self.blocks + 1, self.kept + 2 * (self.blocks + 1)
        for item in kept:
            index = block_of(item)[0]
            if not 0 <= index < self.blocks:
                raise IndexError(index)
            self.kept[index + 1] = 1
        for index in range(self.blocks):
            block = block_of(blocks[index])
            self.kept[index + 1] += self.kept[index]
            self.told[index + 1], self.linked[index + 1] = self.told[index], self.linked[index]
            if block[2] != "caption":
                self.told[index + 1] += PyUnicode_GET_LENGTH(block[1])
                length = 0
                for start, end, _ in <tuple> block[5]:
                    length += end - start
                self.linked[index + 1] += length

    def __dealloc__(self):
        free(self.kept)

    def elements(self, Py_ssize_t container, Py_ssize_t text_end, tags, aside):
        """Those in the container that belong to the article, whose text ends before a block."""
        cdef list asked, found = [], path = []
        cdef Py_ssize_t start = container + 1, end, element, inner, number, size, above
        cdef int32_t* box  # by element from the container on; -1 for none, as for the one inside it
        cdef int32_t* own
        cdef uint8_t* is_aside
        cdef uint8_t* placed
        if not 0 <= container < self.count:
            raise IndexError(container)
        end = entry(self.ends, container, self.count)
        asked = self.attributes.tagged(tags, start, end)
        if not asked:
            return found
        size = end - container
        box = <int32_t*> calloc(size, 2 * sizeof(int32_t) + 2)
        if box == NULL:
            raise MemoryError
        own, is_aside = box + size, <uint8_t*> (box + 2 * size)
        placed = is_aside + size
        try:
            box[0] = own[0] = -1
            placed[0] = True
            for element in self.attributes.tagged(aside, start, end):
                is_aside[element - container] = True
            for element in asked:
                inner = element
                del path[:]
                while not placed[inner - container]:
                    path.append(inner)
                    above = entry(self.parents, inner, inner - 1)
                    if above < container:
                        raise ValueError(f"element {inner} does not lie in the one around it")
                    inner = above
                for inner in reversed(path):
                    number, above = inner - container, entry(self.parents, inner, inner - 1) - container
                    is_aside[number] |= is_aside[above]
                    box[number], own[number] = box[above], own[above]
                    if box[number] < 0 and not self.inside(inner, self.kept):
                        box[number] = inner
                    if box[number] >= 0 and own[number] < 0 and self.among(asked, inner) <= 1:
                        own[number] = inner
                    placed[number] = True
                number = element - container
                if box[number] < 0 or entry(self.first, element, self.blocks) > text_end:
                    continue
                if is_aside[number] and self.inside(box[number], self.told):
                    continue
                if self.is_linked(box[number]) or self.is_linked(own[number] if own[number] >= 0 else element):
                    continue
                found.append(element)
            return found
        finally:
            free(box)

    cdef Py_ssize_t inside(self, Py_ssize_t element, const int32_t* sums) except? -1:
        return sums[entry(self.last, element, self.blocks)] - sums[entry(self.first, element, self.blocks)]

    cdef bint is_linked(self, Py_ssize_t element) except -1:
        return 2 * self.inside(element, self.linked) > self.inside(element, self.told)

    cdef Py_ssize_t among(self, list asked, Py_ssize_t element) except -1:
        """How many of the elements that are asked for an element holds, itself among them."""
        cdef Py_ssize_t end = entry(self.ends, element, self.count)
        return bisect_left(asked, end) - bisect_left(asked, element)
