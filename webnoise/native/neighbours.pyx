# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The columns of the second look: the twins of `features.neighbours.columns_around`, section by section, and of
`features.shared_words.words_in_common`.

Sums are taken in the twin's order, so that both round alike.
"""

cimport cython
from cpython.unicode cimport (
    PyUnicode_DATA,
    PyUnicode_GET_LENGTH,
    PyUnicode_KIND,
    PyUnicode_READ,
    Py_UNICODE_ISSPACE,
    Py_UNICODE_TOLOWER,
)
from libc.math cimport log1p
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

import numpy as np

from webnoise.native.columns cimport hash_of
from webnoise.native.words cimport LONGEST_WORD, WORDS, Seen, Vocabulary, add, hash_between, place

from webnoise.features import neighbours
from webnoise.features import shared_words as shared

cdef int ROWS = len(neighbours.NAMES)
cdef int NEAR = 0, REGION = NEAR + len(neighbours.NEAR_NAMES), ORDER = REGION + len(neighbours.REGION_NAMES)
cdef int PAGE = ORDER + len(neighbours.ORDER_NAMES), TEXT = PAGE + len(neighbours.PAGE_NAMES)
cdef int ROLE = TEXT + len(neighbours.TEXT_NAMES)
cdef double SURE = neighbours.SURE, ANCHOR_WORDS = neighbours.ANCHOR_WORDS, BOUND = neighbours.BOUND
cdef double MAIN_PART = neighbours.MAIN_PART
cdef double DESCRIBED_WORDS = neighbours.DESCRIBED_WORDS, DESCRIBED_SCORE = neighbours.DESCRIBED_SCORE
cdef Py_ssize_t FAR = neighbours.FAR, GAP = neighbours.GAP
cdef Py_ssize_t[2] WINDOWS = neighbours.WINDOWS
cdef int64_t COMMENT = neighbours.COMMENT, CAPTION = neighbours.CAPTION
cdef Py_ssize_t SAME_START = neighbours.SAME_START, LONGEST = neighbours.LONGEST
cdef Py_ssize_t FEWEST_WORDS = neighbours.FEWEST_WORDS

cdef Py_ssize_t LONG_WORD = shared.LONG_WORD

cdef enum:
    START = 1000

assert shared.START == START
assert LONGEST <= START and 2 * START < LONGEST_WORD  # a text in lower case has up to twice the characters

ctypedef fused Unit:
    uint8_t
    uint16_t

cdef enum:
    DASHES = 0x2010  # and quotes, bullets, ellipses: they have no case and are no white space
    BEHIND_DASHES = 0x2028

cdef uint8_t LOWER[256]  # of a character in one byte; any white space is a space
for _code in range(256):
    LOWER[<int> _code] = ord(" " if chr(_code).isspace() else chr(_code).lower())


def columns_around(ground, const double[::1] scores, const double[::1] beliefs, const int64_t[::1] bits, description):
    cdef Page page = Page(ground, scores, beliefs, bits)
    out = np.empty((ROWS, page.n), dtype=np.float32)
    cdef float[:, ::1] rows = out
    page.out = &rows[0, 0]
    with nogil:
        page.near()
        page.areas()
        page.order()
        page.whole()
        page.named()
    page.styles()
    page.repeated()
    page.described(description)
    return out


cdef inline double between(double value, double low, double high) noexcept nogil:
    return low if value < low else (high if value > high else value)


@cython.final
cdef class Page:
    """The arrays of a plan, and prefix sums of words and of the words that are believed to be content."""

    cdef Py_ssize_t n, m  # blocks, elements that hold some
    cdef float* out
    cdef list texts
    cdef const double[::1] scores, beliefs, words
    cdef const int64_t[::1] at, levels, style, parent, end, first, last, bits
    cdef double* expected
    cdef double* before_words
    cdef double* before
    cdef double* mass
    cdef int64_t* comments
    cdef double total

    def __cinit__(self, ground, const double[::1] scores, const double[::1] beliefs, const int64_t[::1] bits):
        cdef Py_ssize_t index, n = scores.shape[0]
        self.n, self.m = n, bits.shape[0]
        self.scores, self.beliefs, self.bits, self.words = scores, beliefs, bits, ground.words
        self.at, self.levels, self.style, self.parent = ground.at, ground.levels, ground.styles, ground.parents
        self.end, self.first, self.last = ground.ends, ground.first, ground.last
        self.texts = ground.texts if isinstance(ground.texts, list) else list(ground.texts)
        self.check()
        self.expected = <double*> calloc(4 * (n + 1), sizeof(double))
        self.comments = <int64_t*> calloc(self.m, sizeof(int64_t))
        if self.expected == NULL or self.comments == NULL:
            raise MemoryError
        self.before_words, self.before = self.expected + n + 1, self.expected + 2 * (n + 1)
        self.mass = self.expected + 3 * (n + 1)
        for index in range(n):
            self.expected[index] = beliefs[index] * self.words[index]
            self.before_words[index + 1] = self.before_words[index] + self.words[index]
            self.before[index + 1] = self.before[index] + self.expected[index]
        self.total = max(self.before[n], 1e-6)

    def __dealloc__(self):
        free(self.expected)
        free(self.comments)

    cdef int check(self) except -1:
        """All that follows reads arrays by the numbers in others, unchecked."""
        cdef Py_ssize_t index, n = self.n, m = self.m
        if not n == len(self.texts) == self.beliefs.shape[0] == self.words.shape[0] == self.at.shape[0] == self.levels.shape[0]:
            raise ValueError("the columns by block are not of one length")
        if not (
            m == self.style.shape[0] == self.parent.shape[0] == self.end.shape[0]
            and m == self.first.shape[0] == self.last.shape[0]
        ):
            raise ValueError("the columns by element are not of one length")
        if not n or not m:
            raise ValueError("a page without blocks has no neighbours")
        for index in range(n):
            if not 0 <= self.at[index] < m:
                raise ValueError(f"block {index} lies in no element")
        for index in range(m):
            if not (0 <= self.parent[index] < max(index, 1) and 0 <= self.first[index] <= self.last[index] <= n):
                raise ValueError(f"element {index} does not fit the page")
        return 0

    cdef inline float* row(self, int number) noexcept nogil:
        return self.out + number * self.n

    cdef inline double mean(self, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
        """Belief per word of the blocks from `low` to `high`."""
        return (self.before[high] - self.before[low]) / max(self.before_words[high] - self.before_words[low], 1e-6)

    cdef inline double share(self, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
        """Their part of all expected words."""
        return (self.before[high] - self.before[low]) / self.total

    cdef inline bint is_sure(self, Py_ssize_t index) noexcept nogil:
        return self.scores[index] > SURE and self.words[index] >= ANCHOR_WORDS

    cdef inline double score_at(self, Py_ssize_t index) noexcept nogil:
        return self.scores[index] if 0 <= index < self.n else -BOUND

    cdef void near(self) noexcept nogil:
        cdef Py_ssize_t index, low, high, n = self.n, last = -2 * FAR, following = n + 2 * FAR, early = 0
        cdef int window
        for index in range(n):
            self.row(NEAR)[index] = self.scores[index]
            self.row(NEAR + 1)[index] = self.score_at(index - 1)
            self.row(NEAR + 2)[index] = self.score_at(index - 2)
            self.row(NEAR + 3)[index] = self.score_at(index + 1)
            self.row(NEAR + 4)[index] = self.score_at(index + 2)
            for window in range(2):
                low, high = max(index - WINDOWS[window], 0), min(index + WINDOWS[window] + 1, n)
                self.row(NEAR + 5 + window)[index] = (self.before[high] - self.before[low] - self.expected[index]) / max(
                    self.before_words[high] - self.before_words[low] - self.words[index], 1e-6
                )
            self.row(TEXT + 2)[index] = min(early, 10)
            if self.is_sure(index):
                last = index
                early += 1
            self.row(NEAR + 7)[index] = min(index - last, FAR)
        for index in range(n - 1, -1, -1):
            if self.is_sure(index):
                following = index
            self.row(NEAR + 8)[index] = min(following - index, FAR)

    cdef void areas(self) noexcept nogil:
        """The elements around a block, and the deepest one that holds more than half of the text."""
        cdef Py_ssize_t index, up, main = 0
        cdef int64_t area
        cdef double main_share
        for area in range(self.m - 1, -1, -1):
            if self.before[self.last[area]] - self.before[self.first[area]] > self.before[self.n] / 2:
                main = area
                break
        main_share = self.share(self.first[main], self.last[main])
        for index in range(self.n):
            area = self.at[index]
            self.row(REGION + 11)[index] = main <= area < self.end[main]
            self.row(REGION + 12)[index] = main_share
            for up in range(3):
                area = self.parent[area]
                self.row(REGION + 2 * up)[index] = self.mean(self.first[area], self.last[area])
                self.row(REGION + 2 * up + 1)[index] = self.share(self.first[area], self.last[area])

    cdef int styles(self) except -1:
        """The blocks in the same place: equal tag and class of their element, its parent and grandparent."""
        cdef Py_ssize_t index, n = self.n
        cdef uint64_t prime = 1000003, place
        cdef int64_t up1
        cdef dict numbers = {}
        cdef double most = 0
        cdef double* own
        cdef double* sums = <double*> calloc(2 * n, sizeof(double))  # words and expected words of each group
        cdef int32_t* group = <int32_t*> calloc(n, sizeof(int32_t))
        if sums == NULL or group == NULL:
            free(sums)
            free(group)
            raise MemoryError
        for index in range(n):
            up1 = self.parent[self.at[index]]
            place = <uint64_t> self.style[self.at[index]] * prime + <uint64_t> self.style[up1]
            place = place * prime + <uint64_t> self.style[self.parent[up1]]
            group[index] = numbers.setdefault(place, len(numbers))
            own = sums + 2 * group[index]
            own[0] += self.words[index]
            own[1] += self.expected[index]
        for index in range(n):
            most = max(most, sums[2 * group[index] + 1])
        for index in range(n):
            own = sums + 2 * group[index]
            self.row(REGION + 6)[index] = own[1] / own[0]
            self.row(REGION + 7)[index] = own[1] / self.total
            self.row(REGION + 10)[index] = own[1] / most
        free(sums)
        free(group)
        return 0

    cdef int repeated(self) except -1:
        """Of the elements around a block the one with the most siblings of its style, several blocks in each."""
        cdef Py_ssize_t index, m = self.m
        cdef int64_t area, above
        cdef dict sizes = {}
        cdef list keys = [None] * m
        cdef int64_t* count = <int64_t*> calloc(3 * m, sizeof(int64_t))
        cdef int64_t* rank = count + m
        cdef int64_t* most = rank + m
        if count == NULL:
            raise MemoryError
        try:
            for area in range(m):
                if self.last[area] - self.first[area] >= 2:
                    key = <int64_t> (<uint64_t> self.parent[area] * 1000003 + <uint64_t> self.style[area])
                    rank[area] = sizes.get(key, 0)
                    sizes[key] = rank[area] + 1
                    keys[area] = key
            for area in range(m):
                if keys[area] is not None:
                    count[area] = sizes[keys[area]]
                above = most[self.parent[area]]
                most[area] = above if area and count[above] > count[area] else area
            for index in range(self.n):
                area = most[self.at[index]]
                self.row(REGION + 8)[index] = self.mean(self.first[area], self.last[area])
                self.row(REGION + 9)[index] = self.share(self.first[area], self.last[area])
                self.row(REGION + 14)[index] = min(rank[area], 5)
                if index and area == most[self.at[index - 1]]:  # as mostly
                    self.row(REGION + 13)[index] = self.row(REGION + 13)[index - 1]
                    self.row(REGION + 15)[index] = self.row(REGION + 15)[index - 1]
                    continue
                self.row(REGION + 13)[index] = log1p(<double> count[area])
                self.row(REGION + 15)[index] = log1p(
                    self.before_words[self.last[area]] - self.before_words[self.first[area]]
                )
        finally:
            free(count)
        return 0

    cdef void order(self) noexcept nogil:
        cdef Py_ssize_t index, n = self.n, head = 0, end = n, low, ones = 0, kept = 0, last = -FAR
        for index in range(n):
            self.row(ORDER)[index] = self.before[index] / self.total
            self.row(ORDER + 1)[index] = 1 - self.before[index + 1] / self.total
            self.row(ORDER + 5)[index] = min(index - last, FAR) if index else FAR
            self.row(ORDER + 10)[index] = self.mean(min(index + 1, n), min(index + 5, n))
            self.row(ORDER + 12)[index] = min(kept, 20)
            ones += self.levels[index] == 1
            self.row(ORDER + 11)[index] = min(ones, 4)
            if self.scores[index] > 0:
                kept += 1
                last = index
            if self.levels[index] > 0 or not index:  # a section starts
                head, end = index, index + 1
                while end < n and self.levels[end] <= 0:
                    end += 1
            low = min(head + 1, n)
            self.row(ORDER + 7)[index] = self.mean(low, max(end, low))
            self.row(ORDER + 8)[index] = self.share(low, max(end, low))
            self.row(ORDER + 9)[index] = self.scores[head]
        last = n + FAR
        for index in range(n - 1, -1, -1):
            self.row(ORDER + 6)[index] = min(last - index, FAR) if index < n - 1 else FAR
            if self.scores[index] > 0:
                last = index
        self.islands()

    cdef void islands(self) noexcept nogil:
        """Runs of kept blocks that no gap parts; what stands before the first belongs to it, or behind one."""
        cdef Py_ssize_t index, first = -1, last = 0, number = 0, greatest = 0, own
        cdef double* mass = self.mass
        for index in range(self.n):
            if self.scores[index] > 0:
                if first < 0:
                    first = index
                elif index - last > GAP:
                    number += 1
                last = index
                mass[number] += self.expected[index]
        if first < 0:
            for number in range(5):
                memset(self.row(ORDER + 2 + number), 0, self.n * sizeof(float))
            return
        for own in range(1, number + 1):
            if mass[own] > mass[greatest]:
                greatest = own
        number, last = 0, first
        for index in range(self.n):
            if self.scores[index] > 0:
                number += index - last > GAP
                last = index
            self.row(ORDER + 2)[index] = mass[number] / self.total
            self.row(ORDER + 3)[index] = number - greatest
            self.row(ORDER + 4)[index] = between(index - first, -FAR, FAR)

    cdef void whole(self) noexcept nogil:
        cdef Py_ssize_t index, kept = 0, row
        cdef double doubt = 0, best = -BOUND
        cdef float values[5]
        for index in range(self.n):
            doubt += min(self.beliefs[index], 1 - self.beliefs[index]) * self.words[index]
            kept += self.scores[index] > 0
            best = max(best, self.scores[index])
        values[0], values[1], values[2] = log1p(self.total), doubt / self.total, log1p(<double> kept)
        values[3], values[4] = best, log1p(self.before_words[self.n] - self.total)
        for row in range(5):
            for index in range(self.n):
                self.row(PAGE + row)[index] = values[row]

    cdef void named(self) noexcept nogil:
        """Whether an element around the block is named after comments, or a near one after captions."""
        cdef Py_ssize_t index
        cdef int64_t area
        for area in range(self.m):
            self.comments[area] = (self.comments[self.parent[area]] if area else 0) + self.is_named(area, COMMENT)
        for index in range(self.n):
            area = self.at[index]
            self.row(ROLE)[index] = min(self.comments[area], 3)
            self.row(ROLE + 1)[index] = min(
                self.is_named(area, CAPTION) + 0.5 * self.is_named(self.parent[area], CAPTION), 1
            )

    cdef inline bint is_named(self, int64_t area, int64_t group) noexcept nogil:
        """An element that holds so much of the text is no box beside it."""
        return (
            self.bits[area] & group and not self.before[self.last[area]] - self.before[self.first[area]] > MAIN_PART * self.total
        )

    cdef int described(self, description) except -1:
        """How much of a block the page's description says too, and the other way round."""
        cdef Py_ssize_t index, at, many, own, common
        cdef uint64_t[START + 1] words
        cdef str text, start
        cdef Vocabulary vocabulary
        cdef Seen seen = Seen()
        memset(self.row(TEXT), 0, 2 * self.n * sizeof(float))
        wanted = frozenset((description or "").lower().split())
        if len(wanted) < FEWEST_WORDS:
            return 0
        vocabulary, start = Vocabulary(wanted), description[:SAME_START].lower()
        for index in range(self.n):
            text = self.texts[index]
            if (
                self.words[index] >= DESCRIBED_WORDS and self.scores[index] > DESCRIBED_SCORE
            ) or begins(text, start):
                many, own, common = hashed_words(text, LONGEST, 1, words), 0, 0
                seen.forget(2 * many)
                for at in range(many):
                    if seen.add(words[at]):
                        own += 1
                        common += vocabulary.holds(words[at])
                self.row(TEXT)[index] = common / <double> max(own, 1)
                self.row(TEXT + 1)[index] = common / <double> vocabulary.count
        return 0


cdef inline bint begins(str text, str start):
    """Whether a text in lower case begins so; its first letter tells most of them."""
    if not text or Py_UNICODE_TOLOWER(text[0]) != start[0]:
        return False
    return text[:SAME_START].lower() == start


def shared_words(texts, const int64_t[::1] sure, const int64_t[::1] asked):
    cdef Py_ssize_t number, at, many, own, common
    cdef uint64_t[START + 1] words
    cdef Words known
    cdef Seen seen
    out = np.zeros((len(shared.NAMES), asked.shape[0]), dtype=np.float32)
    cdef float[:, ::1] rows = out
    check_blocks(sure, len(texts))
    check_blocks(asked, len(texts))
    if not sure.shape[0] or not asked.shape[0]:
        return out
    known, seen = Words(), Seen()
    for number in range(sure.shape[0]):
        many = hashed_words(texts[sure[number]], START, LONG_WORD, words)
        for at in range(many):
            known.add(words[at])
    for number in range(asked.shape[0]):
        many = hashed_words(texts[asked[number]], START, LONG_WORD, words)
        own = common = 0
        seen.forget(2 * many)
        for at in range(many):
            if seen.add(words[at]):
                own += 1
                common += known.holds(words[at])
        rows[0, number] = common / <double> max(own, 1)
        rows[1, number] = log1p(<double> known.many)
    return out


cdef int check_blocks(const int64_t[::1] chosen, Py_ssize_t n) except -1:
    cdef Py_ssize_t number
    for number in range(chosen.shape[0]):
        if not 0 <= chosen[number] < n:
            raise ValueError(f"there is no block {chosen[number]}")
    return 0


cdef Py_ssize_t hashed_words(str text, Py_ssize_t longest, Py_ssize_t least, uint64_t* words) except -1:
    """The hashes of the words of at least so many letters at a text's start, in lower case; how many they are.

    `longest` characters are read, at most START: no text has more words than half of them.
    """
    cdef Py_ssize_t at = 0, many = -1, start, size
    cdef int width
    cdef void* data
    if text is None:
        raise ValueError("a block has no text")
    size = min(PyUnicode_GET_LENGTH(text), longest)
    if PyUnicode_KIND(text) == 1:
        many = hashed_plain(<const uint8_t*> PyUnicode_DATA(text), size, least, words)
    elif PyUnicode_KIND(text) == 2:
        many = hashed_plain(<const uint16_t*> PyUnicode_DATA(text), size, least, words)
    if many >= 0:
        return many
    text = text[:longest].lower()
    width, data, size, many = PyUnicode_KIND(text), PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), 0
    while True:
        while at < size and Py_UNICODE_ISSPACE(PyUnicode_READ(width, data, at)):
            at += 1
        if at == size:
            return many
        start = at
        while at < size and not Py_UNICODE_ISSPACE(PyUnicode_READ(width, data, at)):
            at += 1
        if at - start >= least:
            words[many] = hash_between(text, start, at)
            many += 1


cdef Py_ssize_t hashed_plain(const Unit* data, Py_ssize_t size, Py_ssize_t least, uint64_t* words) noexcept nogil:
    """As `hashed_words`, of a text as it is written; -1 for one of other letters than Latin-1 has."""
    cdef Py_ssize_t at, many = 0, letters = 0
    cdef uint8_t[LONGEST_WORD] narrow
    cdef uint32_t[LONGEST_WORD] wide
    cdef uint32_t code, all_bits = 0
    for at in range(size + 1):
        code = data[at] if at < size else c" "
        if code < 256:
            code = LOWER[code]
        elif not DASHES <= code < BEHIND_DASHES:
            return -1
        if code != c" ":
            narrow[letters], wide[letters] = <uint8_t> code, code
            all_bits |= code
            letters += 1
            continue
        if letters >= least:
            if all_bits < 256:
                words[many] = hash_of(<const char*> narrow, letters, WORDS)
            else:
                words[many] = hash_of(<const char*> wide, 4 * letters, WORDS)
            many += 1
        letters = all_bits = 0
    return many


@cython.final
cdef class Words:
    """A set of hashes that grows; at most half of its table is full."""

    cdef uint64_t* table
    cdef size_t mask
    cdef size_t many

    def __cinit__(self):
        self.mask = 1023
        self.table = <uint64_t*> calloc(self.mask + 1, sizeof(uint64_t))
        if self.table == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.table)

    cdef int add(self, uint64_t key) except -1:
        self.many += add(self.table, self.mask, key)
        if 2 * self.many > self.mask:
            self.widen()
        return 0

    cdef int widen(self) except -1:
        cdef size_t slot, mask = 2 * self.mask + 1
        cdef uint64_t* wider = <uint64_t*> calloc(mask + 1, sizeof(uint64_t))
        if wider == NULL:
            raise MemoryError
        for slot in range(self.mask + 1):
            if self.table[slot]:
                add(wider, mask, self.table[slot])
        free(self.table)
        self.table, self.mask = wider, mask
        return 0

    cdef inline bint holds(self, uint64_t key) noexcept nogil:
        return self.table[place(self.table, self.mask, key)] == key
