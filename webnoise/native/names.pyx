# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What elements are called and whether they are hidden, read from packed attributes.

The twins of `features.lexicon.row_numbers` and `features.ground.hidden`; neither dictionaries of attributes nor
strings of names are made.
"""

cimport cython
from cpython.unicode cimport PyUnicode_AsUTF8
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport strcmp, strlen, strstr

from webnoise.native.columns cimport Bytes, Packed, append, decoded, hash_of
from webnoise.native.name_words cimport NameBits, NameWeights
from webnoise.native.walk cimport ListedAttributes

from os import urandom

import numpy as np

from webnoise.blocks.tags import is_hidden

# Of this process: a page whose names share a hash with those of others would give them its rows.
cdef uint64_t SECRET = int.from_bytes(urandom(8), "little")
cdef tuple ASKED = ("class", "id", "itemprop", "data-component", "data-testid", "role")

cdef enum:
    ROOM = 1024  # rows


def reads(attributes):
    """Whether the attributes of an outline are packed, as these passes need them."""
    return isinstance(attributes, ListedAttributes)


@cython.final
cdef class Numbers:
    """Numbers by hashes of what has them."""

    cdef uint64_t* keys
    cdef int32_t* numbers
    cdef size_t size, used

    def __cinit__(self):
        self.make_room(4096)

    def __dealloc__(self):
        free(self.keys)
        free(self.numbers)

    cdef int make_room(self, size_t size) except -1:
        cdef uint64_t* keys = self.keys
        cdef int32_t* numbers = self.numbers
        cdef size_t slot, former = self.size
        self.keys = <uint64_t*> calloc(size, sizeof(uint64_t))
        self.numbers = <int32_t*> calloc(size, sizeof(int32_t))
        if self.keys == NULL or self.numbers == NULL:
            raise MemoryError
        self.size = size
        for slot in range(former):
            if keys[slot]:
                self.numbers[self.place(keys[slot])] = numbers[slot]
                self.keys[self.place(keys[slot])] = keys[slot]
        free(keys)
        free(numbers)
        return 0

    cdef inline size_t place(self, uint64_t key) noexcept nogil:
        """Where a key stands, or belongs."""
        cdef size_t slot = key >> 8 & self.size - 1
        while self.keys[slot] and self.keys[slot] != key:
            slot = slot + 1 & self.size - 1
        return slot

    cdef int32_t get(self, uint64_t key) noexcept nogil:
        """-1 for a key that has none."""
        cdef size_t slot = self.place(key)
        return self.numbers[slot] if self.keys[slot] else -1

    cdef int add(self, uint64_t key, int32_t number) except -1:
        if 2 * self.used > self.size:
            self.make_room(4 * self.size)
        cdef size_t slot = self.place(key)
        self.keys[slot], self.numbers[slot] = key, number
        self.used += 1
        return 0


cdef struct Known:
    double own
    double around
    int64_t style
    Py_ssize_t[4] names  # where tag, class, id and role lie among the bytes; -1 for none


@cython.final
cdef class ElementRows:
    """What is known of elements' names: the twin of `features.lexicon.ElementRows`, which weighs names of other scripts."""

    cdef object __weakref__
    cdef readonly object places
    cdef object twin
    cdef NameWeights weights
    cdef Numbers numbers, styles
    cdef Known* rows
    cdef Py_ssize_t count
    cdef Bytes texts

    def __cinit__(self, places, NameWeights weights not None, twin):
        self.places, self.weights, self.twin = places, weights, twin
        self.numbers, self.styles = Numbers(), Numbers()

    def __dealloc__(self):
        free(self.rows)
        free(self.texts.at)

    def __len__(self):
        return self.count

    cdef int32_t add(self, uint64_t key, uint64_t style, const char** names) except -1:
        cdef Known* row
        cdef double[2] sums
        cdef int which
        cdef void* grown
        if not self.count & (ROOM - 1):
            grown = realloc(self.rows, (self.count + ROOM) * sizeof(Known))
            if grown == NULL:
                raise MemoryError
            self.rows = <Known*> grown
        row = &self.rows[self.count]
        for which in range(4):
            row.names[which] = -1
            if names[which] != NULL:
                row.names[which] = self.texts.size
                append(&self.texts, names[which], strlen(names[which]) + 1)
        if not self.weights.sum(names, sums):
            sums[0], sums[1] = self.twin(self.places, tuple([as_text(names[which]) for which in range(4)]))
        row.own, row.around = sums[0], sums[1]
        row.style = self.styles.get(style)
        if row.style < 0:
            row.style = <int64_t> self.styles.used
            self.styles.add(style, <int32_t> row.style)
        self.numbers.add(key, <int32_t> self.count)
        self.count += 1
        return <int32_t> self.count - 1

    cdef Known* row(self, Py_ssize_t number) except NULL:
        if not 0 <= number < self.count:
            raise IndexError(number)
        return &self.rows[number]

    cdef void read_names(self, Known* row, const char** names) noexcept nogil:
        cdef int which
        for which in range(4):
            names[which] = NULL if row.names[which] < 0 else self.texts.at + row.names[which]

    def key(self, Py_ssize_t number):
        cdef (const char*)[4] names
        cdef int which
        self.read_names(self.row(number), names)
        return tuple([as_text(names[which]) for which in range(4)])

    def look_up(self, numbers):
        cdef Py_ssize_t place, count = len(numbers)
        weights, styles = np.empty((count, 2)), np.empty(count, np.int64)
        cdef double[:, ::1] weight = weights
        cdef int64_t[::1] style = styles
        cdef Known* row
        for place in range(count):
            row = self.row(numbers[place])
            weight[place, 0], weight[place, 1], style[place] = row.own, row.around, row.style
        return weights, styles

    def name_bits(self, Py_ssize_t first, NameBits groups not None, twin):
        """The groups of the names of all rows from one on; `twin` tells those of other scripts."""
        cdef Py_ssize_t number
        cdef (const char*)[4] names
        cdef int64_t bits
        found = np.empty(max(self.count - first, 0), np.int64)
        cdef int64_t[::1] told = found
        for number in range(max(first, 0), self.count):
            self.read_names(&self.rows[number], names)
            bits = groups.of_names(names)
            told[number - first] = twin(self.key(number)) if bits < 0 else bits
        return found


def row_numbers(ListedAttributes attributes not None, elements, ElementRows rows not None):
    cdef Packed packed = attributes.packed
    cdef list positions = attributes.positions, numbers = []
    cdef int32_t[6] asked
    cdef int32_t position, number
    cdef int role
    cdef Py_ssize_t element
    cdef (const char*)[4] names
    cdef uint64_t key, style
    cdef list tags = packed.names
    for role in range(6):
        asked[role] = packed.number(ASKED[role])
    for element in elements:
        if not 0 <= element < len(positions):
            raise IndexError(f"there is no element {element} in an outline of {len(positions)}")
        position = positions[element]
        names[0] = PyUnicode_AsUTF8(tags[packed.rows[position].tag])
        names[1], names[2] = packed.value(position, asked[0]), packed.value(position, asked[1])
        style = with_value(with_value(SECRET, names[0]), names[1])
        key = with_value(style, names[2])
        for role in range(2, 6):
            names[3] = packed.value(position, asked[role])
            if names[3] != NULL and names[3][0]:
                key = with_value(key, names[3])
                break
        number = rows.numbers.get(key)
        if number < 0:
            number = rows.add(key, style, names)
        numbers.append(number)
    return numbers


cdef inline object as_text(const char* value):
    return None if value == NULL else decoded(value)


cdef inline uint64_t with_value(uint64_t key, const char* value) noexcept nogil:
    """No attribute is not an empty one."""
    return hash_of("", 0, key) if value == NULL else hash_of(value, strlen(value), key + 1)


def hidden(ListedAttributes attributes not None, elements):
    cdef Packed packed = attributes.packed
    cdef int32_t style_name = packed.number("style"), hidden_name = packed.number("hidden")
    cdef int32_t aria_name = packed.number("aria-hidden")
    cdef int32_t position
    cdef const char* style
    cdef const char* aria
    cdef double value
    cdef list values = []
    for element in elements:
        position = attributes.positions[element]
        value = 0.0
        style = packed.value(position, style_name)
        if style != NULL and (strstr(style, "none") != NULL or strstr(style, "hidden") != NULL):
            value = 1.0 if is_hidden({"style": style.decode("utf-8", "replace")}) else 0.0
        if packed.value(position, hidden_name) != NULL:
            value = 1.0
        else:
            aria = packed.value(position, aria_name)
            if aria != NULL and strcmp(aria, "true") == 0:
                value += 0.5
        values.append(value)
    return values
