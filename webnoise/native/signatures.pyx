# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What stands for a text when duplicates are looked for: the twins of `dedup.simhash.fingerprint` and `dedup.sketch.sketch`.

No array is made of all pairs of positions, nor of all permutations of the shingles.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport rint
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object text, Py_ssize_t* size) except NULL

cdef enum:
    BITS = 64
    SUMS = 4  # added to in turn, so that no addition waits for the one before it
    COUNT_BYTES = 4

cdef uint64_t PRIME_1 = 0x9E3779B185EBCA87
cdef uint64_t PRIME_2 = 0xC2B2AE3D27D4EB4F
cdef uint64_t PRIME_3 = 0x165667B19E3779F9
cdef uint64_t PRIME_4 = 0x85EBCA77C2B2AE63
cdef uint64_t PRIME_5 = 0x27D4EB2F165667C5


def fingerprint(list terms, Py_ssize_t longest, double fraction):
    cdef Py_ssize_t length = len(terms), weighed = min(length, longest), position, unique
    cdef int* codes = <int*> malloc((3 * length + 1) * sizeof(int))
    cdef uint64_t* hashes = <uint64_t*> malloc((length + 1) * sizeof(uint64_t))
    cdef double* weights = <double*> calloc(length + 1, sizeof(double))
    cdef double* inverse = <double*> malloc((weighed + 1) * sizeof(double))
    cdef int* previous = codes + length
    cdef int* following = previous + length
    cdef uint64_t print_
    cdef dict numbers = {}
    try:
        if codes == NULL or hashes == NULL or weights == NULL or inverse == NULL:
            raise MemoryError
        for position in range(length):
            term = terms[position]
            codes[position] = numbers.setdefault(term, len(numbers))
        unique = len(numbers)
        for position, term in enumerate(numbers):
            hashes[position] = term_hash(term)
        with nogil:
            neighbours(codes, weighed, unique, <int*> weights, previous, following)
            memset(weights, 0, unique * sizeof(double))
            for position in range(1, weighed + 1):
                inverse[position] = 1.0 / position
            for position in range(length):
                weights[codes[position]] += 1.0 + (
                    proximity(position, previous, following[position], inverse) if position < weighed else 0.0
                )
            print_ = summed(hashes, weights, unique, fraction)
        return print_
    finally:
        free(codes)
        free(hashes)
        free(weights)
        free(inverse)


def sketch(list units, const uint32_t[::1] turns, const uint32_t[::1] multipliers, Py_ssize_t width):
    cdef Py_ssize_t length = len(units), shingles = 0, position, values = turns.shape[0]
    if multipliers.shape[0] != values:
        raise ValueError("a permutation is a turn and a multiplier")
    cdef uint64_t* hashes = <uint64_t*> malloc((length + 1) * sizeof(uint64_t))
    cdef uint32_t* mixed = <uint32_t*> malloc((length + 1) * sizeof(uint32_t))
    cdef bytes made = PyBytes_FromStringAndSize(NULL, COUNT_BYTES + values)
    cdef uint8_t* told = <uint8_t*> PyBytes_AS_STRING(made)
    cdef Py_ssize_t count
    try:
        if hashes == NULL or mixed == NULL:
            raise MemoryError
        for position in range(length):
            hashes[position] = term_hash(units[position])
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
        free(hashes)
        free(mixed)


cdef void neighbours(
    const int* codes, Py_ssize_t length, Py_ssize_t unique, int* last, int* previous, int* following
) noexcept nogil:
    """For each position the previous (or -1) and the next (or the length) position of the same term."""
    cdef Py_ssize_t position
    cdef int before
    for position in range(unique):
        last[position] = -1
    for position in range(length):
        before = last[codes[position]]
        previous[position] = before
        following[position] = <int> length
        if before >= 0:
            following[before] = <int> position
        last[codes[position]] = <int> position


cdef double proximity(Py_ssize_t position, const int* previous, Py_ssize_t end, const double* inverse) noexcept nogil:
    """The sum of 1 / distance over the terms that come before this one comes again, each where it comes first."""
    cdef double sums[SUMS]
    cdef Py_ssize_t other = position + 1
    cdef int one
    memset(sums, 0, sizeof(sums))
    while other + SUMS <= end:
        for one in range(SUMS):
            sums[one] += inverse[other + one - position] if previous[other + one] < position else 0.0
        other += SUMS
    while other < end:
        sums[0] += inverse[other - position] if previous[other] < position else 0.0
        other += 1
    return sums[0] + sums[1] + sums[2] + sums[3]


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


cdef uint32_t least(const uint32_t* mixed, Py_ssize_t shingles, uint32_t turn, uint32_t multiplier) noexcept nogil:
    cdef uint32_t found = 0xFFFFFFFF, turned
    cdef Py_ssize_t shingle
    for shingle in range(shingles):
        turned = (mixed[shingle] ^ turn) * multiplier
        found = turned if turned < found else found
    return found


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
