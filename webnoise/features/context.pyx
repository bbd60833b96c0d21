# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The features of the second stage: what the first scores say of a block's neighbours, region and page.

A score says how a block looks by itself and by its position. The scores of the others say more: a doubtful line among sure
paragraphs is text, a sure paragraph in a list of doubtful ones is a comment.
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
from libc.math cimport exp, log1p
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

import numpy as np

from webnoise.features.measures cimport group_of_style
from webnoise.features.words cimport LONGEST_WORD, WORDS, hash_between, vocabulary
from webnoise.hashes cimport Entry, HashTable, add, contains, find, hash_of, is_new

from webnoise.features.role_names import NAME_GROUPS, element_bits

# The features in the order of their rows, which a trained model keeps. To add one, name it here and write it by `put`.
cpdef enum Feature:
    # The scores nearby.
    score, prev_score, prev2_score, next_score, next2_score, window2, window6, before_sure, after_sure
    # Belief per word, and share of all expected words, of the elements around a block, the blocks of its style, and the
    # element around it that has the most siblings of its style.
    up1_mean, up1_share, up2_mean, up2_share, up3_mean, up3_share, style_mean, style_share, repeated_mean, repeated_share
    style_best, main_inside, main_share, repeated_count, repeated_rank, repeated_words
    # The order of the blocks.
    share_before, share_after, island_share, island_side, island_first, gap_before, gap_after
    section_mean, section_share, heading_score, after_mean, level1_before, kept_before
    # The page.
    page_expected, page_doubt, page_kept, page_best, page_noise
    # The page's description, and the names of elements.
    description, of_description, early
    in_comments, named_caption

NAMES = tuple(Feature.__members__)
SHARED_NAMES = ("shared_words", "sure_words")
"""The share of a block's different long words that the sure paragraphs have, and how many long words these have.

A doubtful line with the persons and places of the text belongs to it; a teaser has those of another text. Mean F1 over the
sets out of fold, with forests of 200 trees and two seeds: 0.9601 without them, 0.9606 with them, 0.9608 with runs of three
words as well, which cost as much again. How many words are shared and how often, dates, names and link targets brought
nothing more."""
SURE = 2.0
"""Log-odds from which a block is an anchor for others."""
ANCHOR_WORDS = 12
BOUND = 8.0
"""Log-odds; beyond, the trees need no finer steps."""

cdef double MOST = BOUND, LEAST_SURE = SURE, MAIN_PART = 0.4  # of the expected words: an element with more is no box
cdef int64_t COMMENT = 1 << NAME_GROUPS.index("comment"), CAPTION = 1 << NAME_GROUPS.index("caption")

cdef enum:
    FEWEST_ANCHOR_WORDS = 12
    FAR = 25  # blocks
    GAP = 6  # blocks of noise that separate two islands of text
    FEWEST_WORDS = 4  # of a description that is worth comparing
    # Compared are blocks of so many words that are not sure to be noise, and blocks that start as the description does.
    DESCRIBED_WORDS = 6
    DESCRIBED_SCORE = -4
    SAME_START = 10  # characters
    LONGEST = 600
    LONG_WORD = 5  # characters; shorter words are those of any text
    START = 1000  # characters of a text whose words are shared

assert ANCHOR_WORDS == FEWEST_ANCHOR_WORDS
assert LONGEST <= START and 2 * START < LONGEST_WORD  # a text in lower case has up to twice the characters

ctypedef fused Unit:
    uint8_t
    uint16_t

cdef enum:
    DASHES = 0x2010  # and quotes, bullets, ellipses: they have no case and are no white space
    AFTER_DASHES = 0x2028

cdef uint8_t LOWER[256]  # of a character in one byte; any white space is a space
for _code in range(256):
    LOWER[<int> _code] = ord(" " if chr(_code).isspace() else chr(_code).lower())


def compute_context(arrays, scores, description):
    """Return one row per name in `NAMES`, one column per block, by the log-odds of the first stage."""
    cdef ScoredPage page = ScoredPage(arrays, np.asarray(scores, np.float64), element_bits(arrays))
    out = np.empty((len(NAMES), page.n), dtype=np.float32)
    cdef float[:, ::1] rows = out
    page.out = &rows[0, 0]
    with nogil:
        page.nearby()
        page.areas()
        page.order()
        page.islands()
        page.whole()
        page.named()
    page.styles()
    page.repeated()
    page.described(description)
    return out


cdef inline double between(double value, double low, double high) noexcept nogil:
    return low if value < low else (high if value > high else value)


@cython.final
cdef class ScoredPage:
    """The arrays of a page, with prefix sums of words and of the words that are expected to be content."""

    cdef Py_ssize_t n, m  # blocks, elements that hold some
    cdef float* out
    cdef list texts
    cdef const double[::1] words
    cdef const int64_t[::1] at, levels, style, parent, end, first, last, bits
    cdef double* scores  # within their bound
    cdef double* beliefs
    cdef double* expected
    cdef double* before_words
    cdef double* before
    cdef double* mass
    cdef int64_t* comments
    cdef double total

    def __cinit__(self, arrays, const double[::1] scores, const int64_t[::1] bits):
        cdef Py_ssize_t index, n = scores.shape[0]
        self.n, self.m = n, bits.shape[0]
        self.bits, self.words = bits, arrays.words
        self.at, self.levels, self.style, self.parent = arrays.at, arrays.levels, arrays.styles, arrays.parents
        self.end, self.first, self.last = arrays.ends, arrays.first, arrays.last
        self.texts = arrays.texts if isinstance(arrays.texts, list) else list(arrays.texts)
        self.check()
        self.expected = <double*> calloc(6 * (n + 1), sizeof(double))
        self.comments = <int64_t*> calloc(self.m, sizeof(int64_t))
        if self.expected == NULL or self.comments == NULL:
            raise MemoryError
        self.before_words, self.before = self.expected + n + 1, self.expected + 2 * (n + 1)
        self.mass, self.scores = self.expected + 3 * (n + 1), self.expected + 4 * (n + 1)
        self.beliefs = self.expected + 5 * (n + 1)
        for index in range(n):
            self.scores[index] = between(scores[index], -MOST, MOST)
            self.beliefs[index] = 1 / (1 + exp(-self.scores[index]))
            self.expected[index] = self.beliefs[index] * self.words[index]
            self.before_words[index + 1] = self.before_words[index] + self.words[index]
            self.before[index + 1] = self.before[index] + self.expected[index]
        self.total = max(self.before[n], 1e-6)

    def __dealloc__(self):
        free(self.expected)
        free(self.comments)

    cdef int check(self) except -1:
        """All that follows reads arrays by the numbers in others, unchecked."""
        cdef Py_ssize_t index, n = self.n, m = self.m
        if not n == len(self.texts) == self.words.shape[0] == self.at.shape[0] == self.levels.shape[0]:
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

    cdef inline void put(self, Py_ssize_t block, int feature, double value) noexcept nogil:
        self.out[feature * self.n + block] = value

    cdef inline double mean(self, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
        """Belief per word of the blocks from `low` to `high`."""
        return (self.before[high] - self.before[low]) / max(self.before_words[high] - self.before_words[low], 1e-6)

    cdef inline double share(self, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
        """Their part of all expected words."""
        return (self.before[high] - self.before[low]) / self.total

    cdef inline bint is_sure(self, Py_ssize_t index) noexcept nogil:
        return self.scores[index] > LEAST_SURE and self.words[index] >= FEWEST_ANCHOR_WORDS

    cdef inline double score_at(self, Py_ssize_t index) noexcept nogil:
        return self.scores[index] if 0 <= index < self.n else -MOST

    cdef void nearby(self) noexcept nogil:
        cdef Py_ssize_t index, n = self.n, last = -2 * FAR, following = n + 2 * FAR, sure = 0
        for index in range(n):
            self.put(index, Feature.score, self.scores[index])
            self.put(index, Feature.prev_score, self.score_at(index - 1))
            self.put(index, Feature.prev2_score, self.score_at(index - 2))
            self.put(index, Feature.next_score, self.score_at(index + 1))
            self.put(index, Feature.next2_score, self.score_at(index + 2))
            self.put(index, Feature.window2, self.mean_beside(index, 2))
            self.put(index, Feature.window6, self.mean_beside(index, 6))
            self.put(index, Feature.early, min(sure, 10))
            if self.is_sure(index):
                last = index
                sure += 1
            self.put(index, Feature.before_sure, min(index - last, FAR))
        for index in range(n - 1, -1, -1):
            if self.is_sure(index):
                following = index
            self.put(index, Feature.after_sure, min(following - index, FAR))

    cdef inline double mean_beside(self, Py_ssize_t index, Py_ssize_t reach) noexcept nogil:
        """Return the belief per word of the blocks on both sides of a block, without itself."""
        cdef Py_ssize_t low = max(index - reach, 0), high = min(index + reach + 1, self.n)
        return (self.before[high] - self.before[low] - self.expected[index]) / max(
            self.before_words[high] - self.before_words[low] - self.words[index], 1e-6
        )

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
            self.put(index, Feature.main_inside, main <= area < self.end[main])
            self.put(index, Feature.main_share, main_share)
            for up in range(3):
                area = self.parent[area]
                self.put(index, Feature.up1_mean + 2 * up, self.mean(self.first[area], self.last[area]))
                self.put(index, Feature.up1_share + 2 * up, self.share(self.first[area], self.last[area]))

    cdef int styles(self) except -1:
        """Write the features of the blocks of one style: equal tag and class of element, parent and grandparent."""
        cdef Py_ssize_t index, n = self.n
        cdef int64_t up1
        cdef HashTable groups = HashTable(64)
        cdef double most = 0
        cdef double* own
        cdef double* sums = <double*> calloc(2 * n, sizeof(double))  # words and expected words of each group
        cdef int64_t* group = <int64_t*> calloc(n, sizeof(int64_t))
        try:
            if sums == NULL or group == NULL:
                raise MemoryError
            for index in range(n):
                up1 = self.parent[self.at[index]]
                group[index] = group_of_style(
                    groups, self.style[self.at[index]], self.style[up1], self.style[self.parent[up1]]
                )
                own = sums + 2 * group[index]
                own[0] += self.words[index]
                own[1] += self.expected[index]
            for index in range(n):
                most = max(most, sums[2 * group[index] + 1])
            for index in range(n):
                own = sums + 2 * group[index]
                self.put(index, Feature.style_mean, own[1] / own[0])
                self.put(index, Feature.style_share, own[1] / self.total)
                self.put(index, Feature.style_best, own[1] / most)
        finally:
            free(sums)
            free(group)
        return 0

    cdef int repeated(self) except -1:
        """Find the element around each block that has the most siblings of its style, with several blocks in each."""
        cdef Py_ssize_t index, m = self.m
        cdef int64_t area, above
        cdef HashTable sizes = HashTable(64)
        cdef Entry* entry
        cdef int64_t* count = <int64_t*> calloc(3 * m, sizeof(int64_t))
        cdef int64_t* rank = count + m
        cdef int64_t* most = rank + m
        if count == NULL:
            raise MemoryError
        try:
            for area in range(m):
                if self.last[area] - self.first[area] >= 2:
                    entry = add(sizes, self.sibling_key(area))
                    rank[area] = entry.value.number
                    entry.value.number += 1
            for area in range(m):
                if self.last[area] - self.first[area] >= 2:
                    count[area] = find(sizes, self.sibling_key(area)).value.number
                above = most[self.parent[area]]
                most[area] = above if area and count[above] > count[area] else area
            for index in range(self.n):
                area = most[self.at[index]]
                self.put(index, Feature.repeated_mean, self.mean(self.first[area], self.last[area]))
                self.put(index, Feature.repeated_share, self.share(self.first[area], self.last[area]))
                self.put(index, Feature.repeated_count, log1p(<double> count[area]))
                self.put(index, Feature.repeated_rank, min(rank[area], 5))
                self.put(index, Feature.repeated_words, log1p(
                    self.before_words[self.last[area]] - self.before_words[self.first[area]]
                ))
        finally:
            free(count)
        return 0

    cdef inline uint64_t sibling_key(self, int64_t area) noexcept nogil:
        """Return a key that siblings of one style share."""
        return (<uint64_t> self.parent[area] * 1000003 + <uint64_t> self.style[area]) << 8 | 1

    cdef void order(self) noexcept nogil:
        cdef Py_ssize_t index, n = self.n, head = 0, end = n, low, ones = 0, kept = 0, last = -FAR
        for index in range(n):
            self.put(index, Feature.share_before, self.before[index] / self.total)
            self.put(index, Feature.share_after, 1 - self.before[index + 1] / self.total)
            self.put(index, Feature.gap_before, min(index - last, FAR) if index else FAR)
            self.put(index, Feature.after_mean, self.mean(min(index + 1, n), min(index + 5, n)))
            self.put(index, Feature.kept_before, min(kept, 20))
            ones += self.levels[index] == 1
            self.put(index, Feature.level1_before, min(ones, 4))
            if self.scores[index] > 0:
                kept += 1
                last = index
            if self.levels[index] > 0 or not index:  # a section starts
                head, end = index, index + 1
                while end < n and self.levels[end] <= 0:
                    end += 1
            low = min(head + 1, n)
            self.put(index, Feature.section_mean, self.mean(low, max(end, low)))
            self.put(index, Feature.section_share, self.share(low, max(end, low)))
            self.put(index, Feature.heading_score, self.scores[head])
        last = n + FAR
        for index in range(n - 1, -1, -1):
            self.put(index, Feature.gap_after, min(last - index, FAR) if index < n - 1 else FAR)
            if self.scores[index] > 0:
                last = index

    cdef void islands(self) noexcept nogil:
        """Write the features of runs of kept blocks without a gap; a block outside belongs to the run before it, or the first."""
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
            for index in range(self.n):
                for number in range(5):
                    self.put(index, Feature.island_share + number, 0)
            return
        for own in range(1, number + 1):
            if mass[own] > mass[greatest]:
                greatest = own
        number, last = 0, first
        for index in range(self.n):
            if self.scores[index] > 0:
                number += index - last > GAP
                last = index
            self.put(index, Feature.island_share, mass[number] / self.total)
            self.put(index, Feature.island_side, number - greatest)
            self.put(index, Feature.island_first, between(index - first, -FAR, FAR))

    cdef void whole(self) noexcept nogil:
        cdef Py_ssize_t index, kept = 0, row
        cdef double doubt = 0, best = -MOST
        cdef float values[5]
        for index in range(self.n):
            doubt += min(self.beliefs[index], 1 - self.beliefs[index]) * self.words[index]
            kept += self.scores[index] > 0
            best = max(best, self.scores[index])
        values[0], values[1], values[2] = log1p(self.total), doubt / self.total, log1p(<double> kept)
        values[3], values[4] = best, log1p(self.before_words[self.n] - self.total)
        for row in range(5):
            for index in range(self.n):
                self.put(index, Feature.page_expected + row, values[row])

    cdef void named(self) noexcept nogil:
        """Write whether an element around a block is named after comments, or a near one after captions."""
        cdef Py_ssize_t index
        cdef int64_t area
        for area in range(self.m):
            self.comments[area] = (self.comments[self.parent[area]] if area else 0) + self.is_named(area, COMMENT)
        for index in range(self.n):
            area = self.at[index]
            self.put(index, Feature.in_comments, min(self.comments[area], 3))
            self.put(index, Feature.named_caption, min(
                self.is_named(area, CAPTION) + 0.5 * self.is_named(self.parent[area], CAPTION), 1
            ))

    cdef inline bint is_named(self, int64_t area, int64_t group) noexcept nogil:
        """Return whether an element has a name of a group and is a box beside the text."""
        return (
            self.bits[area] & group and not self.before[self.last[area]] - self.before[self.first[area]] > MAIN_PART * self.total
        )

    cdef int described(self, description) except -1:
        """Write how much of a block the page's description says too, and the other way round."""
        cdef Py_ssize_t index, at, many, own, common
        cdef uint64_t[START + 1] words
        cdef str text, start
        cdef HashTable wanted, seen = HashTable(LONGEST)
        described = frozenset((description or "").lower().split())
        for index in range(self.n):
            self.put(index, Feature.description, 0)
            self.put(index, Feature.of_description, 0)
        if len(described) < FEWEST_WORDS:
            return 0
        wanted, start = vocabulary(described), description[:SAME_START].lower()
        for index in range(self.n):
            text = self.texts[index]
            if (
                self.words[index] >= DESCRIBED_WORDS and self.scores[index] > DESCRIBED_SCORE
            ) or begins(text, start):
                many, own, common = hashed_words(text, LONGEST, 1, words), 0, 0
                seen.clear(many)
                for at in range(many):
                    if is_new(seen, words[at]):
                        own += 1
                        common += contains(wanted, words[at])
                self.put(index, Feature.description, common / <double> max(own, 1))
                self.put(index, Feature.of_description, common / <double> wanted.used)
        return 0


cdef inline bint begins(str text, str start):
    """Return whether a text in lower case begins so; for most the first letter decides."""
    if not text or Py_UNICODE_TOLOWER(text[0]) != start[0]:
        return False
    return text[:SAME_START].lower() == start


def shared_words(texts, const int64_t[::1] sure, const int64_t[::1] asked):
    """Return one row per name in `SHARED_NAMES`, one column per block that is asked about."""
    cdef Py_ssize_t number, at, many, own, common
    cdef uint64_t[START + 1] words
    cdef HashTable known = HashTable(512), seen = HashTable(START)
    out = np.zeros((len(SHARED_NAMES), asked.shape[0]), dtype=np.float32)
    cdef float[:, ::1] rows = out
    check_blocks(sure, len(texts))
    check_blocks(asked, len(texts))
    if not sure.shape[0] or not asked.shape[0]:
        return out
    for number in range(sure.shape[0]):
        many = hashed_words(texts[sure[number]], START, LONG_WORD, words)
        for at in range(many):
            add(known, words[at])
    for number in range(asked.shape[0]):
        many = hashed_words(texts[asked[number]], START, LONG_WORD, words)
        own = common = 0
        seen.clear(many)
        for at in range(many):
            if is_new(seen, words[at]):
                own += 1
                common += contains(known, words[at])
        rows[0, number] = common / <double> max(own, 1)
        rows[1, number] = log1p(<double> known.used)
    return out


cdef int check_blocks(const int64_t[::1] chosen, Py_ssize_t n) except -1:
    cdef Py_ssize_t number
    for number in range(chosen.shape[0]):
        if not 0 <= chosen[number] < n:
            raise ValueError(f"there is no block {chosen[number]}")
    return 0


cdef Py_ssize_t hashed_words(str text, Py_ssize_t longest, Py_ssize_t least, uint64_t* words) except -1:
    """Write the hashes of the words of at least so many letters at a text's start, in lower case; return their number.

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
    """Do the same of a text without changing it; return -1 for a text of other letters than Latin-1 has."""
    cdef Py_ssize_t at, many = 0, letters = 0
    cdef uint8_t[LONGEST_WORD] narrow
    cdef uint32_t[LONGEST_WORD] wide
    cdef uint32_t code, all_bits = 0
    for at in range(size + 1):
        code = data[at] if at < size else c" "
        if code < 256:
            code = LOWER[code]
        elif not DASHES <= code < AFTER_DASHES:
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
