"""Pages at addresses, fetched by a Scrapy spider in a process of its own.

So they are requested as a crawl requests them: robots.txt, delays, retries, private addresses, and the user
agent with its contact address. The process is another one because Twisted's reactor starts once in a process.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Self

from webnoise.batch.inputs import Input, Item, Place, Skipped, StoredPage, is_url, open_input, unpacked
from webnoise.config import Config
from webnoise.errors import InputError
from webnoise.model import Page
from webnoise.urls.normal import without_password

Answer = tuple[int, Page | str]
"""The number of an address, and its page or the reason why there is none."""


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """`contact_url` names a page about who fetches and why; larger pages than `max_bytes` are not read."""

    contact_url: str = ""
    max_bytes: int = Config().max_bytes


class Fetcher:
    """Fetches pages; a context manager. The process starts with the first address and ends with the block."""

    def __init__(self, options: FetchOptions | None = None) -> None:
        self._options = options or FetchOptions()
        self._process: Any = None
        self._line: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._line is not None:
            self._line.close()
            self._process.kill()
            self._process.join()
            self._line = None

    def fetch(self, url: str) -> Page:
        """Return the page at an address; raise InputError where it cannot be fetched, or must not be."""
        for _, answer in self.fetch_all([url]):
            if isinstance(answer, Page):
                return answer
            raise answer
        raise AssertionError("every address has an answer")

    def fetch_all(self, urls: Sequence[str]) -> Iterator[tuple[int, Page | InputError]]:
        """Yield each page, or why there is none, with its number among the addresses, as they come.

        A name and password in an address are left out, as a crawl leaves them out.
        """
        wanted = [(number, without_password(url)) for number, url in enumerate(urls)]
        known = [(number, url) for number, url in wanted if is_url(url)]
        for number, url in wanted:
            if not is_url(url):
                yield number, InputError(f"{url!r} is no address of the web: write https://host/path")
        if known:
            line = self._started()
            line.send(known)
        for _ in known:
            try:
                number, answer = line.recv()
            except (EOFError, OSError):
                raise InputError("cannot fetch: the process that fetches has ended") from None
            if isinstance(answer, str):
                answer = InputError(f"cannot fetch {wanted[number][1]}: {answer}")
            yield number, answer

    def _started(self) -> Connection:
        if self._line is None:
            context = multiprocessing.get_context("spawn")
            self._line, theirs = context.Pipe()
            self._process = context.Process(target=_fetch, args=(theirs, self._options), daemon=True)
            self._process.start()
            theirs.close()
        return self._line


def _fetch(line: Connection, options: FetchOptions) -> None:
    from webnoise.spiders.addresses import crawl_addresses

    crawl_addresses(line, options.contact_url, options.max_bytes)


def listed(given: Input) -> Iterator[tuple[int | None, str]]:
    """Yield the addresses of an input with their lines; lines that begin with `#` are comments."""
    if given.kind == "address":
        yield None, given.name
        return
    with open_input(given) as file:
        for number, line in enumerate(unpacked(file), 1):
            url = line.decode("utf-8", "replace").strip().removeprefix("\ufeff")
            if url and not url.startswith("#"):
                yield number, url


def places_of(inputs: Sequence[Input]) -> list[tuple[Place, str]]:
    """Return the addresses among the inputs, and in lists among them, each with its place."""
    return [
        (Place(given.name, line), url)
        for given in inputs
        if given.kind in ("address", "addresses")
        for line, url in listed(given)
    ]


def fetched_items(given: Input, fetcher: Fetcher) -> list[Item]:
    """Fetch the pages of an input that is an address or lists addresses; return them in its order."""
    places = places_of([given])
    items: dict[int, Item] = {}
    for number, answer in fetcher.fetch_all([url for _, url in places]):
        place = places[number][0]
        if isinstance(answer, Page):
            items[number] = StoredPage(place, answer, given.size)
        else:
            items[number] = Skipped(place, "not-fetched", str(answer), given.size)
    return [items[number] for number in sorted(items)]
