"""Porter's stemmer for English, Snowball's for fourteen other languages, loaded without the rest of nltk.

`import nltk` pulls in scipy, scikit-learn and the corpus readers where they are installed: seconds, and
hundreds of megabytes, for two modules of plain Python. So those two are imported under bare stand-ins
for the packages around them, which are taken away again; an nltk that the process has loaded already is
used as it is.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import threading
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SNOWBALL", "stemmed"]

SNOWBALL = {
    "da": "Danish",
    "de": "German",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "hu": "Hungarian",
    "it": "Italian",
    "nb": "Norwegian",
    "nl": "Dutch",
    "nn": "Norwegian",
    "no": "Norwegian",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sv": "Swedish",
}
"""Primary language tag -> the name of nltk's class. Arabic is left out: nltk's keeps state between words."""

LONGEST_STEMMED = 40
"""Longer "words" are addresses and glued markup; the stemmers' cost grows with length."""

_YOUNG_STEMS = 1 << 15
"""Of all languages together; as many older ones stay beside them."""

_STAND_INS = ("nltk", "nltk.stem", "nltk.corpus")
_loading = threading.Lock()


def stemmed(words: list[str], language: str) -> list[str]:
    """The stems of lower-case words; the words themselves in a language without a stemmer."""
    stems = _STEMS.get(language)
    return words if stems is None else list(map(stems.__getitem__, words))


class _Stems(dict[str, str]):
    """The stems of one language's words, each worked out once: that takes longer than all else about a term.

    Kept in two generations, so that words in use outlast those met once.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._older: dict[str, str] = {}

    def __missing__(self, word: str) -> str:
        if sum(map(len, _STEMS.values())) >= _YOUNG_STEMS:
            for stems in _STEMS.values():
                stems.age()
        stem = self[word] = self._older.get(word) or self._stem(word)
        return stem

    def age(self) -> None:
        self._older = self.copy()
        self.clear()

    def _stem(self, word: str) -> str:
        if len(word) > LONGEST_STEMMED or word.isdigit():
            return word
        return _stemmer(self._language)(word) or word


_STEMS = {language: _Stems(language) for language in ("en", *SNOWBALL)}


@lru_cache(maxsize=len(_STEMS))
def _stemmer(language: str) -> Callable[[str], str]:
    porter, snowball = _stemmer_modules()
    name = SNOWBALL.get(language)
    stemmer = getattr(snowball, f"{name}Stemmer")() if name else porter.PorterStemmer()
    method: Callable[[str], str] = stemmer.stem
    return method


@lru_cache(maxsize=1)
def _stemmer_modules() -> tuple[ModuleType, ModuleType]:
    with _loading:
        if "nltk" in sys.modules:
            return importlib.import_module("nltk.stem.porter"), importlib.import_module("nltk.stem.snowball")
        before = set(sys.modules)
        try:
            _put_stand_ins()
            return importlib.import_module("nltk.stem.porter"), importlib.import_module("nltk.stem.snowball")
        finally:
            for name in [name for name in sys.modules if name not in before]:
                if name == "nltk" or name.startswith("nltk."):
                    del sys.modules[name]


def _put_stand_ins() -> None:
    spec = importlib.util.find_spec("nltk")
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError(
            "nltk, whose stemmers fingerprints need, is not installed: pip install nltk"
        )
    root = spec.submodule_search_locations[0]
    for name in _STAND_INS:
        package = ModuleType(name)
        package.__path__ = [root + name.removeprefix("nltk").replace(".", "/")]
        sys.modules[name] = package
    # snowball names nltk's stop words but touches them only when asked to ignore stop words
    sys.modules["nltk.corpus"].stopwords = None  # type: ignore[attr-defined]
