"""The development corpora, by their names; and texts in clusters of near duplicates."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from webnoise.errors import ConfigError
from webnoise.evaluate import corpora
from webnoise.evaluate.corpora import GoldPage, fixed_sample, json_records

SUFFIXES = (".jsonl", ".jsonl.xz", ".jsonl.gz")
REMEDY = "docs/evaluate.md says how to get public corpora, and describes the format of your own"


@dataclass(frozen=True, slots=True)
class GoldText:
    """A text and the cluster of near duplicates it belongs to."""

    text: str = field(repr=False)
    cluster: str


@functools.cache
def corpus_folder() -> Path | None:
    """Return the folder of the development corpora: WEBNOISE_CORPUS, else beside the clone; None without."""
    named = os.environ.get("WEBNOISE_CORPUS")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "corpus"
    return folder if folder.is_dir() else None


def models_folder() -> Path:
    """Return where `research.benchmarks.quality` keeps the models of folds of sites."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webnoise" / "folds"


def needed_folder() -> Path:
    """Return the folder of the development corpora, or raise ConfigError."""
    folder = corpus_folder()
    if folder is None:
        raise ConfigError(
            f"the development corpora are not here: name their folder by WEBNOISE_CORPUS; {REMEDY}"
        )
    return folder


def find_corpus(name: str | Path) -> Path:
    """Return the path of a corpus, given as a path or as a bare name such as `news424`."""
    path = Path(name)
    if path.exists():
        return path
    folder = corpus_folder()
    for suffix in SUFFIXES:
        if folder and (candidate := folder / f"{path.name}{suffix}").is_file():
            return candidate
    raise ConfigError(
        f"no corpus {str(name)!r}: give a JSONL file (.xz, .gz), a folder of html + txt pairs, or a name in "
        f"{folder or 'the folder that WEBNOISE_CORPUS names'}; {REMEDY}"
    )


def read_corpus(name: str | Path) -> Iterator[GoldPage]:
    """Yield the pages of a corpus in their order."""
    return corpora.read_corpus(find_corpus(name))


def read_sample(name: str | Path, count: int | None) -> list[GoldPage]:
    """Return a fixed sample of a corpus's pages; all of them without a count."""
    pages = list(read_corpus(name))
    return fixed_sample(pages, count) if count else pages


def holds_texts(name: str | Path) -> bool:
    """Whether a corpus holds texts in clusters of near duplicates instead of pages."""
    path = find_corpus(name)
    if path.is_dir():
        return False
    first = next(json_records(path, dict), {})
    return "cluster" in first and "html" not in first


def read_texts(name: str | Path) -> Iterator[GoldText]:
    """Yield the texts of a corpus of near duplicates."""
    return json_records(find_corpus(name), lambda record: GoldText(record["text"], record["cluster"]))
