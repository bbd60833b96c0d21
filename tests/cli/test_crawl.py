"""`webnoise crawl` in a folder without a Scrapy project."""

import json
import signal
import subprocess
import sys

import pytest

from tests.demo import truth
from webnoise.demo import DemoServer

HASTE = ["-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=0", "--method", "word_leaf_ratio"]


@pytest.fixture(scope="module")
def server():
    with DemoServer() as server:
        yield server


def start(folder, *arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "webnoise", "crawl", *arguments],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_articles_of_a_site_come_out_and_the_summary_says_how_it_went(server, tmp_path):
    process = start(tmp_path, server.urls[0], "-o", "articles.jsonl", "--max-pages", "6", *HASTE)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    articles = [json.loads(line) for line in (tmp_path / "articles.jsonl").read_text("utf-8").splitlines()]
    assert 1 <= len(articles) <= 5
    assert {article["url"] for article in articles} <= set(truth.by_url(server))
    assert "articles" in errors.splitlines()[0]
    assert "raise max_pages" in errors


def test_standard_output_is_the_default(server, tmp_path):
    process = start(tmp_path, server.urls[1], "--max-pages", "2", *HASTE)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert [json.loads(line)["url"] for line in output.splitlines()]


def test_ctrl_c_ends_the_crawl_cleanly_with_what_was_fetched(server, tmp_path):
    process = start(
        tmp_path,
        server.urls[2],
        "-o",
        "articles.jsonl",
        "-s",
        "LOG_LEVEL=DEBUG",
        "-s",
        "DOWNLOAD_DELAY=0.2",
        "--method",
        "word_leaf_ratio",
    )
    for line in process.stderr:
        if "Crawled (200)" in line and "robots" not in line:
            break
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert "Spider closed (shutdown)" in errors
    for line in (tmp_path / "articles.jsonl").read_text("utf-8").splitlines():
        json.loads(line)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ftp://example.org"], "write https://host/path"),
        (["https://e.org", "--sites", "india"], "either addresses or --sites"),
        (["--sites", "nowhere.toml"], "cannot read the sites file"),
        (["https://e.org", "-o", "articles.doc"], "an ending that says the format"),
        (["https://e.org", "--incremental"], "incremental needs a store"),
        (["https://e.org", "--since", "yesterday"], "such as 2026-11-01"),
        (["https://e.org", "--max-pages", "0"], "a whole number from 1 on"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_before_anything_is_fetched(
    arguments, words, capsys, tmp_path, monkeypatch
):
    from webnoise.cli.main import main

    monkeypatch.chdir(tmp_path)
    assert main(["crawl", *arguments]) == 2
    errors = capsys.readouterr().err
    assert words in errors
    assert len(errors.splitlines()) == 1
