"""Which of a page's titles is the article's: the headlines it shows against the titles it declares."""

from __future__ import annotations

import re

from webnoise.metadata.candidates import Candidate
from webnoise.metadata.title_text import squash

__all__ = ["TELLING", "agreed", "best_declared", "retold"]

# So many letters in common are no accident; a section's name is shorter.
TELLING = 12
_SENTENCE = 5
_CLEARLY = 0.2
_LONGEST_ARTICLE = 3
_BYLINE_TAIL = re.compile(
    r"\d{1,2}[./]\s?\d{1,2}[./]\s?\d{2,4}|\b(?:posted|published|updated) |\s[|]\s|\(\w+\.\w+\)", re.IGNORECASE
)


def retold(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The declared title that differs from the headline for a reason.

    Where JSON-LD and the title element repeat the h1 and og:title alone says it in other words, those three
    are written for search engines and og:title is the editors' (development pages: 9 of 11 golds). Where
    JSON-LD and og:title set the same kicker before the h1, the page shows it apart from the h1.
    """
    said = {source.partition(" ")[0]: value for source, value in reversed(declared)}
    social, linked = said.get("og:title"), said.get("json-ld")
    if social is None or linked is None:
        return None
    letters = {squash(value) for _, value in shown}
    own = squash(social)
    if own in letters:
        return None
    longer = any(len(headline) >= TELLING and headline in own for headline in letters)
    others = [squash(value) for source, value in declared if source != "og:title"]
    repeated = squash(linked) in letters and squash(said.get("title", "")) in letters
    reworded = own not in others and repeated and not longer
    kicked = own == squash(linked) and any(
        len(headline) >= TELLING and re.search(rf"\w: {re.escape(value)}$", social)
        for headline, value in ((squash(value), value) for _, value in shown)
    )
    if kicked or (reworded and len(own) >= TELLING and len(social.split()) > 2):
        return next(candidate for candidate in declared if candidate.source == "og:title")
    return None


def agreed(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The shown headline that the page also declares: whole, in part, or mostly in its words."""
    squashed = [squash(value) for _, value in declared]
    exact = [(squashed.count(squash(candidate.value)), candidate) for candidate in shown]
    votes, best = max(exact, key=lambda pair: (pair[0], len(pair[1].value)), default=(0, None))
    if votes and best:
        return _as_spaced(best, declared)
    return (
        _with_kicker(shown, declared, squashed) or _in_declared(shown, squashed) or _edited(shown, declared)
    )


def _as_spaced(shown: Candidate, declared: list[Candidate]) -> Candidate:
    """The headline with the words of the declared title where markup has split one of them in the h1."""
    letters, words = squash(shown.value), len(shown.value.split())
    for source, value in declared:
        if len(value.split()) < words and squash(value) == letters:
            return Candidate(f"h1, as {source}", value)
    return shown


def _with_kicker(shown: list[Candidate], declared: list[Candidate], squashed: list[str]) -> Candidate | None:
    """The declared title where the h1 says it with more around it (a kicker above, a date below)."""
    for candidate in shown:
        letters = squash(candidate.value)
        for part, other in zip(squashed, declared, strict=True):
            if len(part) < 10 or part not in letters:
                continue
            # What goes on behind the declared title is the rest of the headline, or a byline; an article
            # before it is no kicker.
            if letters.startswith(part):
                is_around = _BYLINE_TAIL.search(candidate.value) is not None
            else:
                is_around = squashed.count(part) > 1 and letters.find(part) > _LONGEST_ARTICLE
            if is_around:
                return other
    return None


def _in_declared(shown: list[Candidate], squashed: list[str]) -> Candidate | None:
    inside = [
        candidate
        for candidate in shown
        if len(letters := squash(candidate.value)) >= 10 and any(letters in other for other in squashed)
    ]
    return max(inside, key=lambda candidate: len(candidate.value), default=None)


def _edited(shown: list[Candidate], declared: list[Candidate]) -> Candidate | None:
    """The h1 that shares over half of its words with a declared title: the same headline, edited."""
    best, best_share = None, 0.5
    for candidate in shown:
        share = max((_overlap(candidate.value, value) for _, value in declared), default=0.0)
        # Further headlines are those of other articles, unless they say clearly more of the title.
        if share > best_share + (_CLEARLY if best else 0.0):
            best, best_share = candidate, share
    return best


def _overlap(one: str, other: str) -> float:
    words, others = set(re.findall(r"\w+", one.lower())), set(re.findall(r"\w+", other.lower()))
    if not words or not others:
        return 0.0
    return len(words & others) / min(len(words), len(others)) if min(len(words), len(others)) > 2 else 0.0


def best_declared(declared: list[Candidate], shown: list[Candidate]) -> Candidate | None:
    """Without a shown headline that agrees: the only h1, or the first if it is a sentence.

    Else what most declarations say, the first of them on a tie. Development pages: of 62 with one h1 that no
    declaration agrees with, 38 golds are the h1, 11 are declared.
    """
    if not declared:
        return shown[0] if shown else None
    squashed = [squash(value) for _, value in declared]
    said = declared[max(range(len(declared)), key=lambda place: squashed.count(squashed[place]))]
    if not shown or _names_section(shown[0].value, said.value, squashed):
        return said
    return shown[0] if len(shown) == 1 or len(shown[0].value.split()) >= _SENTENCE else said


def _names_section(headline: str, said: str, squashed: list[str]) -> bool:
    """Whether a headline of a word or two is that of a section, where all declarations say one title.

    Development pages: 2 golds are declared, 1 is the h1.
    """
    letters = squash(said)
    return (
        len(headline.split()) <= 2 < len(said.split())
        and squashed.count(letters) == len(squashed) > 1
        and squash(headline) not in letters
    )
