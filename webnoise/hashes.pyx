# cython: language_level=3
"""The hash table of all compiled modules."""

cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memset


@cython.final
cdef class HashTable:
    def __cinit__(self, size_t keys=32):
        self.resize(keys)

    def __dealloc__(self):
        free(self.entries)

    def __len__(self):
        return self.used

    cdef int resize(self, size_t keys) except -1:
        """Make room for so many keys, with two entries for each."""
        cdef size_t size = 64, slot, former = self.mask + 1 if self.entries != NULL else 0
        cdef Entry* entries = self.entries
        while size < 2 * keys:
            size *= 2
        self.entries = <Entry*> calloc(size, sizeof(Entry))
        if self.entries == NULL:
            self.entries = entries
            raise MemoryError
        self.mask, self.room = size - 1, size
        for slot in range(former):
            if entries[slot].key:
                find(self, entries[slot].key)[0] = entries[slot]
        free(entries)
        return 0

    cdef int clear(self, size_t keys) except -1:
        """Forget all keys and make room for so many."""
        cdef size_t size = 64
        while size < 2 * keys:
            size *= 2
        self.used = 0
        if size > self.room:
            free(self.entries)
            self.entries = NULL
            return self.resize(keys)
        self.mask = size - 1
        memset(self.entries, 0, size * sizeof(Entry))
        return 0
