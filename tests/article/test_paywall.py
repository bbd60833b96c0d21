"""A paywall's notice is no text, and means that the article is not free."""

import pytest

import webnoise

TEXT = [
    f"The council voted on Monday to rebuild the {place}, which will cost four million and take until the spring."
    for place in ("pier", "market hall", "library", "bridge")
]


def extracted(notice, lang="en", head="", behind=""):
    paragraphs = "".join(f"<p>{paragraph}</p>" for paragraph in TEXT)
    html = (
        f"<html lang={lang}><head><title>The pier is rebuilt</title>{head}</head><body><nav><a href=/>Home</a></nav>"
        f"<article><h1>The pier is rebuilt</h1>{paragraphs}{notice}{behind}</article><footer>Imprint</footer>"
    )
    return webnoise.extract(html, url="https://e.com/news/the-pier-is-rebuilt")


@pytest.mark.parametrize(
    ("lang", "notice"),
    [
        ("en", "<p>Subscribe to continue reading</p>"),
        ("en", "<p>This article is for subscribers only.</p><p>One pound a week.</p><p>Already a subscriber? Log in</p>"),
        ("en", "<p>You have read your three free articles this month. To continue reading, please log in.</p>"),
        ("en", "<div><h2>Keep reading with a free trial</h2><p>Subscribe to The Post to keep reading this story.</p></div>"),
        ("en", "<section><h3>To read the full story, start your free trial</h3><p>One pound a week. Cancel anytime.</p></section>"),
        ("en", "<p>Subscribe now to our evening edition for the full story.</p>"),
        ("en", "<p>If you’re already a subscriber, you can log in for immediate access.</p>"),
        ("en", "<div><h3>Create a free account to keep reading</h3><p>It takes a minute.</p></div>"),
        ("en", "<p>This is a preview of subscription content, log in to check access.</p>"),
        ("de", "<aside><h2>Sie möchten weiterlesen?</h2><p>Testen Sie unser Digital-Abo vier Wochen lang.</p></aside>"),
        ("de", "<p>Registrieren Sie sich kostenlos, um den ganzen Artikel zu lesen.</p>"),
        ("de", "<p>Lesen Sie jetzt weiter mit dem Digital-Abo.</p>"),
        ("de", "<p>Jetzt Abo abschließen und sofort weiterlesen</p>"),
        ("de", "<p>Weiterlesen mit F+: Jetzt für einen Euro testen.</p>"),
        ("de", "<p>Dieser Artikel ist exklusiv für unsere Abonnenten.</p><p>Sie haben bereits ein Abo? Hier anmelden.</p>"),
        ("de", "<p>Um diesen Artikel weiterzulesen, schließen Sie bitte ein Abo ab oder melden Sie sich an.</p>"),
    ],
)  # fmt: skip
def test_notice_at_the_end_is_no_text_and_marks_the_article(lang, notice):
    article = extracted(notice, lang)
    assert article.text.split("\n\n") == TEXT
    assert article.paywalled is True
    assert article.evidence["paywalled"] == "notice"


def test_page_that_declares_itself_free_is_believed():
    head = '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": true}</script>'
    article = extracted("<p>Subscribe to continue reading</p>", head=head)
    assert article.paywalled is False
    assert article.text.split("\n\n") == TEXT


def test_offer_amid_the_text_does_not_end_it():
    more = "".join(
        f"<p>{paragraph} Nobody had expected that so {how}.</p>"
        for how in ("soon", "late")
        for paragraph in TEXT
    )
    article = extracted("<p>Subscribe to continue reading</p>", behind=more)
    assert article.paywalled is None
    assert article.text.count("Nobody had expected") == 8


@pytest.mark.parametrize(
    "line",
    [
        "Readers who pay subscribe to read, the editor said, and those who do not, do not.",
        "Sign up for our newsletter, the editor said, and read it with your coffee.",
        "He bestellt das Heft im Abo, the editor said, and reads it in the evening.",
        "Log in to read the comments, the editor said, or write one of your own.",
    ],
)
def test_article_about_subscriptions_is_free(line):
    article = extracted(f"<p>{line}</p>")
    assert (article.paywalled, "the editor said" in article.text) == (None, True)
