"""What is decided again with the first scores in view: regions as a whole, the standfirst, the page's cut."""

from dataclasses import replace

import numpy as np

import webnoise
from webnoise import flow
from webnoise.config import Config
from webnoise.features.neighbours import NAMES, look_around
from webnoise.methods.core.method import Core
from webnoise.methods.core.model import shipped_model
from webnoise.methods.core.second_look import DOUBT, look_again, page_cut
from webnoise.model import Page


def paragraphs(subject, many=6):
    return "".join(
        f"<p>Paragraph {n} tells at some length what the council decided about {subject}, and why the mayor, "
        f"who had asked for more time, did not vote in the end.</p>"
        for n in range(many)
    )


def page(body, description=""):
    return f"""<html lang="en"><head><title>Old pier to close</title>
    <meta name="description" content="{description}"></head><body>
    <nav><a href="/">Home</a> <a href="/city">City</a></nav>{body}</body></html>"""


def test_comments_go_as_a_whole():
    said = (
        "I have lived here for forty years, and nobody ever asked me about the pier, which is a great shame."
    )
    html = page(
        f"<article><h1>Old pier to close</h1>{paragraphs('the pier')}</article>"
        f"<section class='comments'><div class='comment'><p>{said}</p></div><div><p>{said[::-1]}</p></div></section>"
    )
    text = webnoise.extract(html).text
    assert "Paragraph 5" in text
    assert said not in text


def test_the_article_that_follows_goes():
    html = page(
        f"<article><h1>Old pier to close</h1>{paragraphs('the pier')}</article>"
        f"<article><h1>Choir wins the cup</h1>{paragraphs('the choir')}</article>"
    )
    text = webnoise.extract(html).text
    assert "about the pier" in text
    assert "the choir" not in text


def test_a_list_to_choose_from_is_no_text_even_where_it_reads_like_sentences():
    headlines = "".join(
        f"<option value='/{n}'>The council decided about the pier on day {n}, and the mayor did not vote.</option>"
        for n in range(12)
    )
    html = page(
        f"<article><h1>Old pier to close</h1><div><select>{headlines}</select></div>{paragraphs('the pier', 2)}</article>"
    )
    text = webnoise.extract(html).text
    assert "Paragraph 1" in text
    assert "on day 7" not in text


def test_posts_under_one_headline_stay():
    html = page(
        f"<h1>Old pier to close</h1><article><h2>Noon</h2>{paragraphs('noon')}</article>"
        f"<article><h2>Dusk</h2>{paragraphs('dusk')}</article>"
    )
    text = webnoise.extract(html).text
    assert "about noon" in text
    assert "about dusk" in text


def test_the_standfirst_that_the_description_repeats_stays():
    summary = "After ninety years the pier is closed, because a survey found holes in most of its piles"
    html = page(
        f"<h1>Old pier to close</h1><div class='x9'>{summary}</div><div>{paragraphs('the pier')}</div>",
        summary,
    )
    assert webnoise.extract(html).text.startswith(summary)


def test_a_model_without_a_second_look_decides_by_the_first():
    first = Core(replace(shipped_model(), second=None))
    html = page(f"<article><h1>Old pier to close</h1>{paragraphs('the pier')}</article>")
    read = flow.read(Page("", html), Config(), first)
    assert read.prepared.look is None
    assert "Paragraph 5" in flow.decide(read, Config()).text


def test_only_blocks_that_the_first_look_is_in_doubt_of_are_decided_again():
    seen = flow.read(Page("", page(paragraphs("rain"))), Config(), Core()).prepared
    second = shipped_model().second
    first = np.linspace(-3, 3, len(seen.page.blocks), dtype=np.float32)
    look = look_again(second, seen.page, seen.ground, seen.measures, first)
    doubtful = np.abs(first) < DOUBT
    assert 0 < doubtful.sum() < len(first)
    assert look.doubtful.tolist() == np.flatnonzero(doubtful).tolist()
    assert (look.scores[~doubtful] == first[~doubtful]).all()
    assert (look.scores[doubtful] != first[doubtful]).all()
    sure = np.full(len(first), 5.0, np.float32)
    assert (look_again(second, seen.page, seen.ground, seen.measures, sure).scores == sure).all()


def test_the_second_look_sees_finite_numbers_whatever_the_first_scores_are():
    read = flow.read(Page("", page(paragraphs("rain"))), Config(), Core())
    ground = read.prepared.ground
    for score in (-1e6, -3.0, 0.0, 1e6):
        columns = look_around(ground, np.full(len(ground), score), None)
        assert columns.shape == (len(NAMES), len(ground))
        assert np.isfinite(columns).all()


def test_only_long_pages_choose_their_cut_and_doubtful_ones_a_lower_one():
    ground = flow.read(Page("", page(paragraphs("rain", 60))), Config(), Core()).prepared.ground
    sure = np.full(len(ground), 6.0, np.float32)
    doubtful = np.where(np.arange(len(ground)) % 2, 1.0, -0.5).astype(np.float32)
    short = flow.read(Page("", page(paragraphs("rain", 3))), Config(), Core()).prepared.ground
    assert page_cut(short, np.zeros(len(short), np.float32)) == 0.0
    assert page_cut(ground, doubtful) < page_cut(ground, sure) <= 0.0
