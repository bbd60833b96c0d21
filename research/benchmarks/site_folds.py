"""The weights of site memory, chosen on some sites and measured on others: a part of `site_memory.py`."""

from collections import defaultdict
from dataclasses import fields, replace

from research.benchmarks.site_pages import Laid, by_site, memory_of, show
from webnoise.evaluate.corpora import site_key
from webnoise.evaluate.scores import ShingleScore, corpus_shingle_f1
from webnoise.methods.core.method import Core
from webnoise.site.memory import SiteMemory
from webnoise.site.weigh import SHIPPED, Weights

GRID = {
    "path": (1.0, 1.5, 2.0, 2.5, 3.0),
    "repeat": (3.0, 4.0, 6.0, 8.0, 10.0),
    "stale": (0.5, 1.0, 2.0, 3.0, 4.0),
    "inside": (0.0, 1.0, 2.0, 3.0),
}
"""What a fold may choose from, one weight after the other."""
ROUNDS = 2
MIDDLE = Weights(**{name: values[len(values) // 2] for name, values in GRID.items()})


def site_folds(pages, n):
    """`n` folds without a site in two of them, of nearly equal size: large sites go first."""
    sites = defaultdict(list)
    for page in pages:
        sites[page.site].append(page)
    folds = [[] for _ in range(n)]
    for site in sorted(sites, key=lambda site: (-len(sites[site]), site_key(site), site)):
        min(folds, key=len).extend(sites[site])
    return folds


class Known(SiteMemory):
    """A memory that has its answers ready, for sweeps over the weights alone."""

    def __init__(self, memory: SiteMemory, answers: dict[int, object]) -> None:
        super().__init__(memory)
        self._answers = answers

    def recall(self, trace):
        return self._answers[id(trace)]


def folds(pages: list[Laid], method: Core) -> None:
    """Coordinate descent from the middle of the grid, on the training sites of each fold."""
    memories = {}
    for site, members in by_site(pages).items():
        memory = memory_of(members)
        answers = {id(page.trace): memory.recall(page.trace) for page in members if page.trace is not None}
        memories[site] = Known(memory, answers)
    measured: dict[Weights, list[ShingleScore]] = {}

    def measure(weights: Weights) -> list[ShingleScore]:
        if weights not in measured:
            weighing = Core(weights=weights)
            measured[weights] = [page.score(weighing, memories[page.gold.site]) for page in pages]
        return measured[weights]

    def f1_on(weights: Weights, places: list[int]) -> float:
        found = measure(weights)
        return corpus_shingle_f1([found[place] for place in places]).f1

    def choose(places: list[int]) -> Weights:
        best = MIDDLE
        for _ in range(ROUNDS):
            before = best
            for name, values in GRID.items():
                tried = [replace(best, **{name: value}) for value in values]
                best = max([best, *tried], key=lambda weights: f1_on(weights, places))
            if best == before:
                break
        return best

    alone = [page.score(method) for page in pages]
    base = show("a page alone", alone)
    show("shipped weights", measure(SHIPPED), base)
    place_of = {page.gold.id: place for place, page in enumerate(pages)}
    parts = [[place_of[gold.id] for gold in fold] for fold in site_folds([page.gold for page in pages], 5)]
    unseen: list[ShingleScore] = []
    for number, part in enumerate(parts):
        held = set(part)
        best = choose([place for place in range(len(pages)) if place not in held])
        found = measure(best)
        unseen += [found[place] for place in part]
        show(f"fold {number + 1}, {worded(best)}", [found[place] for place in part])
    show("out of fold", unseen, base)
    best = choose(list(range(len(pages))))
    show(f"all sites choose {worded(best)}", measure(best), base)


def worded(weights: Weights) -> str:
    return " ".join(f"{part.name}={getattr(weights, part.name):.2g}" for part in fields(weights))
