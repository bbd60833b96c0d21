# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The words that names are put together from, looked up and never made: every site brings names of its own.

The twins of `features.lexicon.weigh_names`, `features.role_names.row_bits` and `urls_bits`, which tell names
of other scripts, and very long ones.
"""

cimport cython
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from webnoise.native.columns cimport hash_of

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)

from os import urandom

import numpy as np

from webnoise.model import Block

# Of this process: a page whose words share a hash with known ones would weigh as these do.
cdef uint64_t SECRET = int.from_bytes(urandom(8), "little")

cdef enum:
    JOINED = 4  # pieces of a name that are one word together


cdef struct Piece:
    Py_ssize_t start
    Py_ssize_t end


@cython.final
cdef class Words:
    """Places of words in a table, by their hashes; it is filled to half at most."""

    def __cinit__(self, words):
        cdef size_t size = 64
        cdef bytes raw
        while size < 2 * <size_t> len(words):
            size *= 2
        self.mask = size - 1
        self.keys = <uint64_t*> calloc(size, sizeof(uint64_t))
        self.asked = <uint32_t*> calloc(size, sizeof(uint32_t))
        if self.keys == NULL or self.asked == NULL:
            raise MemoryError
        for word in words:
            raw = word.encode("utf-8", "replace")
            self.keys[self.place(<const char*> raw, len(raw))] = hash_of(<const char*> raw, len(raw), SECRET)

    def __dealloc__(self):
        free(self.keys)
        free(self.asked)

    cdef size_t place(self, const char* word, Py_ssize_t size) noexcept nogil:
        """Where a word stands, or would stand."""
        cdef uint64_t key = hash_of(word, size, SECRET)
        cdef size_t slot = key >> 8 & self.mask
        while self.keys[slot] and self.keys[slot] != key:
            slot = slot + 1 & self.mask
        return slot

    cdef bint is_new(self, size_t slot) noexcept nogil:
        """Whether a word is known, and was not met by this question."""
        if not self.keys[slot] or self.asked[slot] == self.question:
            return False
        self.asked[slot] = self.question
        return True


@cython.final
cdef class NameWeights:
    """The weights of the words in elements' names."""

    def __cinit__(self, places, Py_ssize_t most_names, Py_ssize_t long_piece):
        cdef size_t slot
        cdef bytes raw
        if long_piece < 5:
            raise ValueError(f"a piece of {long_piece} characters has no five of its start")
        self.most_names, self.long_piece = most_names, long_piece
        self.words = Words(places)
        self.own = <double*> calloc(self.words.mask + 1, sizeof(double))
        self.around = <double*> calloc(self.words.mask + 1, sizeof(double))
        if self.own == NULL or self.around == NULL:
            raise MemoryError
        for word, (own, around) in places.items():
            raw = word.encode("utf-8", "replace")
            slot = self.words.place(<const char*> raw, len(raw))
            self.own[slot], self.around[slot] = own, around

    def __dealloc__(self):
        free(self.own)
        free(self.around)

    cdef bint sum(self, const char** names, double* sums) noexcept nogil:
        """What a tag, class, id and role weigh; False where the twin has to tell it. NULL is a name that is absent."""
        cdef char[LONGEST] text
        cdef Py_ssize_t[4] sizes
        cdef int which
        for which in range(4):
            sizes[which] = plain_size(names[which])
            if sizes[which] < 0:
                return False
        sums[0] = sums[1] = 0.0
        self.words.question += 1
        if not self.words.question:  # four thousand million later: no word was met
            self.words.question = 1
        text[0], text[sizes[0] + 1] = c"<", c">"
        memcpy(text + 1, names[0], sizes[0])
        self.add(text, sizes[0] + 2, sums)
        for which in range(1, 4):
            self.add_names(names[which], sizes[which], sums)
        return True

    cdef void add(self, const char* word, Py_ssize_t size, double* sums) noexcept nogil:
        cdef size_t slot = self.words.place(word, size)
        if self.words.is_new(slot):
            sums[0] += self.own[slot]
            sums[1] += self.around[slot]

    cdef void add_names(self, const char* text, Py_ssize_t size, double* sums) noexcept nogil:
        cdef Py_ssize_t start = 0, end, many = 0
        while start < size and many < self.most_names:
            while start < size and is_space(text[start]):
                start += 1
            end = start
            while end < size and not is_space(text[end]):
                end += 1
            if end > start:
                self.add_name(text + start, end - start, sums)
                many += 1
            start = end

    cdef void add_name(self, const char* name, Py_ssize_t size, double* sums) noexcept nogil:
        cdef char[LONGEST + JOINED] joined
        cdef char[LONGEST] lower
        cdef char[6] part
        cdef Py_ssize_t many = 0, filled = 0, length
        cdef Piece piece
        lower_case(name, size, lower)
        piece.end = 0
        while next_piece(name, size, &piece):
            length = piece.end - piece.start
            if length > 1:
                self.add(lower + piece.start, length, sums)
                if length >= self.long_piece:
                    memcpy(part, lower + piece.start, 5)
                    part[5] = c"*"
                    self.add(part, 6, sums)
                    part[0] = c"*"
                    memcpy(part + 1, lower + piece.end - 4, 4)
                    self.add(part, 5, sums)
            if many < JOINED:
                if many:
                    joined[filled] = c"-"
                    filled += 1
                memcpy(joined + filled, lower + piece.start, length)
                filled += length
            many += 1
        if many > 1:
            self.add(joined, filled, sums)


@cython.final
cdef class NameBits:
    """The groups, as bits, of the words in names."""

    def __cinit__(self, groups, Py_ssize_t long_word, Py_ssize_t beside):
        cdef bytes raw
        self.long_word, self.longest_word, self.beside = long_word, max(map(len, groups)), beside
        self.words = Words(groups)
        self.bits = <int64_t*> calloc(self.words.mask + 1, sizeof(int64_t))
        if self.bits == NULL:
            raise MemoryError
        for word, bits in groups.items():
            raw = word.encode("utf-8", "replace")
            self.bits[self.words.place(<const char*> raw, len(raw))] = bits

    def __dealloc__(self):
        free(self.bits)

    def of_url(self, str url not None):
        """Those of the parts of an address but slugs; -1 where the twin has to tell them."""
        return self.of_address(url, PyUnicode_GET_LENGTH(url))

    def of_links(self, tuple blocks not None, Py_ssize_t most, Py_ssize_t longest, twin):
        """Those of each block's addresses, of `most` and of their first `longest` characters."""
        cdef Py_ssize_t index, link
        cdef int64_t bits
        cdef tuple links
        cdef str url
        out = np.zeros(len(blocks), dtype=np.int64)
        cdef int64_t[::1] told = out
        for index in range(len(blocks)):
            if not isinstance(blocks[index], Block):
                raise ValueError(f"block {index} is none")
            links = (<tuple> blocks[index])[5]
            for link in range(min(len(links), most)):
                _, _, url = links[link]
                if url is None:
                    raise ValueError(f"a link of block {index} has no address")
                bits = self.of_address(url, min(PyUnicode_GET_LENGTH(url), longest))
                told[index] |= bits if bits >= 0 else <int64_t> twin(url[:longest])
        return out

    cdef int64_t of_address(self, str url, Py_ssize_t size) noexcept:
        cdef char[LONGEST] lower
        cdef int64_t found = 0
        cdef Py_ssize_t start = 0, end, hyphens
        if not PyUnicode_IS_ASCII(url) or size > LONGEST - 2:
            return -1
        lower_case(<const char*> PyUnicode_DATA(url), size, lower)
        while start < size:
            end, hyphens = start, 0
            while end < size and not parts_address(lower[end]):
                hyphens += lower[end] == c"-"
                end += 1
            if hyphens < 2:
                found |= self.found(lower + start, lower + start, end - start)
            start = end + 1
        return found

    cdef int64_t of_names(self, const char** names) noexcept nogil:
        """Those of four names; -1 where the twin has to tell them. NULL is a name that is absent."""
        cdef char[LONGEST] lower
        cdef int64_t found = 0
        cdef Py_ssize_t size
        cdef int which
        for which in range(4):
            size = plain_size(names[which])
            if size < 0:
                return -1
            if size:
                lower_case(names[which], size, lower)
                found |= self.found(names[which], lower, size)
        return found

    cdef int64_t found(self, const char* name, const char* lower, Py_ssize_t size) noexcept nogil:
        cdef int64_t found = 0
        cdef Piece piece
        piece.end = 0
        while next_piece(name, size, &piece):
            found |= self.of_piece(lower + piece.start, piece.end - piece.start)
        return found

    cdef int64_t of_piece(self, const char* piece, Py_ssize_t size) noexcept nogil:
        """Those of a word; if it is unknown, of the words that it is written together of."""
        cdef size_t slot = self.words.place(piece, size)
        cdef int64_t found = 0
        cdef Py_ssize_t length
        if self.words.keys[slot]:
            return self.bits[slot]
        for length in range(self.long_word, min(self.longest_word, size - self.beside) + 1):
            found |= self.bits[self.words.place(piece, length)]
            found |= self.bits[self.words.place(piece + size - length, length)]
        return found


cdef inline bint is_plain(str text) noexcept:
    return PyUnicode_IS_ASCII(text) and PyUnicode_GET_LENGTH(text) <= LONGEST - 2


cdef inline Py_ssize_t plain_size(const char* text) noexcept nogil:
    """The length of a name that is read here; -1 for others. 0 where there is none."""
    cdef Py_ssize_t size = 0
    if text != NULL:
        while text[size]:
            if text[size] & 0x80 or size == LONGEST - 2:
                return -1
            size += 1
    return size


cdef inline bint is_space(char code) noexcept nogil:
    """As `str.split` sees it."""
    return code == 32 or 9 <= code <= 13 or 28 <= code <= 31


cdef inline bint parts_address(char code) noexcept nogil:
    return code == c"/" or code == c"?" or code == c"&" or code == c"#" or code == c"=" or code == c"."


cdef inline bint is_lower(char code) noexcept nogil:
    return c"a" <= code <= c"z"


cdef inline bint is_upper(char code) noexcept nogil:
    return c"A" <= code <= c"Z"


cdef void lower_case(const char* text, Py_ssize_t size, char* lower) noexcept nogil:
    cdef Py_ssize_t at
    for at in range(size):
        lower[at] = text[at] + 32 if is_upper(text[at]) else text[at]


cdef bint next_piece(const char* name, Py_ssize_t size, Piece* piece) noexcept nogil:
    """The next of `text.words.name_parts`, behind the piece that is given."""
    cdef Py_ssize_t start = piece.end, end
    while start < size and not (is_lower(name[start]) or is_upper(name[start])):
        start += 1
    if start == size:
        return False
    end = start + 1
    if is_lower(name[start]) or (end < size and is_lower(name[end])):
        while end < size and is_lower(name[end]):
            end += 1
    else:
        while end < size and is_upper(name[end]):
            end += 1
        if end < size and is_lower(name[end]):  # the last capital begins the next piece
            end -= 1
    piece.start, piece.end = start, end
    return True
