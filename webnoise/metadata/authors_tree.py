"""The authors: structured sources first, the visible byline where those are missing or name only the site."""

from __future__ import annotations

import re
from typing import Any

from webnoise.metadata.bylines import visible_authors
from webnoise.metadata.collected import Sources
from webnoise.metadata.given_names import has_given_name
from webnoise.metadata.jsonld import Node, node_types, text_of
from webnoise.metadata.names import (
    clean_authors,
    has_lead,
    is_agency,
    is_desk,
    is_generic,
    is_login,
    is_nobody,
    is_person_like,
)
from webnoise.metadata.owner import site_owner
from webnoise.metadata.title_text import squash

__all__ = ["AuthorCandidate", "find_authors"]

AuthorCandidate = tuple[str, list[str]]

_META_AUTHORS = (
    "citation_author", "author", "article:author", "parsely-author", "sailthru.author", "byl",
    "dc.creator", "dcterms.creator", "dc:creator",
    "article:author_name", "og:author", "cxenseparse:author", "authors", "dc.contributor", "mrf:authors",
    "creator", "article.author", "og:article:author", "bt:author", "tmgads.author", "rbauthors",
    "shareaholic:article_author_name",
)  # fmt: skip
# The author of the page around the article is often whoever put it there.
_UPLOADER = "json-ld page author"
_ACCOUNT = re.compile(r"[^\W\d_]{3,}[._][^\W\d_]{4,}$")
_META_PLACE = {name: place for place, name in enumerate(_META_AUTHORS)}


def find_authors(
    sources: Sources, site_names: list[str], hint: str | None
) -> tuple[AuthorCandidate | None, list[AuthorCandidate]]:
    """The chosen authors with their source, and the candidates they were chosen from."""
    publisher = clean_authors(sources.meta("publisher") or "")
    site = {squash(name) for name in (*site_names, *publisher) if name}
    candidates = _structured(sources)
    chosen = declared = _fullest(candidates, site)
    if chosen is None or not _is_sure(chosen):
        shown = visible_authors(sources, site)
        if hint:
            shown.append(("hint", clean_authors(hint)))
        better = _fullest(shown, site)
        if better and _yields(candidates, chosen, better):
            chosen = better
        candidates.extend(shown)
    if (
        chosen is None
        and not any(names for _, names in candidates)
        and (owner := site_owner(sources, site_names))
    ):
        chosen = (owner[0], [owner[1]])
        candidates.append(chosen)
    if chosen is None:
        chosen = next((candidate for candidate in candidates if candidate[1]), None)
    elif chosen is declared and any("." in name or "_" in name for name in chosen[1]):
        chosen = (chosen[0], [_spelled_out(name) for name in chosen[1]])
    return chosen, candidates


def _spelled_out(name: str) -> str:
    """The name in an account that is made of it: "erika.muster" is Erika Muster."""
    if not _ACCOUNT.match(name):
        return name
    words = [word[0].upper() + word[1:] for word in re.split("[._]", name)]
    return " ".join(words) if has_given_name(words[0]) else name


def _yields(declared: list[AuthorCandidate], chosen: AuthorCandidate | None, shown: AuthorCandidate) -> bool:
    """Whether what the page declares yields to whom it shows.

    It does to a person or an agency; to anybody where nobody is declared.
    """
    if not declared:
        return True
    if shown[0].startswith("name ") and any(
        is_person_like(name) or "/" in name for _, names in declared for name in names
    ):
        return False
    if not any(is_person_like(name) or is_agency(name) for name in shown[1]):
        return False
    if chosen is None or not _is_named(chosen) or chosen[0] == _UPLOADER:
        return True
    if all(is_nobody(name) and not is_desk(name) for name in chosen[1]):
        return any(map(is_person_like, shown[1]))
    # A given name alone is only made whole.
    return is_login(chosen[1][0]) or any(
        is_person_like(name) and name.split()[0] == chosen[1][0] for name in shown[1]
    )


def _is_named(candidate: AuthorCandidate) -> bool:
    source, _ = candidate
    return source.startswith("json-ld") and not source.endswith("organization")


def _is_sure(candidate: AuthorCandidate) -> bool:
    """Whether nobody need look further: JSON-LD names somebody in full, or a meta element a person."""
    source, names = candidate
    if source == _UPLOADER:
        return False
    if any(is_person_like(name) for name in names):
        return True
    return _is_named(candidate) and " " in names[0] and not is_nobody(names[0])


def _fullest(candidates: list[AuthorCandidate], site: set[str]) -> AuthorCandidate | None:
    """The first candidate that names somebody beside the site, or a later one that adds to its names."""
    chosen: AuthorCandidate | None = None
    for source, names in candidates:
        people = [
            name for name in names if (squash(name) not in site or is_agency(name)) and not is_generic(name)
        ]
        if not people:
            continue
        if chosen is None or (
            len(people) > len(chosen[1]) and {*map(squash, chosen[1])} <= {*map(squash, people)}
        ):
            chosen = (source, people)
    return chosen


def _structured(sources: Sources) -> list[AuthorCandidate]:
    candidates: list[AuthorCandidate] = []
    for label, node in (("json-ld author", sources.article), (_UPLOADER, sources.page)):
        names, organisations = _node_authors(node)
        if names:
            candidates.append((f"{label} organization" if organisations else label, names))
    metas = sorted(_META_PLACE.keys() & sources.metas.keys(), key=_META_PLACE.__getitem__)
    candidates.extend((name, names) for name in metas if (names := _meta_authors(sources.metas[name])))
    for number in ("1", "2"):
        role, person = sources.meta(f"twitter:label{number}"), sources.meta(f"twitter:data{number}")
        if role and person and has_lead(f"{role} {person}") and (names := clean_authors(person)):
            candidates.append((f"twitter:data{number}", names))
    return candidates


def _meta_authors(values: list[str]) -> list[str]:
    names: list[str] = []
    for value in values[:20]:
        if not value.startswith(("http://", "https://", "//", "/", "www.")):
            names.extend(name for name in clean_authors(value) if name not in names)
    return names


def _node_authors(node: Node) -> tuple[list[str], bool]:
    """The names of a node's authors, and whether all of them are organisations."""
    value: Any = node.get("author") or node.get("creator")
    names: list[str] = []
    people = 0
    for item in (value if isinstance(value, list) else [value])[:30]:
        text = text_of(item)
        if not text or text.startswith(("http://", "https://", "/")):
            continue
        organisation = isinstance(item, dict) and "Organization" in " ".join(node_types(item))
        people += not organisation
        names.extend(name for name in clean_authors(text, split=not organisation) if name not in names)
    return names, people == 0
