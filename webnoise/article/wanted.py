"""Which articles were asked for: by kind, language and length."""

from __future__ import annotations

from typing import NamedTuple

from webnoise.config import Config
from webnoise.model import Article
from webnoise.text.language import primary_tag


class Unwanted(NamedTuple):
    """Why an article does not come out: a code to count by, and the words for it."""

    reason: str
    detail: str


def unwanted(article: Article, config: Config) -> Unwanted | None:
    """None for an article that was asked for; one of which no language is known is."""
    if article.kind not in config.export_kinds:
        return Unwanted(f"kind-{article.kind}", "not among export_kinds")
    language, asked_for = primary_tag(article.language), config.languages
    if asked_for and language and language not in map(primary_tag, asked_for):
        return Unwanted("language", f"it is in {language!r}")
    if article.word_count < config.min_words:
        return Unwanted("short", f"it has {article.word_count} words")
    return None
