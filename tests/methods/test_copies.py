"""Pages that hold their article twice, for two sizes of screens: it comes out once."""

import webnoise

STORY = (
    "<p>The ferry to the island runs again from Monday, the harbour office said, after three weeks in the dock.</p>"
    "<p>Yes.</p>"
    "<p>Its crew had found a crack in the rudder on a routine check, and spare parts came only from abroad.</p>"
)


def page(others=""):
    return (
        "<html lang=en><title>Ferry to the island runs again | Gull</title><body><nav><a href=/>Home</a></nav>"
        f"<main><h1>Ferry to the island runs again</h1><div class='wide text'>{STORY}</div>"
        f"<div class='narrow text'>{STORY}</div>{others}</main></body></html>"
    )


def test_copies_of_paragraphs_go_and_say_what_they_repeat():
    article = webnoise.extract(page(), url="https://gull.example/1")
    assert article.text.count("harbour office") == 1
    assert article.text.count("spare parts") == 1
    first, copy = (block for block in article.blocks if "harbour office" in block.text)
    assert first.keep
    assert not copy.keep
    assert f"repeats block {first.index}" in copy.reason.detail


def test_copies_go_whatever_the_siblings_have_at_their_places():
    site = webnoise.Site("gull.example")
    for number in range(6):
        site.learn(
            page().replace("island", f"island of {'abcdef'[number] * 3}"),
            url=f"https://gull.example/{number}",
        )
    assert site.extract(page(), url="https://gull.example/9").text.count("spare parts") <= 1


def test_short_lines_may_recur():
    story = STORY.replace("</p>", "</p><p>Yes.</p>")
    html = f"<html lang=en><title>Ferry</title><body><article><h1>Ferry</h1>{story}</article></body></html>"
    assert webnoise.extract(html, url="https://gull.example/1").text.count("Yes.") > 1


def test_short_lines_and_headings_go_with_the_copy_that_they_stand_in():
    story = STORY.replace("<p>Yes.</p>", "<p>Yes.</p><h2>The rudder</h2><ul><li>Two bolts.</li></ul>")
    article = webnoise.extract(page().replace(STORY, story), url="https://gull.example/1")
    assert article.text.count("The rudder") == 1
    assert article.text.count("Yes.") <= 1
    assert article.text.count("Two bolts.") <= 1
    assert [block.keep for block in article.blocks if block.text == "The rudder"] == [True, False]


def test_copy_in_the_text_stays_and_not_the_one_above_it():
    lead = "<div class='lead'><p>The ferry to the island runs again from Monday, the harbour office said, after three weeks in the dock.</p></div>"
    article = webnoise.extract(
        page().replace("<div class='wide text'>", f"{lead}<div class='wide text'>"),
        url="https://gull.example/1",
    )
    first, text, last = (block for block in article.blocks if "harbour office" in block.text)
    assert [first.keep, text.keep, last.keep] == [False, True, False]
