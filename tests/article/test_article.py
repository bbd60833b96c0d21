"""An article is a plain record; what is worked out late belongs to the extraction that made it."""

import copy
import dataclasses
import pickle

import pytest
from itemadapter import ItemAdapter

import webnoise.pipelines  # has articles as items
from webnoise.model import EXPORTED, Article

PAGE = (
    "<html lang=en><title>Rain</title><nav><a href=/>Home</a> <a href=/b>Weather</a></nav><article><h1>Rain</h1>"
    + "<p>It rained all day, and the river rose by a foot.</p>" * 5
)


@pytest.fixture
def article():
    return webnoise.extract(PAGE, url="https://e.com/a")


@pytest.fixture
def item(article):
    article.extra["desk"] = "night"
    return ItemAdapter(article)


def test_field_is_made_when_it_is_read(article):
    assert "markdown" not in vars(article)
    assert article.markdown.startswith("It rained all day")
    assert "markdown" in vars(article)
    assert "<p>It rained" in article.html


def test_field_that_was_set_is_not_made(article):
    article.markdown = "mine"
    assert article.markdown == "mine"
    assert pickle.loads(pickle.dumps(article)).markdown == "mine"


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda article: pickle.loads(pickle.dumps(article))]
)
def test_copies_are_plain_and_complete(article, copied):
    other = copied(article)
    assert type(other) is Article
    assert set(vars(other)) == {own.name for own in dataclasses.fields(Article)}
    assert other == article
    assert len(other.blocks) == len(article.blocks) > 5


def test_replace_keeps_blocks_evidence_and_html(article):
    other = dataclasses.replace(article, title="Sun")
    assert other.title == "Sun"
    assert (other.blocks, other.evidence, other.html) == (article.blocks, article.evidence, article.html)
    assert other.evidence["title"].startswith("h1")


def test_name_that_no_article_has_is_an_error(article):
    with pytest.raises(AttributeError, match="headline"):
        _ = article.headline


def test_articles_do_not_share_their_empty_fields():
    one, other = Article(), Article()
    one.images.append(1)
    one.extra["a"] = 1
    assert (other.images, other.extra) == ([], {})
    assert (one.markdown, one.html, one.noise, one.kind) == ("", "", {}, "other")


def test_exported_fields_are_plain_values_in_their_order(article):
    fields = article.to_dict()
    assert tuple(fields) == EXPORTED
    assert EXPORTED[0] == "url"
    assert EXPORTED[-1] == "fetched"
    assert article.to_dict(also=("blocks", "evidence"))["blocks"][0].keys() == {
        "text",
        "kind",
        "role",
        "keep",
        "score",
        "reason",
    }


def test_own_fields_and_the_users_are_one_item(item):
    assert list(item) == [*EXPORTED, "desk"]
    assert (item["title"], item["desk"]) == ("Rain", "night")
    assert item.asdict()["desk"] == "night"
    assert len(item) == len(EXPORTED) + 1


def test_user_writes_fields_of_both_kinds(item):
    item["title"], item["score"] = "Sun", 0.5
    assert (item.item.title, item.item.extra) == ("Sun", {"desk": "night", "score": 0.5})
    del item["score"], item["title"]
    assert "score" not in item
    assert item["title"] is None
    with pytest.raises(KeyError):
        item["score"]
