"""What a gold text and plain names propose."""

import numpy as np

from research.labels import BlockWords
from research.roles.proposals import propose
from webnoise import flow
from webnoise.config import Config
from webnoise.evaluate.corpora import GoldPage
from webnoise.model import Page

PARAGRAPHS = [f"Paragraph {n} says at some length what the council of the town decided." for n in range(3)]
HTML = f"""<html lang="en"><head><title>The pier</title><meta name="author" content="Ada Byron"></head><body>
<nav><a href="/">Home</a></nav><h1>The pier</h1><p class="byline">By Ada Byron</p>
{"".join(f"<p>{text}</p>" for text in PARAGRAPHS)}
<div class="comments"><p>I do not think that the council has thought about this.</p></div></body></html>"""


def test_gold_and_names_propose_roles():
    gold = GoldPage("1", "https://e.com/pier", "e.com", HTML, text="\n".join(PARAGRAPHS), title="The pier")
    page = flow.read(Page(gold.url, HTML), Config())
    coverage = BlockWords([block.text for block in page.page_blocks.blocks]).coverage(gold.text)
    found = propose(gold, page.page_blocks, page.metadata, coverage)
    roles = dict(zip([block.text for block in page.page_blocks.blocks], found, strict=True))
    assert roles["Home"].role == "navigation"
    assert roles["The pier"].role == "headline"
    assert roles["By Ada Byron"].role == "byline"
    assert {roles[text] for text in PARAGRAPHS} == {("body", True)}
    assert roles["I do not think that the council has thought about this."].role == "comment"
    assert not np.isnan(coverage).any()
