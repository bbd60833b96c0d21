"""Weights of words: a sparse logistic regression of the labels on the words around and in each block."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.training.pages import LabelledPage
from webnoise.features.lexicon import CLOSING, LATER, OPENING, PARTS, Lexicon
from webnoise.features.names import NameWeights
from webnoise.model import PageBlocks

MIN_SITES = 5  # a word of fewer sites is a site's own, and lists of sites are not what we learn
PENALTY, ROUNDS = 80.0, 60
"""On the squared weights, per unit of mean row weight. By opening words and names alone, the log loss on one
fold of left-out sites is 0.340 at 3 after 30 rounds, 0.294 at 30, 0.286 at 80 and 100, 0.291 at 200; on a
second fold 0.273, at 80 0.255. Twice as many rounds change it by 0.001."""
MOST_BLOCKS = 80  # of a page, drawn at random: menus of hundreds of links teach the same again and again
SMALLEST = 0.03  # weights below this are left out of the lexicon
_OF = "\n"  # between the part of a text and a word; no word holds it
_NAMES = NameWeights({})


class WordTable:
    """The words of all training blocks as one sparse matrix, from which lexica are fitted for any folds.

    Columns: the words of the block's element and the two around it together with the words of each part of
    its text, then the words of all elements around it.
    """

    def __init__(self, pages: Sequence[LabelledPage], seed: int = 0) -> None:
        from scipy import sparse

        self._names = _vocabulary(pages)
        self._number = {name: number for number, name in enumerate(self._names)}
        random = np.random.default_rng(seed)
        indices: list[int] = []
        starts = [0]
        labels, weights, folds = [], [], []
        for page in pages:
            known = np.flatnonzero(~np.isnan(page.labels))
            if len(known) > MOST_BLOCKS:
                known = np.sort(random.choice(known, MOST_BLOCKS, replace=False))
            for row in self._rows(page.page, known.tolist()):
                indices.extend(row)
                starts.append(len(indices))
            labels.append(page.labels[known])
            weights.append(page.weights()[known])
            folds.append(np.full(len(known), page.fold))
        shape = (len(starts) - 1, 2 * len(self._names))
        ones = np.ones(len(indices), dtype=np.float32)
        self._matrix: Any = sparse.csr_matrix((ones, indices, starts), shape=shape)
        self._matrix.sum_duplicates()
        self._labels = np.concatenate(labels)
        self._weights = np.concatenate(weights)
        self._folds = np.concatenate(folds)

    def _rows(self, page: PageBlocks, blocks: Iterable[int]) -> Iterable[list[int]]:
        outline, number, many = page.outline, self._number, len(self._names)
        own: list[list[int]] = []
        around: list[list[int]] = []
        for tag, attribute, parent in zip(outline.tags, outline.attributes, outline.parents, strict=True):
            numbers = [number[word] for word in element_words(tag, attribute) if word in number]
            own.append(numbers)
            around.append((around[parent] if around else []) + [many + word for word in numbers])
        for index in blocks:
            block = page.blocks[index]
            parent = outline.parents[block.element]
            written = [number[word] for word in _text_words(block.text) if word in number]
            yield [
                *own[block.element],
                *own[parent],
                *own[outline.parents[parent]],
                *written,
                *around[block.element],
            ]

    def fit(self, without: Sequence[int] = ()) -> Lexicon:
        """The lexicon of all folds but those in `without`."""
        chosen = ~np.isin(self._folds, without)
        weights = self._weights[chosen]
        slopes = _logistic_regression(self._matrix[chosen], self._labels[chosen], weights / weights.mean())
        places: dict[str, tuple[float, float]] = {}
        words: dict[str, dict[str, float]] = {part: {} for part in PARTS}
        many = len(self._names)
        for number, name in enumerate(self._names):
            own, around = round(float(slopes[number]), 2), round(float(slopes[many + number]), 2)
            if max(abs(own), abs(around)) < SMALLEST:
                continue
            part, _, word = name.partition(_OF)
            if word:
                words[part][word] = own
            else:
                places[name] = (own, around)
        return Lexicon(places, words)


def element_words(tag: str, attributes: Mapping[str, str]) -> list[str]:
    """Return the words that an element is named by, as the model looks them up."""
    roles = map(attributes.get, ("itemprop", "data-component", "data-testid", "role"))
    return _NAMES.words_of(
        tag, attributes.get("class"), attributes.get("id"), next(filter(None, roles), None)
    )


def text_parts(text: str) -> tuple[str, str, str]:
    """Return how a text opens, goes on and closes; a short one has its opening only."""
    if len(text) <= OPENING:
        return text, "", ""
    return text[:OPENING], text[OPENING:LATER], text[-CLOSING:]


def _text_words(text: str) -> list[str]:
    """Return the words of a text, in lower case, each under its part."""
    parts = zip(PARTS, text_parts(text), strict=True)
    return [f"{part}{_OF}{word}" for part, written in parts for word in written.lower().split()]


def _vocabulary(pages: Iterable[LabelledPage]) -> list[str]:
    sites: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        outline = page.page.outline
        named = zip(outline.tags, outline.attributes, strict=True)
        words = {word for tag, attributes in named for word in element_words(tag, attributes)}
        words.update(word for block in page.page.blocks for word in _text_words(block.text))
        for word in words:
            sites[word].add(page.gold.site)
    return sorted(word for word, seen in sites.items() if len(seen) >= MIN_SITES)


def _logistic_regression(matrix: Any, labels: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.float64]:
    """Slopes under a squared penalty, by L-BFGS; soft labels are as good as hard ones."""
    from scipy.optimize import minimize

    turned = matrix.T.tocsr()
    labels, weights = labels.astype(np.float32), weights.astype(np.float32)

    def loss(slopes: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = matrix @ slopes[:-1].astype(np.float32) + np.float32(slopes[-1])
        value = (weights * (np.logaddexp(0, scores) - labels * scores)).sum() + PENALTY / 2 * slopes[
            :-1
        ] @ slopes[:-1]
        error = weights * (1 / (1 + np.exp(-scores)) - labels)
        gradient = np.empty_like(slopes)
        gradient[:-1] = turned @ error + PENALTY * slopes[:-1]
        gradient[-1] = error.sum()
        return float(value), gradient

    found = minimize(
        loss, np.zeros(matrix.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": ROUNDS}
    )
    slopes: NDArray[np.float64] = found.x
    return slopes
