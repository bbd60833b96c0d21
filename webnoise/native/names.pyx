# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What elements are called and whether they are hidden, read from packed attributes.

The twins of `features.lexicon.row_numbers` and `features.ground.hidden`; no dictionary of attributes is made.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t
from libc.stdlib cimport free
from libc.string cimport strcmp, strlen, strstr

from webnoise.native.columns cimport Bytes, Packed, append
from webnoise.native.walk cimport ListedAttributes

from webnoise.blocks.tags import is_hidden

cdef tuple ROLES = ("itemprop", "data-component", "data-testid", "role")


def reads(attributes):
    """Whether the attributes of an outline are packed, as these passes need them."""
    return isinstance(attributes, ListedAttributes)


def row_numbers(list tags, ListedAttributes attributes, elements, rows):
    cdef Packed packed = attributes.packed
    cdef list positions = attributes.positions, numbers = []
    cdef dict known = rows.packed
    cdef int32_t class_name = packed.number("class"), identifier = packed.number("id")
    cdef int32_t roles[4]
    cdef int32_t position
    cdef int role
    cdef Py_ssize_t element
    cdef const char* value
    cdef Bytes key = Bytes(NULL, 0, 0)
    for role in range(4):
        roles[role] = packed.number(ROLES[role])
    try:
        for element in elements:
            position = positions[element]
            key.size = 0
            add(&key, packed.value(position, class_name))
            add(&key, packed.value(position, identifier))
            for role in range(4):
                value = packed.value(position, roles[role])
                if value != NULL and value[0]:
                    add(&key, value)
                    break
            name = (tags[element], PyBytes_FromStringAndSize(key.at, key.size))
            number = known.get(name)
            if number is None:
                number = known[name] = rows.number(tags[element], attributes[element])
            numbers.append(number)
    finally:
        free(key.at)
    return numbers


cdef int add(Bytes* key, const char* value) except -1:
    """A value behind a mark, or the mark alone: no attribute is not an empty one."""
    append(key, b"\n" if value == NULL else b"\0", 1)
    return append(key, value, strlen(value)) if value != NULL else 0


def hidden(ListedAttributes attributes, elements):
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
