"""What a process does with the pages of a crawl: read them, return what they teach, and judge them.

One of the processes reads a page, keeps it and returns what it teaches of its site; when it is to be judged,
the same process writes its article.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

from webnoise import flow
from webnoise.batch.work import learning_method, sign_article
from webnoise.config import Config
from webnoise.dedup.signature import Signature
from webnoise.methods.base import Memory
from webnoise.model import EXPORTED, Article, Page


class Part(NamedTuple):
    """What is to be added to what is known of a site.

    What a page teaches is pickled once, by the process that has read it, and goes on to the others as it
    came; what an earlier run has learned is in the bytes of the store.
    """

    site: str
    memory: bytes
    of_page: bool = True


_MOST_READ = 256  # pages that a process keeps until they are judged; others it reads again


class Task(NamedTuple):
    """What a process is asked: to read a page, to judge one, or both.

    `parts` belong behind so many others; without that number they are all there is. `site` is whose memory
    the page is judged by, or what a page that is read shall teach of.
    """

    parts: Sequence[Part]
    behind: int | None
    number: int
    page: Page | None = None
    judged: bool = False
    site: str | None = None


class Judged(NamedTuple):
    """An article, with the number of blocks of its page and the signature of its text."""

    article: Article
    blocks: int
    signature: Signature | None


class Answer(NamedTuple):
    """What a page teaches, or its article; neither where the process does not know the page any more.

    `misses` is set where it does not know its memories any more.
    """

    seconds: float
    taught: bytes | None = None
    judged: Judged | None = None
    misses: bool = False


@dataclass
class CrawlWork:
    """What each of the processes does; `also` are fields of articles that are wanted beside the exported."""

    config: Config
    also: tuple[str, ...] = ()
    _read: dict[int, flow.ReadPage] = field(default_factory=dict, init=False)
    _memories: dict[str, Memory] = field(default_factory=dict, init=False)
    _parts: int | None = field(default=0, init=False)
    """How many were added; None where some are missing: another process that was killed had them."""

    def __call__(self, task: Task) -> Answer:
        start = perf_counter()
        self._learn(task)
        if task.page is not None:
            self._read[task.number] = flow.read(task.page, self.config)
            if len(self._read) > _MOST_READ:
                del self._read[next(iter(self._read))]
        if not task.judged:
            return Answer(perf_counter() - start, taught=self._taught(task.number, task.site))
        misses = task.site is not None and self._parts is None
        if misses or task.number not in self._read:
            return Answer(perf_counter() - start, misses=misses)
        judged = self._judged(self._read.pop(task.number), task.site)
        return Answer(perf_counter() - start, judged=judged)

    def _learn(self, task: Task) -> None:
        method = learning_method(self.config)
        if task.behind is None:
            self._memories.clear()
        elif task.behind != self._parts:
            self._parts = None
            return
        self._parts = (task.behind or 0) + len(task.parts)
        for site, part, of_page in task.parts:
            assert method is not None
            if site not in self._memories:
                self._memories[site] = method.new_memory()
            self._memories[site].merge(unpickled(part) if of_page else method.load_memory(part))

    def _taught(self, number: int, site: str | None) -> bytes | None:
        """What a page teaches; nothing where what is known here of its site would not change by it.

        On a large site that is nearly always so, and what the crawl knows, which is no less, does not change
        by it either.
        """
        method = learning_method(self.config)
        if method is None or number not in self._read:
            return None
        memory: Memory = method.new_memory()
        method.learn(memory, self._read[number].prepared)
        known = self._memories.get(site or "")
        if known is not None and not known.would_change(memory):
            return None
        return pickle.dumps(memory, pickle.HIGHEST_PROTOCOL)

    def _judged(self, read: flow.ReadPage, site: str | None) -> Judged:
        memory = self._memories.get(site) if site is not None else None
        article = flow.finish(read, self.config, memory)
        sign = sign_article(article, self.config)
        article.fingerprint = None  # set by the search for duplicates
        plain = Article(**{name: getattr(article, name) for name in (*EXPORTED, *self.also)})
        return Judged(plain, len(read.page_blocks.blocks), sign)


def unpickled(memory: bytes) -> Memory:
    """What one of the crawl's own processes has pickled."""
    restored: Memory = pickle.loads(memory)  # noqa: S301 - see above
    return restored
