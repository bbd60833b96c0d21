"""With WEBNOISE_WORKERS other processes read and judge: the same articles come out, in the same order."""

import json
import os
import re
import subprocess
import sys

import pytest
from scrapy.settings import Settings

from webnoise.batch.crawl_work import CrawlWork, Part, Task
from webnoise.batch.work import learning_method
from webnoise.config import Config
from webnoise.demo import newspapers
from webnoise.errors import ConfigError
from webnoise.flow import extract, finish, read
from webnoise.model import Page
from webnoise.pipelines.addon import Addon

SPIDER = """
import multiprocessing
import os
import signal
import scrapy
import webnoise
from webnoise.demo import newspapers


class Pages(scrapy.Spider):
    name = "pages"
    custom_settings = {
        "ADDONS": {"webnoise.Addon": 500},
        "ITEM_PIPELINES": {"spider.Incident": 310},
        "CONCURRENT_REQUESTS": 1,
        "REMOTE_CONTROL_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
    }
    incident = ""

    async def start(self):
        for number, (paper, path) in enumerate((paper, path) for paper in newspapers() for path in [*paper.views][:12]):
            base = f"https://{paper.name.lower().replace(' ', '')}.example"
            body = paper.render(path, base).body
            page = webnoise.Page(base + path, body, fetched="2026-11-16T00:00:00+00:00", extra={"desk": path})
            yield scrapy.Request(f"data:,{number}", priority=-number, cb_kwargs={"page": page})

    def parse(self, response, page):
        yield page


class Incident:
    # Behind the judging: all processes are at work by then.
    @classmethod
    def from_crawler(cls, crawler):
        incident = cls()
        incident.kind, incident.seen, incident.logger = crawler.spider.incident, 0, crawler.spider.logger
        return incident

    async def process_item(self, item):
        self.seen += 1
        if self.seen == 10 and self.kind:
            children = multiprocessing.active_children()
            self.logger.info("children: %s", " ".join(str(child.pid) for child in children))
            if self.kind == "kill":
                children[0].kill()
            else:
                os.kill(os.getpid(), signal.SIGINT)
        return item
"""


class Run:
    def __init__(self, folder, workers, *options):
        folder.mkdir()
        (folder / "spider.py").write_text(SPIDER)
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "articles.jsonl",
             "-s", f"WEBNOISE_WORKERS={workers}", *options],
            cwd=folder, capture_output=True, text=True, timeout=60, check=False,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), *sys.path])},
        )  # fmt: skip
        self.status, self.log = done.returncode, done.stderr
        output = folder / "articles.jsonl"
        lines = output.read_text("utf-8").splitlines() if output.exists() else []
        self.articles = [json.loads(line) for line in lines]
        self.counts = {
            name: int(number) for name, number in re.findall(r"'webnoise/([\w/-]+)': (\d+)[,}]", self.log)
        }

    @property
    def children(self):
        return [int(pid) for line in re.findall(r"children: ([\d ]+)", self.log) for pid in line.split()]


EXTRA = ("-s", "WEBNOISE_EXPORT_EXTRA=blocks,html,evidence")


@pytest.fixture(scope="module")
def in_place(tmp_path_factory):
    """One page after the other, so that each is judged by what the pages before it have taught."""
    run = Run(tmp_path_factory.mktemp("in_place") / "run", 0, *EXTRA, "-s", "SCRAPER_SLOT_MAX_ACTIVE_SIZE=1")
    assert len(run.articles) > 5
    return run


def test_articles_and_counts_are_those_of_a_crawl_in_place_in_their_order(in_place, tmp_path):
    run = Run(tmp_path / "run", 2, *EXTRA)
    assert run.articles == in_place.articles
    assert run.counts == in_place.counts


def test_method_that_does_not_learn_is_asked_once_for_each_page(tmp_path):
    run = Run(tmp_path / "run", 1, "-s", "WEBNOISE_METHOD=word_leaf_ratio", "-s", "WEBNOISE_DUPLICATES=keep")
    config = Config(method="word_leaf_ratio")
    paper = newspapers()[0]
    base = f"https://{paper.name.lower().replace(' ', '')}.example"
    articles = [article for article in run.articles if article["url"].startswith(base)]
    assert articles
    for article in articles:
        page = Page(article["url"], paper.render(article["desk"], base).body, fetched=article["fetched"])
        assert article == {**extract(page, config).to_dict(), "desk": article["desk"]}


def test_killed_process_costs_one_page_at_most(in_place, tmp_path):
    run = Run(tmp_path / "run", 2, "-a", "incident=kill", "-s", "WEBNOISE_DUPLICATES=mark")
    assert run.status == 0
    assert run.counts["pages"] + run.counts.get("dropped/beyond-limits", 0) == in_place.counts["pages"]
    assert run.counts.get("dropped/beyond-limits", 0) <= 1
    # Not their texts: pages that are read again are judged by what the crawl has learned meanwhile.
    known = {article["url"] for article in in_place.articles} & {article["url"] for article in run.articles}
    assert len(known) >= len(in_place.articles) - 1


def test_process_that_took_a_killed_ones_place_judges_by_all_that_the_crawl_knows():
    config = Config()
    method = learning_method(config)
    paper = newspapers()[0]
    pages = [Page(path, paper.render(path, "https://paper.example").body) for path in [*paper.views][:6]]
    memory = method.new_memory()
    for page in pages:
        method.learn(memory, read(page, config).prepared)
    work = CrawlWork(config)

    lost = work(Task((), behind=6, number=1, page=pages[1], judged=True, site="paper"))
    assert lost.misses
    assert lost.judged is None

    known = (Part("paper", memory.to_bytes(), of_page=False),)
    again = work(Task(known, behind=None, number=1, page=pages[1], judged=True, site="paper"))
    assert again.judged.article.text == finish(read(pages[1], config), config, memory).text


def test_page_that_changes_nothing_of_what_is_known_teaches_nothing():
    config = Config()
    paper = newspapers()[0]
    path = next(iter(paper.views))
    page = Page(path, paper.render(path, "https://paper.example").body)
    work = CrawlWork(config)

    taught = work(Task((), behind=0, number=1, page=page, site="paper")).taught
    part = Part("paper", taught)
    assert work(Task((part,), behind=0, number=2, page=page, site="paper")).taught is None
    assert work(Task((), behind=1, number=3, page=page, site="other")).taught == taught


def test_processes_do_not_import_scrapy():
    code = "import sys, webnoise.batch.crawl_work; assert 'scrapy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_ctrl_c_lets_what_was_begun_come_out_and_leaves_no_process(tmp_path):
    run = Run(tmp_path / "run", 2, "-a", "incident=interrupt", "-s", "WEBNOISE_DUPLICATES=mark")
    assert run.status == 0
    assert "'finish_reason': 'shutdown'" in run.log
    assert "Traceback" not in run.log
    assert run.counts["pages"] >= 10
    assert len(run.children) == 2
    assert not any(is_running(pid) for pid in run.children)


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"WEBNOISE_WORKERS": "many"}, "WEBNOISE_WORKERS must be a number of processes"),
        ({"WEBNOISE_WORKERS": -1}, "WEBNOISE_WORKERS must be a number of processes"),
        ({"WEBNOISE_WORKERS": 1, "WEBNOISE_INSPECT": "folder"}, "set WEBNOISE_WORKERS=0"),
    ],
)
def test_settings_that_cannot_be_are_refused_before_the_first_request(given, why):
    with pytest.raises(ConfigError, match=why):
        Addon().update_settings(Settings(given))
