"""The demo's truth agrees with its pages, and its stories are as many and as varied as promised."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from lxml import html as lxml_html

from tests.demo import truth
from webnoise.demo import newspapers

PAPERS = {paper.key: paper for paper in newspapers()}


def visible_text(article: truth.ArticleTruth) -> str:
    paper = PAPERS[article.newspaper]
    tree = lxml_html.fromstring(paper.render(article.path).body.decode(paper.edition["encoding"]))
    words = "".join(tree.xpath("//text()[not(ancestor::script) and not(ancestor::style)]"))
    return " ".join([*words.split(), *tree.xpath("//input/@value")])


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {article.newspaper + article.path: visible_text(article) for article in truth.articles()}


@cache
def shingles(article: truth.ArticleTruth) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", " ".join(article.paragraphs).lower())
    return set(zip(words, words[1:], words[2:], strict=False))


def resemblance(one: truth.ArticleTruth, other: truth.ArticleTruth) -> float:
    return len(shingles(one) & shingles(other)) / len(shingles(one) | shingles(other))


def test_every_true_paragraph_and_promo_stands_on_its_page_in_order(pages):
    for article in truth.articles():
        page = pages[article.newspaper + article.path]
        # From the standfirst's own place on: teasers before it may repeat it.
        position = page.index(article.title)
        for paragraph in article.paragraphs:
            assert paragraph in page[position:], (article.path, paragraph)
            position = page.index(paragraph, position) + len(paragraph)
        for promo in article.promos:
            assert promo in page


def test_site_byline_date_and_captions_stand_on_every_page_and_in_no_text(pages):
    for article in truth.articles():
        page, text = pages[article.newspaper + article.path], "\n".join(article.paragraphs)
        assert len(article.furniture) >= 2
        assert [line for line in (article.site, *article.furniture) if line not in page] == []
        assert [line for line in article.furniture[len(article.authors) :] if line in text] == []


def test_every_noise_string_stands_on_some_page(pages):
    everything = "\n".join(pages.values())
    assert [words for words in truth.noise_strings() if words not in everything] == []


def test_no_noise_string_is_part_of_any_true_text():
    for article in truth.articles():
        text = "\n".join((article.title, *article.paragraphs))
        assert [words for words in (*truth.noise_strings(), *article.noise) if words in text] == []


def test_most_articles_of_a_paper_carry_its_promos_in_the_body():
    for key, paper in PAPERS.items():
        carried = Counter(
            promo for article in truth.articles() if article.newspaper == key for promo in article.promos
        )
        assert set(carried) == set(paper.edition["promos"])
        assert all(0.6 <= count / len(paper.stories) < 1 for count in carried.values())


def test_promos_look_like_the_paragraphs_around_them():
    paper = PAPERS["meridian"]
    article = next(
        article for article in truth.articles() if article.newspaper == "meridian" and article.promos
    )
    tree = lxml_html.fromstring(paper.render(article.path).body.decode())
    (promo,) = (p for p in tree.iter("p") if p.text_content() == article.promos[0])
    assert promo.getparent().get("class") == "prose"
    assert not promo.attrib


def test_there_are_at_least_forty_distinct_stories_of_150_to_600_words():
    distinct = {(article.wire or (article.newspaper, article.path)) for article in truth.articles()}
    assert len(distinct) >= 40
    for article in truth.articles():
        assert 150 <= len(" ".join(article.paragraphs).split()) <= 600, article.path


def test_stories_of_every_paper_have_subheadings_lists_quotes_tables_and_pictures():
    for paper in PAPERS.values():
        kinds = {passage.kind for story in paper.stories for passage in story.passages}
        assert kinds == {"paragraph", "subheading", "quote", "list", "table"}
        assert sum(story.picture is not None for story in paper.stories) >= 10


def test_wire_stories_run_in_all_three_papers_under_other_headlines():
    stories = truth.wire_stories()
    assert len(stories) >= 5
    for copies in stories.values():
        assert {article.newspaper for article in copies} == set(PAPERS)
        assert len({article.title for article in copies}) == 3
        assert len({article.paragraphs for article in copies}) >= 2


def test_wire_copies_resemble_each_other_and_nothing_else_does():
    for one, other in combinations(truth.articles(), 2):
        if one.wire and one.wire == other.wire:
            assert resemblance(one, other) > 0.6, (one.path, other.path)
        else:
            assert resemblance(one, other) < 0.4, (one.path, other.path)


def test_near_misses_are_two_reports_of_one_match_and_a_follow_up():
    groups = truth.near_misses()
    match, follow_up = groups["derby"], groups["bridge"]
    assert {article.newspaper for article in match} == {"harbour-post", "valley-courier"}
    assert len({article.authors for article in match}) == 2
    later, earlier = follow_up
    assert set(later.paragraphs) & set(earlier.paragraphs), "the follow-up repeats the background"
    assert resemblance(later, earlier) < 0.4


def test_no_sentence_is_used_in_two_stories_but_the_follow_ups_background():
    sentences = Counter(
        sentence
        for story in {article.wire or article.path: article for article in truth.articles()}.values()
        for paragraph in set(story.paragraphs)
        for sentence in re.split(r"(?<=[.!?])\s+", paragraph)
        if len(sentence.split()) > 6
    )
    repeated = [sentence for sentence, count in sentences.items() if count > 1]
    assert all("bridge" in sentence or "crossing of the Calder" in sentence for sentence in repeated), (
        repeated
    )


def test_modern_papers_give_the_truth_in_their_metadata():
    for article in truth.articles():
        if article.newspaper == "harbour-post":
            continue
        tree = lxml_html.fromstring(
            PAPERS[article.newspaper].render(article.path, "http://a.example").body.decode()
        )
        assert tree.xpath("//meta[@property='og:title']/@content") == [article.title]
        assert tree.xpath("//meta[@property='article:published_time']/@content") == [article.published]
        assert tree.xpath("//link[@rel='canonical']/@href") == ["http://a.example" + article.path]
        if article.newspaper == "meridian":
            (script,) = tree.xpath("//script[@type='application/ld+json']/text()")
            news = json.loads(script)["@graph"][0]
            assert (news["headline"], news["datePublished"]) == (article.title, article.published)
            assert tuple(author["name"] for author in news["author"]) == article.authors
