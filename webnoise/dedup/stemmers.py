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

__all__ = ["SNOWBALL", "stem"]

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

_STAND_INS = ("nltk", "nltk.stem", "nltk.corpus")
_loading = threading.Lock()


@lru_cache(maxsize=1 << 16)
def stem(word: str, language: str) -> str:
    """The stem of a lower-case word; the word itself in a language without a stemmer."""
    stemmer = _stemmer(language)
    if stemmer is None or len(word) > LONGEST_STEMMED or word.isdigit():
        return word
    return stemmer(word) or word


@lru_cache(maxsize=len(SNOWBALL) + 1)
def _stemmer_of(language: str) -> Callable[[str], str]:
    porter, snowball = _stemmer_modules()
    name = SNOWBALL.get(language)
    stemmer = getattr(snowball, f"{name}Stemmer")() if name else porter.PorterStemmer()
    method: Callable[[str], str] = stemmer.stem
    return method


def _stemmer(language: str) -> Callable[[str], str] | None:
    if language == "en" or language in SNOWBALL:
        return _stemmer_of(language)
    return None


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
