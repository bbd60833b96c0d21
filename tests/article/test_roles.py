"""Every block has a role, and the roles to keep can be chosen."""

import webnoise
from webnoise.config import Config
from webnoise.model import TEXT_ROLES

STORY = """<html lang="en"><head><title>The council decides</title></head><body>
<ul class="menu"><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li></ul>
<article><h1>The council decides</h1>
<p>The council of the town decided on Monday, after a long debate, to mend the old pier.</p>
<figure><img src="pier.jpg" width="600" height="400"><figcaption>The old pier at low tide.</figcaption></figure>
<h2>What it costs</h2>
<p>The work begins in spring, and the harbour master said that it would take two years in all.</p>
<p>Boats will moor at the new quay until then, which costs the town another million, he said.</p>
</article></body></html>"""


def roles(article):
    return {block.text: block.role for block in article.blocks}


def test_every_block_has_a_role_that_agrees_with_its_verdict():
    article = webnoise.extract(STORY)
    assert roles(article)["The council decides"] == "headline"
    assert roles(article)["The old pier at low tide."] == "caption"
    assert roles(article)["What it costs"] == "subheading"
    assert all((block.role in TEXT_ROLES) == block.keep for block in article.blocks)


def test_text_is_made_of_the_roles_to_keep():
    article = webnoise.extract(STORY, config=Config(text_roles=("standfirst", "body", "caption")))
    assert "The old pier at low tide." in article.text
    assert "What it costs" not in article.text
    assert "mend the old pier" in article.text


def test_exported_blocks_have_their_roles():
    blocks = webnoise.extract(STORY).to_dict(also=["blocks"])["blocks"]
    assert {"text": "What it costs", "role": "subheading"}.items() <= next(
        block for block in blocks if block["kind"] == "heading" and block["keep"]
    ).items()


def test_markdown_and_html_mark_captions():
    article = webnoise.extract(STORY, config=Config(text_roles=("standfirst", "body", "caption")))
    assert "*The old pier at low tide.*" in article.markdown
    assert "<figcaption>The old pier at low tide.</figcaption>" in article.html


def test_noise_is_counted_by_role_and_reasons_speak_of_it():
    article = webnoise.extract(STORY)
    assert article.noise["headline"] == 1
    assert article.noise["caption"] == 1
    menu = next(block for block in article.blocks if block.text.startswith("News"))
    assert str(menu.reason).startswith("navigation: ")
