from libc.stdint cimport int64_t, uint64_t

from webnoise.hashes cimport Entry, HashTable, add


cdef inline int64_t group_of_style(HashTable groups, int64_t own, int64_t parent, int64_t grandparent) except -1:
    """Return the number of a group of blocks: equal for equal tag and class of element, parent and grandparent."""
    cdef uint64_t prime = 1000003
    cdef Entry* entry = add(groups, ((<uint64_t> own * prime + <uint64_t> parent) * prime + <uint64_t> grandparent) << 8 | 1)
    if not entry.value.number:
        entry.value.number = <int64_t> groups.used
    return entry.value.number - 1
