# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What a page's blocks and large elements leave behind in its site's memory: the twin of `site.trace.columns_of`.

Neither plain texts nor names of elements become strings, only their hashes.
"""

cimport cython
from cpython.unicode cimport (
    PyUnicode_AsUTF8AndSize,
    PyUnicode_DATA,
    PyUnicode_DecodeUTF8,
    PyUnicode_GET_LENGTH,
    PyUnicode_KIND,
    PyUnicode_READ,
)
from libc.math cimport rint
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport strlen

from webnoise.native.columns cimport Bytes, Packed, append, decoded
from webnoise.native.signatures cimport xxh64
from webnoise.native.walk cimport ListedAttributes

import numpy as np

from webnoise.model import Block
from webnoise.site import trace as twin

cdef extern from "Python.h":
    bint Py_UNICODE_ISPRINTABLE(Py_UCS4 code)

cdef Py_ssize_t MOST = twin.MOST, SAMPLE = twin.SAMPLE, DEPTH = twin.DEPTH, LONGEST_CHAIN = twin.LONGEST_CHAIN
cdef double LARGE = twin.LARGE, LINKED = twin.LINKED
cdef uint64_t LINK = twin.LINK

cdef enum:
    IS_ROW = 1
    IS_OUTERMOST = 2
    IS_COLUMN = 4  # designs without style sheets tell it by its attributes
    PARTS = 7  # of a block
    KANA = 0x3040  # no character below stands for a word without spaces

cdef dict KINDS = {
    tag: IS_ROW * (tag in twin.ROWS) + IS_OUTERMOST * (tag in twin.OUTERMOST) + IS_COLUMN * (tag in twin.COLUMNS)
    for tag in twin.ROWS | twin.OUTERMOST | twin.COLUMNS
}


def reads(outline):
    """Whether the attributes of an outline are packed and its other columns lists, as this pass needs them."""
    columns = outline.parents, outline.ends, outline.first_block, outline.last_block
    return isinstance(outline.attributes, ListedAttributes) and all([isinstance(column, list) for column in columns])


@cython.final
cdef class Plain:
    """Texts as the memory tells them apart, one after the other."""

    cdef Bytes text

    def __dealloc__(self):
        free(self.text.at)

    cdef Py_ssize_t take(self, str text) except -1:
        """Make this text plain, and say how many words it has."""
        cdef str lower = text.lower()
        cdef Py_ssize_t at, spaces, size, digits = 0
        cdef const char* encoded
        cdef bytes plain
        self.text.size = 0
        spaces = single_spaces(lower)
        if spaces < 0:
            plain = twin.plain_text(text)
            append(&self.text, plain, len(plain))
            return twin.words_in(text)
        encoded = PyUnicode_AsUTF8AndSize(lower, &size)
        append(&self.text, encoded, size)
        for at in range(size):
            digits += 0x30 <= <uint8_t> encoded[at] <= 0x39
        if digits and 2 * (size - digits) >= size:
            for at in range(size):
                if 0x30 <= <uint8_t> self.text.at[at] <= 0x39:
                    self.text.at[at] = c"0"
        return min(spaces + 1, MOST)

    cdef uint64_t hash(self) noexcept:
        return xxh64(<const uint8_t*> self.text.at, self.text.size)

    cdef str sample(self):
        cdef str text = PyUnicode_DecodeUTF8(self.text.at, min(self.text.size, 4 * SAMPLE), "ignore")
        return text if len(text) <= SAMPLE else text[:SAMPLE]


ctypedef fused Unit:
    uint8_t
    uint16_t
    uint32_t


cdef Py_ssize_t single_spaces(str text) noexcept:
    """How many spaces part its words; -1 where something else may."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    cdef int width = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)
    if width == 1:
        return spaces_in(<const uint8_t*> data, size)
    if width == 2:
        return spaces_in(<const uint16_t*> data, size)
    return spaces_in(<const uint32_t*> data, size)


cdef Py_ssize_t spaces_in(const Unit* text, Py_ssize_t size) noexcept:
    cdef Py_ssize_t at, spaces = 0
    cdef uint32_t code, before = 0x20
    for at in range(size):
        code = text[at]
        if code <= 0x20:
            if code < 0x20 or before == 0x20:
                return -1
            spaces += 1
        elif code >= 0x7F and (code >= KANA or not Py_UNICODE_ISPRINTABLE(code)):
            return -1
        before = code
    return -1 if size and before == 0x20 else spaces


@cython.final
cdef class Names:
    """What the elements of an outline are called, each worked out when it is first asked for."""

    cdef Packed packed
    cdef list positions
    cdef Py_ssize_t count
    cdef int32_t* parents
    cdef int32_t* starts  # of names among the bytes; -1 before they are worked out
    cdef Bytes names, chained
    cdef int32_t[5] asked
    cdef uint8_t* kinds  # of tags, by their numbers

    def __cinit__(self, ListedAttributes attributes not None, list parents not None):
        cdef Py_ssize_t element, parent, tags
        self.packed, self.positions = attributes.packed, attributes.positions
        self.count, tags = len(self.positions), len(self.packed.names)
        self.parents = <int32_t*> malloc((2 * self.count + 1) * sizeof(int32_t))
        self.kinds = <uint8_t*> malloc(tags + 1)
        if self.parents == NULL or self.kinds == NULL:
            raise MemoryError
        if len(parents) != self.count:
            raise ValueError(f"{len(parents)} parents are given for {self.count} elements")
        self.starts = self.parents + self.count
        for element in range(self.count):
            parent = parents[element]
            if not 0 <= parent < self.count:
                raise ValueError(f"there is no element {parent} in an outline of {self.count}")
            self.parents[element], self.starts[element] = <int32_t> parent, -1
        for element in range(tags):
            self.kinds[element] = KINDS.get(self.packed.names[element], 0)
        for element, name in enumerate(("class", "id", "width", "bgcolor", "align")):
            self.asked[element] = self.packed.number(name)

    def __dealloc__(self):
        free(self.parents)
        free(self.kinds)
        free(self.names.at)
        free(self.chained.at)

    cdef int32_t row(self, Py_ssize_t element) except -1:
        """Where an element stands among all of the page."""
        cdef Py_ssize_t position
        if not 0 <= element < self.count:
            raise ValueError(f"there is no element {element} in an outline of {self.count}")
        position = self.positions[element]
        if not 0 <= position < self.packed.count:
            raise ValueError(f"there is no element {position} on the page")
        return <int32_t> position

    cdef const char* name(self, Py_ssize_t element, int32_t row) except NULL:
        if self.starts[element] < 0:
            self.starts[element] = <int32_t> self.names.size
            self.write(row)
        return self.names.at + self.starts[element]

    cdef int write(self, int32_t row) except -1:
        """The name of an element, as the twin gives it, and a zero behind it."""
        cdef int32_t tag = self.packed.rows[row].tag
        cdef str name = self.packed.names[tag]
        cdef const char* classes
        cdef const char* identifier
        cdef const char* value
        cdef bytes written
        cdef int which
        if not self.kinds[tag] & IS_OUTERMOST:
            classes, identifier = self.packed.value(row, self.asked[0]), self.packed.value(row, self.asked[1])
            if is_plain(classes) and is_plain(identifier) and name.isascii():
                written = name.encode("ascii")
                append(&self.names, written, len(written))
                self.write_first(classes)
                if identifier != NULL and identifier[0] and not has_digit(identifier, strlen(identifier)):
                    append(&self.names, "#", 1)
                    append(&self.names, identifier, strlen(identifier))
            else:
                written = twin.element_name(
                    name, "" if classes == NULL else decoded(classes), "" if identifier == NULL else decoded(identifier)
                ).encode("utf-8", "replace")
                append(&self.names, written, len(written))
            if self.kinds[tag] & IS_COLUMN and self.has_attributes(row):
                for which in range(2, 5):
                    value = self.packed.value(row, self.asked[which])
                    written = b"None" if value == NULL else decoded(value).encode("utf-8", "replace")
                    append(&self.names, written, len(written))
        return append(&self.names, "", 1)

    cdef bint has_attributes(self, int32_t row) noexcept:
        return self.packed.rows[row].first_attribute < self.packed.rows[row + 1].first_attribute

    cdef int write_first(self, const char* classes) except -1:
        """The first class without a number."""
        cdef Py_ssize_t size
        while classes != NULL and classes[0]:
            size = 0
            while classes[size] and not is_space(classes[size]):
                size += 1
            if size and not has_digit(classes, size):
                append(&self.names, ".", 1)
                append(&self.names, classes, size)
                return 0
            classes += size + (classes[size] != 0)
        return 0

    cdef uint64_t chain(self, Py_ssize_t element, Py_ssize_t depth) except? 0:
        """An element with so many around it as one hash; a table with its rows counts as its cell."""
        cdef Py_ssize_t links = 0
        cdef int32_t row
        cdef const char* name
        self.chained.size = 0
        while depth and links < LONGEST_CHAIN:
            row = self.row(element)
            name = self.name(element, row)
            if not name[0]:
                break
            if links:
                append(&self.chained, "/", 1)
            append(&self.chained, name, strlen(name))
            links += 1
            depth -= not self.kinds[self.packed.rows[row].tag] & IS_ROW
            element = self.parents[element]
        return xxh64(<const uint8_t*> self.chained.at, self.chained.size)


cdef inline bint is_space(char code) noexcept nogil:
    return code == 0x20 or 0x09 <= code <= 0x0D or 0x1C <= code <= 0x1F


cdef bint is_plain(const char* value) noexcept nogil:
    """Whether it is ASCII, or not there."""
    while value != NULL and value[0]:
        if <uint8_t> value[0] >= 0x80:
            return False
        value += 1
    return True


cdef bint has_digit(const char* value, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t at
    for at in range(size):
        if 0x30 <= <uint8_t> value[at] <= 0x39:
            return True
    return False


cdef uint64_t place_of(Names names, tuple block) except? 0:
    """The place of a block; a line that is one link stands in another than text."""
    cdef uint64_t place = names.chain(block[4], DEPTH)
    cdef Py_ssize_t linked = 0
    if not block[5]:
        return place
    for start, end, _ in block[5]:
        linked += <Py_ssize_t> end - <Py_ssize_t> start
    return place ^ LINK if linked >= LINKED * PyUnicode_GET_LENGTH(block[1]) else place


def columns_of(page, const double[::1] believed):
    cdef tuple blocks = page.blocks, block
    cdef object outline = page.outline
    cdef Names names = Names(outline.attributes, outline.parents)
    cdef Plain plain = Plain()
    cdef Py_ssize_t index, count = len(blocks)
    cdef list samples = []
    if believed.shape[0] != count:
        raise ValueError(f"{believed.shape[0]} beliefs are given in {count} blocks")
    columns = np.empty(count, np.uint64), np.empty(count, np.uint64), np.empty(count, np.uint16), np.empty(count, np.uint8)
    cdef uint64_t[::1] texts = columns[0], places = columns[1]
    cdef uint16_t[::1] words = columns[2]
    cdef uint8_t[::1] beliefs = columns[3]
    for index in range(count):
        if not isinstance(blocks[index], Block) or len(blocks[index]) != PARTS:
            raise ValueError(f"block {index} is none")
        block = <tuple> blocks[index]
        if not isinstance(block[1], str):
            raise ValueError(f"block {index} has no text")
        words[index] = <uint16_t> plain.take(block[1])
        texts[index] = plain.hash()
        samples.append(plain.sample())
        beliefs[index] = <uint8_t> rint(min(max(believed[index] * 255.0, 0.0), 255.0))
        places[index] = place_of(names, block)
    return *columns, *large_elements(names, outline, words, beliefs), tuple(samples)


cdef tuple large_elements(Names names, outline, const uint16_t[::1] words, const uint8_t[::1] beliefs):
    """The elements that hold much of the page's text, by name; of equal names inside each other the outer."""
    cdef list firsts = outline.first_block, lasts = outline.last_block, ends = outline.ends
    cdef Py_ssize_t index, first, last, end, count = words.shape[0]
    cdef uint64_t* total = <uint64_t*> malloc(2 * (count + 1) * sizeof(uint64_t))
    cdef uint64_t* sure = total + count + 1
    cdef uint64_t hash_
    cdef double many, many_sure
    cdef list hashes = [], starts = [], stops = []
    cdef dict covered = {}
    if total == NULL:
        raise MemoryError
    try:
        if not len(firsts) == len(lasts) == len(ends) == names.count:
            raise ValueError(f"the columns of {names.count} elements are of several lengths")
        total[0] = sure[0] = 0
        for index in range(count):
            total[index + 1] = total[index] + words[index]
            sure[index + 1] = sure[index] + (words[index] if beliefs[index] > 127 else 0)
        many, many_sure = LARGE * <double> total[count], LARGE * <double> sure[count]
        for index in range(names.count):
            first, last = firsts[index], lasts[index]
            if not 0 <= first <= last <= count:
                raise ValueError(f"element {index} holds blocks {first} to {last} of {count}")
            first, last = min(first, MOST), min(last, MOST)
            if not (total[last] - total[first] > many or sure[last] - sure[first] > many_sure):
                continue
            if not names.name(index, names.row(index))[0]:
                continue
            hash_, end = names.chain(index, 2), ends[index]
            if covered.get(hash_, -1) < end:
                covered[hash_] = end
                hashes.append(hash_)
                starts.append(first)
                stops.append(last)
        return np.array(hashes, np.uint64), np.array(starts, np.uint16), np.array(stops, np.uint16)
    finally:
        free(total)
