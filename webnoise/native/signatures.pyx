# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What stands for a text when duplicates are looked for: the twins of `dedup.simhash.fingerprint`, `dedup.sketch.sketch`
and, of both with `text.terms`, `dedup.signature.signature`.

No array is made of all pairs of positions, nor of all permutations of the shingles.
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_GET_LENGTH
from libc.math cimport rint
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memset

from webnoise.native.columns cimport Bytes, append, prefetch

from threading import Lock

cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object text, Py_ssize_t* size) except NULL

cdef extern from *:
    """
    /* Twice as fast where a processor has wider registers; glibc chooses when the module is loaded. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
    __attribute__((target_clones("avx2", "default")))
    #endif
    static uint32_t least(const uint32_t *mixed, Py_ssize_t shingles, uint32_t turn, uint32_t multiplier) {
        uint32_t found = 0xFFFFFFFF;
        for (Py_ssize_t shingle = 0; shingle < shingles; shingle++) {
            uint32_t turned = (mixed[shingle] ^ turn) * multiplier;
            found = turned < found ? turned : found;
        }
        return found;
    }
    """
    uint32_t least(const uint32_t* mixed, Py_ssize_t shingles, uint32_t turn, uint32_t multiplier) noexcept nogil

cdef enum:
    BITS = 64
    COUNT_BYTES = 4
    AHEAD = 16  # words

cdef struct Known:
    uint64_t hash
    Py_ssize_t start  # among the letters
    Py_ssize_t size   # 0 where no word is
    int32_t term      # its number; -1 of a stop word

cdef struct Term:
    uint64_t hash
    uint32_t turn  # the text that it was met in last
    int32_t code   # its number in that

cdef struct Word:
    const char* letters
    Py_ssize_t size
    uint64_t hash

cdef struct Text:
    uint64_t* units
    uint64_t* hashes  # of the terms, by their codes
    int* codes
    Py_ssize_t words, length, unique

cdef uint64_t PRIME_1 = 0x9E3779B185EBCA87
cdef uint64_t PRIME_2 = 0xC2B2AE3D27D4EB4F
cdef uint64_t PRIME_3 = 0x165667B19E3779F9
cdef uint64_t PRIME_4 = 0x85EBCA77C2B2AE63
cdef uint64_t PRIME_5 = 0x27D4EB2F165667C5


@cython.final
cdef class KnownTerms:
    """The words of one language that were met, each with its term; `work_out` tells that of a new one, "" of a stop word.

    No string is made of a word that is known.
    """

    cdef object work_out, lock
    cdef Py_ssize_t most
    cdef dict numbers  # of terms
    cdef Bytes letters  # of words
    cdef Known* words
    cdef size_t size, used
    cdef Term* terms
    cdef Py_ssize_t room
    cdef uint32_t turn  # the text that is being read

    def __cinit__(self, work_out, Py_ssize_t most):
        self.work_out, self.most, self.lock, self.numbers = work_out, most, Lock(), {}
        self.make_room(4096)

    def __dealloc__(self):
        free(self.letters.at)
        free(self.words)
        free(self.terms)

    cdef int make_room(self, size_t size) except -1:
        cdef Known* words = self.words
        cdef Known* larger = <Known*> calloc(size, sizeof(Known))
        cdef size_t slot, former = self.size
        if larger == NULL:
            raise MemoryError
        self.words, self.size = larger, size
        for slot in range(former):
            if words[slot].size:
                self.words[self.free_slot(words[slot].hash)] = words[slot]
        free(words)
        return 0

    cdef inline size_t free_slot(self, uint64_t hash_) noexcept nogil:
        cdef size_t slot = hash_ & self.size - 1
        while self.words[slot].size:
            slot = slot + 1 & self.size - 1
        return slot

    cdef inline Known* find(self, uint64_t hash_, const char* word, Py_ssize_t size) noexcept nogil:
        """What is known of a word; NULL for a new one."""
        cdef size_t slot = hash_ & self.size - 1
        while self.words[slot].size:
            if (
                self.words[slot].hash == hash_
                and self.words[slot].size == size
                and memcmp(self.letters.at + self.words[slot].start, word, size) == 0
            ):
                return &self.words[slot]
            slot = slot + 1 & self.size - 1
        return NULL

    cdef int32_t term_of(self, uint64_t hash_, const char* word, Py_ssize_t size) except -2:
        """The number of a word's term; -1 of a stop word."""
        cdef Known* known = self.find(hash_, word, size)
        cdef int32_t number
        cdef Py_ssize_t start
        if known != NULL:
            return known.term
        number = self.number_of(self.work_out(word[:size].decode("utf-8", "surrogatepass")))
        if 2 * self.used > self.size:
            self.make_room(4 * self.size)
        start = self.letters.size
        append(&self.letters, word, size)
        self.words[self.free_slot(hash_)] = Known(hash_, start, size, number)
        self.used += 1
        return number

    cdef int32_t number_of(self, str term) except -2:
        cdef Py_ssize_t number = len(self.numbers)
        cdef uint64_t hash_
        cdef void* larger
        if not term:
            return -1
        known = self.numbers.get(term)
        if known is not None:
            return known
        hash_ = term_hash(term)
        if number >= self.room:
            larger = realloc(self.terms, (2 * self.room + 1024) * sizeof(Term))
            if larger == NULL:
                raise MemoryError
            self.terms, self.room = <Term*> larger, 2 * self.room + 1024
        self.terms[number] = Term(hash_, 0, 0)
        self.numbers[term] = number
        return <int32_t> number

    cdef int begin(self) except -1:
        """Another text; all is forgotten where too much is known."""
        if self.used >= <size_t> self.most or self.turn == 0xFFFFFFFF:
            memset(self.words, 0, self.size * sizeof(Known))
            self.used = self.letters.size = self.turn = 0
            self.numbers.clear()
        self.turn += 1
        return 0

    cdef int take(self, Text* text, uint64_t hash_, const char* word, Py_ssize_t size) except -1:
        """Add a word to a text, which has room for it."""
        cdef int32_t number = self.term_of(hash_, word, size)
        cdef Term* term
        text.units[text.words] = hash_
        text.words += 1
        if number < 0:
            return 0
        term = &self.terms[number]
        if term.turn != self.turn:
            term.turn, term.code = self.turn, <int32_t> text.unique
            text.hashes[text.unique] = term.hash
            text.unique += 1
        text.codes[text.length] = term.code
        text.length += 1
        return 0

    def sign_ascii(self, str text not None, tuple numbers not None):
        """Fingerprint, sketch and number of terms of a text in ASCII, as `sign` tells them of its normal words.

        A table of all words is more than what lies in the processor's cache: it is asked for a word while those before it
        are looked up.
        """
        cdef Py_ssize_t at, start = 0, found = 0, index, size = PyUnicode_GET_LENGTH(text)
        cdef Word[AHEAD] ahead
        cdef Word* word
        cdef bytes letters = text.lower().encode("ascii")
        cdef const char* lower = PyBytes_AS_STRING(letters)
        cdef Text read
        memset(&read, 0, sizeof(Text))
        try:
            make_text(&read, (size + 1) // 2)
            with self.lock:
                self.begin()
                for at in range(size + 1):  # behind the letters of bytes stands a zero
                    if not (c"a" <= lower[at] <= c"z" or c"0" <= lower[at] <= c"9"):
                        if at > start:
                            word = &ahead[found % AHEAD]
                            if found >= AHEAD:
                                self.take(&read, word.hash, word.letters, word.size)
                            word.letters, word.size = lower + start, at - start
                            word.hash = xxh64(<const uint8_t*> word.letters, word.size)
                            prefetch(&self.words[word.hash & self.size - 1])
                            found += 1
                        start = at + 1
                for index in range(max(found - AHEAD, 0), found):
                    word = &ahead[index % AHEAD]
                    self.take(&read, word.hash, word.letters, word.size)
            return signed(&read, numbers)
        finally:
            free(read.units)
            free(read.codes)

    def sign(self, list words not None, tuple numbers not None):
        """Fingerprint, sketch and number of terms of a text by its normal words."""
        cdef Py_ssize_t index, size, count = len(words)
        cdef const char* letters
        cdef bytes encoded
        cdef Text read
        memset(&read, 0, sizeof(Text))
        try:
            make_text(&read, count)
            with self.lock:
                self.begin()
                for index in range(count):
                    try:
                        letters = PyUnicode_AsUTF8AndSize(words[index], &size)
                    except UnicodeEncodeError:
                        encoded = words[index].encode("utf-8", "surrogatepass")
                        letters, size = PyBytes_AS_STRING(encoded), PyBytes_GET_SIZE(encoded)
                    if size:
                        self.take(&read, xxh64(<const uint8_t*> letters, size), letters, size)
            return signed(&read, numbers)
        finally:
            free(read.units)
            free(read.codes)


cdef int make_text(Text* text, Py_ssize_t words) except -1:
    text.units = <uint64_t*> malloc((2 * words + 2) * sizeof(uint64_t))
    text.codes = <int*> malloc((words + 1) * sizeof(int))
    if text.units == NULL or text.codes == NULL:
        raise MemoryError
    text.hashes = text.units + words + 1
    return 0


cdef tuple signed(Text* text, tuple numbers):
    """By what `fingerprint` and `sketch` are told."""
    longest, fraction, turns, multipliers, width = numbers
    return (
        fingerprint_of(text.codes, text.length, text.hashes, text.unique, longest, fraction),
        sketch_of(text.units, text.words, turns, multipliers, width),
        text.length,
    )


def fingerprint(list terms, Py_ssize_t longest, double fraction):
    cdef Py_ssize_t length = len(terms), position
    cdef int* codes = <int*> malloc((length + 1) * sizeof(int))
    cdef uint64_t* hashes = <uint64_t*> malloc((length + 1) * sizeof(uint64_t))
    cdef dict numbers = {}
    try:
        if codes == NULL or hashes == NULL:
            raise MemoryError
        for position in range(length):
            term = terms[position]
            codes[position] = numbers.setdefault(term, len(numbers))
        for position, term in enumerate(numbers):
            hashes[position] = term_hash(term)
        return fingerprint_of(codes, length, hashes, len(numbers), longest, fraction)
    finally:
        free(codes)
        free(hashes)


cdef object fingerprint_of(
    const int* codes, Py_ssize_t length, const uint64_t* hashes, Py_ssize_t unique, Py_ssize_t longest, double fraction
):
    """Of terms by their codes, which are numbers from 0 on in the order of their first occurrence."""
    cdef Py_ssize_t weighed = max(min(length, longest), 0), position, again = 0
    cdef int* arrays = <int*> malloc((3 * weighed + unique + 1) * sizeof(int))
    cdef double* weights = <double*> calloc(unique + 2 * weighed + 2, sizeof(double))
    cdef int* following = arrays
    cdef int* repeats = following + weighed
    cdef int* before = repeats + weighed
    cdef double* inverse = weights + unique
    cdef double* harmonic = inverse + weighed + 1
    cdef uint64_t print_
    try:
        if arrays == NULL or weights == NULL:
            raise MemoryError
        with nogil:
            again = neighbours(codes, weighed, unique, before + weighed, following, repeats, before)
            for position in range(1, weighed + 1):
                inverse[position] = 1.0 / position
                harmonic[position] = harmonic[position - 1] + inverse[position]
            add_proximities(codes, weighed, following, repeats, before, again, inverse, harmonic, weights)
            for position in range(length):
                weights[codes[position]] += 1.0
            print_ = summed(hashes, weights, unique, fraction)
        return print_
    finally:
        free(arrays)
        free(weights)


def sketch(list units, const uint32_t[::1] turns, const uint32_t[::1] multipliers, Py_ssize_t width):
    cdef Py_ssize_t length = len(units), position
    cdef uint64_t* hashes = <uint64_t*> malloc((length + 1) * sizeof(uint64_t))
    try:
        if hashes == NULL:
            raise MemoryError
        for position in range(length):
            hashes[position] = term_hash(units[position])
        return sketch_of(hashes, length, turns, multipliers, width)
    finally:
        free(hashes)


cdef bytes sketch_of(
    const uint64_t* hashes, Py_ssize_t length, const uint32_t[::1] turns, const uint32_t[::1] multipliers, Py_ssize_t width
):
    cdef Py_ssize_t shingles = 0, position, count, values = turns.shape[0]
    if multipliers.shape[0] != values:
        raise ValueError("a permutation is a turn and a multiplier")
    cdef uint32_t* mixed = <uint32_t*> malloc((length + 1) * sizeof(uint32_t))
    cdef bytes made = PyBytes_FromStringAndSize(NULL, COUNT_BYTES + values)
    cdef uint8_t* told = <uint8_t*> PyBytes_AS_STRING(made)
    try:
        if mixed == NULL:
            raise MemoryError
        with nogil:
            if length:
                width = min(width, length)
                shingles = length - width + 1
                mix_shingles(hashes, shingles, width, mixed)
            count = distinct(mixed, shingles)
            if count < 0:
                with gil:
                    raise MemoryError
            for position in range(COUNT_BYTES):
                told[position] = <uint8_t> (count >> 8 * position)
            for position in range(values):
                told[COUNT_BYTES + position] = <uint8_t> least(
                    mixed, shingles, turns[position], multipliers[position]
                )
        return made
    finally:
        free(mixed)


cdef Py_ssize_t neighbours(
    const int* codes, Py_ssize_t length, Py_ssize_t unique, int* last, int* following, int* repeats, int* before
) noexcept nogil:
    """For each position the next (or the length) of the same term; the positions that repeat a term, and that before each."""
    cdef Py_ssize_t position, again = 0
    cdef int former
    for position in range(unique):
        last[position] = -1
    for position in range(length):
        former = last[codes[position]]
        following[position] = <int> length
        if former >= 0:
            following[former] = <int> position
            repeats[again], before[again] = <int> position, former
            again += 1
        last[codes[position]] = <int> position
    return again


cdef void add_proximities(
    const int* codes, Py_ssize_t length, const int* following, const int* repeats, const int* before, Py_ssize_t again,
    const double* inverse, const double* harmonic, double* weights,
) noexcept nogil:
    """To each term, the sum of 1 / distance over those that come before it comes again, each where it comes first.

    That is the sum over all positions, without those that repeat a term from here on.
    """
    cdef Py_ssize_t position, first = 0, other, end
    cdef double sum_
    for position in range(length):
        while first < again and repeats[first] <= position:
            first += 1
        end, other = following[position], first
        sum_ = harmonic[end - 1 - position]
        while other < again and repeats[other] < end:
            if before[other] >= position:
                sum_ -= inverse[repeats[other] - position]
            other += 1
        weights[codes[position]] += sum_


cdef uint64_t summed(const uint64_t* hashes, const double* weights, Py_ssize_t unique, double fraction) noexcept nogil:
    """Bit i is 1 where the weights of the terms whose hash has bit i outweigh those of the others."""
    cdef int64_t sums[BITS]
    cdef int64_t total = 0, weight
    cdef uint64_t found = 0
    cdef Py_ssize_t term
    cdef int bit
    memset(sums, 0, sizeof(sums))
    for term in range(unique):
        weight = <int64_t> rint(weights[term] * fraction)
        total += weight
        for bit in range(BITS):
            sums[bit] += weight & -<int64_t> (hashes[term] >> bit & 1)
    for bit in range(BITS):
        if 2 * sums[bit] - total > unique:
            found |= <uint64_t> 1 << bit
    return found


cdef void mix_shingles(const uint64_t* hashes, Py_ssize_t shingles, Py_ssize_t width, uint32_t* mixed) noexcept nogil:
    cdef Py_ssize_t shingle, unit
    cdef uint64_t value
    for shingle in range(shingles):
        value = 0
        for unit in range(width):
            value += hashes[shingle + unit]
            value = (value ^ value >> 30) * <uint64_t> 0xBF58476D1CE4E5B9
            value = (value ^ value >> 27) * <uint64_t> 0x94D049BB133111EB
            value ^= value >> 31
        mixed[shingle] = <uint32_t> (value >> 32)


cdef Py_ssize_t distinct(const uint32_t* values, Py_ssize_t length) noexcept nogil:
    """How many of the values differ; -1 for want of memory."""
    cdef size_t size = 64, place
    cdef Py_ssize_t position, count = 0
    cdef bint zero = False
    while size < 2 * <size_t> length:
        size *= 2
    cdef uint32_t* table = <uint32_t*> calloc(size, sizeof(uint32_t))
    if table == NULL:
        return -1
    for position in range(length):
        if values[position] == 0:
            zero = True
            continue
        place = values[position] & (size - 1)
        while table[place] and table[place] != values[position]:
            place = (place + 1) & (size - 1)
        if table[place] == 0:
            table[place] = values[position]
            count += 1
    free(table)
    return count + zero


cdef uint64_t term_hash(object term) except? 0:
    """xxh64, seed 0, of the UTF-8 bytes."""
    cdef Py_ssize_t size
    cdef const char* text
    cdef bytes encoded
    try:
        text = PyUnicode_AsUTF8AndSize(term, &size)
    except UnicodeEncodeError:  # half a character, which only broken pages hold
        encoded = term.encode("utf-8", "surrogatepass")
        return xxh64(<const uint8_t*> PyBytes_AS_STRING(encoded), PyBytes_GET_SIZE(encoded))
    return xxh64(<const uint8_t*> text, size)


cdef uint64_t xxh64(const uint8_t* text, Py_ssize_t size) noexcept nogil:
    """As github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md defines it, with seed 0."""
    cdef const uint8_t* end = text + size
    cdef uint64_t value
    cdef uint64_t sums[4]
    cdef int one
    if size >= 32:
        sums[0], sums[1], sums[2], sums[3] = PRIME_1 + PRIME_2, PRIME_2, 0, <uint64_t> 0 - PRIME_1
        while end - text >= 32:
            for one in range(4):
                sums[one] = lane(sums[one], word(text + 8 * one))
            text += 32
        value = turned(sums[0], 1) + turned(sums[1], 7) + turned(sums[2], 12) + turned(sums[3], 18)
        for one in range(4):
            value = (value ^ lane(0, sums[one])) * PRIME_1 + PRIME_4
    else:
        value = PRIME_5
    value += <uint64_t> size
    while end - text >= 8:
        value = turned(value ^ lane(0, word(text)), 27) * PRIME_1 + PRIME_4
        text += 8
    if end - text >= 4:
        value = turned(value ^ half_word(text) * PRIME_1, 23) * PRIME_2 + PRIME_3
        text += 4
    while text < end:
        value = turned(value ^ text[0] * PRIME_5, 11) * PRIME_1
        text += 1
    value = (value ^ value >> 33) * PRIME_2
    value = (value ^ value >> 29) * PRIME_3
    return value ^ value >> 32


cdef inline uint64_t lane(uint64_t sum_, uint64_t read) noexcept nogil:
    return turned(sum_ + read * PRIME_2, 31) * PRIME_1


cdef inline uint64_t turned(uint64_t value, int bits) noexcept nogil:
    return value << bits | value >> 64 - bits


cdef inline uint64_t half_word(const uint8_t* text) noexcept nogil:
    return text[0] | <uint64_t> text[1] << 8 | <uint64_t> text[2] << 16 | <uint64_t> text[3] << 24


cdef inline uint64_t word(const uint8_t* text) noexcept nogil:
    return half_word(text) | half_word(text + 4) << 32
