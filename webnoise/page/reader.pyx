# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""HTML in UTF-8 to elements, without a tree.

It reads tags, references and raw text as HTML 5 does, and opens and closes elements as libxml2 2.14 does, which keeps
the rules of HTML 4; it takes a quarter of lxml's time.
"""

cimport cython
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint32_t
from libc.stdlib cimport free
from libc.string cimport memchr, memcmp

from webnoise.page.elements cimport Elements, Packer, Row, resized

from html.entities import html5
from sys import intern

from webnoise.page.limits import clock

cdef enum:
    SLOTS = 512
    MOST_TAGS = 96
    LONGEST = 100  # bytes of a name
    STEPS = 1 << 20  # up the tree, from one look at the clock to the next
    LONG_AFTER_END = 2000  # bytes after </html>; fewer are a counter's script, not an article

# Tags that have rules, by number; 0 is any other tag.
cdef enum:
    HTML = 1
    HEAD = 2
    BODY = 3
    P = 4
TAGS = ["", "html", "head", "body", "p"]

VOID = "area base basefont br col frame hr img input isindex link meta param"
IN_HEAD = "base link meta script style title"  # open a head, where there was none
NO_BODY = "frame frameset noframes"
cdef enum:  # how what an element holds is read
    REFERENCES = 1  # text with references
    RAW = 2
    SCRIPT = 3
    PLAIN = 4  # to the end of the page
MODES = {
    "textarea": REFERENCES, "title": REFERENCES, "iframe": RAW, "noembed": RAW, "noframes": RAW, "style": RAW,
    "xmp": RAW, "script": SCRIPT, "plaintext": PLAIN,
}
# An end tag ends no element of a higher rank.
RANKS = {
    "div": 1, "td": 2, "th": 2, "tr": 3, "tbody": 4, "tfoot": 4, "thead": 4, "table": 5, "body": 6, "head": 6,
    "html": 7,
}
# What ends an open element by its start.
ENDED_BY = {
    "a": "a fieldset table td th",
    "address": "dd dl dt form li ul",
    "b i": "center p td th",
    "big s small strike tt": "p",
    "caption": "col colgroup tbody tfoot thead tr",
    "colgroup": "colgroup tbody tfoot thead tr",
    "dd": "dt",
    "dir menu": "dd dl dt form ul",
    "dl": "form li",
    "dt": "dd dl",
    "font": "center td th",
    "form": "form",
    "h1 h2 h3 h4 h5 h6": "fieldset form li p table",
    "head": "a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div dl dt em fieldset"
    " font form frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li listing map menu ol p pre q s samp small span"
    " strike strong sub sup table tt u ul var xmp",
    "legend": "fieldset",
    "li": "li",
    "listing pre": "dd dl dt fieldset form li table ul",
    "ol": "form",
    "option": "optgroup option",
    "p": "address blockquote body caption center col colgroup dd dir div dl dt fieldset form frameset h1 h2 h3 h4 h5"
    " h6 head hr li listing menu ol p pre table tbody td tfoot th title tr ul xmp",
    "span": "td th",
    "tbody thead": "tbody tfoot",
    "td th": "tbody td tfoot th tr",
    "tfoot": "tbody",
    "tr": "tbody tfoot tr",
    "u": "p td th",
    "ul": "address form menu pre",
}
cdef dict REFERRED = {name.encode(): text.encode() for name, text in html5.items()}  # with their semicolon, or without
cdef int LONGEST_NAME = max(map(len, html5))
cdef int LONGEST_OPEN_NAME = max(len(name) for name in html5 if not name.endswith(";"))

cdef dict NUMBERS = {}
cdef unsigned char ENDS[MOST_TAGS][MOST_TAGS]  # whether the second ends the first
cdef unsigned char IS_VOID[MOST_TAGS]
cdef unsigned char IS_IN_HEAD[MOST_TAGS]
cdef unsigned char IS_NO_BODY[MOST_TAGS]
cdef unsigned char MODE[MOST_TAGS]
cdef unsigned char RANK[MOST_TAGS]
cdef uint32_t WINDOWS[32]  # what pages mean by the references 128 to 159

cdef unsigned char IS_BLANK[256]
cdef unsigned char STOPS_TEXT[256]
cdef unsigned char STOPS_VALUE[256]
cdef unsigned char ENDS_TAG_NAME[256]
cdef unsigned char ENDS_NAME[256]
cdef unsigned char LOWER[256]
cdef unsigned char IS_LETTER[256]
cdef unsigned char IS_WORD[256]


def learn_rules():
    tags = {*VOID.split(), *IN_HEAD.split(), *NO_BODY.split(), *MODES, *RANKS}
    for old, new in ENDED_BY.items():
        tags.update(old.split(), new.split())
    TAGS.extend(sorted(tags.difference(TAGS)))
    if len(TAGS) > MOST_TAGS:
        raise ValueError(f"{len(TAGS)} tags with rules, and room for {MOST_TAGS}")
    NUMBERS.update((tag, number) for number, tag in enumerate(TAGS))
    for old, new in ENDED_BY.items():
        for ended in old.split():
            for ending in new.split():
                ENDS[<int> NUMBERS[ended]][<int> NUMBERS[ending]] = True
    for tag in VOID.split():
        IS_VOID[<int> NUMBERS[tag]] = True
    for tag in IN_HEAD.split():
        IS_IN_HEAD[<int> NUMBERS[tag]] = True
    for tag in NO_BODY.split():
        IS_NO_BODY[<int> NUMBERS[tag]] = True
    for tag, mode in MODES.items():
        MODE[<int> NUMBERS[tag]] = mode
    for tag, rank in RANKS.items():
        RANK[<int> NUMBERS[tag]] = rank
    for code in range(32):
        WINDOWS[<int> code] = ord(bytes([128 + code]).decode("cp1252", "ignore") or chr(128 + code))
    for byte in range(256):
        letter = chr(byte)
        IS_BLANK[<int> byte] = letter in " \t\n\f\r"
        STOPS_TEXT[<int> byte] = letter in "<&\r"
        STOPS_VALUE[<int> byte] = letter in "&\r"
        ENDS_TAG_NAME[<int> byte] = letter in " \t\n\f\r/>"
        ENDS_NAME[<int> byte] = letter in " \t\n\f\r/>="
        LOWER[<int> byte] = byte + 32 if "A" <= letter <= "Z" else byte
        IS_LETTER[<int> byte] = letter.isascii() and letter.isalpha()
        IS_WORD[<int> byte] = letter.isascii() and letter.isalnum()


learn_rules()

cdef struct Name:
    const char* text
    Py_ssize_t size
    int tag           # its number among the tags with rules
    int32_t open      # how many elements of this tag are open
    Py_ssize_t given  # the last element that had an attribute of this name

cdef enum:  # how a tag ends
    CLOSED = 0
    CLOSED_EMPTY = 1  # by "/>"
    BROKEN_OFF = 2


@cython.final
cdef class Reader(Packer):
    """The state of reading one page. `current` and its ancestors are open; -1 where no element is."""

    cdef const unsigned char* at
    cdef const unsigned char* end
    cdef Py_ssize_t current
    cdef Py_ssize_t last   # the element that text goes into, or follows
    cdef bint follows
    cdef Py_ssize_t run    # where the text that is being written begins; -1 for none
    cdef Py_ssize_t level
    cdef Py_ssize_t ignored  # start tags of html, head and body that came too late, and whose end will come
    cdef Py_ssize_t steps
    cdef bint had_head, had_body, in_head, in_body, is_over
    cdef bint searched_end, ends_early  # whether </html> was searched for, and closes the page in its middle
    cdef int mode
    cdef int32_t mode_name
    cdef char lower[LONGEST]
    cdef Name* names
    cdef int32_t slots[SLOTS]
    cdef char reference[8]

    def __cinit__(self):
        cdef int slot
        self.current = self.last = self.run = -1
        for slot in range(SLOTS):
            self.slots[slot] = -1

    def __dealloc__(self):
        free(self.names)

    cdef int read(self) except -1:
        while self.at < self.end and not self.is_over:
            if self.mode:
                self.read_raw()
            elif self.at[0] == c"<":
                self.read_markup()
            else:
                self.read_text()
        while not self.is_over and self.current >= 0:
            self.close()
        return 0

    # Text

    cdef int read_text(self) except -1:
        """Read up to the next "<"."""
        cdef const unsigned char* start
        while True:
            start = self.at
            while self.at < self.end and not STOPS_TEXT[self.at[0]]:
                self.at += 1
            self.add_text(<const char*> start, self.at - start)
            if self.at >= self.end or self.at[0] == c"<":
                return 0
            if self.at[0] == c"&":
                self.at = self.refer(self.at, self.end, False)
            else:
                self.add_text("\n", 1)
                self.at = after_return(self.at, self.end)

    cdef int add_text(self, const char* text, Py_ssize_t size) except -1:
        """Add text as it comes: white space stays where it is, other text needs a body around it."""
        cdef Py_ssize_t blank = 0
        cdef int tag
        if size == 0:
            return 0
        tag = self.tag_of(self.current) if self.current >= 0 else HTML
        if tag == HTML or tag == HEAD:
            while blank < size and IS_BLANK[<unsigned char> text[blank]]:
                blank += 1
            self.put(text, blank)
            if blank == size:
                return 0
            self.need_body()
        return self.put(text + blank, size - blank)

    cdef int need_body(self) except -1:
        if self.current >= 0 and self.tag_of(self.current) == HEAD:
            self.end_what_ends_by(P)
        return self.imply(P)

    cdef int put(self, const char* text, Py_ssize_t size) except -1:
        cdef Row* row
        if size == 0 or self.last < 0:
            return 0
        if self.run < 0:
            self.run = self.packed.storage.size
            row = &self.packed.rows[self.last]
            if self.follows:
                row.tail = <int32_t> self.run
            else:
                row.text = <int32_t> self.run
        return self.write(text, size)

    cdef int end_run(self) except -1:
        if self.run >= 0:
            self.write("", 1)
            self.run = -1
        return 0

    cdef const unsigned char* refer(
        self, const unsigned char* at, const unsigned char* end, bint in_value
    ) except NULL:
        """Write what "&" refers to, or itself, in the text of the page or in an attribute's value."""
        cdef Py_ssize_t length = 0, read = 0
        cdef const char* text = "&"
        cdef Py_ssize_t size = 1
        cdef bytes found = None
        at += 1
        if at < end and at[0] == c"#":
            read = self.numbered(at, end, &size)
            if read:
                text = self.reference
        else:
            while length < LONGEST_NAME and at + length < end and IS_WORD[at[length]]:
                length += 1
            found, read = self.named_reference(at, end, length, in_value)
            if found is not None:
                text, size = found, len(found)
        if in_value:
            self.write(text, size)
        else:
            self.add_text(text, size)
        return at + read

    cdef tuple named_reference(
        self, const unsigned char* at, const unsigned char* end, Py_ssize_t length, bint in_value
    ):
        """Return what the longest known name stands for, if need be without its semicolon, and its bytes."""
        cdef Py_ssize_t size
        cdef bytes found
        if length and at + length < end and at[length] == c";":
            found = REFERRED.get(at[:length + 1])
            if found is not None:
                return found, length + 1
        for size in range(min(length, LONGEST_OPEN_NAME), 1, -1):
            found = REFERRED.get(at[:size])
            if found is not None:
                if in_value and at + size < end and (at[size] == c"=" or IS_WORD[at[size]]):
                    break
                return found, size
        return None, 0

    cdef Py_ssize_t numbered(self, const unsigned char* at, const unsigned char* end, Py_ssize_t* size) noexcept:
        """Keep the character of "#65;" or "#x41;" as `reference`; return the bytes that were read, 0 for none."""
        cdef const unsigned char* start = at
        cdef const unsigned char* digits
        cdef uint32_t code = 0, digit, base = 10
        at += 1
        if at < end and LOWER[at[0]] == c"x":
            base = 16
            at += 1
        digits = at
        while at < end:
            digit = LOWER[at[0]]
            if c"0" <= digit <= c"9":
                digit -= c"0"
            elif base == 16 and c"a" <= digit <= c"f":
                digit -= c"a" - 10
            else:
                break
            code = min(code * base + digit, <uint32_t> 0x110000)
            at += 1
        if at == digits:
            return 0
        if at < end and at[0] == c";":
            at += 1
        if 0x80 <= code < 0xA0:
            code = WINDOWS[code - 0x80]
        if code == 0 or code > 0x10FFFF or 0xD800 <= code < 0xE000:
            code = 0xFFFD
        size[0] = in_utf8(code, self.reference)
        return at - start

    # Raw text

    cdef int read_raw(self) except -1:
        """Read the text of an element that holds no tags, up to its end tag."""
        cdef const unsigned char* start = self.at
        cdef int escaped = 0  # a script's comment: 1, a script in it: 2
        cdef int dashes = 0
        if self.mode == PLAIN:
            self.at = self.end
        while self.at < self.end:
            if not escaped and self.mode != REFERENCES:
                self.at = <const unsigned char*> memchr(self.at, c"<", self.end - self.at)
                if self.at == NULL:
                    self.at = self.end
                    break
            if self.at[0] == c"<":
                if self.starts_with("/", self.names[self.mode_name].text, self.names[self.mode_name].size):
                    if escaped < 2:
                        break
                    escaped = 1
                elif self.mode == SCRIPT and escaped == 0 and self.end - self.at >= 4 and not memcmp(self.at, "<!--", 4):
                    escaped, dashes = 1, 2
                    self.at += 4
                    continue
                elif escaped == 1 and self.starts_with("", "script", 6):
                    escaped = 2
            elif self.at[0] == c"&" and self.mode == REFERENCES:
                self.put_lines(start, self.at)
                self.at = start = self.refer(self.at, self.end, False)
                continue
            if self.at[0] == c"-":
                dashes += 1
            else:
                if self.at[0] == c">" and dashes >= 2:
                    escaped = 0
                dashes = 0
            self.at += 1
        self.put_lines(start, self.at)
        self.mode = 0
        return 0

    cdef bint starts_with(self, const char* mark, const char* name, Py_ssize_t size) noexcept:
        """Return whether "<", a mark and this name come next."""
        cdef const unsigned char* at = self.at + 1
        cdef Py_ssize_t index
        if mark[0]:
            if at >= self.end or at[0] != <unsigned char> mark[0]:
                return False
            at += 1
        if self.end - at <= size or not ENDS_TAG_NAME[at[size]]:
            return False
        for index in range(size):
            if LOWER[at[index]] != <unsigned char> name[index]:
                return False
        return True

    cdef int put_lines(self, const unsigned char* start, const unsigned char* end) except -1:
        cdef const unsigned char* stop
        while start < end:
            stop = <const unsigned char*> memchr(start, c"\r", end - start)
            if stop == NULL:
                stop = end
            self.put(<const char*> start, stop - start)
            start = stop
            if start < end:
                self.put("\n", 1)
                start = after_return(start, end)
        return 0

    # Tags

    cdef int read_markup(self) except -1:
        cdef const unsigned char* at = self.at
        cdef Py_ssize_t left = self.end - at
        cdef unsigned char first = at[1] if left > 1 else 0
        if IS_LETTER[first]:
            self.read_start_tag()
        elif first == c"/" and left > 2 and IS_LETTER[at[2]]:
            self.read_end_tag()
        elif first == c"!" and left > 3 and at[2] == c"-" and at[3] == c"-":
            self.at = after_comment(at + 4, self.end)
        elif first == c"!" or first == c"?" or (first == c"/" and left > 2):
            self.at = <const unsigned char*> memchr(at + 1, c">", left - 1)
            self.at = self.end if self.at == NULL else self.at + 1
        else:  # no tag at all
            self.at += 2 if first == c"/" else 1
            self.need_body()
            self.put(<const char*> at, self.at - at)
        return 0

    cdef int read_start_tag(self) except -1:
        cdef int32_t number
        cdef int tag, how
        cdef bint is_late
        cdef Py_ssize_t size, first = self.attributes
        self.at += 1
        number = self.read_name(ENDS_TAG_NAME)
        tag = self.names[number].tag
        if tag:
            self.end_what_ends_by(tag)
        self.imply(tag)
        is_late = (tag == HTML and self.level > 0) or (tag == HEAD and self.level != 1) or (tag == BODY and self.in_body)
        size = self.packed.storage.size
        if self.run >= 0:
            self.write("", 1)
        how = self.read_attributes(not is_late)
        if how == BROKEN_OFF or is_late:  # as if it were not there: the text goes on
            self.packed.storage.size, self.attributes = size, first
            self.ignored += is_late
        else:
            self.run = -1
            self.open(number)
            self.packed.rows[self.current].first_attribute = <int32_t> first
            self.mode, self.mode_name = MODE[tag], number
        if how == CLOSED_EMPTY or (how == CLOSED and IS_VOID[tag]):
            self.close()
            self.mode = 0
        return 0

    cdef int read_end_tag(self) except -1:
        cdef int32_t number
        cdef int tag
        cdef Py_ssize_t element = self.current
        cdef const unsigned char* start = self.at
        self.at += 2
        number = self.read_name(ENDS_TAG_NAME)
        tag = self.names[number].tag
        if self.read_attributes(False) == BROKEN_OFF or ((tag == HTML or tag == BODY) and self.closes_early(start)):
            return 0
        if self.ignored and (tag == HTML or tag == HEAD or tag == BODY):
            self.ignored -= 1
            return 0
        if not self.names[number].open:
            return 0
        while self.packed.rows[element].tag != number:
            if RANK[self.tag_of(element)] > RANK[tag]:
                return 0
            element = self.packed.rows[element].parent
            self.steps += 1
            if not self.steps & (STEPS - 1) and <double> clock() > self.deadline:
                self.limits.check_time(self.deadline, self.url)
        while self.current != element:
            self.close()
        self.close()
        return 0

    cdef bint closes_early(self, const unsigned char* at) noexcept nogil:
        """Return whether </html> follows in the middle of the page: some templates end there, but articles do not."""
        if not self.searched_end:
            self.searched_end = True
            while at != NULL and self.end - at > LONG_AFTER_END:
                if memcmp(at, "</html", 6) == 0:
                    self.ends_early = True
                    break
                at = <const unsigned char*> memchr(at + 1, c"<", self.end - at - 1)
        return self.ends_early

    cdef int read_attributes(self, bint wanted) except -1:
        """Read up to the end of the tag."""
        cdef int32_t name
        cdef const unsigned char* value
        cdef const unsigned char* value_end
        while True:
            while self.at < self.end and IS_BLANK[self.at[0]]:
                self.at += 1
            if self.at >= self.end:
                return BROKEN_OFF
            if self.at[0] == c">":
                self.at += 1
                return CLOSED
            if self.at[0] == c"/":
                self.at += 1
                if self.at < self.end and self.at[0] == c">":
                    self.at += 1
                    return CLOSED_EMPTY
                continue
            name = self.read_name(ENDS_NAME)
            value = value_end = self.end
            while self.at < self.end and IS_BLANK[self.at[0]]:
                self.at += 1
            if self.at < self.end and self.at[0] == c"=":
                self.at += 1
                while self.at < self.end and IS_BLANK[self.at[0]]:
                    self.at += 1
                if self.at >= self.end:
                    return BROKEN_OFF
                value = self.at
                if self.at[0] == c'"' or self.at[0] == c"'":
                    value += 1
                    value_end = <const unsigned char*> memchr(value, self.at[0], self.end - value)
                    if value_end == NULL:
                        self.at = self.end
                        return BROKEN_OFF
                    self.at = value_end + 1
                else:
                    while self.at < self.end and not IS_BLANK[self.at[0]] and self.at[0] != c">":
                        self.at += 1
                    value_end = self.at
            if wanted and self.names[name].given != self.rows:  # the first of a name counts
                self.names[name].given = self.rows
                self.give(name, self.write_value(value, value_end))

    cdef Py_ssize_t write_value(self, const unsigned char* at, const unsigned char* end) except -1:
        cdef Py_ssize_t start = self.packed.storage.size
        cdef const unsigned char* plain
        while at < end:
            plain = at
            while at < end and not STOPS_VALUE[at[0]]:
                at += 1
            self.write(<const char*> plain, at - plain)
            if at < end:
                if at[0] == c"&":
                    at = self.refer(at, end, True)
                else:
                    self.write("\n", 1)
                    at = after_return(at, end)
        self.write("", 1)
        return start

    cdef int32_t read_name(self, const unsigned char* ends) except -1:
        """Return the number of the name that comes next, in lower case; its first byte may be anything."""
        cdef Py_ssize_t size = 0, length, step
        cdef uint32_t key = 0
        cdef int32_t number
        cdef Name* name
        while True:
            length = length_of(self.at[0])
            if length > self.end - self.at:
                length = self.end - self.at
            if size + length > LONGEST:  # it does not fit, and a shorter one after it may
                self.at += length
            else:
                for step in range(length):
                    self.lower[size] = LOWER[self.at[0]]
                    key = key * 31 + LOWER[self.at[0]]
                    size += 1
                    self.at += 1
            if self.at >= self.end or ends[self.at[0]]:
                break
        key = (key ^ key >> 9) & (SLOTS - 1)
        number = self.slots[key]
        if number >= 0:
            name = &self.names[number]
            if name.size == size and memcmp(name.text, self.lower, size) == 0:
                return number
        number = self.slots[key] = self.new_name(intern(PyUnicode_DecodeUTF8(self.lower, size, "replace")))
        return number

    cdef int32_t new_name(self, str text) except -1:
        """Return the number of a name that is new, or whose slot another one took."""
        cdef Py_ssize_t known = len(self.packed.names)
        cdef int32_t number = self.named(text)
        cdef Name* name
        if number == known:
            if not known & (SLOTS - 1):
                self.names = <Name*> resized(self.names, (2 * known + SLOTS) * sizeof(Name))
            name = &self.names[number]
            name.text = PyUnicode_AsUTF8AndSize(text, &name.size)
            name.tag = NUMBERS.get(text, 0)
            name.open, name.given = 0, -1
        return number

    # Elements

    cdef inline int tag_of(self, Py_ssize_t element) noexcept:
        return self.names[self.packed.rows[element].tag].tag

    cdef int open(self, int32_t number) except -1:
        cdef int tag = self.names[number].tag
        self.end_run()
        self.add(number, max(self.current, 0))
        self.current = self.last = self.rows - 1
        self.follows = False
        self.level += 1
        self.names[number].open += 1
        if tag == HEAD:
            self.had_head = self.in_head = True
        elif tag == BODY:
            self.had_head = self.had_body = self.in_body = True
        return 0

    cdef int close(self) except -1:
        cdef Row* row = &self.packed.rows[self.current]
        cdef int tag = self.tag_of(self.current)
        self.end_run()
        row.end = <int32_t> self.rows
        self.names[row.tag].open -= 1
        if tag == HEAD:
            self.in_head = False
        elif tag == BODY:
            self.in_body = False
        self.last, self.follows = self.current, True
        self.level -= 1
        self.is_over = self.current == 0  # what follows the root is not of the page
        self.current = -1 if self.is_over else row.parent
        return 0

    cdef int open_implied(self, str tag) except -1:
        return self.open(self.new_name(tag))

    cdef int end_what_ends_by(self, int tag) except -1:
        while self.current >= 0 and ENDS[self.tag_of(self.current)][tag]:
            self.close()
        return 0

    cdef int imply(self, int tag) except -1:
        """Open what must be open around an element and was not written."""
        if tag == HTML:
            return 0
        if self.current < 0:
            self.open_implied("html")
        if tag == BODY or tag == HEAD:
            return 0
        if self.level <= 1 and IS_IN_HEAD[tag]:
            if not self.had_head:
                self.open_implied("head")
        elif not IS_NO_BODY[tag] and not self.had_body and not self.in_head:
            self.open_implied("body")
        return 0


cdef inline int length_of(unsigned char first) noexcept nogil:
    """Return the bytes of a character in UTF-8."""
    return 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4


cdef inline const unsigned char* after_return(const unsigned char* at, const unsigned char* end) noexcept nogil:
    """Skip a carriage return, and a line feed that follows it."""
    return at + 2 if end - at > 1 and at[1] == c"\n" else at + 1


cdef const unsigned char* after_comment(const unsigned char* at, const unsigned char* end) noexcept nogil:
    """Skip the rest of a comment after its "<!--"."""
    if at < end and at[0] == c">":
        return at + 1
    if end - at > 1 and at[0] == c"-" and at[1] == c">":
        return at + 2
    while at < end:
        at = <const unsigned char*> memchr(at, c"-", end - at)
        if at == NULL:
            break
        at += 1
        if end - at > 1 and at[0] == c"-":
            if at[1] == c">":
                return at + 2
            if end - at > 2 and at[1] == c"!" and at[2] == c">":
                return at + 3
    return end


cdef int in_utf8(uint32_t code, char* text) noexcept nogil:
    if code < 0x80:
        text[0] = <char> code
        return 1
    if code < 0x800:
        text[0] = <char> (0xC0 | code >> 6)
        text[1] = <char> (0x80 | code & 0x3F)
        return 2
    if code < 0x10000:
        text[0] = <char> (0xE0 | code >> 12)
        text[1] = <char> (0x80 | code >> 6 & 0x3F)
        text[2] = <char> (0x80 | code & 0x3F)
        return 3
    text[0] = <char> (0xF0 | code >> 18)
    text[1] = <char> (0x80 | code >> 12 & 0x3F)
    text[2] = <char> (0x80 | code >> 6 & 0x3F)
    text[3] = <char> (0x80 | code & 0x3F)
    return 4


def read(bytes html not None, limits, str url, double deadline):
    """Return the elements of a page in UTF-8 without controls; None for a page without elements and text."""
    cdef Reader reader = Reader(limits, url, deadline)
    reader.at = html
    reader.end = reader.at + len(html)
    if html.startswith(b"\xef\xbb\xbf"):
        reader.at += 3
    reader.read()
    return reader.finish() if reader.rows else None
