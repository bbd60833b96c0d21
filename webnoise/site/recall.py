"""What a site's other pages know of a page, by an index from texts, paths, containers and titles to pages.

Every number in the index is an integer and a sum over pages: it does not depend on their order, and a page
can be removed again. A set of pages is an integer, one bit per page.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from webnoise.model import ROLES
from webnoise.site.trace import PageTrace

SAME_TEMPLATE = 0.5
"""Share of the smaller page's paths that two pages of one template have in common, at least."""
COPY = 0.5
"""Share of a page's own content words from which another page that holds them is a copy of it."""
COMMON = 0.5
"""A text on more than this share of the pages does not make them copies. Otherwise pages of few words, on
which the page model keeps the template, would be copies of each other."""
COMMON_PAGES = 3
FEW_WORDS = 5
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)

_Sums = dict[int, list[int]]
_NOTHING = [0, 0, 0, 0]


@dataclass(frozen=True, slots=True)
class Recall:
    """What the other pages know of a page. All arrays have one entry per block.

    siblings   pages of the same template that are no copies of this page
    seen       how many of them have the same text at the same path; other pages' teasers do not count
               against a standfirst
    with_path  how many of the siblings have a block at the same path
    belief     the mean belief of the page model in the other pages' blocks at that path (0 to 1)
    variety    share of the texts at that path that only one page has (content importance, style tree)
    inside     whether the block lies in the site's content container
    trust      how sure that container is (0 to 1): F1 of the share of its words that is believed in, and the
               share of a page's believed words that it holds
    """

    siblings: int
    seen: NDArray[np.int64]
    with_path: NDArray[np.int64]
    belief: NDArray[np.float64]
    variety: NDArray[np.float64]
    inside: NDArray[np.bool_]
    trust: float


class SiteIndex:
    """An index of at most `pages` pages."""

    def __init__(self, pages: int) -> None:
        self._known: dict[int, tuple[int, PageTrace]] = {}  # content to its slot
        self._free: list[int] = []
        self._all = 0  # this and all dicts of pages: bits, one per slot
        self._texts: dict[int, int] = {}
        self._texts_at_paths: dict[int, int] = {}
        self._titles: dict[int, int] = {}
        self._paths: dict[int, int] = {}
        self._path_counts = np.zeros(-(-pages // 8) * 8, dtype=np.int64)  # of distinct paths, by slot
        self._path_sums: _Sums = {}  # over `_sums_by_path` of each page
        self._container_sums: _Sums = {}  # over `_sums_by_container`
        self._roles: dict[int, dict[int, int]] = {}  # by path and role, how many blocks

    def add(self, trace: PageTrace) -> None:
        slot = self._free.pop() if self._free else len(self._known)
        self._known[trace.content] = slot, trace
        self._path_counts[slot] = len(set(trace.paths.tolist()))
        self._count(trace, 1 << slot, 1)

    def remove(self, trace: PageTrace) -> None:
        slot, _ = self._known.pop(trace.content)
        self._free.append(slot)
        self._count(trace, 1 << slot, -1)

    def _count(self, trace: PageTrace, bit: int, sign: int) -> None:
        """Add a page to all sums, or remove it; its bit is flipped either way."""
        _add(self._path_sums, self._sums_by_path(trace, bit), sign)
        _add(self._container_sums, _sums_by_container(trace), sign)
        self._count_roles(trace, sign)
        self._all ^= bit
        _flip(self._texts, trace.texts.tolist(), bit)
        _flip(self._texts_at_paths, _texts_at_paths(trace), bit)
        _flip(self._titles, trace.titles.tolist(), bit)
        _flip(self._paths, trace.paths.tolist(), bit)

    def _count_roles(self, trace: PageTrace, sign: int) -> None:
        for path, role in zip(trace.paths.tolist(), trace.roles.tolist(), strict=True):
            if role < len(ROLES):
                counts = self._roles.setdefault(path, {})
                counts[role] = counts.get(role, 0) + sign
                if not counts[role]:
                    del counts[role]
                    if not counts:
                        del self._roles[path]

    def roles(self, trace: PageTrace) -> NDArray[np.float32]:
        """Count, by block and role, the blocks that the other pages have at the block's path."""
        own = self._known.get(trace.content)
        if own:
            self._count_roles(own[1], -1)
        cells = [
            (block, role, count)
            for block, path in enumerate(trace.paths.tolist())
            for role, count in self._roles.get(path, {}).items()
        ]
        if own:
            self._count_roles(own[1], 1)
        found = np.zeros((len(trace), len(ROLES)), dtype=np.float32)
        if cells:
            blocks, roles, counts = zip(*cells, strict=True)
            found[blocks, roles] = counts
        return found

    def recall(self, trace: PageTrace) -> Recall:
        """Return what the other pages know; the page itself is left out of every count."""
        texts, paths = trace.texts.tolist(), trace.paths.tolist()
        own = self._known.get(trace.content)
        own_bit = 1 << own[0] if own else 0
        others = self._all & ~own_bit
        others &= ~self._copies(trace, texts, others)
        same = self._same_template(paths, others)
        found = [self._texts_at_paths.get(text, 0) for text in _texts_at_paths(trace)]
        mine = self._sums_by_path(own[1], own_bit) if own else {}
        numbers = {path: self._numbers_at(path, same, mine) for path in set(paths)}
        with_path, belief, variety = np.array([numbers[path] for path in paths], float).reshape(-1, 3).T
        inside, trust = self._content_container(trace, own[1] if own else None)
        return Recall(
            siblings=same.bit_count(),
            seen=np.array([(pages & same).bit_count() if pages else 0 for pages in found], dtype=np.int64),
            with_path=with_path.astype(np.int64),
            belief=belief,
            variety=variety,
            inside=inside,
            trust=trust,
        )

    def pages_titled(self, part: int) -> int:
        """Count the pages that have this part in their title."""
        return self._titles.get(part, 0).bit_count()

    def pages_with(self, text: int) -> int:
        return self._texts.get(text, 0).bit_count()

    def at_path(self, path: int) -> tuple[int, float]:
        """Return how many pages have a block at this path, and the share of its texts that only one has."""
        if path not in self._paths:
            return 0, 1.0
        _, _, texts, repeated = self._path_sums[path]
        return self._paths[path].bit_count(), 1 - repeated / texts

    def _copies(self, trace: PageTrace, texts: list[int], others: int) -> int:
        """Return the pages that hold half of the words that the page model keeps here, without the site's."""
        common = COMMON * others.bit_count() if others.bit_count() >= COMMON_PAGES else others.bit_count()
        words = dict(zip(texts, trace.words.tolist(), strict=True))
        kept = {text for text, sure in zip(texts, (trace.beliefs > 127).tolist(), strict=True) if sure}
        held: dict[int, int] = {}
        total = 0
        for text in kept:
            pages = self._texts.get(text, 0) & others
            if pages.bit_count() > common:
                continue
            total += words[text]
            while pages:
                bit = pages & -pages
                held[bit] = held.get(bit, 0) + words[text]
                pages ^= bit
        if total < FEW_WORDS:
            return 0
        return sum(bit for bit, shared in held.items() if shared > COPY * total)

    def _same_template(self, paths: list[int], others: int) -> int:
        """Return the pages that share half of the paths with this one."""
        mine = set(paths)
        width = (others.bit_length() + 7) // 8
        found = [pages & others for path in mine if (pages := self._paths.get(path))]
        if not found or not width:
            return 0
        packed = np.frombuffer(b"".join([pages.to_bytes(width, "little") for pages in found]), np.uint8)
        shared = np.unpackbits(packed.reshape(-1, width), axis=1, bitorder="little").sum(axis=0)
        wanted = SAME_TEMPLATE * np.minimum(len(mine), self._path_counts[: 8 * width])
        same = (shared > 0) & (shared >= wanted)
        return int.from_bytes(np.packbits(same, bitorder="little").tobytes(), "little")

    def _sums_by_path(self, trace: PageTrace, bit: int) -> _Sums:
        """Return what a page adds at each path: blocks, belief, texts, texts that it makes repeated."""
        paths = trace.paths.tolist()
        sums: _Sums = {}
        for path, belief in zip(paths, trace.beliefs.tolist(), strict=True):
            added = sums.setdefault(path, [0, 0, 0, 0])
            added[0] += 1
            added[1] += belief
        for text, path in dict(zip(_texts_at_paths(trace), paths, strict=True)).items():
            others = self._texts_at_paths.get(text, 0) & ~bit
            sums[path][2] += 1
            # The first page with a text repeats nothing, the second makes both of theirs repeated ones.
            sums[path][3] += (0, 2, 1)[min(others.bit_count(), 2)]
        return sums

    def _numbers_at(self, path: int, same: int, mine: _Sums) -> tuple[int, float, float]:
        """Return the pages with a path among the same ones, and belief and variety there."""
        pages = (self._paths.get(path, 0) & same).bit_count()
        blocks, belief, texts, repeated = _others(self._path_sums, mine, path)
        return (pages, belief / blocks / 255, 1 - repeated / texts) if blocks else (pages, 0.5, 1.0)

    def _content_container(self, trace: PageTrace, own: PageTrace | None) -> tuple[NDArray[np.bool_], float]:
        """Return the blocks in the element that holds the other pages' content, and how sure it is."""
        inside = np.zeros(len(trace), dtype=np.bool_)
        mine = _sums_by_container(own) if own is not None else {}
        pages = len(self._known) - (own is not None)
        best, trust = None, 0.0
        for container in dict.fromkeys(trace.containers.tolist()):
            _, words, believed, share = _others(self._container_sums, mine, container)
            if believed:
                purity, coverage = believed / words, share / 1000 / pages
                f1 = 2 * purity * coverage / (purity + coverage) if coverage else 0.0
                if f1 > trust:
                    best, trust = container, f1
        for large in np.flatnonzero(trace.containers == best).tolist() if best is not None else ():
            inside[trace.starts[large] : trace.stops[large]] = True
        return inside, trust


def _texts_at_paths(trace: PageTrace) -> list[int]:
    """Hash each text together with its path."""
    mixed: list[int] = (trace.texts ^ (trace.paths * _GOLDEN)).tolist()
    return mixed


def _sums_by_container(trace: PageTrace) -> _Sums:
    """Return by large element: one page, its words, those believed in, these per mille of the page's."""
    words = [0, *accumulate(trace.words.tolist())]
    sure = [0, *accumulate(np.where(trace.beliefs > 127, trace.words, 0).tolist())]
    found: dict[int, tuple[int, int]] = {}
    for container, start, stop in zip(
        trace.containers.tolist(), trace.starts.tolist(), trace.stops.tolist(), strict=True
    ):
        held, kept = found.get(container, (0, 0))
        found[container] = held + words[stop] - words[start], kept + sure[stop] - sure[start]
    total = max(sure[-1], 1)
    return {container: [1, held, kept, 1000 * kept // total] for container, (held, kept) in found.items()}


def _flip(pages: dict[int, int], keys: list[int], bit: int) -> None:
    """Flip a page's bit under each key."""
    for key in set(keys):
        bits = pages.get(key, 0) ^ bit
        if bits:
            pages[key] = bits
        else:
            del pages[key]


def _add(totals: _Sums, amounts: _Sums, sign: int) -> None:
    """Add one page's amounts, or subtract them; the first counts what the others are sums over."""
    for key, (count, one, other, third) in amounts.items():
        total = totals.setdefault(key, [0, 0, 0, 0])
        total[0] += sign * count
        total[1] += sign * one
        total[2] += sign * other
        total[3] += sign * third
        if not total[0]:
            del totals[key]


def _others(totals: _Sums, mine: _Sums, key: int) -> list[int]:
    """Return the total under a key without the page itself."""
    total = totals.get(key, _NOTHING)
    return [amount - own for amount, own in zip(total, mine[key], strict=True)] if key in mine else total
