"""What is decided again with the first scores in view: regions as a whole, the standfirst, the page's cut."""

from dataclasses import replace

import numpy as np

import webnoise
from webnoise import flow
from webnoise.config import Config
from webnoise.features.context import NAMES, compute_context
from webnoise.methods.core.method import Core
from webnoise.methods.core.model import shipped_model
from webnoise.methods.core.second_stage import DOUBT, ScoredContext, page_threshold, second_stage
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


def test_a_model_without_a_second_stage_decides_by_the_first():
    first = Core(replace(shipped_model(), second=None))
    html = page(f"<article><h1>Old pier to close</h1>{paragraphs('the pier')}</article>")
    read = flow.read(Page("", html), Config(), first)
    assert read.prepared.second is None
    assert "Paragraph 5" in flow.finish(read, Config()).text


def test_only_blocks_that_the_first_stage_is_in_doubt_about_are_scored_again():
    seen = flow.read(Page("", page(paragraphs("rain"))), Config(), Core()).prepared
    second = shipped_model().second
    first = np.linspace(-3, 3, len(seen.page.blocks), dtype=np.float32)
    found = second_stage(second, ScoredContext(seen.page, seen.arrays, seen.features, first))
    doubtful = np.abs(first) < DOUBT
    assert 0 < doubtful.sum() < len(first)
    assert found.doubtful.tolist() == np.flatnonzero(doubtful).tolist()
    assert (found.scores[~doubtful] == first[~doubtful]).all()
    assert (found.scores[doubtful] != first[doubtful]).all()
    sure = np.full(len(first), 5.0, np.float32)
    assert (
        second_stage(second, ScoredContext(seen.page, seen.arrays, seen.features, sure)).scores == sure
    ).all()


def test_the_second_stage_sees_finite_numbers_whatever_the_first_scores_are():
    read = flow.read(Page("", page(paragraphs("rain"))), Config(), Core())
    arrays = read.prepared.arrays
    for score in (-1e6, -3.0, 0.0, 1e6):
        rows = compute_context(arrays, np.full(len(arrays), score), None)
        assert rows.shape == (len(NAMES), len(arrays))
        assert np.isfinite(rows).all()


def test_only_long_pages_choose_their_threshold_and_doubtful_ones_a_lower_one():
    arrays = flow.read(Page("", page(paragraphs("rain", 60))), Config(), Core()).prepared.arrays
    sure = np.full(len(arrays), 6.0, np.float32)
    doubtful = np.where(np.arange(len(arrays)) % 2, 1.0, -0.5).astype(np.float32)
    short = flow.read(Page("", page(paragraphs("rain", 3))), Config(), Core()).prepared.arrays
    assert page_threshold(short.words, np.zeros(len(short), np.float32)) == 0.0
    assert page_threshold(arrays.words, doubtful) < page_threshold(arrays.words, sure) <= 0.0
