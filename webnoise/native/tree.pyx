# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The elements of a tree that lxml holds: the twin of `page.reader.flatten`.

Only fields of libxml2's structs are read, by lxml's own declarations; nothing of libxml2 is linked.
"""

cimport cython
from libc.stdint cimport int32_t, uintptr_t
from libc.string cimport strlen
from lxml.includes.etreepublic cimport _Element
from lxml.includes.tree cimport XML_CDATA_SECTION_NODE, XML_ELEMENT_NODE, XML_TEXT_NODE, xmlAttr, xmlNode, xmlNs

from webnoise.native.columns cimport Packer, Row, decoded

from sys import intern

from webnoise.page.reader import DEEPEST_TREE

cdef enum:
    SLOTS = 512


@cython.final
cdef class TreePacker(Packer):
    """Copies nodes. libxml2 keeps each name of a document once, so that its address tells it."""

    cdef const unsigned char* known[SLOTS]
    cdef int32_t number_of[SLOTS]

    cdef int32_t number(self, const unsigned char* name, xmlNs* space) except -1:
        cdef uintptr_t address = <uintptr_t> name
        cdef int slot = (address >> 3 ^ address >> 12) & (SLOTS - 1)
        cdef int32_t number
        if self.known[slot] == name and space == NULL:
            return self.number_of[slot]
        text = intern(decoded(<const char*> name))
        if space != NULL and space.href != NULL:
            text = f"{{{decoded(<const char*> space.href)}}}{text}"
        number = self.named(text)
        if space == NULL:
            self.known[slot] = name
            self.number_of[slot] = number
        return number

    cdef int32_t copy(self, xmlNode* node) except -2:
        """The text from a node up to the next element: where it lies; -1 for none."""
        cdef int32_t start = <int32_t> self.packed.strings.size
        while node != NULL and node.type != XML_ELEMENT_NODE:
            if (node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE) and node.content != NULL:
                self.write(<const char*> node.content, strlen(<const char*> node.content))
            node = node.next
        if self.packed.strings.size == start:
            return -1
        self.write("", 1)
        return start

    cdef int copy_element(self, xmlNode* node, Py_ssize_t parent, bint with_tail) except -1:
        cdef xmlAttr* attribute = node.properties
        cdef Row* row = self.add(self.number(node.name, node.ns), parent)
        cdef int32_t value
        while attribute != NULL:
            value = self.copy(attribute.children)
            if value < 0:
                value = <int32_t> self.packed.strings.size
                self.write("", 1)
            self.give(self.number(attribute.name, attribute.ns), value)
            attribute = attribute.next
        row.text = self.copy(node.children)
        row.tail = self.copy(node.next) if with_tail else -1
        return 0


cdef inline xmlNode* element_from(xmlNode* node) noexcept nogil:
    while node != NULL and node.type != XML_ELEMENT_NODE:
        node = node.next
    return node


def flatten(_Element root not None, limits, str url, double deadline):
    cdef xmlNode* top = root._c_node
    cdef xmlNode* node = top
    cdef xmlNode* following
    cdef TreePacker packer = TreePacker(limits, url, deadline)
    cdef Py_ssize_t element, parent = 0, level = 1, deepest = 1
    if top == NULL or top.type != XML_ELEMENT_NODE:  # a comment, or a proxy that lxml has not filled
        return None
    while True:
        element = packer.rows
        packer.copy_element(node, parent, node != top)
        following = element_from(node.children)
        if following != NULL:
            node = following
            parent = element
            level += 1
            deepest = max(deepest, level)
            continue
        packer.packed.rows[element].end = <int32_t> packer.rows
        while node != top:
            following = element_from(node.next)
            if following != NULL:
                break
            node = node.parent
            level -= 1
            packer.packed.rows[parent].end = <int32_t> packer.rows
            parent = packer.packed.rows[parent].parent
        if node == top:
            break
        node = following
    return None if deepest == <Py_ssize_t> DEEPEST_TREE else packer.finish()
