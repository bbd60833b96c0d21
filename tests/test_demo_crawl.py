"""`scrapy crawl news -O articles.jsonl` with no argument: the demo newspapers come out clean, each story once."""

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import webnoise
from tests.demo import truth
from webnoise import demo

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def crawl(tmp_path_factory):
    """Items and log of one run of the main command."""
    output = tmp_path_factory.mktemp("demo") / "articles.jsonl"
    run = subprocess.run(
        [sys.executable, "-m", "scrapy", "crawl", "news", "-O", str(output)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return [json.loads(line) for line in output.read_text("utf-8").splitlines()], run.stderr


@pytest.fixture(scope="module")
def items(crawl):
    return crawl[0]


def with_truth(items):
    """The exported items beside the truth of their pages; the papers differ by port and paths."""
    by_path = {article.path: article for article in truth.articles()}
    return [(item, by_path[urlsplit(item["url"]).path]) for item in items]


def stories_of(found):
    return sorted(str(article.wire or (article.newspaper, article.path)) for _, article in found)


@pytest.fixture(scope="module")
def found(items):
    return with_truth(items)


def squeezed(text):
    return " ".join(text.split())


def test_every_story_comes_out_once(found):
    wanted = {str(article.wire or (article.newspaper, article.path)) for article in truth.articles()}
    assert stories_of(found) == sorted(wanted)


def test_two_reports_of_one_event_are_no_duplicates(found):
    exported = {article.path for _, article in found}
    for articles in truth.near_misses().values():
        assert all(article.path in exported for article in articles)


def test_metadata_is_right(found):
    for item, article in found:
        assert item["title"] == article.title
        assert item["authors"] == list(article.authors)
        assert item["published"] == article.published
        assert item["site"] == article.site
        assert item["language"] == "en"
        assert item["kind"] == "article"


def test_text_is_the_true_one_and_nothing_else(found):
    for item, article in found:
        assert squeezed(item["text"].replace(" | ", " ")) == squeezed(" ".join(article.paragraphs))


def test_captions_stand_with_their_images(found):
    for item, article in found:
        assert tuple(image["caption"] for image in item["images"]) == article.captions


def test_no_menu_teaser_advertisement_legal_or_cookie_text_is_there(found):
    hits = [
        (item["url"], noise)
        for item, article in found
        for noise in article.noise
        if squeezed(noise) in squeezed(item["text"])
    ]
    assert hits == []


def test_site_memory_takes_out_the_promotions_that_look_like_text(found):
    promotions = [
        (item["url"], promotion, squeezed(promotion) in squeezed(item["text"]))
        for item, article in found
        for promotion in article.promos
    ]
    assert len(promotions) > 50
    assert [promotion for promotion in promotions if promotion[2]] == []


def test_without_siblings_the_promotions_stay():
    (paper,) = [paper for paper in demo.newspapers() if paper.key == "meridian"]
    article = next(
        article for article in truth.articles() if article.newspaper == paper.key and article.promos
    )
    alone = webnoise.extract(
        paper.render(article.path).body, url=f"https://{paper.key}.example{article.path}"
    )
    assert all(squeezed(promotion) in squeezed(alone.text) for promotion in article.promos)


def test_the_run_says_what_it_crawls_and_how_to_crawl_a_real_site(crawl):
    assert "crawling the demo newspapers" in crawl[1]
    assert "scrapy crawl news -a site=https://" in crawl[1]


def agrees(shown, real):
    """Whether a value is as README shows it, which cuts long strings by `...`; the demo's port changes."""
    if isinstance(shown, dict):
        return list(shown) == list(real) and all(agrees(shown[name], real[name]) for name in shown)
    if isinstance(shown, list):
        return len(shown) == len(real) and all(map(agrees, shown, real))
    if not isinstance(shown, str):
        return type(shown) is type(real) and shown == real
    parts = re.sub(r"127\.0\.0\.1:\d+", "HOST", shown).split("...")
    pattern = ".*".join(re.escape(part.strip()) for part in parts)
    return re.fullmatch(pattern, re.sub(r"127\.0\.0\.1:\d+", "HOST", real), re.DOTALL) is not None


def test_readme_shows_what_comes_out(items):
    (code,) = re.findall(r"```json\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    shown = json.loads(code)
    (item,) = [item for item in items if item["url"].endswith(urlsplit(shown["url"]).path)]
    # What changes with the day, and with what the site's other pages have taught when the page comes.
    assert shown.pop("fetched")[10:11] == item.pop("fetched")[10:11] == "T"
    roles = "headline", "byline", "dateline", "caption"
    noise = shown.pop("noise"), item.pop("noise")
    assert [noise[0].get(role) for role in roles] == [noise[1].get(role) for role in roles]
    assert [name for name in shown if not agrees(shown[name], item[name])] == []
    assert list(shown) == list(item)


def test_robots_txt_is_obeyed(crawl):
    assert "'robotstxt/forbidden'" in crawl[1]


def test_crawl_without_a_reactor_gives_the_same_stories(tmp_path, found):
    output = tmp_path / "articles.jsonl"
    command = [sys.executable, "-m", "scrapy", "crawl", "news", "-O", str(output)]
    run = subprocess.run(
        [*command, "-s", "TWISTED_REACTOR_ENABLED=False"],
        cwd=ROOT, check=True, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert "Traceback" not in run.stderr
    items = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
    # Which paper's copy of an agency's story comes first depends on what answers first.
    assert stories_of(with_truth(items)) == stories_of(found)
