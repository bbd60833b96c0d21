"""Endless pages: other articles behind the page's own, all in one element, at the places of the siblings' text."""

import webnoise

TOPICS = ("bridge", "market", "harbour", "library", "theatre", "tram", "school")


def post(topic):
    return (
        f'<article class="post"><h1>New roof for the old {topic}</h1><div class="words">'
        f"<p>The {topic} gets a new roof before the winter, the council said on Monday, and it will be of slate.</p>"
        f"<p>Rain had come through the ceiling of the {topic} since March, and buckets stood in every room of it.</p>"
        f"<p>Work at the {topic} begins in May and takes four weeks, if the weather holds and the slates arrive.</p>"
        "</div></article>"
    )


def page(number, others):
    """The article of its topic, then those of others."""
    topics = TOPICS[number : number + others + 1]
    posts = "".join(map(post, topics))
    return (
        f"<html lang=en><title>New roof for the old {topics[0]} | Gull</title><body><nav><a href=/>Home</a></nav>"
        f'<article class="stream">{posts}</article><footer>Imprint</footer></body></html>'
    )


def test_other_articles_of_a_stream_are_no_text_whatever_the_siblings_have_at_their_places():
    site = webnoise.Site("gull.example")
    for number in range(1, len(TOPICS)):
        site.learn(page(number, others=0), url=f"https://gull.example/{number}")
    for article in (
        webnoise.extract(page(0, others=2), url="https://gull.example/0"),
        site.extract(page(0, others=2), url="https://gull.example/0"),
    ):
        assert article.text.count("bridge") == 3
        assert "market" not in article.text
        assert "harbour" not in article.text
