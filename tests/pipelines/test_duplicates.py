"""The same story, once: what repeats a story leads to the article that came out for it."""

import asyncio
from contextlib import suppress

import pytest
from scrapy.utils.test import get_crawler

from webnoise.model import Article
from webnoise.pipelines import Dropped, DuplicatesPipeline, Held, HoldingItemProcessor

URL = "http://news.example/{}/"


def text(*numbers):
    """A paragraph of words of its own for each number."""
    return "\n\n".join(" ".join(word(10 * number + place) for place in range(10)) for number in numbers)


def word(number):
    return "".join(consonant + "aeiou"[number // 5**place % 5] for place, consonant in enumerate("bkmtr"))


class Run:
    """One run of the stage; `out` are the articles that came out."""

    def __init__(self, **config):
        self.out = []
        settings = {f"WEBNOISE_{name.upper()}": value for name, value in config.items()}
        settings["ITEM_PROCESSOR"] = HoldingItemProcessor
        self.stage = DuplicatesPipeline.from_crawler(get_crawler(settings_dict=settings))
        self.stage.processor = self

    async def process(self, item, after):
        if after is self.stage:
            self.out.append(item)

    def put(self, name, *numbers, **fields):
        return self.take(Article(url=URL.format(name), text=text(*numbers), language="en", **fields))

    def take(self, article):
        with suppress(Dropped, Held):
            self.out.append(asyncio.run(self.stage.process_item(article)))
        return article

    def end(self):
        asyncio.run(self.stage.release())
        self.stage.session.stores.close()


@pytest.fixture(params=["", "store"])
def store(request, tmp_path):
    return f"sqlite:///{tmp_path / 'news.db'}" if request.param else ""


# Each is near to the one before, the last is not near to the first.
CHAIN = {"first": range(40), "second": range(8, 48), "third": range(16, 56)}


def test_repetition_of_a_repetition_leads_to_the_original(store):
    run = Run(duplicates="mark", store=store)
    found = {name: run.put(name, *numbers).duplicate_of for name, numbers in CHAIN.items()}
    run.end()
    assert found == {"first": None, "second": URL.format("first"), "third": URL.format("first")}
    alone = Run(duplicates="mark")
    alone.put("first", *CHAIN["first"])
    assert alone.put("third", *CHAIN["third"]).duplicate_of is None, "the chain is needed"


def test_original_of_an_earlier_run_is_led_to(tmp_path):
    store = f"sqlite:///{tmp_path / 'news.db'}"
    for name, numbers in CHAIN.items():
        run = Run(duplicates="mark", store=store)
        article = run.put(name, *numbers)
        run.end()
    assert article.duplicate_of == URL.format("first")


def test_article_that_is_fetched_again_repeats_nothing(store):
    run = Run(duplicates="mark", store=store)
    run.put("first", *range(40))
    run.put("second", *range(40))
    assert run.put("first", *range(38)).duplicate_of is None
    assert run.put("second", *range(100, 140)).duplicate_of is None, "it has a story of its own now"
    assert run.put("third", *range(100, 140)).duplicate_of == URL.format("second")
    run.end()


def test_pages_of_one_canonical_address_are_one_story():
    run = Run(duplicates="mark")
    run.put("first", *range(40), canonical_url="http://news.example/story")
    again = run.put("second", *range(40), canonical_url="http://news.example/story")
    assert again.duplicate_of == URL.format("first")


def test_story_with_outlets_is_known_by_the_article_that_came_out(tmp_path):
    store = f"sqlite:///{tmp_path / 'news.db'}"
    run = Run(duplicates="outlets", store=store)
    run.put("late", *range(40), published="2026-11-02")
    run.put("early", *range(40), published="2026-11-01")
    run.end()
    assert [(article.url, article.extra["outlets"]) for article in run.out] == [
        (URL.format("early"), [URL.format("late")])
    ]
    later = Run(duplicates="mark", store=store)
    assert later.put("third", *range(40)).duplicate_of == URL.format("early")
    later.end()


MENU = text(900, 901, 902, 903)


@pytest.mark.parametrize("own", [range(0), range(3)], ids=["the menu alone", "a menu and a text"])
def test_what_a_site_repeats_makes_no_duplicates(own):
    """`tag_simhash` learns nothing from a site, and may keep its menu."""
    run = Run(duplicates="drop", method="tag_simhash", min_siblings=4)
    for number in range(9):
        article = Article(url=URL.format(number), title=f"Story {number}", language="en")
        article.text = "\n\n".join([MENU, *(text(20 * number + part) for part in own)])
        run.take(article)
    run.end()
    assert sorted(article.url for article in run.out) == [URL.format(number) for number in range(9)]


def test_copies_of_an_article_are_no_repetition_by_the_site():
    run = Run(duplicates="drop", method="tag_simhash", min_siblings=4)
    for number in range(9):
        story = 0 if number % 2 else number
        run.take(
            Article(
                url=URL.format(number),
                title=f"Story {story}",
                text=f"{MENU}\n\n{text(*range(20 * story, 20 * story + 8))}",
                language="en",
            )
        )
    run.end()
    assert sorted(article.url for article in run.out) == [URL.format(number) for number in (0, 2, 4, 6, 8)]
