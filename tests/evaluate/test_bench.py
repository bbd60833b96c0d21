import webnoise
from webnoise.evaluate.bench import Bench
from webnoise.evaluate.corpora import GoldPage
from webnoise.evaluate.run import measure_site
from webnoise.evaluate.systems import Systems

HTML = (
    "<html><head><style>p { float: left }</style></head><body>"
    + "<p>A story of many words, at some length.</p>" * 2000
    + "</body></html>"
)


def bench(text="A story of many words, at some length."):
    return Bench(GoldPage("a", "", "s", HTML, text=text))


def test_time_that_a_page_waits_for_its_siblings_does_not_count_as_its_own(monkeypatch):
    waiting = bench()
    monkeypatch.setattr("webnoise.page.limits.process_time", lambda: 1e12)  # long after the page was parsed
    assert len(waiting.cut_by(Systems().method("evbe")).page.blocks) == 2000


def test_methods_with_one_segmentation_share_it():
    page = bench()
    assert page.cut_by(Systems().method("evbe")) is page.cut_by(Systems().method("eifce"))
    assert page.cut_by(Systems().method("desea")) is page.cut_by(Systems().method("key_patterns"))
    assert page.cut_by(Systems().method("desea")) is not page.cut_by(Systems().method("core"))


def test_what_is_measured_is_what_ships():
    """A headline, an author's line behind the text, a table: all that `flow` settles is settled here too."""
    body = "".join(
        f"<p>Paragraph {n} says, at some length, what the council of the town decided.</p>" for n in range(8)
    )
    html = (
        "<html lang=en><head><title>Council decides - The Post</title><meta name=author content='Jane Roe'></head><body>"
        f"<article><h1>Council decides</h1>{body}<table><tr><td>For</td><td>12</td></tr><tr><td>Against</td><td>3</td></tr>"
        "</table><p>Jane Roe is a reporter who covers the council and its many decisions.</p></article></body></html>"
    )
    shipped = webnoise.extract(html, url="https://post.example/council-decides")
    assert "Jane Roe is" not in shipped.text
    gold = GoldPage("a", "https://post.example/council-decides", "post.example", html, text=shipped.text)
    (((result,)),) = measure_site([gold], ["core"], Systems())
    assert result.exact
