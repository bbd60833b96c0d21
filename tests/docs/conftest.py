import gzip
import json
import os
import shutil
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import webnoise
from tests.batch.conftest import write_parquet, write_warc
from tests.docs import stand_in
from tests.docs.snippets import ROOT

HERE = Path(__file__).parent
COMMANDS = (
    "pip",
    "pytest",
    "ruff",
    "mypy",
    "apt-get",
    "git",
    "scrapyd-deploy",
    "curl",
    "python",
    "cibuildwheel",
    "twine",
    "redis-server",
    "spark-submit",
    "venv-pack",
)


@pytest.fixture(scope="session")
def proxy(tmp_path_factory):
    """At an address of its own, for tests run side by side."""
    number = os.getpid() % 60_000
    server = stand_in.Proxy(
        tmp_path_factory.mktemp("proxy"), f"127.77.{number // 250 + 1}.{number % 250 + 1}"
    )
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def environment(proxy, tmp_path_factory):
    """Of the processes that the documents' commands start."""
    folder = tmp_path_factory.mktemp("commands")
    for name in COMMANDS:
        command = folder / name
        command.write_text(f'#!/bin/sh\nexec {sys.executable} {HERE / "commands.py"} {name} "$@"\n')
        command.chmod(0o755)
    path = os.pathsep.join([str(folder), str(Path(sys.executable).parent), os.environ["PATH"]])
    modules = os.pathsep.join([str(HERE / "modules"), str(ROOT)])
    own = {"PATH": path, "PYTHONPATH": modules, "STAND_IN": proxy.host, "PYTHONWARNINGS": "ignore"}
    return {**os.environ, **proxy.environment(), **own}


@pytest.fixture(scope="session")
def furnished(tmp_path_factory):
    """A folder with the files that the documents speak of as the reader's own."""
    folder = tmp_path_factory.mktemp("furnished")
    shutil.copy(ROOT / "scrapy.cfg", folder)
    (folder / "saved-pages").mkdir()
    golds = []
    with webnoise.Site("news.example", store=f"sqlite:///{folder}/.scrapy/webnoise/sites.db") as site:
        for number, path in enumerate(stand_in.paths()):
            html, url = stand_in.pages()[path], stand_in.NEWS + path
            site.learn(html, url=url)
            text = "\n\n".join(stand_in.STORIES[number].paragraphs)
            golds.append({"id": str(number), "url": url, "html": html, "text": text})
            (folder / "saved-pages" / f"{number}.html").write_text(html, "utf-8")
            (folder / "saved-pages" / f"{number}.txt").write_text(text, "utf-8")
    shutil.copy(folder / "saved-pages" / "0.html", folder / "page.html")
    (folder / "pages.jsonl").write_text("".join(json.dumps(gold) + "\n" for gold in golds), "utf-8")
    items = (webnoise.extract(gold["html"], url=gold["url"]).to_dict() for gold in golds)
    (folder / "articles.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), "utf-8")
    (folder / "news").mkdir()
    (folder / "news" / "sites.toml").write_text(f'[[site]]\nstart = ["{stand_in.NEWS}/"]\n')
    shutil.copytree(folder / "saved-pages", folder / "old" / "2019")
    (folder / "addresses.txt").write_text("".join(f"{gold['url']}\n" for gold in golds))
    (folder / "archive").mkdir()
    (folder / "pages").mkdir()
    stored = [(gold["url"], gold["html"].encode()) for gold in golds]
    write_warc(folder / "archive" / "one.warc.gz", stored)
    if find_spec("pyarrow"):
        write_parquet(folder / "more.parquet", stored)
        shutil.copy(folder / "more.parquet", folder / "pages")
    benchmark = folder / "article-extraction-benchmark"
    (benchmark / "html").mkdir(parents=True)
    truth = {gold["id"]: {"articleBody": gold["text"], "url": gold["url"]} for gold in golds}
    (benchmark / "ground-truth.json").write_text(json.dumps(truth), "utf-8")
    for gold in golds:
        (benchmark / "html" / f"{gold['id']}.html.gz").write_bytes(gzip.compress(gold["html"].encode()))
    return folder


@pytest.fixture
def folder(furnished, tmp_path, monkeypatch):
    """A copy of it, for one block."""
    copy = tmp_path / "reader"
    shutil.copytree(furnished, copy)
    (copy / "sites.toml").write_text(f'[[site]]\nstart = ["{stand_in.NEWS}/"]\n')
    monkeypatch.chdir(copy)
    yield copy
    if (server := copy / "redis.pid").exists():
        os.kill(int(server.read_text()), signal.SIGKILL)
