"""Pages read and judged by other processes: their bytes go there, articles come back.

What the processes do is in `batch/crawl_work.py`, which knows no Scrapy: they need not import it. The
memories of sites belong to the crawl. Every process has a copy, made of the same parts: what each page has
taught travels with the next page that a process gets. So an article is judged by what the crawl knew at that
moment, wherever it is written.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, ClassVar, NamedTuple

from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from webnoise.batch.crawl_work import Answer, CrawlWork, Part, Task, unpickled
from webnoise.batch.pool import WorkerPool
from webnoise.batch.work import learning_method
from webnoise.config import Config
from webnoise.dedup.signature import Signature
from webnoise.errors import ConfigError
from webnoise.methods.base import Memory
from webnoise.model import Article, Page

_TIMES_THE_LIMIT = 3  # a page is given up after so many times the seconds that its limits allow


class Asked(NamedTuple):
    """A question to one of the processes; `turn` fires when its answer may go on."""

    future: Future[Answer]
    turn: Deferred[None]


class SignedArticle(Article):
    """An article whose text was signed where it was written."""

    _signed: ClassVar[tuple[str | None, Signature | None]] = (None, None)

    @classmethod
    def of(cls, plain: Article, signature: Signature | None) -> SignedArticle:
        article = cls.__new__(cls)
        article.__dict__.update(vars(plain), _signed=(plain.text, signature))
        return article

    @property
    def signature(self) -> Signature | None:
        """None for a text that was changed since."""
        text, signature = self._signed
        return signature if text is self.text else None


@dataclass(frozen=True)
class SentPage:
    """A page that one of the processes has read: what it teaches of its site is here, the rest is there."""

    page: Page
    taught: bytes | None = field(repr=False)
    workers: Workers = field(repr=False)
    worker: int
    number: int
    site: str | None = None
    asked: Asked | None = field(default=None, repr=False)

    def teach(self, site: str, memory: Memory) -> None:
        """Add what the page teaches to what the crawl, and all processes, know of its site."""
        if self.taught is not None:
            self.workers.know(site, memory)
            memory.merge(unpickled(self.taught))
            self.workers.send(Part(site, self.taught))

    def judged_by(self, site: str | None) -> SentPage:
        """The page, to be judged by what is known of its site now."""
        task = Task((), 0, self.number, judged=True, site=site)
        return replace(self, site=site, asked=self.workers.ask(self.worker, task))

    async def article(self) -> tuple[SignedArticle, int, float]:
        """Its article, how many blocks the page has, and the seconds that it took."""
        sent = self if self.asked is not None else self.judged_by(None)
        assert sent.asked is not None
        answer = await came(sent.asked)
        if answer.judged is None:
            answer = await came(self.workers.ask_anew(sent, with_memories=answer.misses))
        assert answer.judged is not None
        plain, blocks, signature = answer.judged
        article = SignedArticle.of(plain, signature)
        article.extra = dict(self.page.extra)
        return article, blocks, answer.seconds


class _Process:
    """One process: a pool of its own, the parts that it still needs, and how much it has to do."""

    def __init__(self, work: CrawlWork, seconds: float) -> None:
        self.pool: WorkerPool[Task, Answer] = WorkerPool(work, 1, seconds=seconds)
        self.unsent: list[Part] = []
        self.sent_parts = 0
        self.pending = 0

    def ask(self, task: Task) -> Future[Answer]:
        """Ask with the parts that it still needs; a task without a number of earlier ones brings all."""
        if task.behind is not None:
            task = task._replace(parts=tuple(self.unsent), behind=self.sent_parts)
        self.sent_parts += len(self.unsent)
        if task.behind is None:
            self.sent_parts = len(task.parts)
        self.unsent = []
        self.pending += 1
        future = self.pool.submit(task)
        future.add_done_callback(self._done)
        return future

    def _done(self, _: Future[Answer]) -> None:
        self.pending -= 1


class Workers:
    """The processes of a crawl."""

    def __init__(self, config: Config, processes: int, also: tuple[str, ...] = ()) -> None:
        seconds = _TIMES_THE_LIMIT * config.max_seconds
        work = CrawlWork(config, (*config.export_extra, *also))
        self._processes = [_Process(work, seconds) for _ in range(processes)]
        self._learns = learning_method(config) is not None
        self._memories: dict[str, Memory] = {}
        self._numbers = count()
        self._read, self._judged = InOrder(), InOrder()
        for process in self._processes:  # so that all have started when the first page comes
            process.ask(Task((), 0, -1))

    async def read(self, page: Page, site: str) -> tuple[SentPage, float]:
        """The page as the process with the least to do has read it, and the seconds that it took."""
        # Fields of the user's own stay here.
        number = next(self._numbers)
        worker = min(range(len(self._processes)), key=lambda index: self._processes[index].pending)
        plain = replace(page, extra={}) if page.extra else page
        task = Task((), 0, number, plain, judged=not self._learns, site=site if self._learns else None)
        asked = self.ask(worker, task)
        answer = await came(asked)
        sent = SentPage(page, answer.taught, self, worker, number)
        return (sent if self._learns else replace(sent, asked=asked)), answer.seconds

    def ask(self, worker: int, task: Task) -> Asked:
        future = self._processes[worker].ask(task)
        return Asked(future, (self._judged if task.page is None else self._read).turn_of(future))

    def ask_anew(self, sent: SentPage, *, with_memories: bool) -> Asked:
        """Read and judge a page that its process has lost: it kept too many, or was killed over another."""
        page = replace(sent.page, extra={})
        task = Task((), 0, sent.number, page, judged=True, site=sent.site)
        if with_memories:
            known = [Part(site, memory.to_bytes(), of_page=False) for site, memory in self._memories.items()]
            task = task._replace(parts=known, behind=None)
        return self.ask(sent.worker, task)

    def know(self, site: str, memory: Memory) -> None:
        """Send all processes what earlier runs knew of a site, before its first page adds to it."""
        if site not in self._memories:
            self._memories[site] = memory
            if memory.pages:
                self.send(Part(site, memory.to_bytes(), of_page=False))

    def send(self, part: Part) -> None:
        for process in self._processes:
            process.unsent.append(part)

    def close(self) -> None:
        for process in self._processes:
            process.pool.close()


async def came(asked: Asked) -> Answer:
    """The answer, or the error that came of the question."""
    if not asked.turn.called:
        await maybe_deferred_to_future(asked.turn)
    return asked.future.result()


class InOrder:
    """Answers go on in the order of the questions, though several processes work at once."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Future[Answer], Deferred[None]]] = deque()
        self._is_woken = False

    def turn_of(self, future: Future[Answer]) -> Deferred[None]:
        """Fires when this answer and all before it have come; downloads go on meanwhile."""
        turn: Deferred[None] = Deferred()
        self._waiting.append((future, turn))
        future.add_done_callback(self._wake)
        return turn

    def _wake(self, _: Future[Answer]) -> None:
        """Called by the threads that the answers come to; what comes before the crawl looks is seen then."""
        from twisted.internet import reactor

        if not self._is_woken:
            self._is_woken = True
            reactor.callFromThread(self._go_on)

    def _go_on(self) -> None:
        self._is_woken = False
        while self._waiting and self._waiting[0][0].done():
            self._waiting.popleft()[1].callback(None)


def worker_count(value: Any) -> int:
    """The setting `WEBNOISE_WORKERS`."""
    try:
        number = int(value or 0)
    except (TypeError, ValueError):
        number = -1
    if number < 0:
        raise ConfigError(
            f"WEBNOISE_WORKERS must be a number of processes, 0 for the crawl's own alone, not {value!r}"
        )
    return number
