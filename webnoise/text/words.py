"""Words in every script, and the parts of names that programs write.

Scripts without spaces between words (Han, kana, Thai, Lao, Burmese, Khmer) have no words that could be cut
without a dictionary of the language: for counts each of their letters is a word, for comparison (`terms`)
each pair of neighbours is. Korean has spaces and is counted by them, but its spaced units carry their
particles: for comparison it is cut into pairs too.
"""

from __future__ import annotations

import re
import unicodedata

HAN_AND_KANA = ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF))
"""First and last characters, marks of punctuation inside included."""

# Letters of scripts without spaces.
_SOUTH_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff"  # Thai, Lao, Burmese, Khmer
_KANA = "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED = _SOUTH_EAST + _KANA + _HAN
_HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
_PAIRED = _UNSPACED + _HANGUL

# Vowel signs and other marks inside words, which `\w` does not match.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487"  # Latin, Cyrillic
    "\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"  # Devanagari
    "\u0981-\u0983\u09bc-\u09d7\u09e2\u09e3\u0a01-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75"  # Bengali, Gurmukhi
    "\u0a81-\u0a83\u0abc-\u0acd\u0ae2\u0ae3\u0b01-\u0b03\u0b3c-\u0b57\u0b62\u0b63"  # Gujarati, Oriya
    "\u0b82\u0bbe-\u0bd7\u0c00-\u0c04\u0c3c-\u0c56\u0c62\u0c63"  # Tamil, Telugu
    "\u0c81-\u0c83\u0cbc-\u0cd6\u0ce2\u0ce3\u0d00-\u0d03\u0d3b-\u0d57\u0d62\u0d63"  # Kannada, Malayalam
    "\u0d81-\u0d83\u0dca-\u0df3\u0f18-\u0fbc"  # Sinhala, Tibetan
)

# What one outlet prints and another leaves out: soft hyphens, Hebrew points, Arabic vowel marks, joiners.
_SILENT = re.compile(
    "[\u00ad\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u2060\ufeff]+"
)

# Signs of typography, which no word has. Most texts without letters beyond ASCII have them.
_TYPOGRAPHY = re.compile("[\u00a0\u00ab\u00b7\u00bb\u2010-\u2027\u2030-\u205e]+")
_ASCII_BREAKS = {code: " " for code in range(128) if not chr(code).isalnum()}
_WORD = re.compile(f"(?=\\w)[{_UNSPACED}]|[^\\W{_UNSPACED}]+")
_ASCII_WORD = re.compile(r"\w+", re.ASCII)  # finds the same in ASCII text, in a third of the time
_UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")
# In UTF-8 those of characters below U+0800, and of signs from U+2000 on; others begin with another byte.
_SPACED_BYTES = bytes([*range(0xE0), 0xE2])
_UNSPACED_LETTER = re.compile(f"(?=\\w)[{_UNSPACED}]")
_SPACED_PIECE = re.compile(f"[^\\s{_UNSPACED}]+")
_NORMAL_WORD = re.compile(f"[{_PAIRED}]+|(?:[^\\W_{_PAIRED}]+[{_MARKS}]*)+")
_PAIRED_RUN = re.compile(f"[{_PAIRED}]")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NAME_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_a-zA-Z]+")
_LOWER_PART = re.compile("[a-z]+")  # finds the same in names in lower case, in two thirds of the time


def strip_controls(text: str) -> str:
    """The text without what no file can hold: half characters, and the controls that XML forbids."""
    return text if text.replace("\n", "").isprintable() else _UNWRITABLE.sub("", text)


def words(text: str) -> list[str]:
    """The words of a text as they stand; a letter of a script without spaces is a word.

    >>> words("Rain, 3 days: 北京")
    ['Rain', '3', 'days', '北', '京']
    """
    return (_ASCII_WORD if text.isascii() else _WORD).findall(text)


def word_count(text: str) -> int:
    """How many words a reader counts: what stands between spaces; each letter of a script without spaces.

    >>> word_count("It didn't rain."), word_count("今天 iPhone 发布。")
    (3, 5)
    """
    if not (_may_be_unspaced(text) and _UNSPACED_CHARACTER.search(text)):
        return len(text.split())
    letters = len(_UNSPACED_LETTER.findall(text))
    return letters + sum(any(map(str.isalnum, piece)) for piece in _SPACED_PIECE.findall(text))


def _may_be_unspaced(text: str) -> bool:
    """Whether a text may hold a script without spaces, by its bytes: cheap, to be asked first."""
    return bool(text.encode("utf-8", "surrogatepass").translate(None, _SPACED_BYTES))


def normal_words(text: str) -> list[str]:
    """The words of a text as they compare: in lower case, variants of typography made one.

    A run of a script without spaces is one word.
    """
    text = text.lower()
    if not text.isascii():
        text = _TYPOGRAPHY.sub(" ", text)
    if text.isascii():  # half of the time of what follows
        return text.translate(_ASCII_BREAKS).split()
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    return _NORMAL_WORD.findall(_SILENT.sub("", text))


def has_unspaced(text: str) -> bool:
    """Whether a text holds a script whose words come as pairs; a normal word is wholly of such or not."""
    return not text.isascii() and _PAIRED_RUN.search(text) is not None


def unspaced_pairs(run: str) -> list[str]:
    """A run of a script without spaces as its pairs of neighbours; a lone letter stays."""
    return [run[index : index + 2] for index in range(len(run) - 1)] or [run]


def name_parts(name: str) -> list[str]:
    """The words that a class, id or other name is put together from, in lower case, without digits.

    >>> name_parts("articleBody post-text_2 HTMLPage")
    ['article', 'body', 'post', 'text', 'html', 'page']
    """
    if name.islower() and name.isascii():
        return _LOWER_PART.findall(name)
    return [part.lower() for part in _NAME_PART.findall(name)]


def character_class(ranges: tuple[tuple[int, int], ...]) -> str:
    """Ranges of characters as the inside of a regular expression's `[...]`."""
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)
