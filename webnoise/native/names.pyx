# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What elements are called and whether they are hidden, read from packed attributes.

The twins of `features.lexicon.row_numbers` and `features.ground.hidden`; no dictionary of attributes is made.
"""

cimport cython
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport strcmp, strlen, strstr

from webnoise.native.columns cimport Packed, decoded, hash_of
from webnoise.native.walk cimport ListedAttributes

from os import urandom

from webnoise.blocks.tags import is_hidden

# Of this process: a page whose names share a hash with those of others would give them its rows.
cdef uint64_t SECRET = int.from_bytes(urandom(8), "little")
cdef tuple ROLES = ("itemprop", "data-component", "data-testid", "role")


def reads(attributes):
    """Whether the attributes of an outline are packed, as these passes need them."""
    return isinstance(attributes, ListedAttributes)


@cython.final
cdef class KnownRows:
    """The numbers of elements' rows by a hash of what the elements are called."""

    cdef uint64_t* keys
    cdef int32_t* numbers
    cdef size_t size, used

    def __cinit__(self):
        self.make_room(4096)

    def __dealloc__(self):
        free(self.keys)
        free(self.numbers)

    cdef int make_room(self, size_t size) except -1:
        cdef uint64_t* keys = self.keys
        cdef int32_t* numbers = self.numbers
        cdef size_t slot, former = self.size
        self.keys = <uint64_t*> calloc(size, sizeof(uint64_t))
        self.numbers = <int32_t*> calloc(size, sizeof(int32_t))
        if self.keys == NULL or self.numbers == NULL:
            raise MemoryError
        self.size = size
        for slot in range(former):
            if keys[slot]:
                self.numbers[self.place(keys[slot])] = numbers[slot]
                self.keys[self.place(keys[slot])] = keys[slot]
        free(keys)
        free(numbers)
        return 0

    cdef inline size_t place(self, uint64_t key) noexcept nogil:
        """Where a key stands, or belongs."""
        cdef size_t slot = key >> 8 & self.size - 1
        while self.keys[slot] and self.keys[slot] != key:
            slot = slot + 1 & self.size - 1
        return slot

    cdef int add(self, uint64_t key, int32_t number) except -1:
        if 2 * self.used > self.size:
            self.make_room(4 * self.size)
        cdef size_t slot = self.place(key)
        self.keys[slot], self.numbers[slot] = key, number
        self.used += 1
        return 0


def row_numbers(list tags not None, ListedAttributes attributes not None, elements, rows):
    cdef Packed packed = attributes.packed
    cdef list positions = attributes.positions, numbers = []
    cdef KnownRows known = rows.packed
    cdef int32_t class_name = packed.number("class"), identifier = packed.number("id")
    cdef int32_t roles[4]
    cdef int32_t position, number
    cdef int role
    cdef Py_ssize_t element
    cdef const char* value
    cdef const char* classes
    cdef const char* own_name
    cdef uint64_t key
    cdef size_t slot
    if known is None:
        known = rows.packed = KnownRows()
    cdef list tag_hashes = [hash_of_name(name) for name in packed.names]
    for role in range(4):
        roles[role] = packed.number(ROLES[role])
    for element in elements:
        if not 0 <= element < min(len(positions), len(tags)):
            raise IndexError(f"there is no element {element} in an outline of {len(positions)}")
        position = positions[element]
        key = tag_hashes[packed.rows[position].tag]
        classes, own_name = packed.value(position, class_name), packed.value(position, identifier)
        key = with_value(with_value(key, classes), own_name)
        for role in range(4):
            value = packed.value(position, roles[role])
            if value != NULL and value[0]:
                key = with_value(key, value)
                break
        slot = known.place(key)
        if known.keys[slot]:
            number = known.numbers[slot]
        else:
            number = rows.number((tags[element], as_text(classes), as_text(own_name), as_text(value)))
            known.add(key, number)
        numbers.append(number)
    return numbers


cdef inline object as_text(const char* value):
    return None if value == NULL else decoded(value)


cdef uint64_t hash_of_name(str name):
    cdef bytes raw = name.encode("utf-8", "replace")
    return hash_of(<const char*> raw, len(raw), SECRET)


cdef inline uint64_t with_value(uint64_t key, const char* value) noexcept nogil:
    """No attribute is not an empty one."""
    return hash_of("", 0, key) if value == NULL else hash_of(value, strlen(value), key + 1)


def hidden(ListedAttributes attributes not None, elements):
    cdef Packed packed = attributes.packed
    cdef int32_t style_name = packed.number("style"), hidden_name = packed.number("hidden")
    cdef int32_t aria_name = packed.number("aria-hidden")
    cdef int32_t position
    cdef const char* style
    cdef const char* aria
    cdef double value
    cdef list values = []
    for element in elements:
        position = attributes.positions[element]
        value = 0.0
        style = packed.value(position, style_name)
        if style != NULL and (strstr(style, "none") != NULL or strstr(style, "hidden") != NULL):
            value = 1.0 if is_hidden({"style": style.decode("utf-8", "replace")}) else 0.0
        if packed.value(position, hidden_name) != NULL:
            value = 1.0
        else:
            aria = packed.value(position, aria_name)
            if aria != NULL and strcmp(aria, "true") == 0:
                value += 0.5
        values.append(value)
    return values
