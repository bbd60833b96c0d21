"""The authors: the best of the bylines that a page declares and, where those are unsure, shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from webnoise.metadata.authors.bylines import shown_byline
from webnoise.metadata.authors.names import (
    clean_authors,
    has_given_name,
    has_lead,
    is_agency,
    is_generic,
    is_nobody,
    is_person_like,
)
from webnoise.metadata.authors.unsigned import bracketed_names, signature, site_owner
from webnoise.metadata.sources.candidates import Source, squash
from webnoise.metadata.sources.collect import Node, Sources, node_types, text_of
from webnoise.metadata.sources.headline_window import HeadlineWindow
from webnoise.text.lists import read_groups

SCORES = {
    "json-ld": 2.0, "json-ld page": 0.5, "meta": 1.0, "hint": 0.5, "first": 0.5,
    "byline near headline": 2.75, "name near headline": 0.5, "byline": 0.5, "brackets": 0.5, "signature": 0.0,
    "person": 2.0, "full name": 1.0, "agency": 1.25, "fuller": 3.0,
}  # fmt: skip
"""What speaks for and against a byline (`_signs` explains each); swept by `research.benchmarks.metadata_sweep`."""

_META_AUTHORS = read_groups("webnoise.metadata", "lists/meta_names.txt")["authors"]
_META_ORDER = {name: order for order, name in enumerate(_META_AUTHORS)}
_LINKED = Source("json-ld", "author")
# The author of the page around the article is often whoever put it there.
_UPLOADER = Source("json-ld page", "author")
_ORGANISATION = "author organization"  # where the author is not a person
_SHOWN = ("byline near headline", "name near headline", "byline", "brackets", "signature")
_ACCOUNT = re.compile(r"[^\W\d_]{3,}[._][^\W\d_]{4,}$")


class Byline(NamedTuple):
    """Names that may be the authors', and the source that gave them."""

    source: Source
    names: list[str]

    @property
    def value(self) -> str:
        """As a candidate for a field has it."""
        return ", ".join(self.names)


def find_authors(
    sources: Sources, around: HeadlineWindow, site_names: list[str], hint: str | None
) -> tuple[Byline | None, list[Byline]]:
    """Return the chosen authors, and the bylines they were chosen from."""
    publisher = sources.meta("publisher")
    site = {squash(name) for name in (*site_names, *(clean_authors(publisher) if publisher else ())) if name}
    found = _declared(sources)
    declared = _of_people(found, site)
    if not (declared and _is_sure(_best(declared))):
        shown = _shown(sources, around, site)
        # Where somebody is declared, what is neither a person nor an agency is no better.
        found += [byline for byline in shown if not found or any(map(_is_somebody, byline.names))]
        if hint:
            found.append(Byline(Source("hint"), clean_authors(hint)))
    if people := _of_people(found, site):
        best = _best(people)
        return (best if best.source.kind in _SHOWN else _spelled_out(best)), found
    if not any(byline.names for byline in found) and (owner := site_owner(sources.elements, site_names)):
        found.append(Byline(Source("site name"), [owner]))
    return next((byline for byline in found if byline.names), None), found


def _of_people(found: Sequence[Byline], site: set[str]) -> list[Byline]:
    """Return the bylines without the names of the site and of nobody, those alone that name somebody then."""
    people = [
        byline._replace(
            names=[
                name
                for name in byline.names
                if (squash(name) not in site or is_agency(name)) and not is_generic(name)
            ]
        )
        for byline in found
    ]
    return [byline for byline in people if byline.names]


def _best(found: Sequence[Byline]) -> Byline:
    scores = [sum(map(SCORES.__getitem__, _signs(byline, found))) for byline in found]
    return found[scores.index(max(scores))]


def _signs(byline: Byline, found: Sequence[Byline]) -> Iterator[str]:
    """Yield what speaks for and against a byline, as keys of `SCORES`."""
    source, names = byline
    yield source.kind
    if byline is found[0]:
        yield "first"
    if any(map(is_person_like, names)):
        yield "person"
    if any(map(is_agency, names)):
        yield "agency"
    if source == _LINKED and " " in names[0]:
        yield "full name"
    others = [{*map(squash, other.names)} for other in found[: found.index(byline)]]
    if any(other < {*map(squash, names)} for other in others):
        yield "fuller"


def _is_somebody(name: str) -> bool:
    return is_person_like(name) or is_agency(name)


def _is_sure(byline: Byline) -> bool:
    """Whether nobody need look further: JSON-LD names somebody in full, or a meta element a person."""
    source, names = byline
    if source == _UPLOADER:
        return False
    return any(map(is_person_like, names)) or (
        source == _LINKED and " " in names[0] and not is_nobody(names[0])
    )


def _declared(sources: Sources) -> list[Byline]:
    found: list[Byline] = []
    for source, node in ((_LINKED, sources.article), (_UPLOADER, sources.page)):
        names, are_organisations = _node_authors(node)
        if names:
            found.append(Byline(source._replace(name=_ORGANISATION) if are_organisations else source, names))
    metas = sorted(_META_ORDER.keys() & sources.metas.keys(), key=_META_ORDER.__getitem__)
    found.extend(
        Byline(Source("meta", name), names) for name in metas if (names := _meta_authors(sources.metas[name]))
    )
    for number in ("1", "2"):
        role, person = sources.meta(f"twitter:label{number}"), sources.meta(f"twitter:data{number}")
        if role and person and has_lead(f"{role} {person}") and (names := clean_authors(person)):
            found.append(Byline(Source("meta", f"twitter:data{number}"), names))
    return found


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
    if not value:
        return names, True
    people = 0
    for item in (value if isinstance(value, list) else [value])[:30]:
        text = text_of(item)
        if not text or text.startswith(("http://", "https://", "/")):
            continue
        organisation = isinstance(item, dict) and "Organization" in " ".join(node_types(item))
        people += not organisation
        names.extend(name for name in clean_authors(text, split=not organisation) if name not in names)
    return names, people == 0


def _shown(sources: Sources, around: HeadlineWindow, site: set[str]) -> list[Byline]:
    """The byline that the page shows, the surest kind first; `site` has the squashed names of the site."""
    if shown := shown_byline(around, site, sources.path):
        return [Byline(*shown)]
    if names := bracketed_names(sources.elements):
        return [Byline(Source("brackets"), names)]
    name = signature(sources.elements)
    return [Byline(Source("signature"), [name])] if name else []


def _spelled_out(byline: Byline) -> Byline:
    """Return the names in accounts that are made of them: "erika.muster" is Erika Muster."""
    return byline._replace(
        names=[_name_of(name) if "." in name or "_" in name else name for name in byline.names]
    )


def _name_of(account: str) -> str:
    if not _ACCOUNT.match(account):
        return account
    words = [word[0].upper() + word[1:] for word in re.split("[._]", account)]
    return " ".join(words) if has_given_name(words[0]) else account
