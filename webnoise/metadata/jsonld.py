"""Reads JSON-LD as pages write it, broken or not, and finds the node that describes the page's article."""

from __future__ import annotations

import functools
import html
import json
import re
from collections.abc import Iterable
from typing import Any

from webnoise.urls.normal import canonical_url

__all__ = ["Node", "article_node", "load_nodes", "node_types", "text_of"]

Node = dict[str, Any]

# A page's data has dozens of nodes, its own first; lists of comments or products need no walk to the end.
_MOST_NODES = 400
_DECODER = json.JSONDecoder(strict=False)

_OPENERS = re.compile(r"\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)")
_CLOSERS = re.compile(r"(?:(?://\s*)?(?:\]\]>|-->)|;|\s)+$")
# No closer is longer; the rest of a script need not be searched for one.
_LONGEST_CLOSER = 60
_COMMENTS = re.compile(r'("(?:[^"\\]|\\.)*")|/\*.*?\*/|(?<![:"])//[^\n]*', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')
_MISSING_COMMA = re.compile(r'("|\]|\}|\d|true|false|null)(\s*\n\s*)(?="[\w@:-]+"\s*:)')
# The last resort, for JSON beyond repair: the few fields that matter, one by one.
_RESCUE = re.compile(
    r'"(@type|headline|datePublished|dateModified|articleSection|isAccessibleForFree)"\s*:\s*'
    r'(?:"((?:[^"\\\n]|\\.){1,400})"|(true|false))'
)
_RESCUE_AUTHOR = re.compile(
    r'"author"\s*:\s*[\[{\s]*(?:"@type"\s*:\s*"\w+"\s*,\s*)?"name"\s*:\s*"((?:[^"\\\n]|\\.){1,200})"'
)
_ARTICLE_TYPE = re.compile(r"(?:Article|Posting|Report|Blog)$|^(?:Report|ReviewNews)")
_WORK_TYPES = {
    "Recipe", "HowTo", "Review", "CreativeWork", "Book", "Course", "PodcastEpisode", "VideoObject",
    "NewsVideo",
    "Question", "QAPage", "FAQPage", "MedicalWebPage", "ImageGallery", "MediaGallery", "Event", "Dataset",
    "Product",
}  # fmt: skip
_REFERRING = {"author", "creator", "publisher", "isPartOf", "mainEntity", "image", "primaryImageOfPage"}
_PAGE_TYPES = {"WebPage", "ItemPage", "AboutPage", "Webpage", "webpage"}


def load_nodes(scripts: Iterable[str]) -> list[Node]:
    """All nodes of all scripts, outermost first."""
    roots: list[Any] = []
    for script in scripts:
        roots.extend(_read(script))
    return _walk(roots)


def _with_references(node: Node, nodes: list[Node]) -> Node:
    """The node with what it only names by `@id` filled in."""
    keys = [key for key in _REFERRING if key in node and not isinstance(node[key], str)]
    if not keys:
        return node
    by_id = {
        other["@id"]: other
        for other in nodes
        if "@id" in other and len(other) > 1 and isinstance(other["@id"], str)
    }
    return node | {key: _resolve(node[key], by_id) for key in keys} if by_id else node


def _resolve(value: Any, by_id: dict[str, Node]) -> Any:
    if isinstance(value, list):
        return [_resolve(item, by_id) for item in value[:50]]
    if (
        isinstance(value, dict)
        and len(value) <= 2
        and isinstance(value.get("@id"), str)
        and "name" not in value
    ):
        return by_id.get(value["@id"], value)
    return value


def _read(script: str) -> list[Any]:
    try:
        return [_DECODER.decode(script)]
    except (ValueError, RecursionError):
        pass
    text = _unwrapped(script)
    if not text:
        return []
    values = _decode_all(_repaired(text))
    return values or _rescued(text)


def _unwrapped(script: str) -> str:
    """The script without the comment marks that once hid scripts from browsers."""
    text = script.strip()
    while opener := _OPENERS.match(text):
        text = text[opener.end() :]
    return text[:-_LONGEST_CLOSER] + _CLOSERS.sub("", text[-_LONGEST_CLOSER:])


def _repaired(text: str) -> str:
    if "&quot;" in text or text.startswith("&#"):
        text = html.unescape(text)
    if "//" in text or "/*" in text:
        text = _COMMENTS.sub(lambda match: match[1] or "", text)
    text = _BAD_ESCAPE.sub("", text)
    text = _TRAILING_COMMA.sub(lambda match: match[1] or "", text)
    return _MISSING_COMMA.sub(r"\1,\2", text)


def _decode_all(text: str) -> list[Any]:
    """Every object or array that stands in `text` one after another, up to the first that cannot be read."""
    values: list[Any] = []
    at = 0
    while (start := _next_value(text, at)) >= 0:
        try:
            value, at = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            break
        values.append(value)
    return values


def _next_value(text: str, at: int) -> int:
    found = [place for place in (text.find("{", at), text.find("[", at)) if place >= 0]
    return min(found, default=-1)


def _rescued(text: str) -> list[Any]:
    node: Node = {}
    for key, value, boolean in _RESCUE.findall(text[:200_000]):
        node.setdefault(key, _unescaped(value) if value else boolean)
    if match := _RESCUE_AUTHOR.search(text[:200_000]):
        node["author"] = {"name": _unescaped(match[1])}
    return [node] if node else []


def _unescaped(value: str) -> str:
    try:
        return str(_DECODER.decode(f'"{value}"'))
    except ValueError:
        return value.replace("\\", "")


def _walk(roots: list[Any]) -> list[Node]:
    """The nodes breadth first, so that the page's own come before those nested in it."""
    nodes: list[Node] = []
    level: list[Any] = roots
    while level:
        deeper: list[Any] = []
        for value in level:
            if type(value) is list:
                deeper += value
            elif type(value) is dict:
                nodes.append(value)
                deeper += [item for item in value.values() if type(item) is dict or type(item) is list]
        if len(nodes) > _MOST_NODES:
            return nodes[:_MOST_NODES]
        level = deeper
    return nodes


def node_types(node: Node) -> list[str]:
    types = node.get("@type")
    if types is None:
        return []
    if isinstance(types, str):
        if "/" not in types and ":" not in types:
            return [types]
        types = [types]
    if not isinstance(types, list):
        return []
    return [name.rpartition("/")[2].rpartition(":")[2] for name in types if isinstance(name, str)]


def article_node(nodes: list[Node], addresses: set[str]) -> tuple[Node | None, Node | None]:
    """The node of the article itself, and the node of the page around it; either may be missing.

    `addresses` are the page's own: a node that names another address describes a teaser.
    """
    best: Node | None = None
    best_rank = 0
    page: Node | None = None
    for node in nodes:
        types = node_types(node)
        if not types and "headline" not in node:
            continue
        if page is None and not _PAGE_TYPES.isdisjoint(types):
            page = node
        rank = _rank(node, types, addresses)
        if rank > best_rank:
            best, best_rank = node, rank
    return best and _with_references(best, nodes), page and _with_references(page, nodes)


@functools.lru_cache(maxsize=256)
def _is_article(name: str) -> bool:
    return _ARTICLE_TYPE.search(name) is not None


def _rank(node: Node, types: list[str], addresses: set[str]) -> int:
    if any(map(_is_article, types)):
        rank = 40
    elif not _WORK_TYPES.isdisjoint(types) or (not types and "headline" in node):
        rank = 10
    else:
        return 0
    address = _address(node)
    if address:
        rank += 30 if address in addresses else -25
    return rank + sum(3 for key in ("headline", "datePublished", "author", "articleBody") if node.get(key))


def _address(node: Node) -> str | None:
    for key in ("url", "mainEntityOfPage", "@id"):
        value = node.get(key)
        if isinstance(value, dict):
            value = value.get("@id") or value.get("url")
        if isinstance(value, str) and value.startswith(("http", "/")) and len(value) > 1:
            return canonical_url(value)
    return None


def text_of(value: Any) -> str | None:
    """A value's text: itself, its first item's, or its name."""
    if isinstance(value, list):
        value = next((item for item in value if item), None)
    if isinstance(value, dict):
        value = value.get("name") or value.get("@value") or value.get("url")
        if isinstance(value, list | dict):
            return text_of(value)
    if isinstance(value, str):
        text = " ".join((html.unescape(value) if "&" in value else value).split())
        return text or None
    return None
