# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Every element of a page in plain arrays, and the searches over them.

Nothing depends on what the elements were read from. Strings are made when somebody asks for them.
"""

cimport cython
from cpython.bytearray cimport PyByteArray_AS_STRING
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memchr, memcmp, memcpy, strchr, strlen, strstr

from functools import lru_cache

from webnoise.errors import LimitExceeded
from webnoise.page.limits import clock

cdef const char* CLINGING = b",.:;!?)*"  # signs that no space parts from the word before them
MOST_BYTES = 1 << 30  # of all strings of a page: offsets have 32 bits
cdef dict NO_ATTRIBUTES = {}
Nearby = tuple[int, int, str | None, str | None]
"""An element, its distance from another, the text that it begins with, and the text that follows it; no white space."""

cdef enum:
    CHECKED_EVERY = 1024
    MOST_WORDS = 64
    MOST_SETS = 16
    INDEXED = 3  # letters of a word by which it is found

cdef enum:  # the columns
    PARENTS, ENDS, ATTRIBUTES, TEXTS, TAILS


cdef int append(Bytes* bytes, const char* text, Py_ssize_t size) except -1:
    if bytes.size + size + 1 > bytes.room:
        bytes.room = max(2 * bytes.room, bytes.size + size + 4096)
        bytes.at = <char*> resized(bytes.at, bytes.room)
    memcpy(bytes.at + bytes.size, text, size)
    bytes.size += size
    return 0


cdef void* resized(void* array, size_t size) except NULL:
    cdef void* larger = realloc(array, size)
    if larger == NULL:
        raise MemoryError
    return larger


cdef unsigned char PLAIN[256]  # neither white space nor the first byte of any
cdef int _byte
for _byte in range(256):
    PLAIN[_byte] = not (
        _byte in (0, 0x20, 0xC2, 0xE1, 0xE2, 0xE3) or 0x09 <= _byte <= 0x0D or 0x1C <= _byte <= 0x1F
    )


cdef inline int space_at(const unsigned char* at) noexcept nogil:
    """Return the bytes of the white space (as Python has it) that starts here; 0 for none."""
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
    """Skip words with one space between them, which may be copied at once."""
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
    """Append the words of a text with one space between them."""
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
cdef class Elements:
    """The elements in document order; element 0 is the root, and its own parent.

    The subtree of element e is e .. ends[e] (exclusive). `texts` is what precedes an element's first child, `tails` what
    follows its end; both None where nothing does.
    """

    def __cinit__(self):
        self.names = []
        self.numbers = {}
        self.attributes_made = {}
        self.chosen_sets = {}

    def __dealloc__(self):
        free(self.rows)
        free(self.given)
        free(self.storage.at)

    def __len__(self):
        return self.count

    @property
    def parents(self):
        return Column(self, PARENTS)

    @property
    def ends(self):
        return Column(self, ENDS)

    @property
    def attributes(self):
        return Column(self, ATTRIBUTES)

    @property
    def texts(self):
        return Column(self, TEXTS)

    @property
    def tails(self):
        return Column(self, TAILS)

    cdef const char* value(self, Py_ssize_t element, int32_t name) noexcept nogil:
        """Return the value of an element's attribute; NULL where it has none of this name."""
        cdef int32_t attribute
        for attribute in range(self.rows[element].first_attribute, self.rows[element + 1].first_attribute):
            if self.given[attribute].name == name:
                return self.storage.at + self.given[attribute].value
        return NULL

    cdef int32_t number(self, str name) except -2:
        """Return the number of a tag's or attribute's name; -1 where the page has none such."""
        return self.numbers.get(name, -1)

    cdef int check(self, Py_ssize_t element) except -1:
        if not 0 <= element < self.count:
            raise IndexError(element)
        return 0

    cdef object shown(self, int32_t offset, Py_ssize_t shortest):
        """Return a text unless it is white space alone or shorter than so many bytes; else None."""
        cdef const unsigned char* text
        cdef Py_ssize_t at = 0
        if offset < 0:
            return None
        text = <const unsigned char*> self.storage.at + offset
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
        found = self.attributes_made.get(element)
        if found is None:
            found = {}
            for attribute in range(first, last):
                found[self.names[self.given[attribute].name]] = decoded(self.storage.at + self.given[attribute].value)
            self.attributes_made[element] = found
        return found

    cdef bytearray chosen(self, names, bint* some):
        """Return for each number of a name whether it is one of these; the same sets are asked for again and again."""
        cdef bytearray wanted
        cdef int32_t number
        if type(names) is frozenset:
            known = self.chosen_sets.get(names)
            if known is not None:
                wanted, some[0] = known
                return wanted
        wanted = bytearray(len(self.names) + 1)
        for name in names:
            number = self.number(name)
            if number >= 0:
                wanted[number] = some[0] = True
        if type(names) is frozenset and len(self.chosen_sets) < MOST_SETS:
            self.chosen_sets[names] = wanted, some[0]
        return wanted

    # Searches

    def tagged(self, *tags):
        """Return the elements with one of these tags, in document order."""
        cdef Py_ssize_t element
        cdef bint some = False
        cdef unsigned char[::1] wanted = self.chosen(tags, &some)
        cdef list found = []
        if some:
            for element in range(self.count):
                if wanted[self.rows[element].tag]:
                    found.append(element)
        return found

    def valued(self, str name not None, *words):
        """Return the elements with one of these words in the attribute of this name, in document order."""
        cdef int32_t number = self.number(name)
        cdef Py_ssize_t element
        cdef const char* value
        cdef bytes word
        cdef list found = [], wanted = [text.encode() for text in words]
        if number < 0:
            return found
        for element in range(self.count):
            value = self.value(element, number)
            if value != NULL:
                for word in wanted:
                    if strstr(value, <const char*> word) != NULL:
                        found.append(element)
                        break
        return found

    def values(self, elements, str name not None):
        """Return what some elements have in the attribute of this name; None where one has none."""
        cdef int32_t number = self.number(name)
        cdef Py_ssize_t element
        cdef const char* value
        cdef list found = []
        for element in elements:
            self.check(element)
            value = self.value(element, number) if number >= 0 else NULL
            found.append(None if value == NULL else decoded(value))
        return found

    def having(self, elements, words, names):
        """Return those of some elements that have one of these words, of ASCII, in any case, in an attribute of these names."""
        cdef Words sought = words_to_find(*words)
        cdef Py_ssize_t element
        cdef int32_t number
        cdef Attribute* attribute
        cdef bint some = False
        cdef unsigned char[::1] wanted = self.chosen(names, &some)
        cdef list found = []
        for element in elements:
            self.check(element)
            for number in range(self.rows[element].first_attribute, self.rows[element + 1].first_attribute):
                attribute = &self.given[number]
                if wanted[attribute.name] and sought.occur_in(self.storage.at + attribute.value):
                    found.append(element)
                    break
        return found

    def may_show(self, str word not None):
        """Return whether some characters occur anywhere on the page, be it in an attribute."""
        cdef bytes wanted = word.encode()
        cdef const char* first = wanted
        cdef const char* at = self.storage.at
        cdef const char* end = at + self.storage.size - len(wanted) + 1
        while wanted and at < end:
            at = <const char*> memchr(at, first[0], end - at)
            if at == NULL:
                return False
            if memcmp(at, first, len(wanted)) == 0:
                return True
            at += 1
        return not wanted

    def texts_of(self, tags, Py_ssize_t shortest, Py_ssize_t longest, *, bint tails=False, Py_ssize_t start=0):
        """Return the elements of these tags, from `start` on, and their texts; with `tails` the texts that follow them too.

        Only texts of so many characters that are not white space alone. Two lists: a pair for each text would be
        garbage that costs as much as the texts.
        """
        cdef Row* row
        cdef Py_ssize_t element
        cdef bint some = False
        cdef unsigned char[::1] wanted = self.chosen(tags, &some)
        cdef list found = [], texts = []
        cdef int which
        if some:
            for element in range(max(start, 0), self.count):
                row = &self.rows[element]
                for which in range(1 + tails if wanted[row.tag] else 0):
                    text = self.shown(row.tail if which else row.text, shortest)
                    if text is not None and shortest <= len(text) <= longest:
                        found.append(element)
                        texts.append(text)
        return found, texts

    def nearby(self, Py_ssize_t start, Py_ssize_t distance, Py_ssize_t farthest, textless):
        """Return the elements from `start` on, up to the farthest distance, with their texts; `distance` is the first one's.

        Elements of the tags `textless` count for no distance and have no text.
        """
        cdef Row* row
        cdef Py_ssize_t element
        cdef bint some = False, has_text
        cdef unsigned char[::1] without = self.chosen(textless, &some)
        cdef list found = []
        for element in range(max(start, 0), self.count):
            if distance > farthest:
                break
            row = &self.rows[element]
            has_text = not without[row.tag]
            text = self.shown(row.text, 1) if has_text else None
            found.append((element, distance, text, self.shown(row.tail, 1)))
            distance += has_text
        return found

    def nearby_at(self, Py_ssize_t element, Py_ssize_t distance, textless):
        return self.nearby(element, distance, distance, textless)[0]

    # The tree

    def inside(self, Py_ssize_t element, *tags):
        """Iterate over the element itself and those in it that have one of these tags, in document order."""
        cdef Py_ssize_t inner
        self.check(element)
        for inner in range(element, self.rows[element].end):
            if self.tags[inner] in tags:
                yield inner

    def ancestors(self, Py_ssize_t element):
        """Iterate over the elements around one, innermost first, without itself."""
        self.check(element)
        while element > 0:
            element = self.rows[element].parent
            yield element

    def children(self, Py_ssize_t element):
        cdef Py_ssize_t child = element + 1
        self.check(element)
        while child < self.rows[element].end:
            yield child
            child = self.rows[child].end

    def following_siblings(self, Py_ssize_t element):
        cdef Py_ssize_t sibling
        self.check(element)
        sibling = self.rows[element].end
        while element and sibling < self.rows[self.rows[element].parent].end:
            yield sibling
            sibling = self.rows[sibling].end

    def is_leaf(self, Py_ssize_t element):
        """Return whether it holds no other element."""
        self.check(element)
        return self.rows[element].end == element + 1

    def strings(self, Py_ssize_t element, without=frozenset()):
        """Return every piece of text inside an element, in document order, but what lies in the tags `without`."""
        cdef Py_ssize_t inner, entered = element, end
        cdef bint some = False
        cdef unsigned char[::1] unseen = self.chosen(without, &some)
        cdef list found = []
        self.check(element)
        inner, end = element, self.rows[element].end
        while True:
            while entered != element and (inner == end or entered != self.rows[inner].parent):  # what ends before this
                if self.rows[entered].tail >= 0:
                    found.append(decoded(self.storage.at + self.rows[entered].tail))
                entered = self.rows[entered].parent
            if inner >= end:
                return found
            entered = inner
            if unseen[self.rows[inner].tag]:
                inner = self.rows[inner].end
            else:
                if self.rows[inner].text >= 0:
                    found.append(decoded(self.storage.at + self.rows[inner].text))
                inner += 1

    def line(self, Py_ssize_t element, Py_ssize_t limit, frozenset without not None=frozenset()):
        """Return the text in an element on one line, but what lies in the tags `without`; it ends after `limit` characters.

        A space parts its pieces, but not from signs that cling to the word before them.
        """
        return self.lines((element,), limit, without)[0]

    def lines(self, elements, Py_ssize_t limit, frozenset without not None):
        """Return the lines of some elements."""
        cdef Bytes words = Bytes(NULL, 0, 0)
        cdef list found = []
        try:
            for element in elements:
                found.append(self.line_in(&words, element, limit, without))
            return found
        finally:
            free(words.at)

    cdef str line_in(self, Bytes* words, Py_ssize_t element, Py_ssize_t limit, frozenset without):
        cdef Row* rows = self.rows
        cdef Py_ssize_t inner, entered = element, length = 0, end
        cdef bint some = False
        cdef bytearray chosen = self.chosen(without, &some)
        cdef const char* unseen = PyByteArray_AS_STRING(chosen)
        self.check(element)
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

    cdef bint add_words(self, Bytes* words, int32_t offset, Py_ssize_t* length, Py_ssize_t limit) except -1:
        """Append one more piece of text; return whether the line has more than `limit` characters now."""
        cdef const char* text
        if offset < 0:
            return False
        text = self.storage.at + offset
        if after_space(<const unsigned char*> text)[0] == 0:
            return False
        if words.size and strchr(CLINGING, text[0]) == NULL:
            append(words, b" ", 1)
        fold_words(words, <const unsigned char*> text)
        length[0] += characters_in(text, strlen(text))
        return length[0] > limit and characters_in(words.at, words.size) > limit


@cython.final
cdef class Words:
    """Words of ASCII to look for, in any case."""

    cdef list kept
    cdef const char* words[MOST_WORDS]
    cdef uint64_t[INDEXED][256] having  # by the first letters, the words that have them there, as bits

    def __cinit__(self, words):
        cdef int number, letter, code
        cdef uint64_t bit
        self.kept = sorted({text.lower().encode("ascii") for text in words if text})
        if len(self.kept) > MOST_WORDS:
            raise ValueError(f"{len(self.kept)} words are too many to look for")
        for number in range(len(self.kept)):
            self.words[number] = <bytes> self.kept[number]
            bit = <uint64_t> 1 << number
            for letter in range(INDEXED):
                for code in range(256):  # a shorter word allows any letter after its last
                    if letter >= len(self.kept[number]) or lower(<char> code) == <unsigned char> self.words[number][letter]:
                        self.having[letter][code] |= bit

    cdef bint occur_in(self, const char* text) noexcept nogil:
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


@cython.final
cdef class Column:
    """What each of the elements has of one kind, made when it is asked for."""

    cdef Elements elements
    cdef int kind

    def __cinit__(self, Elements elements not None, int kind):
        self.elements, self.kind = elements, kind

    def __len__(self):
        return self.elements.count

    def __getitem__(self, index):
        cdef Py_ssize_t element
        if isinstance(index, slice):
            return [self.entry(element) for element in range(*index.indices(self.elements.count))]
        element = index
        if element < 0:
            element += self.elements.count
        self.elements.check(element)
        return self.entry(element)

    def __eq__(self, other):
        return list(self) == list(other)

    cdef object entry(self, Py_ssize_t element):
        cdef Row* row = &self.elements.rows[element]
        cdef int32_t offset
        if self.kind == PARENTS:
            return row.parent
        if self.kind == ENDS:
            return row.end
        if self.kind == ATTRIBUTES:
            return self.elements.attributes_of(element)
        offset = row.text if self.kind == TEXTS else row.tail
        return decoded(self.elements.storage.at + offset) if offset >= 0 else None


cdef class Packer:
    """Packs elements as they are met, in document order."""

    def __cinit__(self, limits, str url, double deadline):
        self.packed = Elements()
        self.limits, self.url, self.deadline = limits, url, deadline
        self.most_nodes = limits.max_nodes
        self.most_bytes = MOST_BYTES

    cdef int32_t named(self, str name) except -1:
        """Return the number of a tag's or attribute's name, a new one for a new name."""
        cdef int32_t number = self.packed.numbers.setdefault(name, len(self.packed.names))
        if number == len(self.packed.names):
            self.packed.names.append(name)
        return number

    cdef int write(self, const char* text, Py_ssize_t size) except -1:
        """Append to the strings; the caller ends each by a zero."""
        if self.packed.storage.size + size > self.most_bytes:
            raise LimitExceeded(f"{self.url or 'page'} has more than {self.most_bytes:,} bytes of text and attributes")
        return append(&self.packed.storage, text, size)

    cdef Row* add(self, int32_t tag, Py_ssize_t parent) except NULL:
        """Add an element; the attributes that are given from now on are its own."""
        cdef Row* row
        cdef Py_ssize_t element = self.rows
        if not element & (CHECKED_EVERY - 1):
            if element > self.most_nodes or <double> clock() > self.deadline:
                self.limits.check_nodes(element, self.url)
                self.limits.check_time(self.deadline, self.url)
            self.packed.rows = <Row*> resized(  # with one more, which ends the attributes of the last
                self.packed.rows, (2 * element + CHECKED_EVERY + 1) * sizeof(Row)
            )
        row = &self.packed.rows[element]
        row.tag, row.parent, row.end = tag, <int32_t> parent, 0
        row.text = row.tail = -1
        row.first_attribute = <int32_t> self.attributes
        self.rows += 1
        return row

    cdef int give(self, int32_t name, Py_ssize_t value) except -1:
        """Add an attribute, whose value lies among the strings."""
        if not self.attributes & (CHECKED_EVERY - 1):
            self.packed.given = <Attribute*> resized(
                self.packed.given, (2 * self.attributes + CHECKED_EVERY) * sizeof(Attribute)
            )
        self.packed.given[self.attributes] = Attribute(name, <int32_t> value)
        self.attributes += 1
        return 0

    cdef Elements finish(self):
        """Return the elements, in arrays of just their size."""
        cdef Elements packed = self.packed
        cdef list names = packed.names
        cdef Py_ssize_t element
        packed.count = self.rows
        packed.rows = <Row*> resized(packed.rows, (self.rows + 1) * sizeof(Row))
        packed.rows[self.rows].first_attribute = <int32_t> self.attributes
        packed.given = <Attribute*> resized(packed.given, (self.attributes + 1) * sizeof(Attribute))
        packed.storage.at = <char*> resized(packed.storage.at, packed.storage.size + 1)
        packed.storage.room = packed.storage.size + 1
        packed.tags = [names[packed.rows[element].tag] for element in range(packed.count)]
        return packed
