"""What the parts of a run share: stores that are opened once, and asked without holding up the downloads."""

import asyncio
import os
import signal
from contextlib import suppress

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.utils.test import get_crawler

from tests.redis_server import RedisProcess, require_redis
from webnoise.errors import ConfigError, StoreError
from webnoise.pipelines.session import Session
from webnoise.stores import Seen


def session_of(**settings):
    return Session.of(get_crawler(settings_dict=settings))


def test_all_parts_of_a_run_have_one_session_and_one_store(tmp_path):
    session = session_of(WEBNOISE_STORE=f"sqlite:///{tmp_path}/news.db")
    assert Session.of(session.crawler) is session
    assert session.stores is session.stores_at(session.config.store)
    session.stores.close()


def test_reactor_without_asyncio_is_refused():
    with pytest.raises(ConfigError, match="webnoise needs Scrapy's default"):
        Session(Crawler(Spider, {"TWISTED_REACTOR": "twisted.internet.selectreactor.SelectReactor"}))


def test_server_that_hangs_does_not_hold_up_the_loop_and_calls_keep_their_order(tmp_path):
    require_redis()
    server = RedisProcess(tmp_path).start()
    try:
        session = session_of(WEBNOISE_STORE=server.url)
        seen, url = session.stores.seen, "https://news.example/a-story"

        async def crawl():
            assert await session.call(seen.get, url) is None
            os.kill(server.process.pid, signal.SIGSTOP)
            session.post(seen.put, "https://news.example/another", Seen(1.0, "article"))
            answer = asyncio.ensure_future(session.call(seen.waiting, "News"))
            for _ in range(20):  # the loop goes round while the server hangs
                await asyncio.sleep(0.01)
            assert not answer.done()
            os.kill(server.process.pid, signal.SIGCONT)
            assert await answer == []
            return await session.call(seen.get, "https://news.example/another")

        assert asyncio.run(crawl()).kind == "article"
        asyncio.run(session._close())
    finally:
        with suppress(ProcessLookupError):
            os.kill(server.process.pid, signal.SIGCONT)
        server.stop()


def test_store_error_is_counted_once_and_raised(caplog):
    session = session_of()

    def broken():
        raise StoreError("mend it")

    session.crawler.engine = type("Engine", (), {"running": False})()
    with pytest.raises(StoreError):
        asyncio.run(session.call(broken))
    session.post(broken)
    assert session.crawler.stats.get_value("webnoise/store-failed") == "mend it"
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == ["mend it"]
