# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Cut a page into blocks: runs of visible text that no block-level element, `<br><br>` or rule interrupts.

Every visible character of the page lies in exactly one block. White space is folded while the text is copied, so that
a block's string is made once, when it is whole.
"""

from cpython.object cimport PyObject
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libc.stdlib cimport calloc, free
from libc.string cimport strlen

from webnoise.page.elements cimport (
    Bytes,
    Elements,
    Packer,
    Row,
    after_space,
    after_words,
    append,
    characters_in,
    decoded,
    fold_words,
    resized,
)

from functools import lru_cache, partial
from string import whitespace

from webnoise.blocks.tags import (
    ABSENT,
    BLOCK_TAGS,
    FOLDED_TAGS,
    FOR_SCRIPTLESS,
    KINDS,
    OUTLINED,
    RESETS,
    TEXTLESS,
    UNREAD,
    is_hidden,
)
from webnoise.model import Block, Link, Outline, PageBlocks
from webnoise.page.limits import Limits

# Characters. Menus have labels; a longer run of text is prose, and the element then may hold the article: libxml2 nests
# all that follows into a `nav` or `button` that the page forgot to close.
RUNNING_TEXT = 150
_UNSHOWN = (0xA0, 0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), 0xFEFF)
# White space, and characters that show nothing by themselves: editors leave a joiner in empty paragraphs.
BLANK = whitespace + "".join(map(chr, _UNSHOWN))


def segment(document, *, frozenset cut_at=frozenset(), bint hidden=False, bint scriptless=False, bint lean=False):
    """Cut a page into blocks.

    `cut_at` names inline elements that cut like block-level ones (some papers cut at `span`). `hidden` includes what the
    page hides (its scripts may show it), `scriptless` what it shows to readers without scripts: for pages with little
    else. `lean` makes half of the outline and two thirds of the blocks: inline elements without children are not in it,
    and a menu is one block (see `MenuCollapser`).
    """
    elements, page = document.elements, document.page
    absent = ABSENT - FOR_SCRIPTLESS if scriptless else ABSENT
    blocks, outline = walk(document, BLOCK_TAGS | cut_at if cut_at else BLOCK_TAGS, absent, hidden, lean)
    titles = elements.tagged("title")
    title = " ".join((elements.texts[titles[0]] or "").split()) if titles else ""
    styles = page.styles
    if styles is not None:
        styles = [styles[position] for position in outline.positions] if len(styles) == len(elements) else None
    return PageBlocks(
        url=document.url,
        base_url=document.base_url,
        title=title or None,
        language=(elements.attributes[0].get("lang") or "").strip()[:2].lower() or None,
        blocks=tuple(blocks),
        outline=outline,
        styles=styles,
        fetched=page.fetched,
    )


cdef extern from *:
    """
    static PyObject* filled_tuple(PyObject* type, PyObject** items, Py_ssize_t count) {
        /* As `tuple.__new__` does it, without a call by name. */
        PyObject* made = ((PyTypeObject*) type)->tp_alloc((PyTypeObject*) type, count);
        if (made != NULL)
            for (Py_ssize_t at = 0; at < count; at++) {
                Py_INCREF(items[at]);
                PyTuple_SET_ITEM(made, at, items[at]);
            }
        return made;
    }
    """
    object filled_tuple(object type, PyObject** items, Py_ssize_t count)


cdef inline object made_block(object index, object text, object kind, object level, object element, object links):
    cdef PyObject* items[7]
    items[0], items[1], items[2], items[3] = <PyObject*> index, <PyObject*> text, <PyObject*> kind, <PyObject*> level
    items[4], items[5], items[6] = <PyObject*> element, <PyObject*> links, <PyObject*> None
    return filled_tuple(Block, items, 7)


cdef inline object made_link(object start, object end, object url):
    cdef PyObject* items[3]
    items[0], items[1], items[2] = <PyObject*> start, <PyObject*> end, <PyObject*> url
    return filled_tuple(Link, items, 3)


cdef enum:
    KNOWN_NUMBERS = 8192

cdef list NUMBERS = list(range(KNOWN_NUMBERS))


cdef inline object number(Py_ssize_t value):
    """An outline has thousands of numbers: those of most pages exist already."""
    return NUMBERS[value] if 0 <= value < KNOWN_NUMBERS else value


cdef enum:  # properties of a tag, in the order of `rules_of_tags`
    CUTS = 1
    IS_TEXTLESS = 2
    IS_ABSENT = 4
    IS_OUTLINED = 8
    HAS_KIND = 16
    IS_RESET = 32
    IS_FOLDED = 64
    IS_UNREAD = 128
    IS_ANCHOR = 256
    IS_BREAK = 512
    IS_PLAYER = 1024

cdef tuple KIND_NAMES = ("text", "heading", "list_item", "quote", "code", "cell", "caption")
cdef enum:
    TEXT = 0
    CODE = 4
    CELL = 5

cdef struct Tag:
    int flags
    int kind
    int level

cdef struct Open:
    int32_t position
    bint cuts
    int32_t parent   # what was open around it
    int32_t element
    int kind
    int level
    int32_t link

cdef class OutlineAttributes:
    """The attributes of the elements in an outline; a player has the address of its first source."""

    def __cinit__(self, Elements packed not None, list positions not None, dict changed not None):
        for position in positions:
            packed.check(position)
        # A copy: anybody may change the outline's own list, and this one is read unchecked.
        self.packed, self.positions, self.changed = packed, positions[:], changed

    def __len__(self):
        return len(self.positions)

    def __getitem__(self, index):
        cdef Py_ssize_t element
        if isinstance(index, slice):
            return [self[element] for element in range(*index.indices(len(self.positions)))]
        element = index
        if element < 0:
            element += len(self.positions)
        if not 0 <= element < len(self.positions):
            raise IndexError(index)
        if self.changed and element in self.changed:
            return self.changed[element]
        return self.packed.attributes_of(self.positions[element])

    def __eq__(self, other):
        return list(self) == list(other)

    def __reduce__(self):
        cdef Py_ssize_t position
        return pack_attributes, ([self.packed.tags[position] for position in self.positions], list(self))

    cpdef list tagged(self, tags, Py_ssize_t start=0, Py_ssize_t end=-1):
        """Return the elements, from one to another, with one of these tags, in document order."""
        cdef Elements packed = self.packed
        cdef Py_ssize_t element, position, count = len(packed.names)
        cdef int32_t number
        cdef bint some = False
        cdef bytearray wanted = bytearray(count + 1)
        cdef list found = []
        for name in tags:
            number = packed.number(name)
            if 0 <= number < count:
                wanted[number] = some = True
        if end < 0 or end > len(self.positions):
            end = len(self.positions)
        if some:
            for element in range(max(start, 0), end):
                position = self.positions[element]
                if wanted[packed.rows[position].tag]:
                    found.append(element)
        return found


def pack_attributes(tags, attributes):
    """Pack the tags and attributes of an outline that no page was read for."""
    cdef Packer packer = Packer(Limits(max_nodes=INFINITY), "", INFINITY)
    cdef Py_ssize_t start
    cdef bytes raw
    for tag, own in zip(tags, attributes, strict=True):
        packer.add(packer.named(tag), 0)
        for name, value in own.items():
            raw = value.encode("utf-8", "replace")
            start = packer.packed.storage.size
            packer.write(raw, strlen(raw) + 1)
            packer.give(packer.named(name), start)
    return OutlineAttributes(packer.finish(), list(range(packer.rows)), {})


cdef OutlineAttributes packed_attributes(outline):
    attributes = outline.attributes
    return attributes if isinstance(attributes, OutlineAttributes) else pack_attributes(outline.tags, attributes)


cdef class OpenBlock:
    """The block whose text is being gathered, and the finished blocks."""

    cdef Elements packed
    cdef list blocks, links
    cdef Bytes text
    cdef Py_ssize_t characters
    cdef bint some, space, line_break  # a space, a <br> waits for the text behind it
    cdef int kind, level
    cdef int32_t element, link         # the address of the open link among the strings; -1 for none
    cdef Py_ssize_t link_start         # where its words start; -1 before the first

    def __cinit__(self, Elements packed):
        self.packed = packed
        self.blocks = []
        self.links = []
        self.link = self.link_start = -1

    def __dealloc__(self):
        free(self.text.at)

    cdef int end_link(self) except -1:
        if self.link >= 0 and self.link_start >= 0:
            self.links.append(made_link(number(self.link_start), number(self.characters), decoded(self.packed.storage.at + self.link)))
        self.link_start = -1
        return 0

    cdef int end(self, int kind, int level, int32_t element) except -1:
        if not self.some:
            return 0
        self.end_link()
        text = PyUnicode_DecodeUTF8(self.text.at, self.text.size, "replace")
        if kind == CODE:
            text = text.strip("\r\n").rstrip()
            self.links.clear()
        if text and (0x20 < <unsigned char> self.text.at[0] < 0x80 or text.strip(BLANK)):
            self.add(text, kind, level, element, tuple(self.links) if self.links else ())
        self.links.clear()
        self.text.size = self.characters = 0
        self.some = self.space = False
        return 0

    cdef int add(self, str text, int kind, int level, int32_t element, tuple links) except -1:
        self.blocks.append(made_block(number(len(self.blocks)), text, KIND_NAMES[kind], level, number(element), links))
        return 0

    cdef int take(self, int32_t offset, int kind) except -1:
        """Add text of the page, folded as a browser does it; code as it is."""
        cdef const unsigned char* at
        cdef const unsigned char* words
        cdef Py_ssize_t characters
        if offset < 0:
            return 0
        at = <const unsigned char*> self.packed.storage.at + offset
        if kind == CODE:
            return self.take_code(at)
        while True:
            words = after_space(at)
            if words != at:
                self.space = True
            if words[0] == 0:
                return 0
            at = after_words(words, &characters)
            if self.some and (self.line_break or self.space):
                append(&self.text, b"\n" if self.line_break else b" ", 1)
                self.characters += 1
            self.some = True
            self.space = self.line_break = False
            if self.link_start < 0:
                self.link_start = self.characters
            append(&self.text, <const char*> words, at - words)
            self.characters += characters

    cdef int take_code(self, const unsigned char* at) except -1:
        if after_space(at)[0] == 0:
            if not self.some:
                return 0
        else:
            if self.line_break and self.some:
                append(&self.text, b" \n ", 3)
            self.line_break = False
            self.some = True
        append(&self.text, <const char*> at, strlen(<const char*> at))
        return 0


cdef class MenuCollapser:
    """Menus and their like as one block each: their labels are never judged apart.

    Menus in menus are common where one was never closed: the collapser remembers where running text occurs, and looks at
    the clock for each menu.
    """

    cdef Elements packed
    cdef Tag* tags
    cdef Bytes line, label
    cdef Py_ssize_t longest
    cdef int32_t href, running  # the element that has running text, or is followed by it
    cdef bint is_tail
    cdef object check_time

    def __cinit__(self):
        self.running = -1

    def __dealloc__(self):
        free(self.line.at)
        free(self.label.at)

    cdef object collapse(self, int32_t element):
        """Return the line and its links; None where the element holds running text."""
        cdef Row* rows = self.packed.rows
        cdef int32_t anchor = element
        cdef int flags
        cdef const char* url
        cdef Py_ssize_t start, end = 0
        cdef list links = []
        cdef str line, label
        if element + self.is_tail <= self.running < rows[element].end:
            return None
        self.line.size = 0
        self.check_time()
        if not self.gather(&self.line, element, self.longest):
            return None
        line = PyUnicode_DecodeUTF8(self.line.at, self.line.size, "replace")
        while anchor < rows[element].end:
            flags = self.tags[rows[anchor].tag].flags
            if flags & IS_UNREAD:
                anchor = rows[anchor].end
                continue
            url = self.packed.value(anchor, self.href) if flags & IS_ANCHOR else NULL
            if url == NULL or url[0] == 0:
                anchor += 1
                continue
            self.label.size = 0
            self.gather(&self.label, anchor, 0)
            if self.label.size:
                label = PyUnicode_DecodeUTF8(self.label.at, self.label.size, "replace")
                start = line.index(label, end)
                end = start + len(label)
                links.append(made_link(number(start), number(end), decoded(url)))
            anchor = rows[anchor].end
        return line, tuple(links)

    cdef bint gather(self, Bytes* out, int32_t element, Py_ssize_t longest) except -1:
        """Append all text that a reader sees in an element, with spaces between pieces; return whether no piece is longer."""
        cdef Row* rows = self.packed.rows
        cdef int32_t inner = element, entered = element
        while inner < rows[element].end:
            while inner != element and entered != rows[inner].parent:
                if not self.add_piece(out, rows[entered].tail, longest):
                    self.running, self.is_tail = entered, True
                    return False
                entered = rows[entered].parent
            entered = inner
            if self.tags[rows[inner].tag].flags & IS_UNREAD:
                inner = rows[inner].end
                continue
            if not self.add_piece(out, rows[inner].text, longest):
                self.running, self.is_tail = inner, False
                return False
            inner += 1
        while entered != element:
            if not self.add_piece(out, rows[entered].tail, longest):
                self.running, self.is_tail = entered, True
                return False
            entered = rows[entered].parent
        return True

    cdef bint add_piece(self, Bytes* out, int32_t offset, Py_ssize_t longest) except -1:
        cdef Py_ssize_t before = out.size, start
        if offset < 0:
            return True
        if before:
            append(out, b" ", 1)
        start = out.size
        fold_words(out, <const unsigned char*> self.packed.storage.at + offset)
        if out.size == start:
            out.size = before
            return True
        return not longest or out.size - start <= longest or characters_in(out.at + start, out.size - start) <= longest


@lru_cache(maxsize=64)
def rules_of_tags(frozenset block_tags, frozenset absent_tags):
    """Return flags, kind and level of the tags that have any."""
    rules = {}
    sets = (block_tags, TEXTLESS, absent_tags, OUTLINED, KINDS, RESETS, FOLDED_TAGS, UNREAD, ("a",), ("br",), ("video", "audio"))
    for tag in frozenset().union(*sets):
        flags = sum(1 << bit for bit, tags in enumerate(sets) if tag in tags)
        kind, level = KINDS.get(tag, ("text", 0))
        rules[tag] = flags, KIND_NAMES.index(kind), level
    return rules


cdef Tag* known_tags(list names, dict rules) except NULL:
    cdef Tag* tags = <Tag*> calloc(len(names) + 1, sizeof(Tag))
    cdef Py_ssize_t index
    cdef tuple rule
    if tags == NULL:
        raise MemoryError
    for index in range(len(names)):
        rule = rules.get(names[index])
        if rule is not None:
            tags[index] = Tag(rule[0], rule[1], rule[2])
    return tags


cdef dict with_source(Elements packed, int32_t player):
    """Return the attributes of a video or audio element; one without `src` gets the `src` of its first source."""
    cdef dict attributes = packed.attributes_of(player)
    cdef int32_t source = packed.number("source"), src = packed.number("src"), inner
    cdef const char* address = NULL
    for inner in range(player + 1, packed.rows[player].end):
        if packed.rows[inner].tag == source:
            address = packed.value(inner, src)
            break
    return attributes if "src" in attributes or address == NULL or not address[0] else {**attributes, "src": decoded(address)}


cdef tuple walk(document, frozenset block_tags, frozenset absent_tags, bint hidden, bint lean):
    """Return the blocks and the outline. Elements without children are opened and closed at once, others lie on a stack."""
    cdef object limits = document.limits, url = document.url
    cdef double deadline = document.deadline
    cdef Elements packed = document.elements
    cdef Row* rows = packed.rows
    cdef Row* row
    cdef OpenBlock block = OpenBlock(packed)
    cdef MenuCollapser menus = MenuCollapser()
    cdef Tag* known = known_tags(packed.names, rules_of_tags(block_tags, absent_tags))
    cdef Tag* tag
    cdef Open* stack = NULL
    cdef Open* closed
    cdef Py_ssize_t depth = 0, room = 0, max_depth = limits.max_depth
    cdef int32_t position = 0, text, index = 0, parent = 0, parent_end = <int32_t> packed.count + 1
    cdef int32_t href = packed.number("href"), link
    cdef const char* address
    cdef int inner_kind = TEXT, inner_level = 0
    cdef bint cuts, leaf
    cdef list tags = [], parents = [], ends = [], first_block = [], last_block = [], positions = []
    cdef list blocks = block.blocks
    cdef dict changed = {}
    menus.packed, menus.tags, menus.longest, menus.href = packed, known, RUNNING_TEXT, href
    menus.check_time = partial(limits.check_time, deadline, url)
    try:
        while True:
            while parent_end <= position:  # close what ends before this element
                depth -= 1
                closed = &stack[depth]
                ends[parent] = number(len(tags))
                if closed.cuts:
                    block.end(block.kind, block.level, block.element)
                    block.line_break = False
                    block.element, block.kind, block.level = closed.element, closed.kind, closed.level
                if block.link != closed.link:
                    block.end_link()
                    block.link = closed.link
                last_block[parent] = number(len(blocks))
                parent = closed.parent
                parent_end = rows[stack[depth - 1].position].end if depth else <int32_t> packed.count + 1
                block.take(rows[closed.position].tail, block.kind)
            if position == packed.count:
                break
            row = &rows[position]
            tag = &known[row.tag]
            text = row.text
            if tag.flags & IS_ABSENT or (not hidden and is_hidden(packed.attributes_of(position))):
                text = row.tail
                position = row.end
            else:
                cuts = tag.flags & CUTS
                leaf = row.end == position + 1
                if cuts:
                    block.end(block.kind, block.level, block.element)
                    block.line_break = False
                    if tag.flags & HAS_KIND:
                        inner_kind, inner_level = tag.kind, tag.level
                    elif block.kind != TEXT and (tag.flags & IS_RESET or block.kind == CELL):
                        inner_kind, inner_level = TEXT, 0
                    else:
                        inner_kind, inner_level = block.kind, block.level
                elif tag.flags & IS_BREAK:
                    if block.line_break:
                        block.end(block.kind, block.level, block.element)
                    block.line_break = not block.line_break
                if cuts or not lean or tag.flags & IS_OUTLINED or not (leaf or tag.flags & IS_TEXTLESS):
                    index = <int32_t> len(tags)
                    if not index & 1023:
                        limits.check_time(deadline, url)
                    tags.append(packed.names[row.tag])
                    parents.append(number(parent))
                    ends.append(number(index + 1))
                    first_block.append(number(len(blocks)))
                    last_block.append(number(len(blocks)))
                    positions.append(number(position))

                link = -1
                if tag.flags & IS_ANCHOR:
                    address = packed.value(position, href)
                    if address != NULL and address[0]:
                        link = <int32_t> (address - packed.storage.at)
                if tag.flags & IS_TEXTLESS:  # on with what follows it
                    if tag.flags & IS_PLAYER and not leaf:
                        changed[index] = with_source(packed, position)
                    text = row.tail
                    position = row.end
                elif leaf:
                    if cuts:
                        block.link_start = -1
                        block.take(text, inner_kind)
                        if block.some:
                            block.end(inner_kind, inner_level, index)
                            last_block[index] = number(len(blocks))
                        block.space = False
                    elif link >= 0 and text >= 0:
                        block.end_link()
                        link, block.link = block.link, link
                        block.take(text, block.kind)
                        block.end_link()
                        block.link = link
                    else:
                        block.take(text, block.kind)
                    text = row.tail
                    position += 1
                elif lean and tag.flags & IS_FOLDED and (collapsed := menus.collapse(position)) is not None:
                    line, labels = collapsed
                    if line:
                        block.add(line, TEXT, 0, index, labels)
                        last_block[index] = number(len(blocks))
                    text = row.tail
                    position = row.end
                else:
                    if depth == room:
                        room = 2 * room + 64
                        stack = <Open*> resized(stack, room * sizeof(Open))
                    stack[depth] = Open(position, cuts, parent, block.element, block.kind, block.level, block.link)
                    depth += 1
                    parent, parent_end = index, row.end
                    if cuts:
                        if depth > max_depth:
                            limits.check_depth(depth, url)
                        block.element, block.kind, block.level = index, inner_kind, inner_level
                    elif link >= 0:
                        block.end_link()
                        block.link = link
                    position += 1
            block.take(text, block.kind)
    finally:
        free(stack)
        free(known)
    attributes = OutlineAttributes(packed, positions, changed)
    return blocks, Outline(tags, parents, ends, attributes, first_block, last_block, positions)
