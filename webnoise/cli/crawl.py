"""`webnoise crawl`: the spider `news` anywhere, without a Scrapy project."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webnoise.cli.files import add_settings_argument, settings_of
from webnoise.errors import ConfigError
from webnoise.stores import is_redis

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

HELP = "Crawl news sites and write their articles, one JSON object a line (or as the file's ending says)."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("urls", nargs="*", metavar="URL", help="a site's address; none: the demo newspapers")
    add(
        "-o",
        "--output",
        metavar="FILE",
        default="-",
        help="default: standard output; .jsonl, .json, .csv, .xml",
    )
    add("--sites", metavar="FILE", help="a TOML file of sites, or the name of a built-in list (india)")
    add("--max-pages", type=int, metavar="N", help="pages fetched of each site")
    add("--max-minutes", type=float, metavar="N", help="end the crawl after so many minutes")
    add("--since", metavar="DATE", help="only articles from this day on: 2026-11-01, or 7d (also h, w)")
    add("--language", metavar="CODES", help="only articles in these languages, such as en,de")
    add("--min-words", type=int, metavar="N", help="only articles with at least so many words")
    add("--store", metavar="URL", help="where memory lives between runs: sqlite:///FILE, redis://HOST")
    add("--incremental", action="store_true", help="leave out what an earlier run has exported")
    add("--recrawl-after", type=float, metavar="HOURS", help="ask for known pages again after this time")
    add(
        "--method",
        metavar="NAMES",
        help="how content is separated from noise, one method or several in order",
    )
    add("--report", metavar="FILE.html", help="report on the crawl at its end, with FILE.json beside it")
    add("--jobdir", metavar="FOLDER", help="where an interrupted crawl is taken up again")
    add_settings_argument(parser, "a Scrapy setting")
    add("-v", "--verbose", action="store_true", help="log what is done, not only what goes wrong")


def run(args: argparse.Namespace) -> int:
    """0 when the crawl has ended well, by its time or by Ctrl-C; 1 when it or one of its sites failed."""
    if args.urls and args.sites:
        raise ConfigError("give either addresses or --sites FILE, not both")
    from webnoise.spiders.news import NewsSpider
    from webnoise.spiders.rendering import require_rendering
    from webnoise.spiders.sites import Arguments

    # What is wrong is said before anything starts.
    settings = _settings(args)
    arguments = {
        "site": ",".join(args.urls) if args.urls else None,
        "sites": args.sites,
        "max_pages": args.max_pages,
        "since": args.since,
        "recrawl_after": args.recrawl_after,
    }
    if any(site.render for site in Arguments.read(arguments).sites):
        require_rendering(settings)
    from scrapy.crawler import AsyncCrawlerProcess

    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(NewsSpider)
    task = process.crawl(crawler, **arguments)
    process.start()
    if task.done() and not task.cancelled() and (error := task.exception()):
        raise error
    return _status(crawler)


def _status(crawler: Crawler) -> int:
    from webnoise.pipelines.session import STORE_FAILED
    from webnoise.spiders.news import NewsSpider
    from webnoise.spiders.progress import has_failed

    stats, spider = crawler.stats, crawler.spider
    assert isinstance(spider, NewsSpider)
    if stats.get_value(f"webnoise/{STORE_FAILED}"):
        return 1
    return int(has_failed(spider.site_states(), stats.get_value("finish_reason")))


def _settings(args: argparse.Namespace) -> Any:
    from scrapy.settings import Settings

    from webnoise.config import Config

    settings = Settings()
    settings.setmodule("webnoise.settings")
    chosen: dict[str, Any] = {
        "FEEDS": _feeds(args, settings.getwithbase("FEED_EXPORTERS")),
        "LOG_LEVEL": "INFO" if args.verbose else "WARNING",
        "WEBNOISE_STORE": args.store,
        "WEBNOISE_INCREMENTAL": args.incremental or None,
        "WEBNOISE_METHOD": args.method,
        "WEBNOISE_LANGUAGES": args.language,
        "WEBNOISE_MIN_WORDS": args.min_words,
        "WEBNOISE_REPORT": args.report,
        "CLOSESPIDER_TIMEOUT": args.max_minutes and args.max_minutes * 60,
        "JOBDIR": args.jobdir,
    }
    for name, value in chosen.items():
        if value is not None:
            settings.set(name, value, "cmdline")
    for name, value in settings_of(args).items():
        settings.set(name, value, "cmdline")
    Config.from_settings(settings)
    return settings


def _feeds(args: argparse.Namespace, known: Iterable[str]) -> dict[str, Any]:
    ending = Path(args.output).suffix[1:].lower() or "jsonlines"
    if ending not in known:
        raise ConfigError(f"{args.output}: an ending that says the format is wanted: {', '.join(known)}")
    if args.output == "-":
        return {"stdout:": {"format": ending}}
    # Yesterday's articles stay in the file; new ones are appended.
    goes_on = args.incremental or args.jobdir or is_redis(args.store)
    return {args.output: {"format": ending, "overwrite": not goes_on}}
