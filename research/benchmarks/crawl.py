"""Pages per second of the spider `news`, with all pipelines, against a bare Scrapy spider.

`python -m research.benchmarks.crawl [--pages N] [--rounds N]`. A process of its own serves
a generated newspaper on loopback. The bare spider gets the list of addresses, downloads and stores each page;
`news` gets the front address, finds the same pages by the sitemap, extracts, deduplicates and stores the
articles. Same concurrency, no delay, one core each. Resident memory of the crawler is printed after a fifth,
three fifths and all of the pages.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from itertools import accumulate, zip_longest
from pathlib import Path
from time import monotonic, process_time

SECTIONS = ("world", "politics", "business", "culture", "sport", "science", "travel", "opinion")
SYLLABLES = (
    "ka lo mi ten rus var del pon ash ber tor in gra sel mo ny fir hal wen dor eth qui sta ble".split()
)
FUNCTION_WORDS = "the of and to in a that is was for on with as at by from it he they had".split()
CONCURRENCY = 16
HTML = "text/html; charset=utf-8"


def vocabulary():
    """Invented words, used as unevenly as the content words of a language."""
    source = random.Random(0)
    made = ("".join(source.choices(SYLLABLES, k=source.choice((1, 2, 2, 3)))) for _ in range(20_000))
    words = list(dict.fromkeys(made))
    return words, list(accumulate(1 / (rank + 200) for rank in range(len(words))))


VOCABULARY, WEIGHTS = vocabulary()


def phrase(source, count):
    content = source.choices(VOCABULARY, cum_weights=WEIGHTS, k=count // 2 + 1)
    function = source.choices(FUNCTION_WORDS, k=count // 2)
    return " ".join(word for pair in zip_longest(content, function) for word in pair if word).capitalize()


def address(number):
    section = SECTIONS[number % len(SECTIONS)]
    return f"/{section}/2026/{number % 9 + 1:02}/{number % 27 + 1:02}/a-story-about-{number}-things"


def page(number, pages):
    """About 11 kB with 600 words of text; the rest is menus, teasers and footer. A lean newspaper's page."""
    source = random.Random(number)
    menu = "".join(
        f'<li class="menu-item"><a href="/{name}/{kind}/">{name} {kind}</a></li>'
        for name in SECTIONS
        for kind in ("news", "people", "places")
    )
    teasers = "".join(
        f'<div class="teaser"><a href="{address(other)}"><img src="/i/{other}.jpg" width="120" height="80">'
        f"<h3>{phrase(source, 8)}</h3></a><span class='time'>{other % 24}:00</span></div>"
        for other in source.sample(range(pages), min(pages, 15))
    )
    paragraphs = "".join(
        "<p>" + " ".join(phrase(source, 16) + "." for _ in range(4)) + "</p>" for _ in range(9)
    )
    title = phrase(source, 9)
    date = f"2026-0{number % 9 + 1}-{number % 27 + 1:02}T08:00:00+00:00"
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} - Loop</title>'
        f'<meta property="og:title" content="{title}"><meta property="og:type" content="article">'
        f'<meta property="article:published_time" content="{date}">'
        f'<meta name="author" content="Anna Example">'
        f"</head><body><header><nav><ul>{menu}</ul></nav></header>"
        f'<div class="layout"><main><article><h1>{title}</h1><div class="byline">By Anna Example</div>'
        f"{paragraphs}</article></main><aside class='sidebar'><h2>Most read</h2>{teasers}</aside></div>"
        f"<footer><p>Copyright The Daily Loop. All rights reserved.</p><ul>{menu}</ul></footer></body></html>"
    ).encode()


def serve(pages, ports, made=page):
    """Answer from a dictionary, far faster than any crawler asks; without `made`, make pages when asked."""
    answers = {address(number): (made and made(number, pages), HTML) for number in range(pages)}

    def publish(base):
        urls = "".join(f"<url><loc>{base}{path}</loc></url>" for path in answers)
        answers["/"] = (b"<html><body><h1>The Daily Loop</h1></body></html>", "text/html")
        answers["/robots.txt"] = (f"Sitemap: {base}/sitemap.xml\n".encode(), "text/plain")
        answers["/sitemap.xml"] = (f"<urlset>{urls}</urlset>".encode(), "application/xml")

    async def answer(reader, writer):
        with suppress(ConnectionError):  # a crawler that was killed
            await answer_all(reader, writer)
        writer.close()

    async def answer_all(reader, writer):
        while request := await reader.readline():
            while (await reader.readline()) not in (b"\r\n", b""):
                pass
            path = request.split()[1].decode()
            body, kind = answers.get(path, (b"", None))
            if body is None:
                body = page(int(path.split("-")[3]), pages)
            status = "200 OK" if kind else "404 Not Found"
            head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)

    async def main():
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        publish(f"http://127.0.0.1:{port}")
        ports.put(port)
        await server.serve_forever()

    asyncio.run(main())


@contextmanager
def newspaper(pages, made=page):
    """The address of a newspaper that a process of its own serves."""
    spawn = multiprocessing.get_context("spawn")
    ports = spawn.Queue()
    server = spawn.Process(target=serve, args=(pages, ports, made), daemon=True)
    server.start()
    yield f"http://127.0.0.1:{ports.get(timeout=300)}"
    server.terminate()


def crawl(kind, base, pages, report):
    """One crawl, in this process; what was measured goes to the file `report`."""
    from scrapy import signals
    from scrapy.crawler import AsyncCrawlerProcess

    from webnoise.pipelines.stage import Held

    process = AsyncCrawlerProcess(crawl_settings(kind, report))
    is_news = kind != "bare"
    crawler = process.create_crawler(news_spider() if is_news else bare_spider(base, pages))
    measured = {"memory": {}, "done": 0}

    def opened():
        measured["start"], measured["work"] = monotonic(), process_time()

    def done(exception=None):
        if isinstance(exception, Held):  # it waits, and comes again
            return
        measured["done"] += 1
        if measured["done"] in (pages // 5, 3 * pages // 5, pages):
            measured["memory"][measured["done"]] = resident_megabytes()

    def closed():
        measured["seconds"] = monotonic() - measured["start"]
        measured["work"] = process_time() - measured["work"]

    crawler.signals.connect(opened, signals.spider_opened, weak=False)
    crawler.signals.connect(done, signals.item_scraped, weak=False)
    crawler.signals.connect(done, signals.item_dropped, weak=False)
    crawler.signals.connect(closed, signals.spider_closed, weak=False)
    process.crawl(crawler, **({"site": base, "max_pages": pages + 1} if is_news else {}))
    process.start()
    measured["items"] = crawler.stats.get_value("item_scraped_count", 0)
    measured["responses"] = crawler.stats.get_value("response_received_count", 0)
    Path(report).write_text(json.dumps(measured))


def crawl_settings(kind, report):
    from scrapy.settings import Settings

    settings = Settings()
    if kind != "bare":
        settings.setmodule("webnoise.settings")
    same = {
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "CONCURRENT_REQUESTS": CONCURRENCY,
        "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENCY,
        "FEEDS": {f"{report}.jsonl": {"format": "jsonlines"}},
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
    }
    for name, value in same.items():
        settings.set(name, value, "cmdline")
    return settings


def news_spider():
    from webnoise.spiders.news import NewsSpider

    return NewsSpider


def bare_spider(base, pages):
    import scrapy

    class Bare(scrapy.Spider):
        name = "bare"

        async def start(self):
            for number in range(pages):
                yield scrapy.Request(base + address(number), dont_filter=True)

        def parse(self, response):
            yield {"url": response.url, "html": response.text}

    return Bare


def resident_megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure(kind, base, pages, folder):
    report = Path(folder) / f"{kind}.json"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "research.benchmarks.crawl",
            "--child",
            kind,
            base,
            str(report),
            "--pages",
            str(pages),
        ],
        check=True,
        stderr=subprocess.DEVNULL,
        preexec_fn=one_core,
    )
    Path(f"{report}.jsonl").unlink()
    return json.loads(report.read_text())


def one_core():
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def compare(base, pages, folder):
    """One round: both spiders; the ratio of pages per second of `news` to the bare one."""
    rates, work = {}, {}
    for kind in ("bare", "news"):
        result = measure(kind, base, pages, folder)
        rates[kind], work[kind] = result["done"] / result["seconds"], 1000 * result["work"] / result["done"]
        memory = ", ".join(f"{size:.0f} MB at {int(at):,}" for at, size in result["memory"].items())
        print(
            f"{kind}: {result['done']:,} pages in {result['seconds']:.1f} s, {rates[kind]:.0f} pages/s,"
            f" {work[kind]:.2f} ms of work a page, {result['items']:,} items; memory {memory}",
            flush=True,
        )
        if kind != "bare":
            print(
                f"{kind} / bare: {rates[kind] / rates['bare']:.2f} by the clock,"
                f" {work['bare'] / work[kind]:.2f} by the crawler's own work",
                flush=True,
            )
    return rates["news"] / rates["bare"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        kind, base, report = args.child
        crawl(kind, base, args.pages, report)
        return
    with newspaper(args.pages) as base, tempfile.TemporaryDirectory() as folder:
        ratios = sorted(compare(base, args.pages, folder) for _ in range(args.rounds))
    if args.rounds > 1:
        print(f"median: {ratios[len(ratios) // 2]:.2f}")


if __name__ == "__main__":
    main()
