# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What elements are called: the words that names are put together from, looked up and hardly ever made.

Words are of ASCII letters, as all known ones are; other characters end a word.
"""

cimport cython
from cpython.unicode cimport PyUnicode_AsUTF8
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, strlen

from webnoise.blocks.segment cimport OutlineAttributes, packed_attributes
from webnoise.hashes cimport Entry, HashTable, add, find, hash_of
from webnoise.page.elements cimport Bytes, Elements, append, decoded, resized

from collections.abc import Mapping
from os import urandom

import numpy as np

from webnoise.model import Block

Weights = Mapping[str, tuple[float, float]]
"""Of words in names: what each weighs on the block of the element itself, and on all blocks inside."""

# Of this process: a page whose names share a hash with those of others would get their weights.
cdef uint64_t SECRET = int.from_bytes(urandom(8), "little")
cdef tuple ASKED = ("class", "id", "itemprop", "data-component", "data-testid", "role")

cdef enum:
    ROOM = 1024  # rows
    LONGEST = 2000  # characters of a name; what is longer is cut
    MOST_NAMES = 12  # utility-class systems write dozens of names that mean nothing; the first are the author's
    LONG_PIECE = 8  # letters from which a piece may be two words written together
    JOINED = 4  # pieces of a name that are one word together


cdef struct Piece:
    Py_ssize_t start
    Py_ssize_t end


@cython.final
cdef class NameWeights:
    """The weights of the words in elements' names: on the block of the element itself, and on all inside."""

    def __cinit__(self, names):
        cdef size_t number
        cdef bytes raw
        self.names, self.words = names, HashTable(len(names))
        self.own = <double*> calloc(len(names) + 1, sizeof(double))
        self.around = <double*> calloc(len(names) + 1, sizeof(double))
        self.asked = <uint32_t*> calloc(len(names) + 1, sizeof(uint32_t))
        if self.own == NULL or self.around == NULL or self.asked == NULL:
            raise MemoryError
        for number, (word, (own, around)) in enumerate(names.items()):
            raw = word.encode("utf-8", "replace")
            add(self.words, hash_of(<const char*> raw, len(raw), SECRET)).value.number = number
            self.own[number], self.around[number] = own, around

    def __dealloc__(self):
        free(self.own)
        free(self.around)
        free(self.asked)

    def words_of(self, *names):
        """Return the words that an element is named by: of its tag, and of its class, id and role, None where absent."""
        cdef (const char*)[4] values
        cdef double[2] sums
        cdef int which
        for which in range(4):
            values[which] = NULL if names[which] is None else PyUnicode_AsUTF8(names[which])
        self.listed = []
        self.sum(values, sums)
        listed, self.listed = self.listed, None
        return [*dict.fromkeys(listed)]

    cdef int sum(self, const char** names, double* sums) except -1:
        """Sum the weights of tag, class, id and role (NULL where absent)."""
        cdef char[LONGEST] text
        cdef Py_ssize_t size = size_of(names[0])
        cdef int which
        sums[0] = sums[1] = 0.0
        self.question = max(self.question + 1, 1)
        text[0], text[size + 1] = c"<", c">"
        memcpy(text + 1, names[0], size)
        self.add(text, size + 2, sums)
        for which in range(1, 4):
            self.add_names(names[which], size_of(names[which]), sums)
        return 0

    cdef int add(self, const char* word, Py_ssize_t size, double* sums) except -1:
        """Add a word's weights, once for an element."""
        cdef Entry* entry = find(self.words, hash_of(word, size, SECRET))
        cdef int64_t number = entry.value.number
        if self.listed is not None:
            self.listed.append(word[:size].decode("utf-8", "replace"))
        if entry.key and self.asked[number] != self.question:
            self.asked[number] = self.question
            sums[0] += self.own[number]
            sums[1] += self.around[number]
        return 0

    cdef int add_names(self, const char* text, Py_ssize_t size, double* sums) except -1:
        cdef Py_ssize_t start = 0, end, many = 0
        while start < size and many < MOST_NAMES:
            while start < size and is_space(text[start]):
                start += 1
            end = start
            while end < size and not is_space(text[end]):
                end += 1
            if end > start:
                self.add_name(text + start, end - start, sums)
                many += 1
            start = end
        return 0

    cdef int add_name(self, const char* name, Py_ssize_t size, double* sums) except -1:
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
                if length >= LONG_PIECE:
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
        return 0


@cython.final
cdef class NameGroups:
    """The groups, as bits, of the words in names."""

    def __cinit__(self, groups, Py_ssize_t long_word, Py_ssize_t beside):
        cdef bytes raw
        self.long_word, self.longest_word, self.beside = long_word, max(map(len, groups)), beside
        self.words = HashTable(len(groups))
        for word, own in groups.items():
            raw = word.encode("utf-8", "replace")
            add(self.words, hash_of(<const char*> raw, len(raw), SECRET)).value.number = own

    def of_links(self, tuple blocks not None, Py_ssize_t most, Py_ssize_t longest):
        """Return the groups of each block's addresses: of `most` of them, and of their first `longest` characters."""
        cdef Py_ssize_t index, link
        cdef tuple links
        cdef str url
        out = np.zeros(len(blocks), dtype=np.int64)
        cdef int64_t[::1] found = out
        for index in range(len(blocks)):
            if not isinstance(blocks[index], Block):
                raise ValueError(f"block {index} is none")
            links = (<tuple> blocks[index])[5]
            for link in range(min(len(links), most)):
                _, _, url = links[link]
                if url is None:
                    raise ValueError(f"a link of block {index} has no address")
                found[index] |= self.of_address(url.encode("utf-8", "replace"), longest)
        return out

    cdef int64_t of_address(self, const char* url, Py_ssize_t longest) noexcept nogil:
        """Return the groups of the parts of an address, but not of a slug, which tells the story."""
        cdef char[LONGEST] lower
        cdef int64_t found = 0
        cdef Py_ssize_t start = 0, end, hyphens, size = min(size_of(url), longest)
        lower_case(url, size, lower)
        while start < size:
            end, hyphens = start, 0
            while end < size and not parts_address(lower[end]):
                hyphens += lower[end] == c"-"
                end += 1
            if hyphens < 2:
                found |= self.of_name(lower + start, lower + start, end - start)
            start = end + 1
        return found

    cdef int64_t of_names(self, const char** names) noexcept nogil:
        """Return the groups of four names (NULL where absent)."""
        cdef char[LONGEST] lower
        cdef int64_t found = 0
        cdef Py_ssize_t size
        cdef int which
        for which in range(4):
            size = size_of(names[which])
            if size:
                lower_case(names[which], size, lower)
                found |= self.of_name(names[which], lower, size)
        return found

    cdef int64_t of_name(self, const char* name, const char* lower, Py_ssize_t size) noexcept nogil:
        cdef int64_t found = 0
        cdef Piece piece
        piece.end = 0
        while next_piece(name, size, &piece):
            found |= self.of_piece(lower + piece.start, piece.end - piece.start)
        return found

    cdef int64_t of_piece(self, const char* piece, Py_ssize_t size) noexcept nogil:
        """Return the groups of a word; of an unknown word, those of the words at its start and end."""
        cdef Entry* entry = find(self.words, hash_of(piece, size, SECRET))
        cdef int64_t found = 0
        cdef Py_ssize_t length
        if entry.key:
            return entry.value.number
        for length in range(self.long_word, min(self.longest_word, size - self.beside) + 1):
            found |= find(self.words, hash_of(piece, length, SECRET)).value.number
            found |= find(self.words, hash_of(piece + size - length, length, SECRET)).value.number
        return found


@cython.final
cdef class ElementRows:
    """What is known of elements' names. They recur on a site's pages: each combination is weighed once."""

    def __cinit__(self, NameWeights weights not None):
        self.weights = weights
        self.numbers, self.styles = HashTable(2048), HashTable(2048)

    def __dealloc__(self):
        free(self.rows)
        free(self.texts.at)

    def __len__(self):
        return self.count

    cdef int32_t add(self, uint64_t key, uint64_t style, const char** names) except -1:
        cdef Known* row
        cdef double[2] sums
        cdef int which
        cdef Entry* entry
        if not self.count & (ROOM - 1):
            self.rows = <Known*> resized(self.rows, (self.count + ROOM) * sizeof(Known))
        row = &self.rows[self.count]
        for which in range(4):
            row.names[which] = -1
            if names[which] != NULL:
                row.names[which] = self.texts.size
                append(&self.texts, names[which], strlen(names[which]) + 1)
        self.weights.sum(names, sums)
        row.own, row.around, row.groups = sums[0], sums[1], -1
        entry = find(self.styles, style)
        if not entry.key:
            entry = add(self.styles, style)
            entry.value.number = <int64_t> self.styles.used
        row.style = entry.value.number
        add(self.numbers, key).value.number = self.count
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

    def words_of(self, Py_ssize_t number):
        """Return the words that an element is named by."""
        cdef (const char*)[4] names
        cdef int which
        self.read_names(self.row(number), names)
        return self.weights.words_of(*[None if names[which] == NULL else decoded(names[which]) for which in range(4)])

    def look_up(self, const int64_t[::1] numbers):
        """Return the weights on the own block and on all inside, and the style, equal for equal tag and class."""
        cdef Py_ssize_t index, count = numbers.shape[0]
        own, around, styles = np.empty(count), np.empty(count), np.empty(count, np.int64)
        cdef double[::1] owns = own, arounds = around
        cdef int64_t[::1] style = styles
        cdef Known* row
        for index in range(count):
            row = self.row(numbers[index])
            owns[index], arounds[index], style[index] = row.own, row.around, row.style
        return own, around, styles

    def groups(self, const int64_t[::1] numbers, NameGroups groups not None):
        """Return the groups of the names of each."""
        cdef Py_ssize_t index, count = numbers.shape[0]
        cdef (const char*)[4] names
        cdef Known* row
        found = np.empty(count, np.int64)
        cdef int64_t[::1] own = found
        for index in range(count):
            row = self.row(numbers[index])
            if row.groups < 0:
                self.read_names(row, names)
                row.groups = groups.of_names(names)
            own[index] = row.groups
        return found

    def numbers_of(self, outline, elements):
        """Return the numbers of elements among the rows; new ones are added."""
        cdef OutlineAttributes attributes = packed_attributes(outline)
        cdef Elements packed = attributes.packed
        cdef list positions = attributes.positions, tags = packed.names
        cdef int32_t[6] asked
        cdef int32_t position, number
        cdef int role
        cdef Py_ssize_t element, index = 0
        cdef (const char*)[4] names
        cdef uint64_t key, style
        cdef Entry* entry
        found = np.empty(len(elements), np.int64)
        cdef int64_t[::1] numbers = found
        for role in range(6):
            asked[role] = packed.number(ASKED[role])
        for element in elements:
            if not 0 <= element < len(positions):
                raise IndexError(f"there is no element {element} in an outline of {len(positions)}")
            position = positions[element]
            names[0] = PyUnicode_AsUTF8(tags[packed.rows[position].tag])
            names[1], names[2], names[3] = packed.value(position, asked[0]), packed.value(position, asked[1]), NULL
            style = with_value(with_value(SECRET, names[0]), names[1])
            key = with_value(style, names[2])
            for role in range(2, 6):
                names[3] = packed.value(position, asked[role])
                if names[3] != NULL and names[3][0]:
                    key = with_value(key, names[3])
                    break
            entry = find(self.numbers, key)
            number = <int32_t> entry.value.number if entry.key else self.add(key, style, names)
            numbers[index] = number
            index += 1
        return found


cdef inline uint64_t with_value(uint64_t key, const char* value) noexcept nogil:
    """Hash one more value; no attribute differs from an empty one."""
    return hash_of("", 0, key) if value == NULL else hash_of(value, strlen(value), key + 1)


cdef inline Py_ssize_t size_of(const char* text) noexcept nogil:
    """Return the length of a name, 0 where there is none."""
    return 0 if text == NULL else min(<Py_ssize_t> strlen(text), <Py_ssize_t> (LONGEST - 2))


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
    """Find the next of `text.words.name_parts` after a piece."""
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
