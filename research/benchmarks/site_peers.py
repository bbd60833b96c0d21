"""Other extractors on the pages of the siblings corpus: a part of `site_memory.py`."""

import logging
from collections import defaultdict

from research.benchmarks.site_pages import show
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.peers import peer_extract, without_title
from webnoise.evaluate.scores import ShingleScore, shingle_score


def peers(golds: list[GoldPage]) -> None:
    for name in ("trafilatura", "trafilatura_fast", "readability"):
        show(name, [_judged(gold, *_extracted(name, gold)) for gold in golds])
    show("deboiler", deboiled(golds))


def _extracted(peer, gold):
    try:
        found = peer_extract(peer, gold.html, gold.url)
    except Exception as error:  # noqa: BLE001  a peer that fails has extracted nothing
        print(f"{peer} failed on {gold.id}: {error!r}")
        return "", None
    return found.text, found.title


def _judged(gold: GoldPage, text: str, title: str | None) -> ShingleScore:
    return shingle_score(gold.text or "", f"{title or ''}\n{text}" if gold.gold_has_title else text)


def deboiled(golds: list[GoldPage]) -> list[ShingleScore]:
    """deboiler learns from all pages of a site and then cleans each (pip install deboiler)."""
    from deboiler import Deboiler
    from deboiler.dataset import ListDataset

    logging.disable(logging.WARNING)
    sites = defaultdict(list)
    for gold in golds:
        sites[gold.site].append(gold)
    found = []
    for members in sites.values():
        records = [
            {"url": gold.id, "status": 200, "content_type": "text/html", "content": gold.html}
            for gold in members
        ]
        dataset = ListDataset(records, verbose=False)
        boiler = Deboiler(verbose=False)
        boiler.fit(dataset)
        texts = {}
        for gold in members:
            try:
                page = boiler.transform_page(gold.id, dataset)
                texts[gold.id] = without_title(page.cleaned_text or "", page.title), page.title
            except Exception as error:  # noqa: BLE001  as above
                print(f"deboiler failed on {gold.id}: {error!r}")
                texts[gold.id] = "", None
        found += [_judged(gold, *texts[gold.id]) for gold in members]
    return found
