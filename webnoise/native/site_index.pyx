# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The memory of a site turned around: the twin of `site.index.SiteIndex`.

Pages are bits of words, and what is known of a text, a place or an element is a row of numbers.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

import numpy as np

from webnoise.model import ROLES as NAMES_OF_ROLES
from webnoise.site import index as twin

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define bit_count(word) ((Py_ssize_t) __builtin_popcountll(word))
    #else
    static Py_ssize_t bit_count(unsigned long long word) {
        Py_ssize_t count = 0;
        for (; word; word &= word - 1) count++;
        return count;
    }
    #endif
    """
    Py_ssize_t bit_count(uint64_t word) noexcept nogil

cdef double SAME_TEMPLATE = twin.SAME_TEMPLATE, COPY = twin.COPY, COMMON = twin.COMMON
cdef Py_ssize_t COMMON_PAGES = twin.COMMON_PAGES, FEW_WORDS = twin.FEW_WORDS
cdef uint64_t GOLDEN = twin.GOLDEN
cdef Py_ssize_t ROLES = len(NAMES_OF_ROLES)

cdef enum:
    FEW_ROWS = 256
    BITS = 64
    SURE = 127  # a belief above it
    # Of a row of a place or element, behind the bits of its pages: sums over pages, when it was met last, and what the page adds.
    SUMS = 4
    TURN = SUMS
    OWN = SUMS + 1
    SUMMED = SUMS + 1 + SUMS


@cython.final
cdef class Rows:
    """Rows of words by hashes. A row whose first `telling` words are zero stands for none."""

    cdef uint64_t* keys
    cdef uint8_t* taken
    cdef uint64_t* words
    cdef size_t size, used, tidied  # how many rows there are, and were when those that stand for none were left out
    cdef Py_ssize_t width, telling

    def __cinit__(self, Py_ssize_t width, Py_ssize_t telling):
        self.width, self.telling = width, telling
        self.make_room(FEW_ROWS)

    def __dealloc__(self):
        free(self.keys)
        free(self.taken)
        free(self.words)

    cdef int make_room(self, size_t size, bint tidy=False) except -1:
        cdef uint64_t* keys = self.keys
        cdef uint8_t* taken = self.taken
        cdef uint64_t* words = self.words
        cdef size_t slot, place, former = self.size
        self.keys = <uint64_t*> malloc(size * sizeof(uint64_t))
        self.taken = <uint8_t*> calloc(size, 1)
        self.words = <uint64_t*> calloc(size * self.width, sizeof(uint64_t))
        if self.keys == NULL or self.taken == NULL or self.words == NULL:
            free(self.keys)
            free(self.taken)
            free(self.words)
            self.keys, self.taken, self.words = keys, taken, words
            raise MemoryError
        self.size, self.used = size, 0
        for slot in range(former):
            if taken[slot] and (not tidy or self.tells(words + slot * self.width)):
                place = self.place(keys[slot])
                self.keys[place], self.taken[place] = keys[slot], 1
                memcpy(self.words + place * self.width, words + slot * self.width, self.width * sizeof(uint64_t))
                self.used += 1
        free(keys)
        free(taken)
        free(words)
        return 0

    cdef bint tells(self, const uint64_t* row) noexcept nogil:
        cdef Py_ssize_t word
        for word in range(self.telling):
            if row[word]:
                return True
        return False

    cdef inline size_t place(self, uint64_t key) noexcept nogil:
        """Where a key stands, or belongs."""
        cdef size_t slot = (key ^ key >> 32) & self.size - 1
        while self.taken[slot] and self.keys[slot] != key:
            slot = slot + 1 & self.size - 1
        return slot

    cdef inline uint64_t* get(self, uint64_t key) noexcept nogil:
        """The row of a key; NULL where it has none. It may move when another is made."""
        cdef size_t slot = self.place(key)
        return self.words + slot * self.width if self.taken[slot] else NULL

    cdef uint64_t* made(self, uint64_t key) except NULL:
        """The row of a key, which has one from now on."""
        cdef size_t slot = self.place(key)
        if not self.taken[slot]:
            if 2 * self.used >= self.size:
                self.make_room(2 * self.size)
                slot = self.place(key)
            self.keys[slot], self.taken[slot] = key, 1
            self.used += 1
        return self.words + slot * self.width

    cdef int tidy(self) except -1:
        """Leave out rows that stand for none, now and then; never while some are being filled."""
        if self.used > 2 * self.tidied + FEW_ROWS:
            self.make_room(self.size, True)
            self.tidied = self.used
        return 0

    cdef int clear(self) except -1:
        if self.size > 16 * FEW_ROWS:  # a page of very many blocks came by
            self.used = 0
            memset(self.taken, 0, self.size)
            return self.make_room(FEW_ROWS)
        memset(self.taken, 0, self.size)
        memset(self.words, 0, self.size * self.width * sizeof(uint64_t))
        self.used = 0
        return 0


@cython.final
cdef class Trace:
    """The columns of a page's trace, whose lengths fit each other."""

    cdef object page
    cdef const uint64_t[::1] texts, places, holders, titles
    cdef const uint16_t[::1] words, starts, stops
    cdef const uint8_t[::1] beliefs, roles
    cdef Py_ssize_t blocks, large

    def __cinit__(self, trace):
        cdef Py_ssize_t index
        self.page = trace
        self.texts, self.places, self.words, self.beliefs = trace.texts, trace.places, trace.words, trace.beliefs
        self.holders, self.starts, self.stops, self.titles = trace.holders, trace.starts, trace.stops, trace.titles
        self.roles = trace.roles
        self.blocks, self.large = self.texts.shape[0], self.holders.shape[0]
        if not self.blocks == self.places.shape[0] == self.words.shape[0] == self.beliefs.shape[0] == self.roles.shape[0]:
            raise ValueError("the columns of a trace's blocks are of several lengths")
        if not self.large == self.starts.shape[0] == self.stops.shape[0]:
            raise ValueError("the columns of a trace's large elements are of several lengths")
        for index in range(self.large):
            if not self.starts[index] <= self.stops[index] <= self.blocks:
                raise ValueError(f"a large element holds blocks up to {self.stops[index]} of {self.blocks}")

    cdef inline uint64_t setting(self, Py_ssize_t block) noexcept nogil:
        """A text at a place, as one hash."""
        return self.texts[block] ^ self.places[block] * GOLDEN


@cython.final
cdef class SiteIndex:
    cdef dict known  # content to slot and trace
    cdef list free_slots
    cdef Py_ssize_t width  # words of one bit per page
    cdef uint64_t* all  # and behind it: others, same
    cdef int64_t* place_counts  # of distinct places, by slot
    cdef Rows texts, settings, titles, places, holders, at_places, met
    cdef uint64_t turn

    def __cinit__(self, Py_ssize_t pages):
        if not 0 < pages < 1 << 24:
            raise ValueError(f"an index is of 1 page and more, not of {pages}")
        self.known, self.free_slots = {}, []
        self.width = (pages + BITS - 1) // BITS
        self.all = <uint64_t*> calloc(3 * self.width, sizeof(uint64_t))
        self.place_counts = <int64_t*> calloc(2 * BITS * self.width, sizeof(int64_t))
        if self.all == NULL or self.place_counts == NULL:
            raise MemoryError
        self.texts, self.titles = Rows(self.width, self.width), Rows(self.width, self.width)
        self.settings = Rows(self.width + 1, self.width)
        self.places, self.holders = Rows(self.width + SUMMED, self.width), Rows(SUMMED, 1)
        self.at_places = Rows(ROLES, ROLES)  # of each place, how many blocks have each role
        self.met = Rows(2, 0)

    def __dealloc__(self):
        free(self.all)
        free(self.place_counts)

    def add(self, trace):
        cdef Trace page = Trace(trace)
        cdef Py_ssize_t free_ = len(self.free_slots)
        cdef Py_ssize_t slot = self.free_slots[free_ - 1] if free_ else len(self.known)
        if slot >= BITS * self.width:
            raise ValueError(f"there is no room for more than {BITS * self.width} pages")
        if trace.content in self.known:
            raise ValueError("the page is known")
        if free_:
            self.free_slots.pop()
        self.known[trace.content] = slot, trace
        self.place_counts[slot] = self.distinct(page.places)
        self.count(page, slot, 1)

    def remove(self, trace):
        cdef Py_ssize_t slot
        cdef Trace page = Trace(self.known[trace.content][1])
        slot = self.known.pop(trace.content)[0]
        self.free_slots.append(slot)
        self.count(page, slot, -1)

    cdef Py_ssize_t distinct(self, const uint64_t[::1] keys) except -1:
        """How many keys differ; `met` has a row of each."""
        cdef Py_ssize_t index
        self.met.clear()
        for index in range(keys.shape[0]):
            self.met.made(keys[index])
        return self.met.used

    cdef int count(self, Trace page, Py_ssize_t slot, int64_t sign) except -1:
        """Add a page to all sums, or take it out of them; its bit is turned either way."""
        cdef Py_ssize_t index
        cdef uint64_t bit = <uint64_t> 1 << slot % BITS
        cdef Py_ssize_t word = slot // BITS
        for rows in (self.texts, self.settings, self.titles, self.places, self.holders, self.at_places):
            (<Rows> rows).tidy()
        self.weigh_places(page, slot)
        self.weigh_holders(page)
        for index in range(page.blocks):
            self.add_own(self.places.get(page.places[index]) + self.width, sign)
        for index in range(page.large):
            self.add_own(self.holders.get(page.holders[index]), sign)
        self.count_roles(page, sign)
        self.all[word] ^= bit
        self.mark(self.texts, page.texts, word, bit, sign > 0)
        self.mark(self.titles, page.titles, word, bit, sign > 0)
        self.mark(self.places, page.places, word, bit, sign > 0)
        for index in range(page.blocks):
            set_bit(self.settings.made(page.setting(index)) + word, bit, sign > 0)
        return 0

    cdef int count_roles(self, Trace page, int64_t sign) except -1:
        cdef Py_ssize_t index
        for index in range(page.blocks):
            if page.roles[index] < ROLES:
                self.at_places.made(page.places[index])[page.roles[index]] += <uint64_t> sign
        return 0

    def roles(self, trace):
        cdef Trace page = Trace(trace)
        cdef object known = self.known.get(trace.content)
        cdef Py_ssize_t index, role
        cdef const uint64_t* row
        found = np.zeros((page.blocks, ROLES), np.float32)
        cdef float[:, ::1] counts = found
        if known is not None:
            self.count_roles(Trace(known[1]), -1)
        for index in range(page.blocks):
            row = self.at_places.get(page.places[index])
            for role in range(ROLES if row != NULL else 0):
                counts[index, role] = <float> <int64_t> row[role]
        if known is not None:
            self.count_roles(Trace(known[1]), 1)
        return found

    cdef int mark(self, Rows rows, const uint64_t[::1] keys, Py_ssize_t word, uint64_t bit, bint on) except -1:
        cdef Py_ssize_t index
        for index in range(keys.shape[0]):
            set_bit(rows.made(keys[index]) + word, bit, on)
        return 0

    cdef void add_own(self, uint64_t* row, int64_t sign) noexcept nogil:
        """Add what the page of this turn adds, once."""
        cdef int which
        if row[TURN] == self.turn:
            row[TURN] = 0
            for which in range(SUMS):
                row[which] += <uint64_t> (sign * <int64_t> row[OWN + which])

    cdef uint64_t* own(self, uint64_t* row) noexcept nogil:
        """What the page of this turn adds to a row, nothing at first."""
        if row[TURN] != self.turn:
            row[TURN] = self.turn
            memset(row + OWN, 0, SUMS * sizeof(uint64_t))
        return row + OWN

    cdef int weigh_places(self, Trace page, Py_ssize_t slot) except -1:
        """What a page adds at each place: blocks, belief, texts, and texts that it makes repeated ones."""
        cdef Py_ssize_t index, others
        cdef uint64_t* sums
        cdef uint64_t* setting
        self.turn += 1
        for index in range(page.blocks):
            sums = self.own(self.places.made(page.places[index]) + self.width)
            sums[0] += 1
            sums[1] += page.beliefs[index]
            setting = self.settings.made(page.setting(index))
            if setting[self.width] != self.turn:
                setting[self.width] = self.turn
                others = self.bits_without(setting, slot)
                sums[2] += 1
                sums[3] += 0 if others == 0 else 2 if others == 1 else 1  # none with the first, both with the second
        return 0

    cdef int weigh_holders(self, Trace page) except -1:
        """Of each large element: one page, its words, those believed in, these in thousandths of the page's."""
        cdef Py_ssize_t index
        cdef uint64_t total = 0
        cdef uint64_t* own
        cdef uint64_t* words = <uint64_t*> calloc(2 * (page.blocks + 1), sizeof(uint64_t))
        cdef uint64_t* sure = words + page.blocks + 1
        if words == NULL:
            raise MemoryError
        try:
            for index in range(page.blocks):
                words[index + 1] = words[index] + page.words[index]
                sure[index + 1] = sure[index] + (page.words[index] if page.beliefs[index] > SURE else 0)
            total = max(sure[page.blocks], 1)
            for index in range(page.large):
                own = self.own(self.holders.made(page.holders[index]))
                own[0] = 1
                own[1] += words[page.stops[index]] - words[page.starts[index]]
                own[2] += sure[page.stops[index]] - sure[page.starts[index]]
                own[3] = 1000 * own[2] // total
            return 0
        finally:
            free(words)

    cdef Py_ssize_t bits_without(self, const uint64_t* row, Py_ssize_t slot) noexcept nogil:
        """How many pages, without one, a row is of."""
        cdef Py_ssize_t word, count = 0
        for word in range(self.width):
            count += bit_count(row[word])
        return count - <Py_ssize_t> (row[slot // BITS] >> slot % BITS & 1)

    cdef Py_ssize_t shared(self, const uint64_t* row, const uint64_t* pages) noexcept nogil:
        """How many of the pages a row is of."""
        cdef Py_ssize_t word, count = 0
        if row != NULL:
            for word in range(self.width):
                count += bit_count(row[word] & pages[word])
        return count

    cdef Py_ssize_t pages_of(self, Rows rows, uint64_t key) noexcept nogil:
        cdef const uint64_t* row = rows.get(key)
        return self.shared(row, row)

    def pages_titled(self, uint64_t part):
        return self.pages_of(self.titles, part)

    def pages_with(self, uint64_t text):
        return self.pages_of(self.texts, text)

    def place(self, uint64_t place):
        cdef const uint64_t* row = self.places.get(place)
        cdef Py_ssize_t pages = self.shared(row, row)
        if not pages:
            return 0, 1.0
        return pages, 1 - <double> row[self.width + 3] / <double> row[self.width + 2]

    def recall(self, trace):
        cdef Trace page = Trace(trace)
        cdef object known = self.known.get(trace.content)
        cdef Py_ssize_t index, slot = -1, word
        cdef uint64_t* others = self.all + self.width
        cdef uint64_t* same = others + self.width
        cdef const uint64_t* row
        cdef int64_t[SUMS] sums
        memcpy(others, self.all, self.width * sizeof(uint64_t))
        self.turn += 1
        if known is not None:
            slot = known[0]
            others[slot // BITS] &= ~(<uint64_t> 1 << slot % BITS)
            self.weigh_places(Trace(known[1]), slot)
            self.weigh_holders(Trace(known[1]))
        self.leave_copies(page, others)
        self.choose_template(page, others, same)
        columns = np.empty((2, page.blocks), np.int64), np.empty((2, page.blocks))
        cdef int64_t[:, ::1] counts = columns[0]
        cdef double[:, ::1] shares = columns[1]
        for index in range(page.blocks):
            counts[0, index] = self.shared(self.settings.get(page.setting(index)), same)
            row = self.places.get(page.places[index])
            counts[1, index] = self.shared(row, same)
            self.of_others(NULL if row == NULL else row + self.width, sums)
            shares[0, index] = <double> sums[1] / <double> sums[0] / 255 if sums[0] else 0.5
            shares[1, index] = 1 - <double> sums[3] / <double> sums[2] if sums[0] else 1.0
        inside, trust = self.main_holder(page, len(self.known) - (known is not None))
        return twin.Recall(
            sum([bit_count(same[word]) for word in range(self.width)]),
            columns[0][0], columns[0][1], columns[1][0], columns[1][1], inside, trust,
        )

    cdef void of_others(self, const uint64_t* row, int64_t* sums) noexcept nogil:
        """The sums of a row without what the page of this turn adds."""
        cdef int which
        for which in range(SUMS):
            sums[which] = 0
            if row != NULL:
                sums[which] = <int64_t> row[which]
                if row[TURN] == self.turn:
                    sums[which] -= <int64_t> row[OWN + which]

    cdef int leave_copies(self, Trace page, uint64_t* others) except -1:
        """Take out the pages that hold half of the words that the page model keeps here and that are not the site's."""
        cdef Py_ssize_t index, word, many = 0, slot
        cdef double common
        cdef uint64_t total = 0, words, pages
        cdef uint64_t* text
        cdef const uint64_t* row
        cdef int64_t* held = self.place_counts + BITS * self.width
        memset(held, 0, BITS * self.width * sizeof(int64_t))
        for word in range(self.width):
            many += bit_count(others[word])
        common = COMMON * many if many >= COMMON_PAGES else many
        self.met.clear()
        for index in range(page.blocks):
            self.met.made(page.texts[index])[0] = page.words[index]
        for index in range(page.blocks):
            if page.beliefs[index] <= SURE:
                continue
            text = self.met.made(page.texts[index])
            if text[1]:
                continue
            text[1], words = 1, text[0]
            row = self.texts.get(page.texts[index])
            if self.shared(row, others) > common:
                continue
            total += words
            for word in range(self.width if row != NULL else 0):
                pages, slot = row[word] & others[word], BITS * word
                while pages:
                    if pages & 1:
                        held[slot] += <int64_t> words
                    pages >>= 1
                    slot += 1
        if total >= <uint64_t> FEW_WORDS:
            for slot in range(BITS * self.width):
                if held[slot] > COPY * total:
                    others[slot // BITS] &= ~(<uint64_t> 1 << slot % BITS)
        return 0

    cdef int choose_template(self, Trace page, const uint64_t* others, uint64_t* same) except -1:
        """Pages that share half of the places with this one."""
        cdef Py_ssize_t index, word, slot, mine = 0
        cdef uint64_t pages
        cdef uint64_t* place
        cdef const uint64_t* row
        cdef int64_t* shared = self.place_counts + BITS * self.width
        memset(shared, 0, BITS * self.width * sizeof(int64_t))
        memset(same, 0, self.width * sizeof(uint64_t))
        self.met.clear()
        for index in range(page.blocks):
            place = self.met.made(page.places[index])
            if place[0]:
                continue
            place[0] = 1
            mine += 1
            row = self.places.get(page.places[index])
            for word in range(self.width if row != NULL else 0):
                pages, slot = row[word] & others[word], BITS * word
                while pages:
                    shared[slot] += pages & 1
                    pages >>= 1
                    slot += 1
        for slot in range(BITS * self.width):
            if shared[slot] and shared[slot] >= SAME_TEMPLATE * min(mine, self.place_counts[slot]):
                same[slot // BITS] |= <uint64_t> 1 << slot % BITS
        return 0

    cdef tuple main_holder(self, Trace page, Py_ssize_t pages):
        """The blocks in the element that on the other pages holds the content, all of it and little else."""
        cdef Py_ssize_t index, block, best = -1
        cdef double trust = 0.0, purity, coverage, f1
        cdef int64_t[SUMS] sums
        inside = np.zeros(page.blocks, np.bool_)
        cdef uint8_t[::1] within = inside.view(np.uint8)
        for index in range(page.large):
            self.of_others(self.holders.get(page.holders[index]), sums)
            if sums[2]:
                purity, coverage = <double> sums[2] / <double> sums[1], <double> sums[3] / 1000 / <double> pages
                f1 = 2 * purity * coverage / (purity + coverage) if coverage else 0.0
                if f1 > trust:
                    best, trust = index, f1
        for index in range(page.large if best >= 0 else 0):
            if page.holders[index] == page.holders[best]:
                for block in range(page.starts[index], page.stops[index]):
                    within[block] = 1
        return inside, trust


cdef inline void set_bit(uint64_t* word, uint64_t bit, bint on) noexcept nogil:
    word[0] = word[0] | bit if on else word[0] & ~bit
