"""In a project as `scrapy startproject` makes it, without the add-on, each pipeline works or says what is missing."""

import json
import subprocess
import sys

import pytest
from scrapy.settings import Settings

import webnoise
from webnoise.errors import ConfigError
from webnoise.pipelines.addon import Addon

SPIDER = """
import dataclasses

import attrs
import scrapy

import webnoise

WORDS = "harbour ferry council winter rope tide market lantern bridge orchard signal kettle meadow granite".split()


def story(number):
    paragraphs = "".join(
        "<p>" + " ".join(WORDS[(number * part + step) % 14] + str(number * 7 + part + step) for step in range(40)) + ".</p>"
        for part in range(1, 7)
    )
    return (
        f"<html lang=en><title>Story {number}</title><body><ul><li><a href=/>Home</a></ul><article><h1>Story {number}</h1>"
        f"{paragraphs}<p>Join the walking club of our readers, every Sunday at nine by the old mill.</p></article>"
    )


class Declared(scrapy.Item):
    url = scrapy.Field()
    html = scrapy.Field()


@dataclasses.dataclass
class Data:
    url: str
    html: str


@attrs.define
class Attrs:
    url: str
    html: str


class Texts(scrapy.Item):
    url = scrapy.Field()
    text = scrapy.Field()
    fingerprint = scrapy.Field()


@attrs.define
class Plain:
    url: str
    text: str


class Items(scrapy.Spider):
    name = "items"

    async def start(self):
        if self.kind == "texts":
            text = story(1)
            yield {"url": "https://a.example/1", "text": text, "language": "en"}
            yield Texts(url="https://a.example/2", text=text)
            yield Plain(url="https://a.example/3", text=text)
            yield Plain(url="https://a.example/4", text="A short text")
            return
        kinds = [dict, Declared, Data, Attrs, webnoise.Page]
        for number in range(10):
            yield kinds[number % 5](url=f"https://a.example/{number}", html=story(number))
        yield {"price": 3}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scrapy")
    subprocess.run(
        [sys.executable, "-m", "scrapy", "startproject", "theirs"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    root = folder / "theirs"
    (root / "theirs" / "spiders" / "items.py").write_text(SPIDER)
    (root / "theirs" / "pipelines.py").write_text(
        "import scrapy.pipelines\n\n\nclass Processor(scrapy.pipelines.ItemPipelineManager):\n    pass\n\n\n"
        "class Count:\n    async def process_item(self, item):\n"
        "        return {'blocks': len(item.page_blocks.blocks), 'title': item.metadata.title} if hasattr(item, 'page_blocks') else item\n"
    )
    return root


@pytest.fixture
def run(project, tmp_path):
    """Run the spider with these pipelines; its items and its log."""

    def run(pipelines, kind="pages", **settings):
        listed = {
            f"webnoise.pipelines.{name}" if "." not in name else name: at for name, at in pipelines.items()
        }
        command = [
            sys.executable,
            "-m",
            "scrapy",
            "crawl",
            "items",
            "-a",
            f"kind={kind}",
            "-o",
            str(tmp_path / "out.jsonl"),
        ]
        for name, value in {"ITEM_PIPELINES": json.dumps(listed), **settings}.items():
            command += ["-s", f"{name}={value}"]
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=120, check=False)
        output = tmp_path / "out.jsonl"
        items = [json.loads(line) for line in output.read_text().splitlines()] if output.exists() else []
        return items, done.stderr

    return run


PROCESSOR = {"ITEM_PROCESSOR": "webnoise.pipelines.HoldingItemProcessor"}


def test_noise_removal_makes_articles_of_items_of_every_type(run):
    items, log = run({"NoiseRemovalPipeline": 300})
    assert sorted(item["title"] for item in items if "title" in item) == [
        f"Story {number}" for number in range(10)
    ]
    assert {"price": 3} in items
    assert "Home" not in items[0]["text"]
    assert "ERROR" not in log


def test_segmentation_gives_pages_to_a_pipeline_of_the_projects_own_and_warns_once(run):
    items, log = run({"SegmentationPipeline": 100, "theirs.pipelines.Count": 200})
    assert sorted(item["title"] for item in items if "title" in item) == [
        f"Story {number}" for number in range(10)
    ]
    assert min(item["blocks"] for item in items if "blocks" in item) >= 8
    assert log.count("SegmentationPipeline: items leave as pages of blocks") == 1


def test_site_learning_alone_drops_what_all_pages_share_from_articles(run):
    listed = {"SiteLearningPipeline": 200, "NoiseRemovalPipeline": 300}
    items, log = run(listed, WEBNOISE_METHOD="content_extractor", **PROCESSOR)
    articles = [item for item in items if "title" in item]
    assert len(articles) == 10, log
    assert not any("walking club" in item["text"] for item in articles)


@pytest.mark.parametrize("settings", [{}, {"ITEM_PROCESSOR": "theirs.pipelines.Processor"}])
def test_site_learning_without_its_item_processor_is_an_error_at_start(run, settings):
    items, log = run({"SiteLearningPipeline": 200, "NoiseRemovalPipeline": 300}, **settings)
    assert items == []
    assert "set ITEM_PROCESSOR = 'webnoise.pipelines.HoldingItemProcessor'" in log
    assert "never awaited" not in log


def test_stages_in_the_wrong_order_are_an_error_at_start(run):
    items, log = run({"NoiseRemovalPipeline": 100, "SiteLearningPipeline": 200}, **PROCESSOR)
    assert items == []
    assert (
        "lists NoiseRemovalPipeline before SiteLearningPipeline: give SiteLearningPipeline the lower" in log
    )


def test_multi_page_hands_items_on_and_says_that_it_joins_none(run):
    items, log = run({"NoiseRemovalPipeline": 300, "MultiPagePipeline": 350})
    assert len(items) == 11
    assert log.count("MultiPagePipeline: this spider does not find out which page continues which") == 1


def test_filter_judges_items_by_the_fields_that_they_have(run):
    items, _ = run({"FilterPipeline": 400}, kind="texts", WEBNOISE_MIN_WORDS=50)
    assert [item["url"][-1] for item in items] == ["1", "2", "3"]


@pytest.mark.parametrize("action", ["drop", "mark"])
def test_duplicates_of_items_are_dropped_or_marked_where_their_fields_allow_it(run, action):
    items, log = run({"DuplicatesPipeline": 500}, kind="texts", WEBNOISE_DUPLICATES=action)
    assert [item["url"][-1] for item in items] == (["1", "4"] if action == "drop" else ["1", "2", "3", "4"])
    assert len(items[0]["fingerprint"]) == 16
    if action == "mark":
        assert items[1]["fingerprint"] == items[0]["fingerprint"]
        assert log.count("DuplicatesPipeline: Texts has no field 'duplicate_of'") == 1


def test_export_says_that_only_articles_have_its_fields(run):
    items, log = run({"ExportPipeline": 900}, kind="texts", WEBNOISE_EXPORT_EXTRA="blocks")
    assert len(items) == 4
    assert log.count("ExportPipeline: only articles have blocks, html and evidence") == 1


def test_add_on_refuses_an_item_processor_that_would_lose_held_pages():
    settings = Settings({"ITEM_PROCESSOR": "scrapy.pipelines.ItemPipelineManager"}, priority="project")
    with pytest.raises(ConfigError, match=r"derive it from webnoise\.pipelines\.HoldingItemProcessor"):
        Addon().update_settings(settings)
    assert webnoise.Addon is Addon
