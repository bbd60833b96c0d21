"""The fields around the article: address, access."""

from __future__ import annotations

import pytest

from tests.metadata.pages import linked_data, meta, read


def test_canonical_address_is_absolute():
    assert (
        read(head='<link rel="canonical" href="/story-1">').canonical_url == "https://www.example.com/story-1"
    )


@pytest.mark.parametrize(
    ("tier", "paywalled"), [("locked", True), ("metered", True), ("free", False), ("odd", None)]
)
def test_paywall_by_content_tier(tier, paywalled):
    assert read(head=meta(article__content_tier=tier)).paywalled is paywalled


def test_paywalled_part_makes_the_page_paywalled():
    head = linked_data(
        hasPart={"@type": "WebPageElement", "isAccessibleForFree": False, "cssSelector": ".paid"}
    )
    assert read(head=head).paywalled is True


@pytest.mark.parametrize(
    ("title", "wall"),
    [
        *(
            (title, "consent")
            for title in (
                "Before you continue",
                "Your privacy choices",
                "Privacy wall",
                "Cookie settings",
                "Consent",
                "Einwilligung",
                "Zustimmung",
                "Mit Werbung weiterlesen",
                "Bevor Sie fortfahren",
                "Avant de continuer",
            )
        ),
        *(
            (title, "challenge")
            for title in (
                "Just a moment...",
                "Attention Required!",
                "Are you a robot?",
                "Verify you are human",
                "Security check",
                "Captcha",
                "DDoS protection",
                "Bot verification",
                "Please wait",
                "Pardon our interruption",
                "Human verification",
            )
        ),
        *(
            (title, "denied")
            for title in (
                "403 Forbidden",
                "Error 451",
                "429",
                "502 Bad Gateway",
                "Access denied",
                "Forbidden",
                "Unavailable for legal reasons",
                "Request blocked",
                "Not available in your region",
                "Service unavailable",
                "Too many requests",
            )
        ),
        *(
            (title, "login")
            for title in (
                "Log in",
                "Login",
                "Sign in",
                "Anmelden",
                "Einloggen",
                "Connexion",
                "Iniciar sesión",
                "Accedi",
            )
        ),
        ("A walk by the lake", None),
    ],
)
def test_walls_are_told_by_their_kind(title, wall):
    assert read("<p>Please go on.</p>", f"<title>{title}</title>").wall == wall


def test_long_article_about_consent_is_no_wall():
    assert read("<p>" + "word " * 600 + "</p>", "<title>Consent and the law</title>").wall is None


def test_image_without_an_address_is_none():
    head = linked_data(image={"@type": "ImageObject", "url": ""}) + meta(og__image="/bridge.jpg")
    assert [image.url for image in read(head=head).images] == ["https://www.example.com/bridge.jpg"]


def test_image_that_is_declared_twice_keeps_what_either_says_of_it():
    head = linked_data(image={"url": "/bridge.jpg", "caption": "The old bridge"})
    head += meta(og__image="/bridge.jpg", og__image__width="1200")
    (image,) = read(head=head).images
    assert (image.caption, image.width) == ("The old bridge", 1200)


@pytest.mark.parametrize(
    ("lang", "language"), [("de-AT", "de"), ("pt_BR", "pt"), ("und", "fr"), ("", "fr"), ("12", "fr")]
)
def test_language_of_the_page_or_of_its_locale(lang, language):
    assert read(head=meta(og__locale="fr_CA"), lang=lang).language == language


def test_tags_are_told_once_by_the_first_source_that_has_any():
    found = read(head=meta(article__tag="Bridge, bridge; Lake") + '<meta name="keywords" content="other">')
    assert (found.tags, str(found.sources["tags"])) == (("Bridge", "Lake"), "article:tag")
