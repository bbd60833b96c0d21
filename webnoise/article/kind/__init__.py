"""What a page is: an article, or something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from pathlib import Path

import numpy as np

from webnoise.article.kind.counts import count_blocks
from webnoise.article.kind.features import page_features
from webnoise.article.kind.named import named_kind
from webnoise.features.forest import Forest
from webnoise.metadata import Metadata
from webnoise.model import Block, PageBlocks, PageKind

__all__ = ["ARTICLE_SHARE", "KindModel", "kind_model", "kind_of_shares", "page_kind"]

# Balanced accuracy on wcxb-dev, cross-validated by site: 0.930 at 0.5, 0.929 at 0.55, 0.934 at 0.6, 0.935 at
# 0.65 (benchmarks/page_kind.py). Chosen on these folds, so expect a little less on other pages.
ARTICLE_SHARE = 0.6
# The same without addresses: 0.911 at 0.4, 0.926 at 0.5, 0.925 at 0.55, 0.922 at 0.6.
UNADDRESSED_SHARE = 0.5


def page_kind(url: str, metadata: Metadata, page: PageBlocks, kept: Sequence[Block]) -> PageKind:
    """Return the kind of a page by its blocks, its metadata and its address.

    The blocks that the method kept decide only whether there is a text at all: all else depends on the whole
    page, so that the kind does not change with the method. A consent wall in front of the page is "other".
    Without an address, the page's canonical one counts.
    """
    url = url or metadata.canonical_url or ""
    if metadata.wall or not page.blocks:
        return "other"
    counts = count_blocks(page, metadata.language)
    if named := named_kind(url, metadata, page, counts):
        return named
    model = kind_model(addressed=bool(url))
    shares = model.shares(page_features(url, metadata, page, counts))
    kind = kind_of_shares(shares, ARTICLE_SHARE if url else _least_unaddressed(shares, metadata))
    return "other" if kind == "article" and not kept else kind


def _least_unaddressed(shares: Mapping[str, float], metadata: Metadata) -> float:
    """Return the share from which a page without an address is an article: any share if it is signed and
    dated and no other type is likelier.

    Cross-validated as above, that finds one article more on wcxb-dev and eight on snippets, and takes six
    other pages of wcxb-dev for articles.
    """
    is_likeliest = shares["article"] == max(shares.values())
    is_signed_and_dated = bool(metadata.authors) and metadata.published is not None
    return 0.0 if is_likeliest and is_signed_and_dated else UNADDRESSED_SHARE


def kind_of_shares(shares: Mapping[str, float], least: float = ARTICLE_SHARE) -> PageKind:
    """Return the kind by the shares of the page types: listings of texts and of goods are both an index."""
    if shares["article"] > least:
        return "article"
    listing = shares["listing"] + shares["collection"]
    others = shares["product"] + shares["forum"] + shares["documentation"] + shares["service"]
    return "index" if listing > others else "other"


@dataclass(frozen=True)
class KindModel:
    """A forest whose trees vote for types of pages in turn; `features` names its inputs."""

    types: tuple[str, ...]
    features: tuple[str, ...]
    forest: Forest

    def shares(self, features: Mapping[str, float]) -> dict[str, float]:
        """Return how likely the page is of each type; the shares sum to 1. A missing feature counts as 0."""
        row = np.array([[features.get(name, 0.0)] for name in self.features])
        votes = self.forest.votes(self.forest.leaves(row), len(self.types))[0].tolist()
        most = max(votes)
        odds = [exp(vote - most) for vote in votes]
        total = sum(odds)
        return {name: odd / total for name, odd in zip(self.types, odds, strict=True)}

    @classmethod
    def load(cls, path: Path) -> KindModel:
        forest, beside = Forest.load(path)
        return cls(tuple(beside["types"]), tuple(beside["names"]), forest)


@cache
def kind_model(*, addressed: bool = True) -> KindModel:
    """Return the shipped model for pages with or without an address; the first would take a page without one
    for a front page. `research.training.kind` makes both.
    """
    name = "kind.npz" if addressed else "kind_unaddressed.npz"
    return KindModel.load(Path(str(files("webnoise") / "model_data" / name)))
