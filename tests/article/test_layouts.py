"""Pages that no name helps with: tables of the nineties, and elements without a class, in five scripts."""

import tomllib
from pathlib import Path

import pytest

import webnoise

STORIES = tomllib.loads((Path(__file__).parent / "stories.toml").read_text("utf-8"))
URL = "https://tide.example/2024/north-quay.html"


def in_tables(story, head):
    menu = "".join(
        f'<tr><td><a href="/{n}.html">{name}</a></td></tr>' for n, name in enumerate(story["menu"])
    )
    text = "".join(f'<p><font face="Times">{paragraph}</font></p>' for paragraph in story["text"])
    return (
        f"<html><head><title>The Evening Tide - {story['title']}</title></head><body><table width=760>"
        f"<tr><td colspan=2><img src=/logo.gif></td></tr><tr><td width=120><table>{menu}</table></td><td width=480>{head}"
        "<table align=right width=200><tr><td><img src=/quay.jpg width=200></td></tr>"
        f"<tr><td><font size=1>{story['caption']}</font></td></tr></table>{text}</td></tr>"
        f"<tr><td colspan=2><font size=1>{story['rights']}</font></td></tr></table></body></html>"
    )


def lines_of_a_cell(story):
    head = f"<font size=5><b>{story['title']}</b></font><br><font size=2>{story['byline']}</font><br>"
    return in_tables(story, f"{head}<font size=1>{story['date']}</font><br>")


def rows_of_a_table(story):
    rows = (f"<b>{story['title']}</b>", story["byline"], story["date"])
    return in_tables(story, f"<table>{''.join(f'<tr><td>{row}</td></tr>' for row in rows)}</table>")


def without_names(story):
    menu = "".join(f'<li><a href="/{n}.html">{name}</a></li>' for n, name in enumerate(story["menu"]))
    text = "".join(f"<p>{paragraph}</p>" for paragraph in story["text"])
    return (
        f"<!doctype html><html><head><title>{story['title']} - The Evening Tide</title></head><body><div><div><ul>{menu}</ul></div>"
        f"<div><div><h1>{story['title']}</h1><div>{story['byline']}</div><div>{story['date']}</div>"
        f'<div><img src="/quay.jpg" width="600"><div>{story["caption"]}</div></div>{text}</div></div>'
        f"<div>{story['rights']}</div></div></body></html>"
    )


@pytest.mark.parametrize("layout", [lines_of_a_cell, rows_of_a_table, without_names])
@pytest.mark.parametrize("language", STORIES)
def test_text_is_the_story_alone(layout, language):
    story = STORIES[language]
    article = webnoise.extract(layout(story), url=URL)
    assert article.text == "\n\n".join(story["text"])
    assert (article.title, article.authors, article.published) == (
        story["title"], [story["author"]], "2024-11-12",
    )  # fmt: skip
    assert [image.caption for image in article.images] == [story["caption"]]
    assert article.language == language
