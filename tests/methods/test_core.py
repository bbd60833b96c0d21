"""The default method, with the weights that ship with the package."""

import numpy as np
import pytest

import webnoise
from research.training.card import read_card
from research.training.saving import digest, save_core
from webnoise import flow
from webnoise.config import Config
from webnoise.features.groups import GROUPS
from webnoise.features.measures import NAMES
from webnoise.methods.core.method import Core
from webnoise.methods.core.model import CoreModel, model_folder, shipped_model
from webnoise.methods.core.reasons import BlockEvidence, explain
from webnoise.model import Page
from webnoise.page.parse import parse

PARAGRAPHS = [
    "The council met on Monday, and after three hours of debate it voted to close the old bridge.",
    "Nobody in the hall spoke against it. The works will take a year, the mayor said on Tuesday.",
    "“We have waited for this since the flood,” said Anna Berg, who runs the ferry across the river.",
    "Traffic will be led over the northern crossing until then, which adds twenty minutes to each trip.",
]
LONG_STORY = [*PARAGRAPHS, *(text.replace("the", "this") for text in PARAGRAPHS)]
STORY = f"""<html lang="en"><head><title>Old bridge closes for a year - The Post</title></head><body>
<header><nav class="main-nav"><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li>
<li><a href="/weather">Weather</a></li></ul></nav></header>
<main><article class="article"><h1>Old bridge closes for a year</h1>
<div class="byline">By Jane Roe</div>
<div class="article-body">{"".join(f"<p>{text}</p>" for text in PARAGRAPHS)}
<h2>What drivers must know</h2><p>Lorries above 20 tonnes may not use the crossing, the office said. Fines start at 80 euros.</p>
<div class="newsletter-signup"><p>Sign up for our newsletter to get the news every morning.</p></div></div></article></main>
<aside class="related"><h3>Related articles</h3><ul><li><a href="/a">Flood of 2013 remembered</a></li>
<li><a href="/b">Ferry prices rise again</a></li></ul></aside>
<footer class="footer"><p>© 2024 The Post. All rights reserved.</p></footer></body></html>"""


def judged(html):
    method = Core()
    page = method.segment(parse(Page("http://post.test/a", html)))
    return page, judge(method, page)


def judge(method, page):
    return method.judge(method.prepare(page))


def kept(html):
    page, verdicts = judged(html)
    return [block.text for block, verdict in zip(page.blocks, verdicts, strict=True) if verdict.keep]


@pytest.fixture(scope="module")
def story():
    return judged(STORY)


def test_paragraphs_and_subheadings_stay(story):
    page, verdicts = story
    text = [block.text for block, verdict in zip(page.blocks, verdicts, strict=True) if verdict.keep]
    assert [line for line in text if line in PARAGRAPHS] == PARAGRAPHS
    assert "What drivers must know" in text


@pytest.mark.parametrize("noise", ["Home", "By Jane Roe", "Ferry prices", "Sign up for", "© 2024"])
def test_what_surrounds_the_article_goes(story, noise):
    page, verdicts = story
    places = [block.index for block in page.blocks if noise in block.text]
    assert places
    assert not any(verdicts[place].keep for place in places)


def test_every_verdict_has_a_code_and_evidence_in_words(story):
    for verdict in story[1]:
        assert verdict.reason.code
        assert verdict.reason.detail
        assert (verdict.reason.code == "content") == verdict.keep


@pytest.mark.parametrize("siblings", [0, 4])
def test_reasons_name_the_memory_where_it_decided(siblings):
    method = Core()
    memory = method.new_memory()
    page = method.prepare(method.segment(parse(Page("http://post.test/a", STORY))))
    for name in ("mill", "well", "tower", "market")[:siblings]:  # all with the story's first paragraph
        html = STORY
        for text in PARAGRAPHS[1:]:
            html = html.replace(text, f"The story of the {name}, of which much is told, goes on here. " * 3)
        method.learn(memory, method.prepare(method.segment(parse(Page(f"http://post.test/{name}", html)))))
    verdicts = method.judge(page, memory if siblings else None)
    codes = [reason.code for reason in verdicts.reasons]
    assert ("remembered" in codes) == bool(siblings)


def test_score_is_above_a_half_exactly_where_a_block_is_kept(story):
    assert all(verdict.keep == (verdict.score > 0.5) for verdict in story[1])


def test_headline_goes_as_headline(story):
    page, verdicts = story
    [headline] = [block.index for block in page.blocks if block.level == 1]
    assert verdicts[headline].reason.code == "headline"


def test_lists_of_links_behind_the_article_go():
    links = "".join(f'<li><a href="/{n}">Story number {n} of the day</a></li>' for n in range(30))
    text = kept(STORY.replace("</main>", f"</main><div><ul>{links}</ul></div>"))
    assert text
    assert not any(line.startswith("Story number") for line in text)


def test_reason_names_the_share_of_links_where_links_weigh_most():
    method = Core()
    page = method.prepare(method.segment(parse(Page("http://post.test/a", STORY))))
    contributions = np.zeros((len(page.page.blocks), len(GROUPS)), dtype=np.float32)
    contributions[:, GROUPS.index("links")] = -1.0
    dropped = np.zeros(len(contributions), dtype=bool)
    reasons = explain(BlockEvidence(page.page, page.arrays, page.features, dropped), contributions)
    by_text = {block.text: reason for block, reason in zip(page.page.blocks, reasons, strict=True)}
    assert by_text["Ferry prices rise again"] == (
        "links",
        "100% of its words are links, in a list, after the article",
    )
    assert by_text["By Jane Roe"].detail == "0% of its words are links, before the article"
    assert by_text[PARAGRAPHS[0]].detail.startswith("0% of its words are links")


def test_paragraphs_cut_by_line_breaks_stay():
    html = "<html><body><div id='content'>" + "<br><br>".join(PARAGRAPHS) + "</div></body></html>"
    assert kept(html) == PARAGRAPHS


def test_text_in_layout_tables_stays():
    cell = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    html = f"<html><body><table><tr><td><a href='/'>Home</a></td><td>{cell}</td></tr></table></body></html>"
    assert kept(html) == PARAGRAPHS


def test_page_with_running_text_is_never_empty():
    sentence = (
        "A lone sentence that stands in the footer of a page without anything else to read, as it were."
    )
    assert kept(f"<html><body><footer class='footer'><p>{sentence}</p></footer></body></html>")


def test_body_in_structured_data_only_is_found():
    body = "\\n\\n".join(LONG_STORY)
    script = (
        f'<script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{body}"}}</script>'
    )
    html = f"<html><head><title>T</title>{script}</head><body><div id=app>Loading</div></body></html>"
    page, verdicts = judged(html)
    text = [block.text for block, verdict in zip(page.blocks, verdicts, strict=True) if verdict.keep]
    assert text == LONG_STORY
    assert "script" in verdicts[-1].reason.detail


def test_body_in_an_editors_document_tree_is_found():
    nodes = ",".join(
        f'{{"type": "paragraph", "content": [{{"type": "text", "value": "{text}"}}]}}' for text in LONG_STORY
    )
    script = f'<script type="application/json">{{"props": {{"body": [{nodes}]}}}}</script>'
    assert kept(f"<html><body><p>Loading</p>{script}</body></html>")[-8:] == LONG_STORY


def test_broken_json_is_passed_over():
    script = '<script type="application/ld+json">{"articleBody": </script>'
    assert kept(f"<html><body><p>{PARAGRAPHS[0]}</p>{script}</body></html>") == [PARAGRAPHS[0]]


def test_page_without_text_has_no_verdicts():
    page, verdicts = judged("<html><body><img src=a.png></body></html>")
    assert page.blocks == ()
    assert verdicts == []


@pytest.mark.parametrize(
    "sentence",
    [
        "委员会星期一开会，经过三个小时的讨论，决定关闭这座旧桥。市长星期二表示，工程将持续一年时间。",
        "परिषद की बैठक सोमवार को हुई, और तीन घंटे की बहस के बाद उसने पुराने पुल को बंद करने का फैसला किया।",
        "اجتمع المجلس يوم الاثنين، وبعد ثلاث ساعات من النقاش صوّت على إغلاق الجسر القديم لمدة عام كامل.",
        "Το συμβούλιο συνεδρίασε τη Δευτέρα και, μετά από τρεις ώρες, ψήφισε να κλείσει την παλιά γέφυρα.",
        "Совет собрался в понедельник и после трёх часов обсуждения проголосовал за закрытие старого моста.",
    ],
    ids=["zh", "hi", "ar", "el", "ru"],
)
def test_other_scripts_are_text_too(sentence):
    body = "".join(f"<p>{sentence}</p>" for _ in range(1)) + "".join(
        f"<p>{n}. {sentence}</p>" for n in range(2, 5)
    )
    menu = "".join(f'<li><a href="/{n}">{sentence[n : n + 6]}</a></li>' for n in range(8))
    html = f"<html><body><nav><ul>{menu}</ul></nav><article><h1>{sentence[:20]}</h1>{body}</article></body></html>"
    assert [text for text in kept(html) if sentence in text] == [
        sentence,
        *(f"{n}. {sentence}" for n in range(2, 5)),
    ]


def test_judging_twice_gives_the_same(story):
    page, verdicts = story
    assert judge(Core(), page) == verdicts


def test_model_survives_being_written_and_read(tmp_path, story):
    model = shipped_model()
    save_core(model, tmp_path)
    assert judge(Core(CoreModel.load(tmp_path)), story[0]) == story[1]


def test_weights_are_those_of_the_model_card():
    card = read_card(model_folder())
    assert card is not None
    assert card.digest == digest(model_folder())
    assert set(card.data) == {"wcxb-dev", "news424", "fundus", "snippets"}


def test_shipped_forest_says_what_it_said_when_it_was_made():
    forest, random = shipped_model().forest, np.random.default_rng(0)
    features = random.normal(0.0, 3.0, (len(NAMES), 300)).astype(np.float32)
    reached = forest.leaves(features)
    spread = np.sin(np.arange(300))  # every block and every group counts differently
    assert spread @ forest.scores(reached) == pytest.approx(7.18987, abs=1e-5)
    assert (spread @ forest.outputs(reached)).tolist() == pytest.approx(
        [7.0454, 0.33558, -7.95685, 0.75857, 0.97587, -0.00889, -0.59124, -0.50796, 6.57573, 0.12581],
        abs=1e-5,
    )


@pytest.mark.parametrize("inside", ["{}", "<div><div>{}</div></div>"])
def test_table_of_data_is_judged_whole_whatever_its_cells_hold(inside):
    """Alone, the links in its first column would go."""
    sentence = "The harbour town, and the council said on Monday that nobody had spoken against case"
    rows = [(f"Share {number}", f"{sentence} {number}.") for number in range(500, 508)]
    cells = [
        f"<td>{inside.format(f'<a href=/share/{link}>{link}</a>')}</td><td>{inside.format(text)}</td>"
        for link, text in rows
    ]
    table = f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
    html = STORY.replace("<h2>What drivers", f"{table}<h2>What drivers")
    decided = flow.decide(flow.read(Page("http://post.test/a", html), Config()), Config())
    kept = {block.text for block in decided.kept}
    assert {text for row in rows for text in row} <= kept


def test_a_page_that_shows_no_text_has_none_and_its_description_is_no_text():
    said = "The council closes the old pier for two winters, so that its piles can be mended one by one."
    html = f"<html><head><title>Old pier</title><meta name=description content='{said}'></head><body><div id=app></div></body></html>"
    article = webnoise.extract(html)
    assert (article.text, article.description) == ("", said)
