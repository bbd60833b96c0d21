"""The words that names of elements and texts of links are made of, looked up in the lists."""

from __future__ import annotations

import re
from functools import lru_cache

from webnoise.noise.lists import load
from webnoise.text.words import name_parts

__all__ = ["ad_word", "is_ad_attribute", "is_service_address", "is_service_text"]

_NAME = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]+)\d*(?![A-Za-z0-9])")
_WORD = re.compile(r"\w+")
_LONGEST_SERVICE_TEXT = 60
"""Longer texts are sentences; the longest names of service pages in use stay well below."""


@lru_cache(maxsize=4096)
def ad_word(name: str) -> str | None:
    """The token of a class, id or attribute name that marks an advertisement, if one does.

    Tokens, not parts: `header`, `shadow` and `loading` hold "ad" and are none. But names glue their words
    together, so a token that ends in "ad" behind a word of its own (`bottomgooglead`) counts.
    """
    lowered = name.lower()
    if not any(hint in lowered for hint in _hints()):
        return None
    words = load("ad_words")
    for part in _NAME.findall(name):  # letters with digits among them are a build tool's hash
        for token in name_parts(part):
            if token in words or _is_glued(token):
                return token
    return None


@lru_cache(maxsize=1)
def _hints() -> tuple[str, ...]:
    """One of these stands in every name with an ad word, so that most names are not taken apart."""
    hints: list[str] = []
    for word in sorted(load("ad_words"), key=lambda word: (len(word), word)):
        if not any(hint in word for hint in hints):
            hints.append(word)
    return tuple(hints)


def is_ad_attribute(name: str) -> bool:
    """Whether this attribute is one that scripts of ad servers read from the place of an advertisement."""
    return name.startswith(("data-ad-", "data-adunit", "data-dfp", "data-google-query")) or name == "data-ad"


def _is_glued(token: str) -> bool:
    if not token.endswith(("ad", "ads")):
        return False
    stem = token.removesuffix("s").removesuffix("ad")
    glue = load("glued_before_ad")
    return any(stem.endswith(word) for word in glue) if len(stem) > 2 else False


@lru_cache(maxsize=4096)
def is_service_text(text: str) -> bool:
    """Whether a link's text names a service page and nothing else ("Terms of use", "Privacy policy")."""
    if len(text) > _LONGEST_SERVICE_TEXT:
        return False
    return _all_service(_WORD.findall(text.lower()))


@lru_cache(maxsize=4096)
def is_service_address(url: str) -> bool:
    """Whether the last step of an address's path names a service page (`/info/privacy-policy.html`)."""
    step = url.partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")[2].partition(".")[0]
    if not step or len(step) > _LONGEST_SERVICE_TEXT:
        return False
    return _all_service(_WORD.findall(step.lower().replace("_", " ")))


def _all_service(words: list[str]) -> bool:
    core, fillers = load("service_words"), load("service_fillers")
    return not core.isdisjoint(words) and all(word in core or word in fillers for word in words)
