"""Bytes to text: HTTP header, byte order mark, meta element, then detection."""

from __future__ import annotations

import re

from w3lib.encoding import html_to_unicode

_LANG = re.compile(rb"<html[^>]{0,300}?\blang\s*=\s*[\"']?([a-zA-Z]{2,3})", re.IGNORECASE)

# What pages of these languages were written in before UTF-8, as browsers' locale defaults have it.
_LEGACY = {
    "ru": "cp1251", "uk": "cp1251", "be": "cp1251", "bg": "cp1251", "mk": "cp1251", "sr": "cp1251",
    "el": "cp1253", "tr": "cp1254", "he": "cp1255", "ar": "cp1256", "fa": "cp1256", "vi": "cp1258",
    "pl": "iso8859-2", "cs": "cp1250", "sk": "cp1250", "hu": "iso8859-2", "ro": "cp1250",
    "sl": "cp1250", "hr": "cp1250", "lt": "cp1257", "lv": "cp1257", "et": "cp1257", "th": "cp874",
    "zh": "gb18030", "ja": "shift_jis", "ko": "cp949",
}  # fmt: skip


def decode(body: bytes, content_type: str | None = None) -> tuple[str, str]:
    """The encoding's name and the text. Bytes that fit no encoding become U+FFFD, never an error."""
    return html_to_unicode(content_type, body, auto_detect_fun=_detect, default_encoding="utf-8")


def _detect(body: bytes) -> str:
    """UTF-8 where it fits (a cut last character may be broken), else what the page's language suggests."""
    try:
        body[:-4].decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(body) - 8:
            language = _LANG.search(body[:4096])
            return _LEGACY.get(language[1].decode().lower(), "cp1252") if language else "cp1252"
    return "utf-8"
