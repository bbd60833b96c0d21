from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, strlen

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define prefetch(address) __builtin_prefetch(address)
    #else
    #define prefetch(address)
    #endif
    """
    void prefetch(const void* address) noexcept nogil


cdef struct Row:
    int32_t tag              # a number among the names
    int32_t parent
    int32_t end
    int32_t text             # where it lies among the bytes; -1 for none
    int32_t tail
    int32_t first_attribute  # those of row r lie before the first of row r + 1


cdef struct Attribute:
    int32_t name
    int32_t value


cdef struct Bytes:
    char* at
    Py_ssize_t size
    Py_ssize_t room


cdef inline uint64_t hash_of(const char* text, size_t size, uint64_t seed) noexcept nogil:
    """64 bits of some bytes, never 0: that two of 30,000 share them, one in 10^10 tables would see."""
    cdef uint64_t word = 0, key = seed ^ size * <uint64_t> 0x9E3779B97F4A7C15
    cdef uint32_t half = 0
    while size >= 8:
        memcpy(&word, text, 8)
        key = (key ^ word) * <uint64_t> 0xC2B2AE3D27D4EB4F
        key ^= key >> 31
        text += 8
        size -= 8
    # Copies of a size that the compiler knows cost no call: the last bytes are read as two that may overlap.
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


cdef inline object decoded(const char* text):
    return PyUnicode_DecodeUTF8(text, strlen(text), "replace")


cdef int append(Bytes* bytes, const char* text, Py_ssize_t size) except -1
cdef const unsigned char* after_space(const unsigned char* at) noexcept nogil
cdef const unsigned char* after_words(const unsigned char* at, Py_ssize_t* characters) noexcept nogil
cdef Py_ssize_t characters_in(const char* text, Py_ssize_t size) noexcept nogil
cdef int fold_words(Bytes* out, const unsigned char* at) except -1


cdef class Packed:
    cdef readonly list names
    cdef dict numbers
    cdef Py_ssize_t count
    cdef Row* rows
    cdef Attribute* attributes
    cdef Bytes strings
    cdef dict made

    cdef const char* value(self, Py_ssize_t element, int32_t name) noexcept nogil
    cdef object seen(self, int32_t offset, Py_ssize_t shortest)
    cdef dict attributes_of(self, Py_ssize_t element)
    cdef int32_t number(self, str name) except -2


cdef class Sieve:
    cdef bint lets_through(self, const char* text) noexcept nogil


cdef class Column:
    cdef readonly Packed packed

    cdef object entry(self, Py_ssize_t element)


cdef class Attributes(Column):
    cdef dict chosen_sets  # by the set of names

    cdef bytearray chosen(self, names, bint* some)
    cpdef str line(self, Py_ssize_t element, Py_ssize_t limit, frozenset without)
    cdef str line_in(self, Bytes* words, Py_ssize_t element, Py_ssize_t limit, frozenset without)
    cdef bint add_words(self, Bytes* words, int32_t offset, Py_ssize_t* length, Py_ssize_t limit) except -1
    cdef int tell(
        self, list found, Py_ssize_t element, int32_t offset, Py_ssize_t shortest, Py_ssize_t longest, Sieve sieve
    ) except -1


cdef class Packer:
    cdef Packed packed
    cdef set boolean
    cdef object limits
    cdef str url
    cdef double deadline, most_nodes
    cdef Py_ssize_t rows, attributes, most_bytes

    cdef int32_t named(self, str name) except -1
    cdef int write(self, const char* text, Py_ssize_t size) except -1
    cdef Row* add(self, int32_t tag, Py_ssize_t parent) except NULL
    cdef int give(self, int32_t name, Py_ssize_t value) except -1
    cdef object finish(self)
