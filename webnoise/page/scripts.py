"""JSON in scripts as pages write it, broken or not."""

from __future__ import annotations

import html
import json
import re
from typing import Any

_DECODER = json.JSONDecoder(strict=False)
_OPENERS = re.compile(r"\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)")
_CLOSERS = re.compile(r"(?:(?://\s*)?(?:\]\]>|-->)|;|\s)+$")
# No closer is longer; the rest of a script need not be searched for one.
_CLOSERS_LONGEST = 60
# What is not closed goes on to the end of the script, so that no search begins anew behind it.
_STRING = r'("(?:[^"\\]|\\.)*+(?:"|\\?\Z))'
_COMMENTS = re.compile(_STRING + r'|/\*.*?(?:\*/|\Z)|(?<![:"])//[^\n]*', re.DOTALL)
_TRAILING_COMMA = re.compile(_STRING + r"|,(?=\s*[}\]])", re.DOTALL)
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')
_MISSING_COMMA = re.compile(r'("|\]|\}|\d|true|false|null)(\s++)(?="[\w@:-]+"\s*:)')
_HALF_CHARACTER = re.compile(
    r"\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u[dD][89a-fA-F][\da-fA-F]{2})"
)
# The last resort, for JSON beyond repair: the few fields that matter, one by one.
_RESCUE = re.compile(
    r'"(@type|headline|datePublished|dateModified|articleSection|isAccessibleForFree)"\s*:\s*'
    r'(?:"((?:[^"\\\n]|\\.){1,400})"|(true|false))'
)
_RESCUE_AUTHOR = re.compile(
    r'"author"\s*:\s*[\[{\s]*(?:"@type"\s*:\s*"\w+"\s*,\s*)?"name"\s*:\s*"((?:[^"\\\n]|\\.){1,200})"'
)
_RESCUED_FROM = 200_000  # characters


def decode_json(script: str) -> list[Any]:
    """The values that a script holds: nearly always one; none where nothing can be made of it."""
    script = whole_characters(script)
    try:
        return [_DECODER.decode(script)]
    except (ValueError, RecursionError):
        pass
    text = _unwrapped(script)
    if not text:
        return []
    return _decode_all(_repaired(text)) or _rescued(text)


def whole_characters(json_text: str) -> str:
    """JSON without escapes of half a character (an emoji cut in two), which no UTF-8 can hold."""
    if "\\ud" not in json_text and "\\uD" not in json_text:
        return json_text
    return _HALF_CHARACTER.sub(lambda match: r"\ufffd" if match[1] else match[0], json_text)


def _unwrapped(script: str) -> str:
    """The script without the comment marks that once hid scripts from browsers."""
    text = script.strip()
    start = 0
    while opener := _OPENERS.match(text, start):
        start = opener.end()
    text = text[start:]
    return text[:-_CLOSERS_LONGEST] + _CLOSERS.sub("", text[-_CLOSERS_LONGEST:])


def _repaired(text: str) -> str:
    if "&quot;" in text or text.startswith("&#"):
        text = html.unescape(text)
    if "//" in text or "/*" in text:
        text = _COMMENTS.sub(lambda match: match[1] or "", text)
    text = _BAD_ESCAPE.sub("", text)
    text = _TRAILING_COMMA.sub(lambda match: match[1] or "", text)
    return _MISSING_COMMA.sub(lambda match: f"{match[1]},{match[2]}" if "\n" in match[2] else match[0], text)


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
    found = [start for start in (text.find("{", at), text.find("[", at)) if start >= 0]
    return min(found, default=-1)


def _rescued(text: str) -> list[Any]:
    node: dict[str, Any] = {}
    for key, value, boolean in _RESCUE.findall(text[:_RESCUED_FROM]):
        node.setdefault(key, _unescaped(value) if value else boolean)
    if match := _RESCUE_AUTHOR.search(text[:_RESCUED_FROM]):
        node["author"] = {"name": _unescaped(match[1])}
    return [node] if node else []


def _unescaped(value: str) -> str:
    try:
        return str(_DECODER.decode(f'"{value}"'))
    except ValueError:
        return value.replace("\\", "")
