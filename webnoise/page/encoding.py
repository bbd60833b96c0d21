"""Bytes to text, as browsers do it, and where what is declared cannot be: by the bytes themselves.

Only encodings of the WHATWG's Encoding Standard are believed, by its labels, whoever names them: Python knows
codecs (base64, idna, undefined) that no page is written in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import webencodings
from w3lib.encoding import read_bom, resolve_encoding, to_unicode

from webnoise.errors import InputError

if TYPE_CHECKING:
    from charset_normalizer import CharsetMatch

_UTF8 = "utf-8"
_UTF16 = ("utf-16-le", "utf-16-be")
_ISO2022_JP = "iso2022_jp"
_WESTERN = "cp1252"
_DECLARED = re.compile(
    rb"<!--.*?(?:-->|$)|<meta[\s/](?P<meta>[^>]*)|<\?xml\s(?P<xml>[^>]*)|<body[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([^\s\"';,/>]+)", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"encoding\s*=\s*[\"']([^\"']+)")
_OTHER_META = re.compile(rb"\b(?:name|property|itemprop)\s*=", re.IGNORECASE)
_LANG = re.compile(rb"<html[^>]{0,300}?\blang\s*=\s*[\"']?([a-zA-Z]{2,3})", re.IGNORECASE)
_HEAD = 4096  # bytes that are searched for a declaration; the standard asks for 1,024
_BETWEEN_TAGS = re.compile(rb"(?:>|^)([^<>]+)")
_HIGH = re.compile(rb"[\x80-\xff]+")
_C1_CONTROLS = re.compile("[\x80-\x9f]")
_SAMPLE = 6_000  # bytes that detection looks at
_SEARCHED = 2_000_000  # bytes in which it looks for them
# Extensions of vendors and a slip of the editor break a character here and there; in a wrong encoding of
# several bytes to a character, every fifth or more is broken.
_FEW_BROKEN = 0.05

# What pages of these languages were written in before UTF-8; of the first in which the bytes make sense.
_LEGACY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("ru", "uk", "be", "bg", "mk", "sr"), ("cp1251", "koi8-u", "iso8859-5", "cp866")),
    **dict.fromkeys(("pl", "hu", "cs", "sk", "ro", "sl", "hr", "bs", "sq"), ("iso8859-2", "cp1250")),
    **dict.fromkeys(("ar", "fa", "ur"), ("cp1256", "iso8859-6")),
    **dict.fromkeys(("lt", "lv", "et"), ("cp1257",)),
    **dict.fromkeys(("tr", "az"), ("cp1254",)),
    "el": ("cp1253", "iso8859-7"), "he": ("cp1255",), "vi": ("cp1258",), "th": ("cp874",),
    "zh": ("gb18030", "big5hkscs"), "ja": ("cp932", "euc_jp"), "ko": ("cp949",),
}  # fmt: skip
_DETECTED = sorted({_WESTERN}.union(*_LEGACY.values()))


def decode(body: bytes, content_type: str | None = None, encoding: str | None = None) -> tuple[str, str]:
    """The codec's name and the text. Bytes that fit no encoding become U+FFFD, never an error.

    `encoding` is a caller's who knows, and is believed. Else, in this order: a byte order mark; UTF-8 where
    the bytes are that, for next to nothing else looks like it; the HTTP header and the page's own declaration
    where the bytes fit them; detection.
    """
    codec, mark, _ = _find_codec(body, content_type, encoding)
    return codec, to_unicode(body[mark:], codec)


def to_utf8(body: bytes, content_type: str | None = None, encoding: str | None = None) -> bytes:
    """The bytes in UTF-8, as they came where they are that."""
    codec, mark, is_utf8 = _find_codec(body, content_type, encoding)
    return body if is_utf8 else to_unicode(body[mark:], codec).encode()


def _find_codec(body: bytes, content_type: str | None, encoding: str | None) -> tuple[str, int, bool]:
    """The codec's name, how many bytes of a mark precede the text, and whether all are UTF-8."""
    marked, mark = read_bom(body)
    if encoding is not None:
        return known_codec(encoding), len(mark or b""), False
    if marked and mark:
        return marked, len(mark), False
    http = _codec(_http_label(content_type))
    if http in _UTF16:
        if b"\0" in body[:_HEAD]:  # every other byte of markup
            return http, 0, False
        http = None
    try:
        body.decode(_UTF8)
    except UnicodeDecodeError as error:
        return _codec_of(body, http, error.start), 0, False
    # By escape sequences this one writes Japanese in ASCII.
    if b"\x1b" in body and _ISO2022_JP in (http, _page_codec(body)):
        return _ISO2022_JP, 0, False
    return _UTF8, 0, True


def known_codec(encoding: str) -> str:
    """Python's codec of an encoding that a caller names, by a label of the standard or as Python does."""
    codec = _codec(encoding)
    if codec is None and (own := resolve_encoding(encoding)) in _codecs():
        codec = own
    if codec is None:
        raise InputError(
            f"there is no encoding {encoding!r} for pages: name one of the Encoding Standard "
            "(https://encoding.spec.whatwg.org/#names-and-labels), such as shift_jis or windows-1251"
        )
    return codec


@lru_cache(maxsize=256)
def _codec(label: str | None) -> str | None:
    """Python's codec of a label; None for a label that the standard does not have, or wants not decoded."""
    found = webencodings.lookup(label) if label else None
    if found is None or found.name in ("replacement", "x-user-defined"):
        return None
    return "gb18030" if found.name == "gbk" else str(found.codec_info.name)


@lru_cache(maxsize=1)
def _codecs() -> frozenset[str]:
    from webencodings.labels import LABELS

    return frozenset(codec for label in LABELS if (codec := _codec(label)))


def _http_label(content_type: str | None) -> str | None:
    found = _CHARSET.search(content_type.encode("latin-1", "replace")) if content_type else None
    return found[1].decode("latin-1") if found else None


def _page_codec(body: bytes) -> str | None:
    """What the page's meta element or XML declaration names; UTF-16 cannot be told by a page in ASCII."""
    for found in _DECLARED.finditer(body[:_HEAD]):
        if found["meta"] is not None and not _OTHER_META.search(found["meta"]):
            label = _CHARSET.search(found["meta"])
        elif found["xml"] is not None:
            label = _XML_ENCODING.search(found["xml"])
        elif found[0][:5].lower() == b"<body":
            return None
        else:
            continue
        if label:
            codec = _codec(label[1].decode("latin-1"))
            return _UTF8 if codec in _UTF16 else codec
    return None


def _codec_of(body: bytes, http: str | None, start: int) -> str:
    """The codec of a page that is not pure UTF-8 from the byte `start` on."""
    sample = _sample(body, start)
    for codec in dict.fromkeys(filter(None, (http, _page_codec(body), _UTF8))):
        if _fits(sample, codec):
            return codec
    return next((codec for codec in _detected(sample, body) if _fits(sample, codec)), _WESTERN)


def _sample(body: bytes, start: int) -> bytes:
    """The texts between tags that are not ASCII, or a beginning of them; the first begins before `start`."""
    start = max(body.rfind(b">", 0, start), 0)
    pieces: list[bytes] = []
    size = 0
    for between in _BETWEEN_TAGS.finditer(body, start, start + _SEARCHED):
        piece = between[1].strip()
        if not piece.isascii():
            pieces.append(piece)
            size += len(piece)
            if size > _SAMPLE:
                break
    return b"\n".join(pieces) or body[start : start + _SAMPLE]


def _fits(sample: bytes, codec: str) -> bool:
    """Whether the bytes can be of this encoding: hardly a character is broken.

    Of UTF-8 more may be, as long as most are whole: chance does not make whole ones. Windows-1252, for which
    servers say Latin-1 of any page, has a letter for nearly every byte: it fits where letters beyond ASCII
    stand among those of ASCII, as they do in all its languages.
    """
    text = to_unicode(sample, codec)
    broken = text.count("\ufffd") + len(_C1_CONTROLS.findall(text))
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    if broken > foreign * (0.5 if codec == _UTF8 else _FEW_BROKEN):
        return False
    return codec != _WESTERN or _is_latin(sample)


def _is_latin(sample: bytes) -> bool:
    """Whether most bytes beyond ASCII stand alone or in pairs."""
    runs = [len(run) for run in _HIGH.findall(sample)]
    return 2 * sum(length for length in runs if length > 2) < sum(runs)


def _detected(sample: bytes, body: bytes) -> Iterator[str]:
    """Candidates, the likeliest first. In Latin script the language is told by the ASCII between; in others
    charset-normalizer tells what makes sense.
    """
    named = _LANG.search(body[:_HEAD])
    language = named[1].decode().lower() if named else ""
    if _is_latin(sample):
        from webnoise.text.language import detect_language

        told = detect_language(sample.decode(_WESTERN, "replace")) or language
        yield from _LEGACY.get(told, ())
        return
    usual = _LEGACY.get(language, ())
    for candidates in (usual, _DETECTED):
        best = _best(sample, candidates) if candidates else None
        if best is not None:
            yield best.encoding
        yield from usual


def _best(sample: bytes, candidates: Sequence[str]) -> CharsetMatch | None:
    """In one piece: of chunks, charset-normalizer cuts characters of several bytes in two."""
    from charset_normalizer import from_bytes

    return from_bytes(sample, steps=1, chunk_size=len(sample), cp_isolation=list(candidates)).best()
