"""Hashes of bytes, and the one hash table of all compiled modules."""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define prefetch(address) __builtin_prefetch(address)
    #else
    #define prefetch(address)
    #endif
    """
    void prefetch(const void* address) noexcept nogil


cdef union Value:
    int64_t number
    double weight


cdef struct Entry:
    uint64_t key  # 0 where the entry is free
    Value value


cdef class HashTable:
    """Values by keys of 64 bits that are not 0. At most half of the entries are used."""

    cdef Entry* entries
    cdef size_t mask  # one less than the number of entries, a power of two
    cdef size_t used
    cdef size_t room  # entries that memory is held for

    cdef int resize(self, size_t keys) except -1
    cdef int clear(self, size_t keys) except -1


cdef inline Entry* find(HashTable table, uint64_t key) noexcept nogil:
    """Return the entry of a key, or the free one where it belongs."""
    cdef size_t slot = key >> 8 & table.mask
    while table.entries[slot].key and table.entries[slot].key != key:
        slot = slot + 1 & table.mask
    return &table.entries[slot]


cdef inline bint contains(HashTable table, uint64_t key) noexcept nogil:
    return find(table, key).key == key


cdef inline bint is_new(HashTable table, uint64_t key) noexcept nogil:
    """Add a key to a table that has room for it; return whether it was missing."""
    cdef Entry* entry = find(table, key)
    if entry.key:
        return False
    entry.key = key
    table.used += 1
    return True


cdef inline Entry* add(HashTable table, uint64_t key) except NULL:
    """Return the entry of a key, which is added where it is missing; the table grows as needed."""
    cdef Entry* entry = find(table, key)
    if not entry.key:
        if 2 * table.used > table.mask:
            table.resize(2 * table.used)
            entry = find(table, key)
        entry.key = key
        table.used += 1
    return entry


cdef inline uint64_t hash_of(const char* text, size_t size, uint64_t seed) noexcept nogil:
    """64 bits of some bytes, never 0: two of 30,000 texts share them in one of 10^10 tables."""
    cdef uint64_t word = 0, key = seed ^ size * <uint64_t> 0x9E3779B97F4A7C15
    cdef uint32_t half = 0
    while size >= 8:
        memcpy(&word, text, 8)
        key = (key ^ word) * <uint64_t> 0xC2B2AE3D27D4EB4F
        key ^= key >> 31
        text += 8
        size -= 8
    # Copies of a constant size cost no call: the last bytes are read as two pieces that may overlap.
    if size >= 4:
        memcpy(&half, text + size - 4, 4)
        word = <uint64_t> half << 32
        memcpy(&half, text, 4)
        word |= half
    elif size:
        word = <uint8_t> text[0] | <uint64_t> <uint8_t> text[size >> 1] << 8 | <uint64_t> <uint8_t> text[size - 1] << 16
    else:
        word = 0
    key = (key ^ word) * <uint64_t> 0xC2B2AE3D27D4EB4F
    return (key ^ key >> 29) * <uint64_t> 0x9E3779B97F4A7C15 | 1
