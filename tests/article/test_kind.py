"""What a page is, by its blocks, its metadata and its address."""

import json
from dataclasses import replace

import numpy as np
import pytest

from research.training.saving import save_kind
from webnoise import demo
from webnoise.article.kind import KindModel, kind_model, kind_of_shares, page_kind
from webnoise.article.kind.counts import count_blocks, names_above
from webnoise.article.kind.features import address_features, group_counts, page_features
from webnoise.config import Config
from webnoise.features.forest import Forest
from webnoise.flow import read
from webnoise.model import Page

PAPERS = demo.newspapers()
SENTENCE = "The council voted late on Tuesday to keep the old ferry running through the winter, after a long debate. "


def kind_of(html, url="https://paper.example/2026/11/02/ferry-stays-for-the-winter", kept=None):
    reading = read(Page(url, html), Config())
    return page_kind(
        url, reading.metadata, reading.page_blocks, reading.page_blocks.blocks if kept is None else kept
    )


def kind_of_demo(paper, path):
    return kind_of(paper.render(path).body, f"http://{paper.key}.example{path}")


def page(head="", body=""):
    return f"<html lang=en><head><title>Ferry stays</title>{head}</head><body>{body}</body></html>"


GALLERY = f"<h1>The ferry in pictures</h1><p>{SENTENCE}</p>" + "".join(
    f'<figure><img src="/{number}.jpg"><figcaption>{SENTENCE}</figcaption></figure>' for number in range(7)
)


def linked_data(**fields):
    return f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", **fields})}</script>'


def story(paragraphs):
    return f"<article><h1>Ferry stays for the winter</h1>{''.join(f'<p>{SENTENCE * 3}</p>' for _ in range(paragraphs))}</article>"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_every_story_of_a_newspaper_is_an_article(paper):
    stories = [path for path, view in paper.views.items() if view.kind == "article"]
    assert stories
    assert [path for path in stories if kind_of_demo(paper, path) != "article"] == []


def without_address(paper, path):
    """Return the kind of a page from a file, without any address."""
    html = paper.render(path).body
    reading = read(Page("", html), Config())
    return page_kind(
        "", replace(reading.metadata, canonical_url=None), reading.page_blocks, reading.page_blocks.blocks
    )


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_articles_and_sections_are_distinguished_without_their_addresses(paper):
    kinds = {path: without_address(paper, path) for path in paper.views}
    fronts = [path for path, view in paper.views.items() if view.kind == "index"]
    assert fronts
    assert [path for path in fronts if kinds[path] == "article"] == []
    stories = [path for path, view in paper.views.items() if view.kind == "article"]
    missed = [path for path in stories if kinds[path] != "article"]
    # Short stories in a table amid teasers need their address.
    assert len(missed) <= (len(stories) / 4 if paper.key == "harbour-post" else 0)


def test_page_without_address_is_judged_by_its_canonical_one():
    html = page(
        head='<link rel="canonical" href="https://paper.example/gallery/the-ferry-in-pictures">', body=GALLERY
    )
    assert kind_of(html, url="") == "gallery"
    assert kind_of(page(body=GALLERY), url="https://paper.example/") != "gallery"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_no_front_section_or_static_page_of_a_newspaper_is_an_article(paper):
    # Print, preview and draft copies of a story read like the story: robots.txt and the search for duplicates exclude those.
    copies = ("/print/", "/preview/", "/drafts/")
    others = [
        path for path, view in paper.views.items() if view.kind != "article" and not path.startswith(copies)
    ]
    assert others
    assert [
        path for path in others if kind_of_demo(paper, path) in ("article", "live", "gallery", "video")
    ] == []


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_front_page_of_a_newspaper_is_an_index(paper):
    assert kind_of_demo(paper, "/") == "index"


@pytest.mark.parametrize("html", ["<html></html>", page(), page(body="<div><img src=a.png></div>")])
def test_page_without_text_is_other(html):
    assert kind_of(html) == "other"


def test_page_of_which_nothing_was_kept_is_no_article():
    html = page(
        linked_data(**{"@type": "NewsArticle", "headline": "Ferry stays", "datePublished": "2026-11-02"}),
        story(8),
    )
    assert kind_of(html) == "article"
    assert kind_of(html, kept=()) != "article"


def test_consent_wall_is_other():
    body = "<h1>Before you continue</h1><p>We and our partners use cookies.</p><button>Accept all</button>"
    html = f"<html><head><title>Before you continue</title></head><body>{body}</body></html>"
    assert kind_of(html) == "other"


def test_live_blog_is_named_by_its_schema():
    head = linked_data(
        **{"@type": "LiveBlogPosting", "headline": "Ferry vote live", "datePublished": "2026-11-02"}
    )
    assert (
        kind_of(page(head, story(10)), "https://paper.example/news/ferry-vote-as-it-happened-today") == "live"
    )


def test_live_blog_that_has_just_begun_is_live():
    head = linked_data(
        **{"@type": "LiveBlogPosting", "headline": "Ferry vote live", "datePublished": "2026-11-02"}
    )
    assert kind_of(page(head, story(1)), "https://paper.example/live/49239") == "live"
    assert kind_of(page(head, story(1)), "https://paper.example/") != "live"


def test_live_blog_is_named_by_its_microdata():
    body = f'<div itemscope itemtype="https://schema.org/LiveBlogPosting">{story(10)}</div>'
    assert kind_of(page(body=body), "https://paper.example/news/ferry-vote-as-it-happened-today") == "live"


def test_live_blog_is_named_by_its_address_and_its_timed_entries():
    entries = "".join(
        f"<section><span>{hour}:15</span><p>{SENTENCE * 3}</p></section>" for hour in range(9, 21)
    )
    body = f"<article><h1>Ferry vote</h1>{entries}</article>"
    assert kind_of(page(body=body), "https://paper.example/news/live/ferry-vote-in-the-council") == "live"
    assert kind_of(page(body=body), "https://paper.example/news/ferry-vote-in-the-council") != "live"


def test_gallery_is_named_by_many_captioned_pictures_with_little_text():
    figures = "".join(
        f"<figure><img src={number}.jpg width=1200 height=800><figcaption>The ferry in the year {1900 + number}, "
        "seen from the old pier.</figcaption></figure>"
        for number in range(12)
    )
    head = linked_data(**{"@type": "ImageGallery", "name": "The ferry through the years"})
    url = "https://paper.example/pictures/the-ferry-through-the-years"
    assert kind_of(page(head, f"<h1>The ferry through the years</h1>{figures}"), url) == "gallery"
    assert (
        kind_of(page(body=f"<h1>The ferry</h1>{figures}"), "https://paper.example/ferry-through-the-years")
        == "gallery"
    )


def test_video_page_is_named_where_the_text_is_little():
    head = linked_data(**{"@type": "VideoObject", "name": "Ferry vote", "uploadDate": "2026-11-02"})
    url = "https://paper.example/video/ferry-vote-in-two-minutes"
    assert (
        kind_of(page(head, f"<h1>Ferry vote</h1><video src=v.mp4></video><p>{SENTENCE}</p>"), url) == "video"
    )


def test_article_with_a_video_in_it_stays_an_article():
    head = linked_data(
        **{"@type": "NewsArticle", "headline": "Ferry stays", "datePublished": "2026-11-02", "author": {"name": "Ada Holm"},
           "video": {"@type": "VideoObject", "name": "Ferry vote"}}
    )  # fmt: skip
    assert kind_of(page(head, story(10))) == "article"


def test_kind_goes_by_the_share_of_articles_then_by_listings_against_the_rest():
    shares = dict.fromkeys(kind_model().types, 0.0)
    assert kind_of_shares({**shares, "article": 0.9, "listing": 0.1}) == "article"
    assert (
        kind_of_shares({**shares, "article": 0.4, "listing": 0.2, "collection": 0.2, "forum": 0.2}) == "index"
    )
    assert kind_of_shares({**shares, "article": 0.4, "product": 0.4, "collection": 0.2}) == "other"


def test_votes_become_shares_that_sum_to_one(tmp_path):
    forest = Forest(
        np.array([[0, 0], [1, 0], [1, 0]]),
        np.array([[1.5, np.inf], [np.inf, np.inf], [3.0, np.inf]]),
        np.array([[[0.0], [0.0], [2.0], [-2.0]], [[0.0]] * 4]),
    )
    save_kind(KindModel(("a", "b"), ("x", "y"), forest), tmp_path / "kind.npz")
    model = KindModel.load(tmp_path / "kind.npz")
    assert model.shares({"x": 1.5, "y": 9}) == {"a": 0.5, "b": 0.5}
    assert model.shares({"x": 2, "y": 3})["a"] == pytest.approx(0.8808, abs=1e-4)  # 1 / (1 + e^-2)
    assert model.shares({"x": 2, "y": 4})["a"] == pytest.approx(0.1192, abs=1e-4)


def test_shipped_model_says_what_it_said_when_it_was_made():
    """On made-up features: a walk that errs in one of 1120 trees would show."""
    model, random = kind_model(), np.random.default_rng(0)
    rows = random.gamma(0.5, 30.0, (40, len(model.features))) * random.integers(
        0, 2, (40, len(model.features))
    )
    shares = [list(model.shares(dict(zip(model.features, row, strict=True))).values()) for row in rows]
    assert (np.sin(np.arange(40)) @ np.array(shares)).tolist() == pytest.approx(
        [0.024507, 0.215293, -0.126827, 0.338164, 0.237086, -0.314889, 0.779765], abs=2e-6
    )


def test_the_shipped_forest_asks_only_for_measures_that_every_text_page_has():
    reading = read(Page("https://paper.example/a-b-c", page(body=story(3))), Config())
    counts = count_blocks(reading.page_blocks, "en")
    assert set(kind_model().features) <= set(page_features("", reading.metadata, reading.page_blocks, counts))


def test_address_shows_home_sections_dates_and_titles():
    assert address_features("https://paper.example/")["address home"] == 1
    assert address_features("https://paper.example/index.html")["address home"] == 1
    assert address_features("")["address home"] == 0
    dated = address_features("https://paper.example/2026/11/02/ferry-stays-for-the-winter.html")
    assert (dated["address dated"], dated["address last words"]) == (1, 5)
    assert address_features("https://paper.example/category/sport")["address list"] == 1
    assert address_features("https://forum.paper.example/x")["address host talk"] == 1
    # Words of a title are no names of sections.
    assert address_features("https://paper.example/shop-owner-wins-award")["address shop"] == 0
    assert address_features("http://[broken")["address known"] == 0


def test_class_names_are_taken_apart_into_words():
    html = '<html><body><div class="articleBody post-text" id=NAV><p>Text</p></div></body></html>'
    outline = read(Page("", html), Config()).page_blocks.outline
    words, tags = names_above(outline, outline.tags.index("p"))
    assert (words, tags) == ({"article", "body", "post", "text", "nav"}, {"p", "div"})
    counts = group_counts("main", ["article", "news", "cart", "unheard"])
    assert (counts["main story"], counts["main shop"], counts["main talk"]) == (2, 1, 0)


def test_text_in_a_script_without_spaces_counts_as_much_as_others():
    html = page(
        body="<article><h1>渡轮</h1>"
        + f"<p>{'市议会周二晚间投票决定让旧渡轮在冬季继续运行。' * 2}</p>" * 3
        + "</article>"
    )
    reading = read(Page("https://paper.example/x", html), Config())
    assert len(count_blocks(reading.page_blocks, "zh").long) == 3
    assert len(count_blocks(reading.page_blocks, "en").long) == 0
