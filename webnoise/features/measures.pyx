# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The features of the first stage: numbers of each block, its element, the elements around it and the page."""

cimport cython
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND, PyUnicode_READ, Py_UNICODE_ISSPACE
from libc.math cimport exp, log1p as computed_log1p
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset, strcmp, strstr

from webnoise.blocks.segment cimport OutlineAttributes, packed_attributes
from webnoise.features.words cimport LONGEST_WORD, hash_between, vocabulary
from webnoise.hashes cimport HashTable, add, contains, find, is_new, prefetch
from webnoise.page.elements cimport Elements, decoded

from os import urandom
from unicodedata import category

import numpy as np

from webnoise.blocks.tags import is_hidden
from webnoise.features import lexicon as lexicons
from webnoise.features.arrays import PageArrays
from webnoise.model import Block
from webnoise.text.sentences import COMMAS, QUOTES, STOPS
from webnoise.text.words import HAN_AND_KANA

# The features in the order of their rows, which a trained model keeps. To add one, name it here and write it by `put`;
# `groups.py` has the groups of evidence.
cpdef enum Feature:
    # The text.
    words, stop_count, word_length, upper, commas, stops, marks, other, ends_stop, repeats, link_share
    opening, opening_least, later, later_least, closing, closing_least, title, kind, level
    # The element.
    own, own_parent, own_near, around, around_least, around_main, hidden, hidden_main
    in_anchor, in_form, in_figure, in_list, in_article, own_elements, up1_images, up2_images
    # The areas, each time in this order: parent, grandparent, its parent, branch of the main container.
    up1_words, up2_words, up3_words, branch_words
    up1_words_per_block, up2_words_per_block, up3_words_per_block, branch_words_per_block
    up1_link_share, up2_link_share, up3_link_share, branch_link_share
    up1_cred, up2_cred, up3_cred, branch_cred
    own_link_share, branch_own
    # The position.
    inside, blocks_from_main_start, blocks_to_main_end, index, words_before, cred_before, cred_after
    cred_before_in_main, credible, from_headline, cred_from_headline
    # The blocks beside it: first those of the one before, then those of the next.
    prev_link_share, prev_around, prev_near, prev_opening
    next_link_share, next_around, next_near, next_opening
    window_cred, window_link_share, window_after
    # The heading above it.
    heading_distance, heading_opening, heading_near, heading_level, heading_title
    # The blocks of its style, and the page.
    style_size, style_words, style_link_share, style_cred
    page_words, page_cred, page_main_share, page_link_share

NAMES = tuple(Feature.__members__)
KIND_CODES = {"text": 0, "heading": 1, "list_item": 2, "quote": 3, "code": 4, "cell": 5, "caption": 6}

cdef enum:  # kinds of characters
    C_OTHER, C_SPACE, C_LETTER, C_UPPER, C_DIGIT, C_COMMA, C_STOP, C_QUOTE, C_MARK, C_UNSPACED, CHARACTER_KINDS

cdef enum:  # kinds of elements
    PLAIN, ANCHOR, FORM, FIGURE, LIST, ARTICLE, IMAGE, TAG_KINDS
TAG_CODES = {
    "a": ANCHOR, "form": FORM, "fieldset": FORM, "button": FORM, "select": FORM, "label": FORM, "textarea": FORM,
    "figure": FIGURE, "figcaption": FIGURE, "ul": LIST, "ol": LIST, "dl": LIST, "article": ARTICLE,
    "img": IMAGE, "picture": IMAGE, "svg": IMAGE, "video": IMAGE, "iframe": IMAGE,
}

cdef enum:
    BEYOND = 0x10000  # any character above the basic plane
    AREAS = 4
    PARTS = 3  # of a text
    ENDS = 64  # characters at the start of a text, and at its close
    LATER = 600
    AT_ONCE = 32  # words that are looked up together
    TITLE_START = 12  # characters
    LONGEST_TITLE = 300
    WINDOW = 4  # blocks on each side

assert (ENDS, LATER, ENDS, PARTS) == (lexicons.OPENING, lexicons.LATER, lexicons.CLOSING, len(lexicons.PARTS))
assert 2 * LONGEST_TITLE < LONGEST_WORD  # a text in lower case has up to twice the characters

# Hidden text can be the article, but where there is visible text, that text finds the main container.
cdef double HIDDEN_BELIEF = 0.2
# A block with less of the title's words in it is no headline; a heading of level 1 needs less than others.
cdef double HEADLINE = 0.25, LEVEL_1 = 0.3

cdef uint64_t SECRET = int.from_bytes(urandom(8), "little")  # so that no page knows a word's hash
cdef str MARK_SIGNS = "|•·›»→▸►●■©®™/\\<>=+*#@_{}[]~^▾▼←&"
cdef uint8_t KIND_OF[BEYOND + 1]
cdef uint8_t ENDS_SENTENCE[BEYOND + 1]
cdef enum:
    BETWEEN = 0  # what separates words
    FOREIGN = 1  # not ASCII, or nothing that a word is written with
cdef uint8_t LOWER[256]
cdef enum:
    COUNTS = 1024
cdef double LOG1P[COUNTS]


def fill_tables():
    cdef int code
    kinds = {"Lu": C_UPPER, "Lt": C_UPPER, "Zs": C_SPACE, "Zl": C_SPACE, "Zp": C_SPACE, "Cc": C_SPACE}
    families = {"L": C_LETTER, "M": C_LETTER, "N": C_DIGIT}
    for code, own in enumerate(map(category, map(chr, range(BEYOND)))):
        KIND_OF[code] = kinds.get(own) or families.get(own[0], C_OTHER)
    for characters, kind in ((MARK_SIGNS, C_MARK), (QUOTES, C_QUOTE), (COMMAS, C_COMMA), (STOPS, C_STOP)):
        for character in characters:
            KIND_OF[<int> ord(character)] = kind
    for first, last in HAN_AND_KANA:
        for code in range(first, last + 1):
            KIND_OF[code] = C_UNSPACED
    for character in '.!?…。！？।؟۔"”»':
        ENDS_SENTENCE[<int> ord(character)] = True
    for code in range(256):
        letter = chr(code)
        LOWER[code] = BETWEEN if letter.isspace() else (ord(letter.lower()) if 0x20 < code < 0x80 else FOREIGN)
    for code in range(COUNTS):
        LOG1P[code] = computed_log1p(<double> code)


fill_tables()


def compute_features(page, lexicon):
    """Return the arrays of a page with blocks, and its features: one row per name, one column per block."""
    cdef Collector found = Collector(page, lexicon)
    out = np.empty((len(NAMES), found.n), dtype=np.float32)
    cdef float[:, ::1] rows = out
    found.out = &rows[0, 0]
    found.text_features()
    found.element_features()
    found.area_features()
    found.position_features()
    found.neighbour_features()
    found.heading_features()
    found.style_features()
    found.page_features()
    return found.arrays(), out


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


cdef inline uint64_t finished(WordHash* word) noexcept nogil:
    """Return 64 bits of a word, never 0. No letter is 0: words of different lengths differ."""
    cdef uint64_t key = (word.hash ^ word.letters) * <uint64_t> 0xC2B2AE3D27D4EB4F
    return (key ^ key >> 29) * <uint64_t> 0x9E3779B97F4A7C15 | 1


cdef inline uint8_t lowered(uint32_t code) noexcept:
    if code < 256:
        return LOWER[code]
    return BETWEEN if Py_UNICODE_ISSPACE(code) else FOREIGN


cdef inline double log1p(double value) noexcept nogil:
    if 0 <= value < COUNTS and value == <int> value:
        return LOG1P[<int> value]
    return computed_log1p(value)


cdef inline double between(double value, double low, double high) noexcept nogil:
    return low if value < low else (high if value > high else value)


cdef struct Word:
    uint64_t hash   # 0 of a word that is not ASCII
    double weight   # of that


@cython.final
cdef class WordWeights:
    """Weights of words, those in ASCII by their bytes."""

    cdef HashTable table
    cdef dict words

    def __cinit__(self, dict words):
        cdef WordHash key
        self.words, self.table = words, HashTable(2 * len(words))
        for word, weight in words.items():
            if word.isascii():
                key = begun()
                for letter in word.encode():
                    add_letter(&key, letter)
                add(self.table, finished(&key)).value.weight = weight

    cdef inline void add_up(self, const Word* words, int count, double* total, double* least) noexcept nogil:
        cdef double weight
        cdef int number
        for number in range(count):
            weight = find(self.table, words[number].hash).value.weight if words[number].hash else words[number].weight
            total[0] += weight
            least[0] = min(least[0], weight)


ctypedef double* Doubles
ctypedef int32_t* Integers


@cython.final
cdef class Collector:
    """A page's arrays by block and by element that holds blocks, and the sums over them.

    The element 0 is the root, and its own parent; parents precede their children.
    """

    cdef Py_ssize_t n, m
    cdef float* out
    cdef void* memory
    cdef size_t taken, room
    cdef tuple blocks
    cdef object rows, row_numbers, all_around, all_styles
    # by block
    cdef Doubles words, share, title, plain, credible, near
    cdef Doubles wording  # for each part of the texts a row of sums, then a row of the least weights; first the opening
    cdef Doubles before_words, before_plain, before_credible
    cdef Integers at, level, up1, up2, counts
    cdef uint8_t* ends_sentence
    # by element
    cdef const double[::1] own, around
    cdef const int64_t[::1] style
    cdef Doubles hidden, around_sum, hidden_sum, least_around
    cdef Integers parent, end, first, last, size, images, branch, tag_sums
    cdef float* areas  # for each of the four measures of an area by element
    cdef int32_t main
    cdef double credit, main_share

    def __cinit__(self, page, lexicon):
        outline = page.outline
        self.blocks = page.blocks
        self.n = len(self.blocks)
        cdef Py_ssize_t n = self.n + 1, m = len(outline.tags) + 1
        self.room = 8 * ((9 + 2 * PARTS) * n + 4 * m) + 4 * ((4 + CHARACTER_KINDS) * n + (11 + TAG_KINDS) * m) + n
        self.memory = calloc(self.room, 1)
        if self.memory == NULL:
            raise MemoryError
        self.words, self.share, self.wording = self.doubles(n), self.doubles(n), self.doubles(2 * PARTS * n)
        self.title, self.plain, self.credible, self.near = self.doubles(n), self.doubles(n), self.doubles(n), self.doubles(n)
        self.before_words, self.before_plain, self.before_credible = self.doubles(n), self.doubles(n), self.doubles(n)
        self.hidden, self.around_sum, self.hidden_sum = self.doubles(m), self.doubles(m), self.doubles(m)
        self.least_around = self.doubles(m)
        self.at, self.level, self.up1, self.up2 = self.integers(n), self.integers(n), self.integers(n), self.integers(n)
        self.parent, self.end, self.first, self.last = self.integers(m), self.integers(m), self.integers(m), self.integers(m)
        self.size, self.images, self.branch = self.integers(m), self.integers(m), self.integers(m)
        self.tag_sums, self.areas = self.integers(TAG_KINDS * m), <float*> self.integers(4 * m)
        self.counts, self.ends_sentence = self.integers(CHARACTER_KINDS * n), <uint8_t*> self.take(n)
        self.collect_elements(outline, lexicon)
        self.collect_blocks(lexicon, page.title)
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

    cdef inline void put(self, Py_ssize_t block, int feature, double value) noexcept nogil:
        self.out[feature * self.n + block] = value

    cdef int collect_elements(self, outline, lexicon) except -1:
        cdef OutlineAttributes listed = packed_attributes(outline)
        cdef Elements packed = listed.packed
        cdef list positions = listed.positions, parents = outline.parents, ends = outline.ends
        cdef list first = outline.first_block, last = outline.last_block, holders = []
        cdef list codes = [TAG_CODES.get(name, 0) for name in packed.names]
        cdef Py_ssize_t count = len(positions), element, index
        cdef int32_t holder = 0, pictures = 0, code, above
        if not len(outline.tags) == len(parents) == len(ends) == len(first) == len(last) == count:
            raise misfit("its columns are not of one length")
        # By element of the outline: its number among those that hold blocks, and the pictures before it.
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
                        raise misfit(f"the parent of element {element} follows it or holds no blocks")
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
        self.row_numbers, self.rows = lexicon.rows_for(outline, holders)
        own, self.all_around, self.all_styles = self.rows.look_up(self.row_numbers)
        self.own, self.around, self.style = own, self.all_around, self.all_styles
        self.find_hidden(packed, [positions[index] for index in holders])
        for holder in range(<int32_t> self.m):
            above = self.parent[holder]
            self.around_sum[holder] = self.around[holder] + (self.around_sum[above] if holder else 0)
            self.hidden_sum[holder] = self.hidden[holder] + (self.hidden_sum[above] if holder else 0)
            self.least_around[holder] = min(self.around[holder], self.least_around[above] if holder else self.around[0])
        return 0

    cdef int find_hidden(self, Elements packed, list positions) except -1:
        """Note 1 for an element that the page hides, a half for one that it hides from screen readers only."""
        cdef int32_t style_name = packed.number("style"), hidden_name = packed.number("hidden")
        cdef int32_t aria_name = packed.number("aria-hidden"), holder, position
        cdef const char* style
        cdef const char* aria
        for holder in range(<int32_t> self.m):
            position = positions[holder]
            if packed.value(position, hidden_name) != NULL:
                self.hidden[holder] = 1
                continue
            style = packed.value(position, style_name)
            if style != NULL and (strstr(style, "none") != NULL or strstr(style, "hidden") != NULL):
                self.hidden[holder] = is_hidden({"style": decoded(style)})
            aria = packed.value(position, aria_name)
            if aria != NULL and strcmp(aria, "true") == 0:
                self.hidden[holder] += 0.5
        return 0

    cdef int collect_blocks(self, lexicon, title) except -1:
        cdef Py_ssize_t index, length, start, end
        cdef double linked
        cdef tuple block, links
        cdef str text
        if lexicon.tables is None:
            lexicon.tables = tuple([WordWeights(lexicon.words[part]) for part in lexicons.PARTS])
        cdef tuple tables = lexicon.tables
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
            self.ends_sentence[index] = ENDS_SENTENCE[count_characters(text, length, self.counts + CHARACTER_KINDS * index)]
            # Scripts without spaces: two characters to the word, as Chinese words are on average.
            self.words[index] = self.count(index, C_SPACE) + self.count(index, C_UNSPACED) / 2.0 + 1.0
            self.weigh(index, 0, text, 0, min(length, ENDS), tables[0])
            if length > ENDS:
                self.weigh(index, 1, text, ENDS, min(length, LATER), tables[1])
                self.weigh(index, 2, text, length - ENDS, length, tables[2])
        if title:
            self.compare_with_title(title)
        return 0

    cdef int weigh(self, Py_ssize_t index, int part, str text, Py_ssize_t at, Py_ssize_t end, WordWeights table) except -1:
        """Note the sum and the least (0 at most) of the weights of the words in a part of a text.

        The table is larger than the processor's nearest cache: many words are looked up before one is waited for.
        """
        cdef double total = 0, least = 0
        cdef Word[AT_ONCE] ahead
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
                    table.add_up(ahead, count, &total, &least)
                    count = 0
                if is_ascii:
                    ahead[count].hash = finished(&word)
                    prefetch(&table.table.entries[ahead[count].hash >> 8 & table.table.mask])
                else:
                    ahead[count].hash = 0
                    ahead[count].weight = table.words.get(text[start:at].lower(), 0.0)
                count += 1
            at += 1
        table.add_up(ahead, count, &total, &least)
        self.wording[2 * part * (self.n + 1) + index] = total
        self.wording[(2 * part + 1) * (self.n + 1) + index] = least
        return 0

    cdef int compare_with_title(self, str title) except -1:
        """Note the share of a heading's words that the title has times the share of the title's that it has."""
        cdef HashTable wanted = vocabulary(frozenset(title.lower().split())), seen = HashTable(LONGEST_TITLE)
        cdef str text, start = title[:TITLE_START]
        cdef Py_ssize_t index, common, words
        for index in range(self.n):
            text = (<tuple> self.blocks[index])[1]
            if self.level[index] or text.startswith(start):
                words = words_in(text[:LONGEST_TITLE].lower(), wanted, seen, &common)
                if common:
                    self.title[index] = <double> (common * common) / (words * <Py_ssize_t> wanted.used)
        return 0

    def arrays(self):
        cdef Py_ssize_t index
        words, digits = np.empty(self.n), np.empty(self.n)
        cdef double[::1] word_counts = words, digit_shares = digits
        for index in range(self.n):
            word_counts[index] = self.words[index]
            digit_shares[index] = <double> self.count(index, C_DIGIT) / max(
                PyUnicode_GET_LENGTH((<tuple> self.blocks[index])[1]), 1
            )
        return PageArrays(
            texts=[(<tuple> self.blocks[index])[1] for index in range(self.n)],
            at=as_array(self.at, self.n),
            levels=as_array(self.level, self.n),
            words=words,
            digit_share=digits,
            rows=self.rows,
            row_numbers=self.row_numbers,
            around=self.all_around,
            styles=self.all_styles,
            parents=as_array(self.parent, self.m),
            ends=as_array(self.end, self.m),
            first=as_array(self.first, self.m),
            last=as_array(self.last, self.m),
        )

    cdef inline int32_t count(self, Py_ssize_t index, int kind) noexcept nogil:
        return self.counts[CHARACTER_KINDS * index + kind]

    cdef int text_features(self) except -1:
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
            letters = self.count(index, C_LETTER) + self.count(index, C_UPPER) + self.count(index, C_UNSPACED)
            self.put(index, Feature.words, log1p(words))
            self.put(index, Feature.stop_count, log1p(<double> self.count(index, C_STOP)))
            self.put(index, Feature.word_length, PyUnicode_GET_LENGTH(block[1]) / words)
            self.put(index, Feature.upper, self.count(index, C_UPPER) / max(letters, 1))
            self.put(index, Feature.commas, self.count(index, C_COMMA) / words)
            self.put(index, Feature.stops, self.count(index, C_STOP) / words)
            self.put(index, Feature.marks, self.count(index, C_MARK) / words)
            self.put(index, Feature.other, self.count(index, C_OTHER) / words)
            self.put(index, Feature.ends_stop, self.ends_sentence[index])
            self.put(index, Feature.repeats, <int> seen[block[1]])
            self.put(index, Feature.link_share, self.share[index])
            for row in range(2 * PARTS):
                self.put(index, Feature.opening + row, self.wording[row * (self.n + 1) + index])
            self.put(index, Feature.title, self.title[index])
            self.put(index, Feature.kind, <int> KIND_CODES[block[2]])
            self.put(index, Feature.level, self.level[index])
        return 0

    cdef int sum_up(self) except -1:
        """Sum over the blocks, and find the main container: the deepest element with more than half of the credible text."""
        cdef Py_ssize_t index, n = self.n
        cdef double belief
        cdef int32_t holder
        for index in range(n):
            self.plain[index] = self.words[index] * (1 - self.share[index])
            self.credible[index] = 1e-9
            # Running text: at least 8 words outside of links and a sentence that ends, and no heading ...
            if (
                self.plain[index] >= 8 and self.count(index, C_STOP) > 0
                and self.share[index] < 0.5 and self.level[index] == 0
            ):
                # ... as far as the names around it and its first words are believed.
                belief = 1 / (1 + exp(-between(self.around_sum[self.at[index]] + self.wording[index], -8, 8)))
                if self.hidden_sum[self.at[index]] >= 1:
                    belief *= HIDDEN_BELIEF
                self.credible[index] = self.plain[index] * belief
            self.before_words[index + 1] = self.before_words[index] + self.words[index]
            self.before_plain[index + 1] = self.before_plain[index] + self.plain[index]
            self.before_credible[index + 1] = self.before_credible[index] + self.credible[index]
        for holder in range(<int32_t> self.m - 1, -1, -1):
            if self.credible_in(holder) > self.before_credible[n] / 2:
                self.main = holder
                break
        self.credit = max(self.before_credible[n], 1e-6)
        self.main_share = self.credible_in(self.main) / self.credit
        return 0

    cdef inline double credible_in(self, int32_t holder) noexcept nogil:
        return self.before_credible[self.last[holder]] - self.before_credible[self.first[holder]]

    cdef void element_features(self) noexcept nogil:
        cdef Py_ssize_t index
        cdef int32_t at, up1, up2, tag
        for index in range(self.n):
            at, up1, up2 = self.at[index], self.up1[index], self.up2[index]
            self.near[index] = self.own[at] + self.own[up1] + self.own[up2]
            self.put(index, Feature.own, self.own[at])
            self.put(index, Feature.own_parent, self.own[up1])
            self.put(index, Feature.own_near, self.near[index])
            self.put(index, Feature.around, self.around_sum[at])
            self.put(index, Feature.around_least, self.least_around[at])
            self.put(index, Feature.around_main, self.around_sum[at] - self.around_sum[self.main])
            self.put(index, Feature.hidden, self.hidden_sum[at])
            self.put(index, Feature.hidden_main, self.hidden_sum[self.main])
            for tag in range(ANCHOR, ARTICLE + 1):
                self.put(index, Feature.in_anchor + tag - ANCHOR, self.tag_sums[TAG_KINDS * at + tag])
            self.put(index, Feature.own_elements, log1p(<double> self.size[at]))
            self.put(index, Feature.up1_images, self.images[up1])
            self.put(index, Feature.up2_images, self.images[up2])

    cdef void area_features(self) noexcept nogil:
        cdef Py_ssize_t index, area
        cdef int32_t around[AREAS]
        cdef const float* measures
        self.find_branches()
        for index in range(self.n):
            around[0], around[1] = self.up1[index], self.up2[index]
            around[2], around[3] = self.parent[self.up2[index]], self.branch[self.at[index]]
            for area in range(AREAS):
                measures = self.measured(around[area])
                self.put(index, Feature.up1_words + area, measures[0])
                self.put(index, Feature.up1_words_per_block + area, measures[1])
                self.put(index, Feature.up1_link_share + area, measures[2])
                self.put(index, Feature.up1_cred + area, measures[3])
            self.put(index, Feature.own_link_share, self.linked_in(self.at[index]))
            self.put(index, Feature.branch_own, self.own[around[3]])

    cdef inline const float* measured(self, int32_t holder) noexcept nogil:
        """Return the measures of an area, computed when a block needs them: many blocks lie in the same."""
        cdef float* measures = self.areas + 4 * holder
        cdef double words
        if not measures[0]:  # it is more for any words
            words = max(self.before_words[self.last[holder]] - self.before_words[self.first[holder]], 1)
            measures[0] = log1p(words)
            measures[1] = log1p(words / max(self.last[holder] - self.first[holder], 1))
            measures[2] = self.linked_in(holder)
            measures[3] = self.credible_in(holder) / self.credit
        return measures

    cdef inline double linked_in(self, int32_t holder) noexcept nogil:
        """Return the share of an element's words that lie in links."""
        cdef int32_t first = self.first[holder], last = self.last[holder]
        return 1 - (self.before_plain[last] - self.before_plain[first]) / max(
            self.before_words[last] - self.before_words[first], 1
        )

    cdef void find_branches(self) noexcept nogil:
        """Find the child of the main container that each element lies in; outside of it that is the element itself."""
        cdef int32_t holder, above
        for holder in range(<int32_t> self.m):
            above = self.parent[holder]
            self.branch[holder] = self.branch[above] if self.main < above < self.end[self.main] else holder

    cdef void position_features(self) noexcept nogil:
        cdef Py_ssize_t index, n = self.n, headline = 0
        cdef int32_t head = self.first[self.main], tail = self.last[self.main], at
        cdef double like, most = -1, inside = max(self.credible_in(self.main), 1e-6)
        cdef double* credible = self.before_credible
        for index in range(n):
            like = self.title[index] + LEVEL_1 * (self.level[index] == 1)
            if like > most:
                headline, most = index, like
        if most < HEADLINE:
            headline = -1
        for index in range(n):
            at = self.at[index]
            self.put(index, Feature.inside, self.main <= at < self.end[self.main])
            self.put(index, Feature.blocks_from_main_start, between(index - head, -20, 20))
            self.put(index, Feature.blocks_to_main_end, between(tail - 1 - index, -20, 20))
            self.put(index, Feature.index, <double> index / n)
            self.put(index, Feature.words_before, self.before_words[index] / self.before_words[n])
            self.put(index, Feature.cred_before, credible[index] / self.credit)
            self.put(index, Feature.cred_after, 1 - credible[index + 1] / self.credit)
            self.put(index, Feature.cred_before_in_main, between((credible[index] - credible[head]) / inside, 0, 1))
            self.put(index, Feature.credible, self.credible[index] / self.words[index])
            self.put(index, Feature.from_headline, between(index - headline, -15, 40))
            self.put(index, Feature.cred_from_headline, (credible[index] - credible[max(headline, 0)]) / self.credit)

    cdef void neighbour_features(self) noexcept nogil:
        cdef Py_ssize_t index, n = self.n, low, high
        cdef double words, plain
        cdef double* credible = self.before_credible
        for index in range(n):
            self.put_neighbour(index, Feature.prev_link_share, index - 1)
            self.put_neighbour(index, Feature.next_link_share, index + 1)
            low, high = max(index - WINDOW, 0), min(index + WINDOW + 1, n)
            words = self.before_words[high] - self.before_words[low]
            plain = self.before_plain[high] - self.before_plain[low]
            self.put(index, Feature.window_cred, log1p(credible[high] - credible[low]))
            self.put(index, Feature.window_link_share, 1 - plain / max(words, 1))
            self.put(index, Feature.window_after, log1p(max(credible[high] - credible[index + 1], 0)))

    cdef inline void put_neighbour(self, Py_ssize_t index, int first, Py_ssize_t other) noexcept nogil:
        """Write the four features of a block beside another; -1 beyond the page's ends."""
        cdef bint is_there = 0 <= other < self.n
        self.put(index, first, self.share[other] if is_there else -1)
        self.put(index, first + 1, self.around_sum[self.at[other]] if is_there else -1)
        self.put(index, first + 2, self.near[other] if is_there else -1)
        self.put(index, first + 3, self.wording[other] if is_there else -1)

    cdef void heading_features(self) noexcept nogil:
        """Write the features of the heading that each block follows: the last one before it."""
        cdef Py_ssize_t index, heading = -1
        for index in range(self.n):
            self.put(index, Feature.heading_distance, 31 if heading < 0 else between(index - heading, 0, 30))
            self.put(index, Feature.heading_opening, 0 if heading < 0 else self.wording[heading])
            self.put(index, Feature.heading_near, 0 if heading < 0 else self.near[heading])
            self.put(index, Feature.heading_level, 0 if heading < 0 else self.level[heading])
            self.put(index, Feature.heading_title, 0 if heading < 0 else self.title[heading])
            if self.level[index] > 0:
                heading = index

    cdef int style_features(self) except -1:
        """Write the features of the blocks of one style: equal tag and class of element, parent and grandparent."""
        cdef Py_ssize_t index, n = self.n
        cdef HashTable groups = HashTable(64)
        cdef int64_t* group = <int64_t*> calloc(n, sizeof(int64_t))
        cdef double* sums = <double*> calloc(4 * n, sizeof(double))  # size, words, plain, credible of each group
        cdef double* own
        try:
            if group == NULL or sums == NULL:
                raise MemoryError
            for index in range(n):
                group[index] = group_of_style(
                    groups, self.style[self.at[index]], self.style[self.up1[index]], self.style[self.up2[index]]
                )
                own = sums + 4 * group[index]
                own[0] += 1
                own[1] += self.words[index]
                own[2] += self.plain[index]
                own[3] += self.credible[index]
            for index in range(n):
                own = sums + 4 * group[index]
                self.put(index, Feature.style_size, log1p(own[0]))
                self.put(index, Feature.style_words, log1p(own[1] / own[0]))
                self.put(index, Feature.style_link_share, 1 - own[2] / own[1])
                self.put(index, Feature.style_cred, own[3] / self.credit)
        finally:
            free(group)
            free(sums)
        return 0

    cdef void page_features(self) noexcept nogil:
        cdef Py_ssize_t index, n = self.n
        cdef double words = log1p(self.before_words[n]), cred = log1p(self.credit)
        for index in range(n):
            self.put(index, Feature.page_words, words)
            self.put(index, Feature.page_cred, cred)
            self.put(index, Feature.page_main_share, self.main_share)
            self.put(index, Feature.page_link_share, 1 - self.before_plain[n] / self.before_words[n])


cdef Py_ssize_t words_in(str text, HashTable wanted, HashTable seen, Py_ssize_t* common) except -1:
    """Return how many words a text has; how many different ones of them are wanted is `common`."""
    cdef Py_ssize_t at = 0, start, count = 0, size = PyUnicode_GET_LENGTH(text)
    cdef int width = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef uint64_t key
    seen.clear(size // 2 + 1)
    common[0] = 0
    while at < size:
        start = at
        while at < size and not Py_UNICODE_ISSPACE(PyUnicode_READ(width, data, at)):
            at += 1
        if at > start:
            count += 1
            key = hash_between(text, start, at)
            common[0] += contains(wanted, key) and is_new(seen, key)
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
    """Count the characters of each kind; return the last character, as `in_plane` has it."""
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
    """Count by turns into two arrays: most letters are of one kind, and would wait for the one before."""
    cdef int32_t[CHARACTER_KINDS] others
    cdef Py_ssize_t index = 0
    cdef int kind
    memset(others, 0, sizeof(others))
    while index + 1 < length:
        count[KIND_OF[in_plane(text[index])]] += 1
        others[KIND_OF[in_plane(text[index + 1])]] += 1
        index += 2
    if index < length:
        count[KIND_OF[in_plane(text[index])]] += 1
    for kind in range(CHARACTER_KINDS):
        count[kind] += others[kind]
    return in_plane(text[length - 1])


cdef inline uint32_t in_plane(uint32_t code) noexcept nogil:
    """Return a character; BEYOND for those above the basic plane."""
    return min(code, <uint32_t> BEYOND)


cdef object as_array(const int32_t* values, Py_ssize_t count):
    array = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] view = array
    cdef Py_ssize_t index
    for index in range(count):
        view[index] = values[index]
    return array
