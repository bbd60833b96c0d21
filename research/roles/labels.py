"""Roles that a person gave to the blocks of pages: kept by hashes of page and block, without their text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import get_args

import xxhash

from webnoise.errors import InputError
from webnoise.model import PageBlocks, Role

LABELS = Path(__file__).with_name("labels.tsv")
"""One line per page and role: hash of the page, role, hashes of its blocks."""
_ROLES = frozenset(get_args(Role))

Labels = Mapping[str, Mapping[str, Role]]
"""By page, by block."""


def page_key(page: PageBlocks) -> str:
    """Names a page by the text of its blocks, whatever its address."""
    hasher = xxhash.xxh3_64()
    for block in page.blocks:
        hasher.update(block.text.encode("utf-8", "surrogatepass") + b"\n")
    return hasher.hexdigest()


def block_keys(page: PageBlocks) -> list[str]:
    """Names each block by its text, and by how many of the same text stand before it."""
    seen: Counter[str] = Counter()
    keys = []
    for block in page.blocks:
        named = f"{seen[block.text]}\n{block.text}".encode("utf-8", "surrogatepass")
        seen[block.text] += 1
        keys.append(f"{xxhash.xxh3_64_intdigest(named) & 0xFFFFFFFF:08x}")
    return keys


def read_labels(path: Path = LABELS) -> dict[str, dict[str, Role]]:
    labels: dict[str, dict[str, Role]] = defaultdict(dict)
    for line in path.read_text(encoding="ascii").splitlines():
        page, role, blocks = line.split("\t")
        labels[page].update(dict.fromkeys(blocks.split(), checked(role)))
    return labels


def write_labels(labels: Labels, path: Path = LABELS) -> None:
    lines = []
    for page in sorted(labels):
        by_role: dict[Role, list[str]] = defaultdict(list)
        for block, role in labels[page].items():
            by_role[role].append(block)
        lines += [f"{page}\t{role}\t{' '.join(by_role[role])}\n" for role in sorted(by_role)]
    path.write_text("".join(lines), encoding="ascii")


def roles_on(page: PageBlocks, labels: Labels) -> list[Role | None] | None:
    """The role of each block of a labelled page (None for one that was cut otherwise); None for others."""
    known = labels.get(page_key(page))
    return None if known is None else [known.get(key) for key in block_keys(page)]


def corrected(roles: Sequence[Role], corrections: Iterable[str]) -> list[Role]:
    """The roles with corrections such as `3=byline 7-12=teaser`."""
    found = list(roles)
    for correction in corrections:
        places, _, role = correction.partition("=")
        first, _, last = places.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal() or int(last or first) >= len(found):
            raise InputError(
                f"{correction!r} names no blocks of a page of {len(found)}: write 3=byline, 7-12=teaser"
            )
        for index in range(int(first), int(last or first) + 1):
            found[index] = checked(role)
    return found


def checked(role: str) -> Role:
    if role not in _ROLES:
        raise InputError(f"{role!r} is no role; there are {', '.join(get_args(Role))}")
    return role  # type: ignore[return-value]
