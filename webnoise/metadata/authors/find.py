"""The authors: structured sources first, the visible byline where those are missing or name only the site."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from webnoise.metadata.authors.bylines import shown_byline
from webnoise.metadata.authors.names import (
    clean_authors,
    has_given_name,
    has_lead,
    is_agency,
    is_generic,
    is_login,
    is_nobody,
    is_person_like,
)
from webnoise.metadata.authors.unsigned import bracketed_names, signature, site_owner
from webnoise.metadata.sources.candidates import Source, squash
from webnoise.metadata.sources.collect import Node, Sources, node_types, text_of
from webnoise.metadata.sources.surroundings import Surroundings
from webnoise.text.lists import read_groups

_META_AUTHORS = read_groups("webnoise.metadata", "lists/meta_names.txt")["authors"]
_META_ORDER = {name: order for order, name in enumerate(_META_AUTHORS)}
_LINKED = Source("json-ld", "author")
# The author of the page around the article is often whoever put it there.
_UPLOADER = Source("json-ld page", "author")
_ORGANISATION = "author organization"  # where the author is not a person
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
    sources: Sources, around: Surroundings, site_names: list[str], hint: str | None
) -> tuple[Byline | None, list[Byline]]:
    """The chosen authors, and the bylines they were chosen from."""
    publisher = sources.meta("publisher")
    site = {squash(name) for name in (*site_names, *(clean_authors(publisher) if publisher else ())) if name}
    found = _declared(sources)
    chosen = declared = _fullest(found, site)
    if chosen is None or not _is_sure(chosen):
        shown = _shown(sources, around, site)
        if hint:
            shown.append(Byline(Source("hint"), clean_authors(hint)))
        better = _fullest(shown, site)
        if better and _yields(found, chosen, better):
            chosen = better
        found.extend(shown)
    if chosen is None and not any(candidate.names for candidate in found):
        owner = site_owner(sources.elements, site_names)
        found += [Byline(Source("site name"), [owner])] if owner else []
    if chosen is None:
        chosen = next((candidate for candidate in found if candidate.names), None)
    elif chosen is declared and any("." in name or "_" in name for name in chosen.names):
        chosen = chosen._replace(names=[_spelled_out(name) for name in chosen.names])
    return chosen, found


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


def _shown(sources: Sources, around: Surroundings, site: set[str]) -> list[Byline]:
    """The byline that the page shows, the surest kind first; `site` has the squashed names of the site."""
    if shown := shown_byline(around, site, sources.path):
        return [Byline(*shown)]
    if names := bracketed_names(sources.elements):
        return [Byline(Source("brackets"), names)]
    name = signature(sources.elements)
    return [Byline(Source("signature"), [name])] if name else []


def _fullest(found: list[Byline], site: set[str]) -> Byline | None:
    """The first candidate that names somebody beside the site, or a later one that adds to its names."""
    chosen: Byline | None = None
    for candidate in found:
        people = [
            name
            for name in candidate.names
            if (squash(name) not in site or is_agency(name)) and not is_generic(name)
        ]
        if people and (
            chosen is None
            or (len(people) > len(chosen.names) and {*map(squash, chosen.names)} <= {*map(squash, people)})
        ):
            chosen = candidate._replace(names=people)
    return chosen


def _is_sure(declared: Byline) -> bool:
    """Whether nobody need look further: JSON-LD names somebody in full, or a meta element a person."""
    source, names = declared
    if source == _UPLOADER:
        return False
    if any(map(is_person_like, names)):
        return True
    return source == _LINKED and " " in names[0] and not is_nobody(names[0])


def _yields(declared: list[Byline], chosen: Byline | None, shown: Byline) -> bool:
    """Whether what the page declares yields to whom it shows.

    It does to a person or an agency; to anybody where nobody is declared.
    """
    if not declared:
        return True
    if shown.source.kind != "byline near headline" and any(
        is_person_like(name) or "/" in name for candidate in declared for name in candidate.names
    ):
        return False
    if not any(is_person_like(name) or is_agency(name) for name in shown.names):
        return False
    if chosen is None or chosen.source != _LINKED:
        return True
    if all(map(is_nobody, chosen.names)):
        return any(map(is_person_like, shown.names))
    # A given name alone is only made whole.
    return is_login(chosen.names[0]) or any(
        is_person_like(name) and name.split()[0] == chosen.names[0] for name in shown.names
    )


def _spelled_out(name: str) -> str:
    """The name in an account that is made of it: "erika.muster" is Erika Muster."""
    if not _ACCOUNT.match(name):
        return name
    words = [word[0].upper() + word[1:] for word in re.split("[._]", name)]
    return " ".join(words) if has_given_name(words[0]) else name
