# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Whether a tag of a page may have so many attributes that a tree of it takes hours.

libxml2 hangs each attribute behind the last one, which it seeks from the first. The Python twin builds no tree,
and needs no such look.
"""

from libc.string cimport memchr

cdef unsigned char ENDS_NAME[256]  # of a tag or an attribute
cdef int _byte
for _byte in range(256):
    ENDS_NAME[_byte] = _byte in b" \t\n\f\r/>="


cdef inline bint is_blank(char byte) noexcept nogil:
    return byte == c" " or byte == c"\t" or byte == c"\n" or byte == c"\f" or byte == c"\r"


cdef inline bint is_letter(char byte) noexcept nogil:
    return c"a" <= byte <= c"z" or c"A" <= byte <= c"Z"


def may_crowd(bytes html not None, Py_ssize_t most):
    """Whether some tag may have more attributes than `most`.

    Every `<` before a letter is read as a tag, whatever it stands in: who takes comments, scripts or quotes for
    something else than libxml2 does can be led past a tag. Where that means reading the page over and over, the
    answer is yes as well.
    """
    cdef const char* at = html
    cdef const char* end = at + len(html)
    cdef Py_ssize_t left = 4 * len(html)
    cdef bint found = False
    with nogil:
        while at < end and not found:
            at = <const char*> memchr(at, c"<", end - at)
            if at == NULL:
                break
            at += 1
            found = at < end and is_letter(at[0]) and crowds(at, end, most, &left)
    return found


cdef bint crowds(const char* at, const char* end, Py_ssize_t most, Py_ssize_t* left) noexcept nogil:
    """Reads a tag as HTML 5 has it, from its name on."""
    cdef const char* start = at
    cdef const char* closed
    cdef char quote
    cdef Py_ssize_t count = 0
    while at < end and (not ENDS_NAME[<unsigned char> at[0]] or at[0] == c"="):
        at += 1
    while True:
        while at < end and (is_blank(at[0]) or at[0] == c"/"):
            at += 1
        if at >= end or at[0] == c">" or count > most:
            break
        count += 1
        at += 1  # whatever a name begins with, be it "="
        while at < end and not ENDS_NAME[<unsigned char> at[0]]:
            at += 1
        while at < end and is_blank(at[0]):
            at += 1
        if at >= end or at[0] != c"=":
            continue
        at += 1
        while at < end and is_blank(at[0]):
            at += 1
        if at < end and (at[0] == c"'" or at[0] == c'"'):
            quote = at[0]
            closed = <const char*> memchr(at + 1, quote, end - at - 1)
            at = end if closed == NULL else closed + 1
        else:
            while at < end and not is_blank(at[0]) and at[0] != c">":
                at += 1
    left[0] -= at - start
    return count > most or left[0] < 0
