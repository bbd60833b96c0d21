# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The elements of a page packed into arrays, and the searches over them: the twin of `page.elements.Elements`.

All is copied, so that no column depends on what it was read from, and strings are made when somebody asks for them.
"""

cimport cython
from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.unicode cimport PyUnicode_AsUTF8, PyUnicode_DATA
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, strchr, strcmp, strlen, strstr

from functools import lru_cache

from webnoise.errors import LimitExceeded
from webnoise.page.elements import BOOLEAN, CLINGING, Elements
from webnoise.page.limits import clock

cdef bytes _clinging = CLINGING.encode("ascii")
cdef const char* CLINGING_SIGNS = _clinging

cdef extern from *:
    """
    #include <string.h>
    #define AT_ONCE 64
    /* memmem at half of its time: it looks for the first and the last byte at many places at once. */
    static const char* find_bytes(const char* in, size_t size, const char* wanted, size_t many) {
        const char *at = in, *end = in + size;
        char first, last;
        if (many == 0) return in;
        first = wanted[0], last = wanted[many - 1];
        while ((size_t)(end - at) >= many) {
            size_t places = (size_t)(end - at) - many + 1, place;
            if (places >= AT_ONCE) {
                unsigned char found = 0;
                const char* behind = at + many - 1;
                for (place = 0; place < AT_ONCE; place++) found |= (at[place] == first) & (behind[place] == last);
                places = AT_ONCE;
                if (!found) {
                    at += places;
                    continue;
                }
            }
            for (place = 0; place < places; place++)
                if (at[place] == first && memcmp(at + place, wanted, many) == 0) return at + place;
            at += places;
        }
        return NULL;
    }
    """
    const char* find_bytes(const char*, size_t, const char*, size_t) nogil

MOST_BYTES = 1 << 30  # of all strings of a page: numbers of 32 bits tell where they lie
cdef dict NO_ATTRIBUTES = {}

cdef enum:
    CHECKED_EVERY = 1024
    MOST_WORDS = 64
    MOST_SETS = 16
    TOLD_BY = 3  # letters


cdef int append(Bytes* bytes, const char* text, Py_ssize_t size) except -1:
    cdef Py_ssize_t room
    cdef void* grown
    if bytes.size + size + 1 > bytes.room:
        room = max(2 * bytes.room, bytes.size + size + 4096)
        grown = realloc(bytes.at, room)
        if grown == NULL:
            raise MemoryError
        bytes.at = <char*> grown
        bytes.room = room
    memcpy(bytes.at + bytes.size, text, size)
    bytes.size += size
    return 0


cdef unsigned char PLAIN[256]  # neither white space nor the first byte of any
cdef int _byte
for _byte in range(256):
    PLAIN[_byte] = not (
        _byte in (0, 0x20, 0xC2, 0xE1, 0xE2, 0xE3) or 0x09 <= _byte <= 0x0D or 0x1C <= _byte <= 0x1F
    )


cdef inline int space_at(const unsigned char* at) noexcept nogil:
    """How many bytes of what Python calls white space stand here; 0 for none."""
    cdef unsigned char byte = at[0]
    if byte < 0x80:
        return byte == 0x20 or 0x09 <= byte <= 0x0D or 0x1C <= byte <= 0x1F
    if byte == 0xC2:
        return 2 if at[1] == 0x85 or at[1] == 0xA0 else 0
    if byte == 0xE1:
        return 3 if at[1] == 0x9A and at[2] == 0x80 else 0
    if byte == 0xE2:
        if at[1] == 0x80:
            return 3 if 0x80 <= at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF else 0
        return 3 if at[1] == 0x81 and at[2] == 0x9F else 0
    if byte == 0xE3:
        return 3 if at[1] == 0x80 and at[2] == 0x80 else 0
    return 0


cdef const unsigned char* after_space(const unsigned char* at) noexcept nogil:
    cdef int step
    while not PLAIN[at[0]]:
        step = space_at(at)
        if step == 0:
            break
        at += step
    return at


cdef const unsigned char* after_words(const unsigned char* at, Py_ssize_t* characters) noexcept nogil:
    """Behind some words with one space between them, as they may be copied at once."""
    cdef Py_ssize_t count = 0
    while True:
        while PLAIN[at[0]]:
            count += (at[0] & 0xC0) != 0x80
            at += 1
        if at[0] == 0 or (space_at(at) and not (at[0] == 0x20 and PLAIN[at[1]])):
            break
        count += 1
        at += 1
    characters[0] = count
    return at


cdef Py_ssize_t characters_in(const char* text, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t index, count = 0
    for index in range(size):
        count += (text[index] & 0xC0) != 0x80
    return count


cdef int fold_words(Bytes* out, const unsigned char* at) except -1:
    """The words of a text with one space between."""
    cdef Py_ssize_t start = out.size, characters
    cdef const unsigned char* words
    while True:
        words = after_space(at)
        if words[0] == 0:
            return 0
        at = after_words(words, &characters)
        if out.size > start:
            append(out, b" ", 1)
        append(out, <const char*> words, at - words)


@cython.final
cdef class Packed:
    """A page's elements, attributes and strings in three arrays."""

    def __cinit__(self):
        self.names = []
        self.numbers = {}
        self.made = {}

    def __dealloc__(self):
        free(self.rows)
        free(self.attributes)
        free(self.strings.at)

    cdef const char* value(self, Py_ssize_t element, int32_t name) noexcept nogil:
        """The value of an element's attribute; NULL where it has none of this name."""
        cdef int32_t attribute
        for attribute in range(self.rows[element].first_attribute, self.rows[element + 1].first_attribute):
            if self.attributes[attribute].name == name:
                return self.strings.at + self.attributes[attribute].value
        return NULL

    cdef int32_t number(self, str name) except -2:
        """The number of a tag's or attribute's name; -1 where the page has none such."""
        return self.numbers.get(name, -1)

    cdef object seen(self, int32_t offset, Py_ssize_t shortest):
        """A text that is no white space alone, nor shorter than so many bytes; else None."""
        cdef const unsigned char* text
        cdef Py_ssize_t at = 0
        if offset < 0:
            return None
        text = <const unsigned char*> self.strings.at + offset
        while text[at] == 0x20 or 0x09 <= text[at] <= 0x0D or 0x1C <= text[at] <= 0x1F:
            at += 1
        if not text[at] or (shortest > 1 and <Py_ssize_t> strlen(<const char*> text) < shortest):
            return None
        found = decoded(<const char*> text)
        return None if text[at] >= 0x80 and found.isspace() else found

    cdef dict attributes_of(self, Py_ssize_t element):
        cdef int32_t attribute, first = self.rows[element].first_attribute
        cdef int32_t last = self.rows[element + 1].first_attribute
        if first == last:
            return NO_ATTRIBUTES
        found = self.made.get(element)
        if found is None:
            found = {}
            for attribute in range(first, last):
                found[self.names[self.attributes[attribute].name]] = decoded(
                    self.strings.at + self.attributes[attribute].value
                )
            self.made[element] = found
        return found


@cython.final
cdef class Words:
    """Words of ASCII to look for in any case."""

    cdef list kept
    cdef const char* words[MOST_WORDS]
    cdef uint64_t[TOLD_BY][256] having  # by the first letters, the words that have them there, as bits

    def __cinit__(self, words):
        cdef int number, place, code
        cdef uint64_t bit
        self.kept = sorted({text.lower().encode("ascii") for text in words if text})
        if len(self.kept) > MOST_WORDS:
            raise ValueError(f"{len(self.kept)} words are too many to look for")
        for number in range(len(self.kept)):
            self.words[number] = <bytes> self.kept[number]
            bit = <uint64_t> 1 << number
            for place in range(TOLD_BY):
                for code in range(256):  # a word that is shorter has any letter behind its last
                    if place >= len(self.kept[number]) or lower(<char> code) == <unsigned char> self.words[number][place]:
                        self.having[place][code] |= bit

    cdef bint stand_in(self, const char* text) noexcept nogil:
        cdef uint64_t possible
        cdef int number
        while text[0]:
            possible = self.having[0][<unsigned char> text[0]] & self.having[1][<unsigned char> text[1]]
            if possible and text[1]:
                possible &= self.having[2][<unsigned char> text[2]]
            number = 0
            while possible:
                if possible & 1 and begins(text, self.words[number]):
                    return True
                possible >>= 1
                number += 1
            text += 1
        return False


cdef inline bint begins(const char* text, const char* word) noexcept nogil:
    cdef int at = 0
    while word[at] and lower(text[at]) == <unsigned char> word[at]:
        at += 1
    return not word[at]


@lru_cache(maxsize=64)
def words_to_find(*words):
    return Words(words)


cdef inline unsigned char lower(char letter) noexcept nogil:
    return <unsigned char> letter + 32 if 65 <= letter <= 90 else <unsigned char> letter


cdef class Sieve:
    """Keeps back texts by their bytes, before they are made."""

    cdef bint lets_through(self, const char* text) noexcept nogil:
        return True


cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)


cdef bint told(Sieve sieve, str text) except -1:
    """Whether a text is let through; what has no bytes, half a character, may be."""
    if text is None:
        return False
    if PyUnicode_IS_ASCII(text):
        return sieve.lets_through(<const char*> PyUnicode_DATA(text))
    try:
        return sieve.lets_through(PyUnicode_AsUTF8(text))
    except UnicodeEncodeError:
        return True


cdef class Column:
    """What the elements have of one kind, made when it is asked for."""

    def __cinit__(self, Packed packed not None):
        self.packed = packed

    def __len__(self):
        return self.packed.count

    def __getitem__(self, index):
        cdef Py_ssize_t element
        if isinstance(index, slice):
            return [self.entry(element) for element in range(*index.indices(self.packed.count))]
        element = index
        if element < 0:
            element += self.packed.count
        if not 0 <= element < self.packed.count:
            raise IndexError(index)
        return self.entry(element)

    def __eq__(self, other):
        return list(self) == list(other)

    def __reduce__(self):
        return list, (list(self),)

    cdef object entry(self, Py_ssize_t element):
        """Of an element that is there; every kind of column has its own."""
        raise NotImplementedError(f"{type(self).__name__} has no entries")


cdef class Attributes(Column):
    cdef object entry(self, Py_ssize_t element):
        return self.packed.attributes_of(element)

    def tagged(self, tags):
        """The elements with one of these tags, in document order: the twin of `Elements.tagged`."""
        cdef Row* rows = self.packed.rows
        cdef Py_ssize_t element
        cdef bint some = False
        cdef unsigned char[::1] wanted = self.chosen(tags, &some)
        cdef list found = []
        if some:
            for element in range(self.packed.count):
                if wanted[rows[element].tag]:
                    found.append(element)
        return found

    cdef bytearray chosen(self, names, bint* some):
        """By the number of a name, whether it is one of these; the same sets are asked for again and again."""
        cdef bytearray wanted
        cdef int32_t number
        if type(names) is frozenset:
            if self.chosen_sets is None:
                self.chosen_sets = {}
            known = self.chosen_sets.get(names)
            if known is not None:
                wanted, some[0] = known
                return wanted
        wanted = bytearray(len(self.packed.names) + 1)
        for name in names:
            number = self.packed.number(name)
            if number >= 0:
                wanted[number] = some[0] = True
        if type(names) is frozenset and len(self.chosen_sets) < MOST_SETS:
            self.chosen_sets[names] = wanted, some[0]
        return wanted

    def told(self, tags, Py_ssize_t shortest, Py_ssize_t longest, bint tails, Sieve sieve=None, Py_ssize_t start=0):
        """The elements of these tags that have text: the twin of `Elements.told`."""
        cdef Row* row
        cdef Py_ssize_t element
        cdef bint some = False
        cdef unsigned char[::1] wanted = self.chosen(tags, &some)
        cdef list found = []
        if some:
            for element in range(max(start, 0), self.packed.count):
                row = &self.packed.rows[element]
                if wanted[row.tag]:
                    self.tell(found, element, row.text, shortest, longest, sieve)
                    if tails:
                        self.tell(found, element, row.tail, shortest, longest, sieve)
        return found

    def sifted(self, list places not None, Sieve sieve not None):
        """Those of some places whose texts a sieve lets through: the twin of `Elements.sifted`."""
        cdef list found = []
        for place in places:
            _, _, text, tail = place
            if told(sieve, text) or told(sieve, tail):
                found.append(place)
        return found

    cdef int tell(
        self, list found, Py_ssize_t element, int32_t offset, Py_ssize_t shortest, Py_ssize_t longest, Sieve sieve
    ) except -1:
        if offset >= 0 and sieve is not None and not sieve.lets_through(self.packed.strings.at + offset):
            return 0
        text = self.packed.seen(offset, shortest)
        if text is not None and shortest <= len(text) <= longest:
            found.append((element, text))
        return 0

    def places(self, Py_ssize_t start, Py_ssize_t distance, Py_ssize_t farthest, textless):
        """The elements from one on, with what they tell: the twin of `Elements.places`."""
        cdef Row* row
        cdef Py_ssize_t element
        cdef bint some = False, told
        cdef unsigned char[::1] without = self.chosen(textless, &some)
        cdef list found = []
        for element in range(max(start, 0), self.packed.count):
            if distance > farthest:
                break
            row = &self.packed.rows[element]
            told = not without[row.tag]
            found.append((element, distance, self.packed.seen(row.text, 1) if told else None, self.packed.seen(row.tail, 1)))
            distance += told
        return found

    cpdef str line(self, Py_ssize_t element, Py_ssize_t limit, frozenset without):
        """The text of an element on one line: the twin of `Elements.line`."""
        cdef Bytes words = Bytes(NULL, 0, 0)
        try:
            return self.line_in(&words, element, limit, without)
        finally:
            free(words.at)

    cdef str line_in(self, Bytes* words, Py_ssize_t element, Py_ssize_t limit, frozenset without):
        """The same, put together where others were before."""
        cdef Row* rows = self.packed.rows
        cdef Py_ssize_t inner, entered = element, length = 0, end
        cdef bint some = False
        cdef bytearray chosen = self.chosen(without, &some)
        cdef const char* unseen = PyByteArray_AS_STRING(chosen)
        if not 0 <= element < self.packed.count:
            raise IndexError(element)
        end = rows[element].end
        words.size = 0
        inner = element
        while True:
            while entered != element and (inner == end or entered != rows[inner].parent):  # what ends before this
                if self.add_words(words, rows[entered].tail, &length, limit):
                    inner = end
                    break
                entered = rows[entered].parent
            if inner >= end:
                break
            entered = inner
            if unseen[rows[inner].tag]:
                inner = rows[inner].end
            elif self.add_words(words, rows[inner].text, &length, limit):
                break
            else:
                inner += 1
        return PyUnicode_DecodeUTF8(words.at, words.size, "replace") if words.size else ""

    def lines(self, elements, Py_ssize_t limit, frozenset without not None):
        """The lines of some elements: the twin of `Elements.lines`."""
        cdef Bytes words = Bytes(NULL, 0, 0)
        cdef list found = []
        try:
            for element in elements:
                found.append(self.line_in(&words, element, limit, without))
            return found
        finally:
            free(words.at)

    cdef bint add_words(self, Bytes* words, int32_t offset, Py_ssize_t* length, Py_ssize_t limit) except -1:
        """One more piece of text behind the words; whether these are more than `limit` characters now."""
        cdef const char* text
        if offset < 0:
            return False
        text = self.packed.strings.at + offset
        if after_space(<const unsigned char*> text)[0] == 0:
            return False
        if words.size and strchr(CLINGING_SIGNS, text[0]) == NULL:
            append(words, b" ", 1)
        fold_words(words, <const unsigned char*> text)
        length[0] += characters_in(text, strlen(text))
        return length[0] > limit and characters_in(words.at, words.size) > limit

    def having(self, elements, words, names):
        """Those of some elements that have one of these words in an attribute of these names, whatever its case.

        The words are of ASCII alone.
        """
        cdef Words sought = words_to_find(*words)
        cdef Py_ssize_t element
        cdef int32_t place
        cdef Attribute* attribute
        cdef bint some = False
        cdef unsigned char[::1] wanted = self.chosen(names, &some)
        cdef list found = []
        for element in elements:
            if not 0 <= element < self.packed.count:
                raise IndexError(element)
            for place in range(self.packed.rows[element].first_attribute, self.packed.rows[element + 1].first_attribute):
                attribute = &self.packed.attributes[place]
                if wanted[attribute.name] and sought.stand_in(self.packed.strings.at + attribute.value):
                    found.append(element)
                    break
        return found

    def values(self, elements, str name not None):
        """What some elements have in an attribute: the twin of `Elements.values`."""
        cdef int32_t number = self.packed.number(name)
        cdef Py_ssize_t element
        cdef const char* value
        cdef list found = []
        for element in elements:
            if not 0 <= element < self.packed.count:
                raise IndexError(element)
            value = self.packed.value(element, number) if number >= 0 else NULL
            found.append(None if value == NULL else decoded(value))
        return found

    def valued(self, str name, words):
        """The elements with one of these words in an attribute: the twin of `Elements.valued`."""
        cdef int32_t number = self.packed.number(name)
        cdef Py_ssize_t element
        cdef const char* value
        cdef bytes word
        cdef list found = [], wanted = [text.encode() for text in words]
        if number < 0:
            return found
        for element in range(self.packed.count):
            value = self.packed.value(element, number)
            if value != NULL:
                for word in wanted:
                    if strstr(value, <const char*> word) != NULL:
                        found.append(element)
                        break
        return found

    def may_show(self, str word):
        """Whether some characters stand anywhere on the page: the twin of `Elements.may_show`."""
        cdef bytes wanted = word.encode()
        cdef Bytes* strings = &self.packed.strings
        return find_bytes(strings.at, strings.size, <const char*> wanted, len(wanted)) != NULL


cdef class Parents(Column):
    cdef object entry(self, Py_ssize_t element):
        return self.packed.rows[element].parent


cdef class Ends(Column):
    cdef object entry(self, Py_ssize_t element):
        return self.packed.rows[element].end


cdef class Texts(Column):
    cdef object entry(self, Py_ssize_t element):
        cdef int32_t text = self.packed.rows[element].text
        return decoded(self.packed.strings.at + text) if text >= 0 else None


cdef class Tails(Column):
    cdef object entry(self, Py_ssize_t element):
        cdef int32_t tail = self.packed.rows[element].tail
        return decoded(self.packed.strings.at + tail) if tail >= 0 else None


cdef class Packer:
    """Packs elements as they are met, in document order."""

    def __cinit__(self, limits, str url, double deadline):
        self.packed = Packed()
        self.boolean = set()
        self.limits, self.url, self.deadline = limits, url, deadline
        self.most_nodes = limits.max_nodes
        self.most_bytes = MOST_BYTES

    cdef int32_t named(self, str name) except -1:
        """The number of a tag's or attribute's name, a new one for a new name."""
        cdef int32_t number = self.packed.numbers.setdefault(name, len(self.packed.names))
        if number == len(self.packed.names):
            self.packed.names.append(name)
            if name in BOOLEAN:
                self.boolean.add(number)
        return number

    cdef int write(self, const char* text, Py_ssize_t size) except -1:
        """Writes behind the strings; whoever has written one ends it by a zero."""
        if self.packed.strings.size + size > self.most_bytes:
            raise LimitExceeded(
                f"{self.url or 'page'} has more than {self.most_bytes:,} bytes of text and attributes, which"
                " is all that the compiled passes count; set WEBNOISE_PURE=1 to read it"
            )
        return append(&self.packed.strings, text, size)

    cdef Row* add(self, int32_t tag, Py_ssize_t parent) except NULL:
        """One more element; the attributes that it is given are those that come now."""
        cdef Row* row
        cdef Py_ssize_t element = self.rows
        if not element & (CHECKED_EVERY - 1):
            # Nothing written in Python runs in between, unless to end this: another thread might change the tree.
            if element > self.most_nodes or <double> clock() > self.deadline:
                self.limits.check_nodes(element, self.url)
                self.limits.check_time(self.deadline, self.url)
            self.packed.rows = <Row*> grown(
                self.packed.rows, (2 * element + CHECKED_EVERY + 1) * sizeof(Row)  # and the mark behind the last
            )
        row = &self.packed.rows[element]
        row.tag, row.parent, row.end = tag, <int32_t> parent, 0
        row.text = row.tail = -1
        row.first_attribute = <int32_t> self.attributes
        self.rows += 1
        return row

    cdef int give(self, int32_t name, Py_ssize_t value) except -1:
        """One more attribute, whose value lies among the strings."""
        cdef Attribute* given
        cdef char* text = self.packed.strings.at + value
        if not self.attributes & (CHECKED_EVERY - 1):
            self.packed.attributes = <Attribute*> grown(
                self.packed.attributes, (2 * self.attributes + CHECKED_EVERY) * sizeof(Attribute)
            )
        if self.boolean and name in self.boolean and strcmp(text, PyUnicode_AsUTF8(self.packed.names[name])) == 0:
            text[0] = 0
        given = &self.packed.attributes[self.attributes]
        given.name, given.value = name, <int32_t> value
        self.attributes += 1
        return 0

    cdef object finish(self):
        """The elements, in arrays of just their size."""
        cdef Packed packed = self.packed
        cdef list names = packed.names
        cdef Py_ssize_t element
        packed.count = self.rows
        packed.rows[self.rows].first_attribute = <int32_t> self.attributes
        packed.rows = <Row*> grown(packed.rows, (self.rows + 1) * sizeof(Row))
        packed.attributes = <Attribute*> grown(packed.attributes, (self.attributes + 1) * sizeof(Attribute))
        packed.strings.at = <char*> grown(packed.strings.at, packed.strings.size + 1)
        packed.strings.room = packed.strings.size + 1
        return Elements(
            [names[packed.rows[element].tag] for element in range(packed.count)],
            Parents(packed),
            Ends(packed),
            Attributes(packed),
            Texts(packed),
            Tails(packed),
        )


cdef void* grown(void* array, size_t size) except NULL:
    cdef void* larger = realloc(array, size)
    if larger == NULL:
        raise MemoryError
    return larger


def holds(bytes html not None, bytes wanted not None, Py_ssize_t end):
    """Whether some bytes stand before an end: the twin of `page.reader.holds`."""
    end = min(end, len(html))
    return end > 0 and find_bytes(<const char*> html, end, <const char*> wanted, len(wanted)) != NULL
