# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The measures of a page's blocks: the twin of `features.columns.measure`, section by section.

Sums are taken in the twin's order, so that both round alike.
"""

cimport cython
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND, PyUnicode_READ, Py_UNICODE_ISSPACE
from libc.math cimport exp, log1p as computed_log1p
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from os import urandom

import numpy as np

from webnoise.native.columns cimport Packed, prefetch
from webnoise.native.walk cimport ListedAttributes
from webnoise.native.words cimport LONGEST_WORD, Seen, Vocabulary, hash_between

from webnoise.features import columns, ground, lexicon
from webnoise.model import Block
from webnoise.native.names import hidden as hidden_of
from webnoise.native.names import reads

__all__ = ["measure", "reads"]

ctypedef double* Doubles
ctypedef int32_t* Integers

cdef enum:  # kinds of characters, as in `features.ground`
    OTHER, SPACE, LETTER, UPPER, DIGIT, COMMA, STOP, QUOTE, MARK, UNSPACED, KINDS

cdef enum:
    BEYOND = 0x10000  # stands for all characters above the basic plane
    IMAGE = 6
    TAG_KINDS = 7
    PARTS = 3  # of a text
    OPENING = 64
    LATER = 600
    CLOSING = 64
    AT_ONCE = 32  # words that are looked up together

cdef uint64_t SECRET = int.from_bytes(urandom(8), "little")  # so that no page knows a word's hash

cdef uint8_t KIND_OF[BEYOND + 1]
cdef uint8_t ENDS_SENTENCE[BEYOND + 1]
cdef int _code
_kinds = ground.kind_table()
for _code in range(BEYOND + 1):
    KIND_OF[_code] = _kinds[_code]
    ENDS_SENTENCE[_code] = chr(_code) in columns.SENTENCE_ENDS

cdef tuple PART_NAMES = lexicon.PARTS
cdef enum:
    BETWEEN = 0  # what parts words
    FOREIGN = 1  # not ASCII, or nothing that a word is written with

cdef uint8_t LOWER[256]
for _code in range(256):
    LOWER[_code] = BETWEEN if chr(_code).isspace() else (ord(chr(_code).lower()) if 0x20 < _code < 0x80 else FOREIGN)


cdef inline uint8_t lowered(uint32_t code) noexcept:
    if code < 256:
        return LOWER[code]
    return BETWEEN if Py_UNICODE_ISSPACE(code) else FOREIGN


cdef dict TAG_CODES = ground.TAG_CODES
cdef dict KIND_CODES = columns.KIND_CODES
cdef int ROWS = len(columns.NAMES), WINDOW = columns.WINDOW
cdef Py_ssize_t TITLE_START = ground.TITLE_START, LONGEST_TITLE = ground.LONGEST_TITLE
assert 2 * LONGEST_TITLE < LONGEST_WORD  # a text in lower case has up to twice the characters
assert (OPENING, LATER, CLOSING, PARTS) == (lexicon.OPENING, lexicon.LATER, lexicon.CLOSING, len(lexicon.PARTS))
cdef double HIDDEN_BELIEF = columns.HIDDEN_BELIEF
cdef int TEXT = columns.TEXT.start, PLACE = columns.PLACE.start, AREAS = columns.AREAS.start
cdef int POSITION = columns.POSITION.start, NEIGHBOURS = columns.NEIGHBOURS.start
cdef int HEADINGS = columns.HEADINGS.start, STYLES = columns.STYLES.start, WHOLE = columns.WHOLE.start


def measure(page, weights):
    cdef Ground found = Ground(page, weights)
    out = np.empty((ROWS, found.n), dtype=np.float32)
    cdef float[:, ::1] rows = out
    found.out = &rows[0, 0]
    found.text()
    found.place()
    found.areas()
    found.position()
    found.neighbours()
    found.headings()
    found.styles()
    found.whole()
    return out, found.plan()


cdef struct WordHash:
    uint64_t hash
    uint64_t letters  # the last of them, up to eight
    int shift


cdef inline WordHash begun() noexcept nogil:
    return WordHash(SECRET, 0, 0)


cdef inline void add_letter(WordHash* word, uint64_t letter) noexcept nogil:
    word.letters |= letter << word.shift
    word.shift += 8
    if word.shift == 64:
        word.hash = (word.hash ^ word.letters) * <uint64_t> 0xC2B2AE3D27D4EB4F
        word.hash ^= word.hash >> 31
        word.letters, word.shift = 0, 0


cdef inline uint64_t whole(WordHash* word) noexcept nogil:
    """64 bits of a word, never 0; no letter is 0, so that the letters tell how many there are."""
    cdef uint64_t key = (word.hash ^ word.letters) * <uint64_t> 0xC2B2AE3D27D4EB4F
    return (key ^ key >> 29) * <uint64_t> 0x9E3779B97F4A7C15 | 1


cdef struct Weight:
    uint64_t hash
    double weight


cdef struct Sum:
    double total
    double least  # 0 at most


@cython.final
cdef class WordWeights:
    """Weights of words: those in ASCII by their bytes, in a table that is filled to a third."""

    cdef Weight* table
    cdef size_t mask
    cdef dict words

    def __cinit__(self, dict words):
        self.words = words
        cdef size_t size = 64
        cdef Weight* found
        cdef WordHash key
        while size < 3 * <size_t> len(words):
            size *= 2
        self.mask = size - 1
        self.table = <Weight*> calloc(size, sizeof(Weight))
        if self.table == NULL:
            raise MemoryError
        for word, weight in words.items():
            if word.isascii():
                key = begun()
                for letter in word.encode():
                    add_letter(&key, letter)
                found = self.find(whole(&key))
                found.hash, found.weight = whole(&key), weight

    def __dealloc__(self):
        free(self.table)

    cdef inline Weight* find(self, uint64_t key) noexcept nogil:
        """Where a key stands, or belongs: there it weighs nothing."""
        cdef size_t slot = key >> 8 & self.mask
        while self.table[slot].hash and self.table[slot].hash != key:
            slot = slot + 1 & self.mask
        return &self.table[slot]

    cdef inline void ask(self, uint64_t key) noexcept nogil:
        prefetch(&self.table[key >> 8 & self.mask])

    cdef inline void add_up(self, const Weight* asked, int count, Sum* sum) noexcept nogil:
        """Of words by their hashes; one of other letters has none, and its weight."""
        cdef double weight
        cdef int index
        for index in range(count):
            weight = self.find(asked[index].hash).weight if asked[index].hash else asked[index].weight
            sum.total += weight
            sum.least = min(sum.least, weight)


cdef enum:
    COUNTS = 1024

cdef double LOG1P[COUNTS]
for _code in range(COUNTS):
    LOG1P[_code] = computed_log1p(<double> _code)


cdef inline double log1p(double value) noexcept nogil:
    """Most that are asked for are of small counts, and known."""
    if 0 <= value < COUNTS and value == <int> value:
        return LOG1P[<int> value]
    return computed_log1p(value)


cdef inline double between(double value, double low, double high) noexcept nogil:
    return low if value < low else (high if value > high else value)


@cython.final
cdef class Ground:
    """The arrays of `features.ground.Ground`, by block and by element that holds blocks, and the sums over them."""

    cdef Py_ssize_t n, m   # blocks, elements that hold some
    cdef float* out
    cdef void* memory
    cdef size_t taken, room
    cdef tuple blocks
    cdef list row_numbers
    cdef object all_styles, all_rows
    # by block
    cdef Doubles words, share, opening, title, plain, credible, near
    cdef Doubles wording  # for each part of the texts the sums by block, then the least; its first row is `opening`
    cdef Doubles around_sum, hidden_sum, before_words, before_plain, before_credible
    cdef Integers at, level, up1, up2, counts
    cdef uint8_t* ends_sentence
    # by element
    cdef Doubles own, around, hidden, least_around
    cdef Integers parent, end, first, last, size, images, branch, tag_sums
    cdef float* area_measures  # four by element
    cdef int64_t* style
    cdef int32_t main
    cdef double credit, main_share

    def __cinit__(self, page, lexicon):
        outline = page.outline
        self.blocks = page.blocks
        self.n = len(self.blocks)
        cdef Py_ssize_t n = self.n + 1, m = len(outline.tags) + 1
        self.room = 8 * ((13 + 2 * PARTS) * n + 8 * m) + 4 * ((4 + KINDS) * n + (11 + TAG_KINDS) * m) + n
        self.memory = calloc(self.room, 1)
        if self.memory == NULL:
            raise MemoryError
        self.words, self.share, self.wording = self.doubles(n), self.doubles(n), self.doubles(2 * PARTS * n)
        self.opening = self.wording
        self.title, self.plain, self.credible = self.doubles(n), self.doubles(n), self.doubles(n)
        self.near, self.around_sum, self.hidden_sum = self.doubles(n), self.doubles(n), self.doubles(n)
        self.before_words, self.before_plain, self.before_credible = self.doubles(n), self.doubles(n), self.doubles(n)
        self.own, self.around, self.hidden, self.least_around = self.doubles(m), self.doubles(m), self.doubles(m), self.doubles(m)
        self.style = <int64_t*> self.doubles(m)
        self.at, self.level, self.up1, self.up2 = self.integers(n), self.integers(n), self.integers(n), self.integers(n)
        self.parent, self.end, self.first, self.last = self.integers(m), self.integers(m), self.integers(m), self.integers(m)
        self.size, self.images, self.branch = self.integers(m), self.integers(m), self.integers(m)
        self.tag_sums = self.integers(TAG_KINDS * m)
        self.area_measures = <float*> self.integers(4 * m)
        self.counts, self.ends_sentence = self.integers(KINDS * n), <uint8_t*> self.take(n)
        self.survey_elements(outline, lexicon)
        self.survey_blocks(lexicon, page.title)
        self.sum_up()

    def __dealloc__(self):
        free(self.memory)

    cdef void* take(self, size_t size) except NULL:
        cdef void* taken = <char*> self.memory + self.taken
        self.taken += size
        if self.taken > self.room:
            raise MemoryError
        return taken

    cdef double* doubles(self, Py_ssize_t count) except NULL:
        return <double*> self.take(8 * count)

    cdef int32_t* integers(self, Py_ssize_t count) except NULL:
        return <int32_t*> self.take(4 * count)

    cdef inline float* row(self, int number) noexcept nogil:
        return self.out + number * self.n

    cdef int survey_elements(self, outline, lexicon) except -1:
        cdef ListedAttributes listed = outline.attributes
        cdef Packed packed = listed.packed
        cdef list positions = listed.positions, parents = outline.parents, ends = outline.ends
        cdef list first = outline.first_block, last = outline.last_block, holders = []
        cdef list codes = [TAG_CODES.get(name, 0) for name in packed.names]
        cdef Py_ssize_t count = len(positions), element, index
        cdef int32_t holder = 0, pictures = 0, code, above
        if not len(outline.tags) == len(parents) == len(ends) == len(first) == len(last) == count:
            raise misfit("its columns are not of one length")
        # By element of the outline: its number among the holders, and the pictures before it.
        cdef int32_t* number = <int32_t*> calloc(2 * (count + 1), sizeof(int32_t))
        cdef int32_t* before = number + count + 1
        if number == NULL:
            raise MemoryError
        try:
            for element in range(count):
                number[element], before[element] = holder, pictures
                code = codes[packed.rows[<Py_ssize_t> positions[element]].tag]
                pictures += code == IMAGE
                self.first[holder], self.last[holder] = first[element], last[element]
                if not (0 <= self.first[holder] <= self.last[holder] <= self.n):
                    raise misfit(f"element {element} has blocks that are not on the page")
                if self.last[holder] > self.first[holder]:
                    holders.append(element)
                    index = parents[element]
                    above = number[index] if 0 <= index <= element else holder
                    if holder and above >= holder:
                        raise misfit(f"the parent of element {element} comes behind it or holds no blocks")
                    self.parent[holder] = above
                    if holder:
                        memcpy(self.tag_sums + TAG_KINDS * holder, self.tag_sums + TAG_KINDS * above, 4 * TAG_KINDS)
                    self.tag_sums[TAG_KINDS * holder + code] += 1
                    holder += 1
            number[count], before[count] = holder, pictures
            self.m = holder
            for holder in range(<int32_t> self.m):
                element = holders[holder]
                code = ends[element]
                if not element < code <= count:
                    raise misfit(f"element {element} ends where none is")
                self.end[holder] = number[code]
                self.size[holder] = code - <int32_t> element
                self.images[holder] = before[code] - before[element]
            for index in range(self.n):
                if not isinstance(self.blocks[index], Block):
                    raise misfit(f"block {index} is none")
                element = (<tuple> self.blocks[index])[4]
                if not (0 <= element < count and <int32_t> first[element] <= index < <int32_t> last[element]):
                    raise misfit(f"block {index} does not lie in its element")
                self.at[index] = number[element]
        finally:
            free(number)
        self.name(outline, lexicon, holders)
        return 0

    cdef int name(self, outline, lexicon, list holders) except -1:
        """What the names of the elements weigh, and whether they are hidden."""
        cdef Py_ssize_t holder
        numbers, rows = lexicon.rows_for(outline, holders)
        cdef const double[:, :] weights
        cdef const int64_t[:] styles
        all_weights, self.all_styles = rows.look_up(numbers)
        weights, styles = all_weights, self.all_styles
        self.row_numbers, self.all_rows = numbers, rows
        cdef list hidden = hidden_of(outline.attributes, holders)
        for holder in range(self.m):
            self.own[holder], self.around[holder] = weights[holder, 0], weights[holder, 1]
            self.style[holder] = styles[holder]
            self.hidden[holder] = hidden[holder]
            self.least_around[holder] = self.around[holder]
            if holder and self.least_around[self.parent[holder]] < self.around[holder]:
                self.least_around[holder] = self.least_around[self.parent[holder]]
        return 0

    cdef dict plan(self):
        """The columns of `features.ground.GroundPlan`."""
        cdef Py_ssize_t index
        words, digits = np.empty(self.n), np.empty(self.n)
        cdef double[::1] word_counts = words, digit_shares = digits
        for index in range(self.n):
            word_counts[index] = self.words[index]
            digit_shares[index] = <double> self.count(index, DIGIT) / max(
                PyUnicode_GET_LENGTH((<tuple> self.blocks[index])[1]), 1
            )
        return {
            "texts": [(<tuple> self.blocks[index])[1] for index in range(self.n)],
            "at": as_array(self.at, self.n),
            "levels": as_array(self.level, self.n),
            "words": words,
            "styles": self.all_styles,
            "rows": self.all_rows,
            "row_numbers": np.array(self.row_numbers, dtype=np.int64),
            "parents": as_array(self.parent, self.m),
            "ends": as_array(self.end, self.m),
            "first": as_array(self.first, self.m),
            "last": as_array(self.last, self.m),
            "digit_share": digits,
        }

    cdef int survey_blocks(self, lexicon, title) except -1:
        cdef Py_ssize_t index, length, start, end
        cdef double linked
        cdef tuple block, links
        cdef str text
        if lexicon.packed is None:
            lexicon.packed = tuple([WordWeights(lexicon.words[part]) for part in PART_NAMES])
        cdef tuple tables = lexicon.packed
        for index in range(self.n):
            block = <tuple> self.blocks[index]
            text, links = block[1], block[5]
            length = PyUnicode_GET_LENGTH(text)
            linked = 0
            for link in links:
                start, end, _ = link
                linked += end - start
            self.share[index] = linked / max(length, 1)
            self.level[index] = block[3]
            self.up1[index] = self.parent[self.at[index]]
            self.up2[index] = self.parent[self.up1[index]]
            self.ends_sentence[index] = ENDS_SENTENCE[count_characters(text, length, self.counts + KINDS * index)]
            self.words[index] = self.count(index, SPACE) + self.count(index, UNSPACED) / 2.0 + 1.0
            self.weigh(index, 0, text, 0, min(length, OPENING), tables[0])
            if length > OPENING:
                self.weigh(index, 1, text, OPENING, min(length, LATER), tables[1])
                self.weigh(index, 2, text, length - CLOSING, length, tables[2])
        if title:
            self.liken(title)
        return 0

    cdef int weigh(self, Py_ssize_t index, int part, str text, Py_ssize_t at, Py_ssize_t end, WordWeights table) except -1:
        """Sum and least (0 at most) of the weights of the words in a part of a text.

        The table is larger than the processor's nearest cache: many words are asked for before one is waited for.
        """
        cdef Sum sum = Sum(0, 0)
        cdef Weight[AT_ONCE] asked
        cdef int count = 0
        cdef WordHash word
        cdef uint8_t code
        cdef int width = PyUnicode_KIND(text)
        cdef void* data = PyUnicode_DATA(text)
        cdef Py_ssize_t start
        cdef bint is_ascii
        while at < end:
            start, is_ascii, word = at, True, begun()
            while at < end:
                if width == 1:
                    code = LOWER[(<uint8_t*> data)[at]]
                else:
                    code = lowered(PyUnicode_READ(width, data, at))
                if code == BETWEEN:
                    break
                add_letter(&word, code)
                is_ascii &= code != FOREIGN
                at += 1
            if at > start:
                if count == AT_ONCE:
                    table.add_up(asked, count, &sum)
                    count = 0
                if is_ascii:
                    asked[count].hash = whole(&word)
                    table.ask(asked[count].hash)
                else:
                    asked[count].hash = 0
                    asked[count].weight = table.words.get(text[start:at].lower(), 0.0)
                count += 1
            at += 1
        table.add_up(asked, count, &sum)
        self.wording[2 * part * (self.n + 1) + index] = sum.total
        self.wording[(2 * part + 1) * (self.n + 1) + index] = sum.least
        return 0

    cdef int liken(self, str title) except -1:
        cdef Vocabulary wanted = Vocabulary(frozenset(title.lower().split()))
        cdef Seen seen = Seen()
        cdef str text, start = title[:TITLE_START]
        cdef Py_ssize_t index, common, words
        for index in range(self.n):
            text = (<tuple> self.blocks[index])[1]
            if self.level[index] or text.startswith(start):
                words = words_in(text[:LONGEST_TITLE].lower(), wanted, seen, &common)
                if common:
                    self.title[index] = <double> (common * common) / (words * wanted.count)
        return 0

    cdef inline int32_t count(self, Py_ssize_t index, int kind) noexcept nogil:
        return self.counts[KINDS * index + kind]

    cdef int text(self) except -1:
        cdef Py_ssize_t index
        cdef int row
        cdef double words, letters
        cdef dict seen = {}
        cdef tuple block
        for index in range(self.n):
            block = <tuple> self.blocks[index]
            seen[block[1]] = seen.get(block[1], 0) + 1
        for index in range(self.n):
            block, words = <tuple> self.blocks[index], self.words[index]
            letters = self.count(index, LETTER) + self.count(index, UPPER) + self.count(index, UNSPACED)
            self.row(TEXT)[index] = log1p(words)
            self.row(TEXT + 1)[index] = log1p(<double> self.count(index, STOP))
            self.row(TEXT + 2)[index] = PyUnicode_GET_LENGTH(block[1]) / words
            self.row(TEXT + 3)[index] = self.count(index, UPPER) / max(letters, 1)
            self.row(TEXT + 4)[index] = self.count(index, COMMA) / words
            self.row(TEXT + 5)[index] = self.count(index, STOP) / words
            self.row(TEXT + 6)[index] = self.count(index, MARK) / words
            self.row(TEXT + 7)[index] = self.count(index, OTHER) / words
            self.row(TEXT + 8)[index] = self.ends_sentence[index]
            self.row(TEXT + 9)[index] = <int> seen[block[1]]
            self.row(TEXT + 10)[index] = self.share[index]
            for row in range(2 * PARTS):
                self.row(TEXT + 11 + row)[index] = self.wording[row * (self.n + 1) + index]
            self.row(TEXT + 17)[index] = self.title[index]
            self.row(TEXT + 18)[index] = <int> KIND_CODES[block[2]]
            self.row(TEXT + 19)[index] = self.level[index]
        return 0

    cdef int sum_up(self) except -1:
        """Sums over ancestors and over blocks, and the main container."""
        cdef Py_ssize_t index, n = self.n
        cdef double belief
        cdef int32_t holder
        self.sum_ancestors(self.around, self.around_sum)
        self.sum_ancestors(self.hidden, self.hidden_sum)
        for index in range(n):
            self.plain[index] = self.words[index] * (1 - self.share[index])
            self.credible[index] = 1e-9
            if (
                self.plain[index] >= 8 and self.count(index, STOP) > 0
                and self.share[index] < 0.5 and self.level[index] == 0
            ):
                belief = 1 / (1 + exp(-between(self.around_sum[index] + self.opening[index], -8, 8)))
                if self.hidden_sum[index] >= 1:
                    belief *= HIDDEN_BELIEF
                self.credible[index] = self.plain[index] * belief
            self.before_words[index + 1] = self.before_words[index] + self.words[index]
            self.before_plain[index + 1] = self.before_plain[index] + self.plain[index]
            self.before_credible[index + 1] = self.before_credible[index] + self.credible[index]
        self.main = 0
        for holder in range(<int32_t> self.m - 1, -1, -1):
            if self.credible_in(holder) > self.before_credible[n] / 2:
                self.main = holder
                break
        self.credit = max(self.before_credible[n], 1e-6)
        self.main_share = self.credible_in(self.main) / self.credit
        return 0

    cdef inline double credible_in(self, int32_t holder) noexcept nogil:
        return self.before_credible[self.last[holder]] - self.before_credible[self.first[holder]]

    cdef int sum_ancestors(self, const double* values, double* sums) except -1:
        """All that has opened so far without what has closed again, in document order."""
        cdef Py_ssize_t index, m = self.m
        cdef int32_t holder, above
        cdef double* opened = <double*> calloc(2 * (m + 1), sizeof(double))
        cdef double* closed = opened + m + 1
        cdef int32_t* ended = <int32_t*> calloc(2 * (m + 1), sizeof(int32_t))  # how many ended at or before
        cdef int32_t* order = ended + m + 1
        if opened == NULL or ended == NULL:
            free(opened)
            free(ended)
            raise MemoryError
        for holder in range(<int32_t> m):
            opened[holder + 1] = opened[holder] + values[holder]
            ended[self.end[holder]] += 1
        for holder in range(1, <int32_t> m + 1):
            ended[holder] += ended[holder - 1]
        for holder in range(<int32_t> m - 1, -1, -1):  # the last of equal ends first, from the back
            ended[self.end[holder]] -= 1
            order[ended[self.end[holder]]] = holder
        # What ended at an element now counts what ended before it.
        for index in range(m):
            closed[index + 1] = closed[index] + values[order[index]]
        for index in range(self.n):
            above = self.at[index]
            sums[index] = opened[above + 1] - closed[ended[above + 1]]
        free(opened)
        free(ended)
        return 0

    cdef int place(self) except -1:
        cdef Py_ssize_t index
        cdef int32_t at, up1, up2, tag, holder = self.main
        cdef double to_main = self.around[holder], hidden_main = self.hidden[holder]
        while holder:
            holder = self.parent[holder]
            to_main += self.around[holder]
            hidden_main += self.hidden[holder]
        for index in range(self.n):
            at, up1, up2 = self.at[index], self.up1[index], self.up2[index]
            self.near[index] = self.own[at] + self.own[up1] + self.own[up2]
            self.row(PLACE)[index] = self.own[at]
            self.row(PLACE + 1)[index] = self.own[up1]
            self.row(PLACE + 2)[index] = self.near[index]
            self.row(PLACE + 3)[index] = self.around_sum[index]
            self.row(PLACE + 4)[index] = self.least_around[at]
            self.row(PLACE + 5)[index] = self.around_sum[index] - to_main
            self.row(PLACE + 6)[index] = self.hidden_sum[index]
            self.row(PLACE + 7)[index] = hidden_main
            for tag in range(1, IMAGE):
                self.row(PLACE + 7 + tag)[index] = self.tag_sums[TAG_KINDS * at + tag]
            self.row(PLACE + 13)[index] = log1p(<double> self.size[at])
            self.row(PLACE + 14)[index] = self.images[up1]
            self.row(PLACE + 15)[index] = self.images[up2]
        return 0

    cdef int areas(self) except -1:
        cdef Py_ssize_t index, area, row
        cdef int32_t around[4]
        cdef const float* told
        self.find_branches()
        for index in range(self.n):
            around[0], around[1] = self.up1[index], self.up2[index]
            around[2], around[3] = self.parent[self.up2[index]], self.branch[self.at[index]]
            for area in range(4):
                told = self.area(around[area])
                for row in range(4):
                    self.row(AREAS + 4 * row + area)[index] = told[row]
            self.row(AREAS + 16)[index] = self.linked_in(self.at[index])
            self.row(AREAS + 17)[index] = self.own[around[3]]
        return 0

    cdef inline const float* area(self, int32_t holder) noexcept nogil:
        """What is told of an element around blocks, worked out when one is asked for: many lie in the same."""
        cdef float* told = self.area_measures + 4 * holder
        cdef double words
        if not told[0]:  # of any words it is more
            words = max(self.before_words[self.last[holder]] - self.before_words[self.first[holder]], 1)
            told[0] = log1p(words)
            told[1] = log1p(words / max(self.last[holder] - self.first[holder], 1))
            told[2] = self.linked_in(holder)
            told[3] = self.credible_in(holder) / self.credit
        return told

    cdef inline double linked_in(self, int32_t holder) noexcept nogil:
        """The share of an element's words that lie in links."""
        cdef int32_t first = self.first[holder], last = self.last[holder]
        return 1 - (self.before_plain[last] - self.before_plain[first]) / max(
            self.before_words[last] - self.before_words[first], 1
        )

    cdef void find_branches(self) noexcept nogil:
        """The child of the main container that an element lies in; outside of it the element itself."""
        cdef int32_t holder, above
        for holder in range(<int32_t> self.m):
            above = self.parent[holder]
            self.branch[holder] = self.branch[above] if self.main < above < self.end[self.main] else holder

    cdef int position(self) except -1:
        cdef Py_ssize_t index, n = self.n, headline = 0
        cdef int32_t head = self.first[self.main], tail = self.last[self.main], at
        cdef double like, most = -1, inside = max(self.credible_in(self.main), 1e-6)
        cdef double* credible = self.before_credible
        for index in range(n):
            like = self.title[index] + 0.3 * (self.level[index] == 1)
            if like > most:
                headline, most = index, like
        if most < 0.25:
            headline = -1
        for index in range(n):
            at = self.at[index]
            self.row(POSITION)[index] = self.main <= at < self.end[self.main]
            self.row(POSITION + 1)[index] = between(index - head, -20, 20)
            self.row(POSITION + 2)[index] = between(tail - 1 - index, -20, 20)
            self.row(POSITION + 3)[index] = <double> index / n
            self.row(POSITION + 4)[index] = self.before_words[index] / self.before_words[n]
            self.row(POSITION + 5)[index] = credible[index] / self.credit
            self.row(POSITION + 6)[index] = 1 - credible[index + 1] / self.credit
            self.row(POSITION + 7)[index] = between((credible[index] - credible[head]) / inside, 0, 1)
            self.row(POSITION + 8)[index] = self.credible[index] / self.words[index]
            self.row(POSITION + 9)[index] = between(index - headline, -15, 40)
            self.row(POSITION + 10)[index] = (credible[index] - credible[max(headline, 0)]) / self.credit
        return 0

    cdef int neighbours(self) except -1:
        cdef Py_ssize_t index, n = self.n, low, high, side, other
        cdef double words, plain
        cdef double* credible = self.before_credible
        for index in range(n):
            for side in range(2):
                other = index - 1 if side == 0 else index + 1
                if not 0 <= other < n:
                    for low in range(4):
                        self.row(NEIGHBOURS + 4 * side + low)[index] = -1
                    continue
                self.row(NEIGHBOURS + 4 * side)[index] = self.share[other]
                self.row(NEIGHBOURS + 4 * side + 1)[index] = self.around_sum[other]
                self.row(NEIGHBOURS + 4 * side + 2)[index] = self.near[other]
                self.row(NEIGHBOURS + 4 * side + 3)[index] = self.opening[other]
            low, high = max(index - WINDOW, 0), min(index + WINDOW + 1, n)
            words = self.before_words[high] - self.before_words[low]
            plain = self.before_plain[high] - self.before_plain[low]
            self.row(NEIGHBOURS + 8)[index] = log1p(credible[high] - credible[low])
            self.row(NEIGHBOURS + 9)[index] = 1 - plain / max(words, 1)
            self.row(NEIGHBOURS + 10)[index] = log1p(max(credible[high] - credible[index + 1], 0))
        return 0

    cdef int headings(self) except -1:
        """The heading that a block stands under: the last one before it."""
        cdef Py_ssize_t index, heading = -1
        for index in range(self.n):
            self.row(HEADINGS)[index] = 31 if heading < 0 else between(index - heading, 0, 30)
            self.row(HEADINGS + 1)[index] = 0 if heading < 0 else self.opening[heading]
            self.row(HEADINGS + 2)[index] = 0 if heading < 0 else self.near[heading]
            self.row(HEADINGS + 3)[index] = 0 if heading < 0 else self.level[heading]
            self.row(HEADINGS + 4)[index] = 0 if heading < 0 else self.title[heading]
            if self.level[index] > 0:
                heading = index
        return 0

    cdef int styles(self) except -1:
        """The blocks in the same place: equal tag and class of their element, its parent and grandparent."""
        cdef Py_ssize_t index, n = self.n
        cdef uint64_t prime = 1000003, place  # no two groups fall together, whatever overflows
        cdef dict numbers = {}
        cdef int32_t* group = <int32_t*> calloc(n, sizeof(int32_t))
        cdef double* sums = <double*> calloc(4 * n, sizeof(double))  # size, words, plain, credible of each group
        cdef double* own
        if group == NULL or sums == NULL:
            free(group)
            free(sums)
            raise MemoryError
        for index in range(n):
            place = <uint64_t> self.style[self.at[index]] * prime + <uint64_t> self.style[self.up1[index]]
            place = place * prime + <uint64_t> self.style[self.up2[index]]
            group[index] = numbers.setdefault(place, len(numbers))
            own = sums + 4 * group[index]
            own[0] += 1
            own[1] += self.words[index]
            own[2] += self.plain[index]
            own[3] += self.credible[index]
        for index in range(n):
            own = sums + 4 * group[index]
            self.row(STYLES)[index] = log1p(own[0])
            self.row(STYLES + 1)[index] = log1p(own[1] / own[0])
            self.row(STYLES + 2)[index] = 1 - own[2] / own[1]
            self.row(STYLES + 3)[index] = own[3] / self.credit
        free(group)
        free(sums)
        return 0

    cdef int whole(self) except -1:
        cdef Py_ssize_t index, n = self.n
        cdef double words = self.before_words[n]
        cdef double words_log = log1p(words), credit_log = log1p(self.credit)
        for index in range(n):
            self.row(WHOLE)[index] = words_log
            self.row(WHOLE + 1)[index] = credit_log
            self.row(WHOLE + 2)[index] = self.main_share
            self.row(WHOLE + 3)[index] = 1 - self.before_plain[n] / words
        return 0


cdef Py_ssize_t words_in(str text, Vocabulary wanted, Seen seen, Py_ssize_t* common) noexcept:
    """How many words a text has; how many different ones of them are wanted is `common`."""
    cdef Py_ssize_t at = 0, start, count = 0, size = PyUnicode_GET_LENGTH(text)
    cdef int width = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef uint64_t key
    seen.forget(size)
    common[0] = 0
    while at < size:
        start = at
        while at < size and not Py_UNICODE_ISSPACE(PyUnicode_READ(width, data, at)):
            at += 1
        if at > start:
            count += 1
            key = hash_between(text, start, at)
            common[0] += wanted.holds(key) and seen.add(key)
        at += 1
    return count


cdef object misfit(str what):
    """Of an outline that was not cut with the blocks: all that follows reads arrays by its numbers, unchecked."""
    return ValueError(f"the outline does not fit the blocks: {what}; give both as `segment` made them")


ctypedef fused Unit:
    uint8_t
    uint16_t
    uint32_t


cdef uint32_t count_characters(str text, Py_ssize_t length, int32_t* count) noexcept:
    """How many of each kind a text holds; returns its last character, or what stands for it."""
    cdef int width = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)
    if not length:
        return 0
    if width == 1:
        return count_units(<const uint8_t*> data, length, count)
    if width == 2:
        return count_units(<const uint16_t*> data, length, count)
    return count_units(<const uint32_t*> data, length, count)


cdef uint32_t count_units(const Unit* text, Py_ssize_t length, int32_t* count) noexcept nogil:
    """By turns into two counts: most letters are of one kind, and would wait for the one before."""
    cdef int32_t[KINDS] others
    cdef Py_ssize_t index = 0
    cdef int kind
    memset(others, 0, sizeof(others))
    while index + 1 < length:
        count[KIND_OF[stand_in(text[index])]] += 1
        others[KIND_OF[stand_in(text[index + 1])]] += 1
        index += 2
    if index < length:
        count[KIND_OF[stand_in(text[index])]] += 1
    for kind in range(KINDS):
        count[kind] += others[kind]
    return stand_in(text[length - 1])


cdef inline uint32_t stand_in(uint32_t code) noexcept nogil:
    return min(code, <uint32_t> BEYOND)


cdef object as_array(const int32_t* values, Py_ssize_t count):
    array = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] view = array
    cdef Py_ssize_t index
    for index in range(count):
        view[index] = values[index]
    return array
