import pickle

import parsel
import pytest
from scrapy.http import HtmlResponse

import webnoise

BODY = "".join(
    f"<p>The council met on day {day} and, after a long debate, voted for the new bridge over the river.</p>"
    for day in ("one", "two", "three", "four")
)
PAGE = f"""<html lang="en"><head><title>Council votes for bridge - The Harbour Post</title>
<meta property="og:site_name" content="The Harbour Post"></head><body>
<nav><ul><li><a href="/">Home</a><li><a href="/news">News</a><li><a href="/sport">Sport</a></ul></nav>
<main><article><h1>Council votes for bridge</h1>{BODY}</article></main>
<footer><p>© 2026 The Harbour Post. All rights reserved. <a href="/privacy">Privacy</a></p></footer></body></html>"""
URL = "https://post.example/news/bridge"


@pytest.mark.parametrize("html", [PAGE, PAGE.encode()], ids=["str", "bytes"])
def test_extract_gives_the_article_of_a_page(html):
    article = webnoise.extract(html, url=URL)
    assert article.title == "Council votes for bridge"
    assert article.text.startswith("The council met on day one")
    assert article.text.count("new bridge over the river") == 4
    assert "Privacy" not in article.text
    assert "Sport" not in article.text
    assert (article.url, article.language, article.kind) == (URL, "en", "article")


@pytest.mark.parametrize("comment", ["", "<!-- a note -->"], ids=["plain", "commented"])
def test_tree_of_a_selector_or_response_is_not_parsed_again(comment, monkeypatch):
    html = PAGE.replace("a long debate", f"a {comment}long debate")
    response = HtmlResponse(URL, body=html, encoding="utf-8")
    expected = webnoise.extract(html, url=URL)
    sources = [response, parsel.Selector(html)]
    assert response.selector is not None
    monkeypatch.setattr("webnoise.page.parse.etree.fromstring", None)
    for source in sources:
        article = webnoise.extract(source, url=URL)
        assert (article.title, article.text, article.html) == (expected.title, expected.text, expected.html)
    assert webnoise.extract(response).url == URL


def test_what_a_foreign_parser_has_lost_is_parsed_anew():
    html = PAGE.replace(
        "<footer>",
        "</body></html><p>" + "More of the story, told behind an early end. " * 60 + "</p><footer>",
    )
    response = HtmlResponse(URL, body=html + " " * 3000, encoding="utf-8")
    assert "told behind an early end" in webnoise.extract(response).text


@pytest.mark.parametrize("source", [None, 7, parsel.Selector('{"a": 1}', type="json")])
def test_what_is_no_page_is_refused_by_name(source):
    with pytest.raises(webnoise.InputError, match=r"not (NoneType|int|a tree of HTML)"):
        webnoise.extract(source)


def test_every_block_says_why_it_stayed_or_went():
    article = webnoise.extract(PAGE, url=URL)
    assert [block.text for block in article.blocks if "Home" in block.text] == ["Home News Sport"]
    for block in article.blocks:
        assert block.keep in (True, False)
        assert 0.0 <= block.score <= 1.0
        assert str(block.reason)
    assert sum(article.noise.values()) == sum(not block.keep for block in article.blocks)


def test_headline_is_not_repeated_in_the_text():
    article = webnoise.extract(PAGE, url=URL)
    assert "Council votes for bridge" not in article.text
    assert article.noise["headline"] == 1


def test_line_about_the_author_behind_the_text_is_dropped():
    byline = '<meta name="author" content="Anwen Frost">'
    more = "".join(
        f"<p>Part {part} of a long debate, which the council held until the lamps went out.</p>"
        for part in range(4)
    )
    line = "<p>Anwen Frost writes on business, food and the borough council.</p>"
    page = PAGE.replace("</head>", f"{byline}</head>").replace("</article>", f"{more}{line}</article>")
    article = webnoise.extract(page, url=URL)
    assert article.authors == ["Anwen Frost"]
    assert "writes on business" not in article.text
    assert "Part 3 of a long debate" in article.text


@pytest.mark.parametrize("html", ["", b"", "  "])
def test_empty_input_is_an_input_error(html):
    with pytest.raises(webnoise.InputError, match="holds no HTML"):
        webnoise.extract(html, url=URL)


@pytest.mark.parametrize(
    "html", ["<p>Some words, no more.</p>", "<title>T</title><p>One line here.</p>", "bare words"]
)
def test_fragment_gives_its_text_however_short(html):
    expected = html.rpartition("<p>")[2].removesuffix("</p>")
    assert webnoise.extract(html).text == expected


def test_page_without_text_gives_an_article_without_text():
    article = webnoise.extract("<html><body><img src=a></body></html>", url=URL)
    assert (article.text, article.kind, article.title) == ("", "other", None)


def test_unknown_method_names_the_nearest():
    with pytest.raises(webnoise.ConfigError, match="did you mean 'desea'"):
        webnoise.extract(PAGE, url=URL, method="desee")


def test_limits_of_the_config_hold():
    with pytest.raises(webnoise.LimitExceeded, match="max_bytes = 50"):
        webnoise.extract(PAGE, url=URL, config=webnoise.Config(max_bytes=50))


def test_articles_can_be_pickled_with_all_they_carry():
    article = webnoise.extract(PAGE, url=URL)
    copy = pickle.loads(pickle.dumps(article))
    assert copy == article
    assert (copy.html, copy.blocks) == (article.html, article.blocks)


def test_exported_fields_stand_in_their_order():
    assert list(webnoise.extract(PAGE, url=URL).to_dict()) == [
        "url", "canonical_url", "site", "title", "authors", "published", "modified", "language", "section", "tags",
        "description", "text", "markdown", "images", "media", "kind", "paywalled", "word_count", "fingerprint",
        "duplicate_of", "noise", "fetched",
    ]  # fmt: skip


def test_site_remembers_what_its_pages_repeat():
    promo = "<p>Readers of the Post can join our walking club, every Sunday at nine, at the old mill.</p>"

    def page(number):
        story = "".join(
            f"<p>Report {number}, part {part}: a story of its own, with words {number * part} that no other has.</p>"
            for part in range(1, 6)
        )
        return f"<html lang=en><title>Report {number}</title><body><article>{story}{promo}</article></body></html>"

    site = webnoise.Site("post.example")
    for number in range(1, 6):
        site.learn(page(number), url=f"https://post.example/{number}")
    article = webnoise.extract(page(6), url="https://post.example/6", method="content_extractor", site=site)
    assert "walking club" not in article.text
    assert article.text.count("Report 6, part") == 5


def test_site_remembers_between_runs(tmp_path):
    promo = "<p>Readers of the Post can join our walking club, every Sunday at nine, at the old mill.</p>"
    words = "harbour ferry council winter rope tide market lantern bridge orchard signal kettle".split()

    def page(number):
        story = "".join(
            f"<p>The {words[(number + part) % 12]} of the {words[(number * part) % 12]} was late by {number + part} days, "
            f"and nobody in the {words[(number + 2 * part) % 12]} knew why, though all had a view on it.</p>"
            for part in range(1, 6)
        )
        return f"<html lang=en><title>Report {number}</title><body><article>{story}{promo}</article></body></html>"

    store = f"sqlite:///{tmp_path / 'memory.db'}"
    with webnoise.Site("post.example", store=store) as site:
        for number in range(1, 9):
            site.learn(page(number), url=f"https://post.example/{number}")
    again = webnoise.Site("post.example", store=store)
    article = again.extract(page(9), url="https://post.example/9")
    assert "walking club" not in article.text
    assert article.text.count("was late by") == 5
    assert "walking club" in webnoise.extract(page(9), url="https://post.example/9").text
    other = webnoise.Site("other.example", store=store)
    assert "walking club" in other.extract(page(9), url="https://other.example/9").text


@pytest.mark.parametrize("headline", ["Bridges: Council votes for bridge", "Council votes for bridge | Live"])
def test_headline_with_a_kicker_is_the_headline(headline):
    html = PAGE.replace("<h1>Council votes for bridge</h1>", f"<h1>{headline}</h1>")
    article = webnoise.extract(html, url=URL)
    assert "Council votes for bridge" not in article.text
    assert article.text.startswith("The council met on day one")
