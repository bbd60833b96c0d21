"""Who wrote the article: declared, shown by the headline or far from it, and what only looks like a byline."""

from __future__ import annotations

import json

import pytest

from tests.metadata.pages import URL, linked_data, meta, read

TEXT = "<p>The council voted on the bridge at night, and nobody left before the count was done.</p>" * 60


def authors_of(body, head="", url=URL):
    return read(body, head, url=url).authors


def test_author_behind_a_reference_is_found():
    graph = [
        {"@type": "Article", "@id": URL, "author": {"@id": "#jane"}, "headline": "A story of a lake"},
        {"@type": "Person", "@id": "#jane", "name": "Jane Doe"},
    ]
    head = f'<script type="application/ld+json">{json.dumps({"@graph": graph})}</script>'
    assert read(head=head).authors == ("Jane Doe",)


def test_person_in_the_byline_wins_over_the_site_as_author():
    body = (
        '<h1>The bridge is open</h1><p class="byline">By <a href="/authors/jane">Jane Doe</a>, Reporter</p>'
    )
    head = '<meta name="author" content="The Example">' + meta(og__site_name="The Example")
    found = read(body, head)
    assert found.authors == ("Jane Doe",)
    assert found.evidence["authors"] == "byline near headline; not author='The Example'"


def test_agency_stays_when_it_is_the_only_author():
    assert read(head=linked_data(author={"@type": "Organization", "name": "Reuters"})).authors == ("Reuters",)


def test_author_of_a_comment_is_not_the_author():
    body = '<h1>The bridge is open</h1><p>Text.</p><div id="comments"><span class="comment-author">Bob Poe</span></div>'
    assert read("<p>x</p>" * 120 + body.replace("<p>Text.</p>", "<p>Text.</p>" * 120)).authors == ()


def test_photo_credit_is_not_the_author():
    assert read("<h1>The bridge is open</h1><p>Photo by Bob Poe</p>").authors == ()


@pytest.mark.parametrize(
    "line",
    [
        "<p>Erika Muster</p>",
        "<div><span>Erika Muster</span> <span>3 May 2024</span></div>",
        "<p>03.05.2024 - Erika Muster</p>",
        '<div><img alt="Erika Muster"><b>Erika Muster</b></div>',
    ],
)
def test_name_alone_by_the_headline_is_the_author(line):
    assert authors_of(f"<h1>The bridge is open</h1>{line}{TEXT}") == ("Erika Muster",)


@pytest.mark.parametrize(
    "line",
    [
        "<p>Aktuelle Meldung</p>",
        '<nav><a href="/jobs">Anna Jobs</a></nav>',
        "<p>Photo by Anna Berger</p>",
        "<figcaption>Anna Berger</figcaption>",
    ],
)
def test_what_only_has_the_shape_of_a_name_is_no_author(line):
    assert authors_of(f"<h1>The bridge is open</h1>{line}{TEXT}") == ()


def test_name_of_a_comment_right_below_a_short_article_is_no_author():
    comments = '<div class="comments"><span class="author">Bob Poe</span></div>'
    assert authors_of(f"<div><h1>The bridge is open</h1><p>It is.</p></div>{comments}") == ()


def test_label_below_the_text_names_the_author():
    assert authors_of(f"<h1>The bridge is open</h1>{TEXT}<p><em>Text von Erika Muster</em></p>") == (
        "Erika Muster",
    )


def test_link_to_the_section_of_the_page_names_no_author():
    body = f'<h1>The bridge is open</h1><a href="/people/real-life">Real Life</a>{TEXT}'
    assert authors_of(body, url="https://www.example.com/people/real-life/story") == ()


def test_account_in_the_markup_yields_to_the_name_that_is_shown():
    body = '<h1>The bridge is open</h1><p class="byline">By Erika Muster</p>'
    head = linked_data(author={"@type": "Person", "name": "erika.muster"})
    assert authors_of(body, head) == ("Erika Muster",)


def test_given_name_in_the_markup_is_made_whole():
    head = linked_data(author={"@type": "Person", "name": "Erika"})
    assert authors_of('<h1>The bridge is open</h1><p class="byline">By Erika Muster</p>', head) == (
        "Erika Muster",
    )


@pytest.mark.parametrize(
    ("head", "footer"),
    [
        ('<meta property="og:site_name" content="Anna Berger">', ""),
        ("", "<footer>© 2019-2024 Anna Berger. All rights reserved.</footer>"),
    ],
)
def test_owner_of_a_personal_site_wrote_what_nobody_is_named_for(head, footer):
    assert authors_of(f"<h1>The bridge is open</h1>{TEXT}{footer}", head) == ("Anna Berger",)


def test_site_that_is_no_person_is_no_author():
    head = '<meta property="og:site_name" content="Harry Potter Wiki">'
    assert authors_of(f"<h1>Water spell</h1>{TEXT}<footer>© 2024 Lake News</footer>", head) == ()


def test_paper_that_signs_in_linked_data_yields_to_the_person_shown_and_a_desk_does_not():
    body = f"<h1>The bridge is open</h1><p>By Jane Doe</p>{TEXT}"
    paper = linked_data(author={"@type": "Person", "name": "The Lake Gazette"})
    assert authors_of(body, paper) == ("Jane Doe",)
    desk = linked_data(author={"@type": "Person", "name": "The Lake Gazette Team"})
    assert authors_of(body, desk) == ("The Lake Gazette Team",)


def test_signature_of_an_agency_is_no_match_for_a_name_alone():
    head = linked_data(author={"@type": "Person", "name": "eml/dpa"})
    assert authors_of(f"<h1>The bridge is open</h1><p>Erika Muster</p>{TEXT}", head) == ("eml/dpa",)


def test_topics_in_a_navigation_are_not_authors():
    topics = '<nav class="byline">filed under: <a href="/a">Lake Towns</a> <a href="/b">Old Bridges</a></nav>'
    assert authors_of(f"<h1>The bridge is open</h1>{topics}{TEXT}") == ()


def test_author_in_the_foot_of_the_article_is_found():
    foot = '<div class="article-footer"><span itemprop="author">Erika Muster</span></div>'
    assert authors_of(f"<h1>The bridge is open</h1>{TEXT}{foot}") == ("Erika Muster",)


def test_marked_name_may_begin_with_a_domain():
    line = '<p>von <a rel="author" href="/imprint">lake-news.example Redaktion</a></p>'
    assert authors_of(f"<h1>The bridge is open</h1>{line}{TEXT}") == ("lake-news.example Redaktion",)


def test_person_shown_wins_over_whoever_put_the_page_there():
    page = {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "author": {"@type": "Person", "name": "Bob Poe"},
    }
    head = f'<script type="application/ld+json">{json.dumps(page)}</script>'
    assert authors_of(f"<h1>The bridge is open</h1><p>By Jane Doe</p>{TEXT}", head) == ("Jane Doe",)
    assert authors_of(f"<h1>The bridge is open</h1>{TEXT}", head) == ("Bob Poe",)


def test_publisher_is_no_person():
    head = '<meta name="publisher" content="Lake Wave"><meta name="author" content="Lake Wave">'
    assert authors_of(f"<h1>The bridge is open</h1><p>By Jane Doe</p>{TEXT}", head) == ("Jane Doe",)
    assert authors_of(f"<h1>The bridge is open</h1>{TEXT}", head) == ("Lake Wave",)


def test_word_behind_a_preposition_far_from_the_headline_is_no_author():
    assert authors_of(f"<h1>The bridge is open</h1>{TEXT[:4000]}<p><b>von Brücken</b></p>{TEXT}") == ()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("<p>Gespeichert von <b>luna7</b> am 24. Juli 2017 - 18:55</p>", "luna7"),
        ('<p>Posted in <a href="/c/bridges">Bridges</a> by bridgewatch on August 3, 2019</p>', "bridgewatch"),
        ("<p>Publié par Odile à 08:00</p>", "Odile"),
    ],
)
def test_one_word_is_a_name_where_the_line_says_when(line, name):
    assert authors_of(f"<h1>The bridge is open</h1>{line}{TEXT}") == (name,)


@pytest.mark.parametrize(
    "line",
    [
        "<p>Trusted by over 1,000 towns</p>",
        "<p>12 replies, last post by bridgewatch on August 3, 2019</p>",
        "<p>CC BY-SA 4.0</p>",
        '<p>Free under <a href="https://creativecommons.org/licenses/by-sa/4.0">CC BY-SA</a></p>',
    ],
)
def test_who_spoke_last_and_words_behind_a_preposition_are_no_authors(line):
    assert authors_of(f"<h1>The bridge is open</h1>{line}{TEXT}") == ()


def test_account_and_site_in_the_nearest_line_yield_to_a_person_in_a_later_one():
    site = '<meta property="og:site_name" content="The Daily Bridge">'
    guest = "<p><em>Written by: Erika Muster</em></p>"
    for line in ("By The Daily Bridge", "Gespeichert von human am 7. Juli 2019"):
        assert authors_of(f"<h1>The bridge is open</h1><p>{line}</p>{guest}{TEXT}", site) == ("Erika Muster",)


def test_person_in_a_sentence_is_no_match_for_the_site():
    site = '<meta property="og:site_name" content="The Daily Bridge">'
    body = (
        "<p>By The Daily Bridge</p><p>On Friday <b>the show</b> opens with music and lyrics by Paul Muster "
        "(“Hill and Dale”) in the old town hall, which was built before the bridge.</p>"
    )
    assert "Paul Muster" not in authors_of(f"<h1>The bridge is open</h1>{body}{TEXT}", site)


def test_links_to_people_in_the_text_are_no_coauthors():
    byline = '<p>By <span class="author">Erika Muster</span></p>'
    guests = (
        '<p>With us were <a href="/people/paul">Paul Beispiel</a> and '
        '<a href="/people/anna">Anna Exempel</a>.</p>'
    )
    assert authors_of(f"<h1>The bridge is open</h1>{byline}{guests}{TEXT}") == ("Erika Muster",)


def test_category_beside_a_marked_author_is_none():
    line = (
        '<div class="byline">by <a rel="author" href="/team">Bridge Desk</a> in '
        '<a itemprop="name" href="/rivers">Rivers</a></div>'
    )
    assert authors_of(f"<h1>The bridge is open</h1>{line}{TEXT}") == ("Bridge Desk",)


def test_author_of_a_teaser_above_the_headline_is_not_the_articles():
    teaser = '<aside><h2>Fog again</h2><span class="author">Paul Beispiel</span></aside>'
    body = f'{teaser}<article><h1>The bridge is open</h1>{"<p>It is.</p>" * 20}<p class="author">Erika Muster</p>'
    assert authors_of(f"{body}{TEXT}</article>") == ("Erika Muster",)


@pytest.mark.parametrize(
    "credit",
    [
        "<p><span>© Paul Beispiel / Bridges</span></p>",
        '<div class="license-info"><span class="author-name">Paul Beispiel</span></div>',
        '<figure><img src="a.jpg"><span class="author">Paul Beispiel</span></figure>',
    ],
)
def test_who_took_the_picture_is_no_author(credit):
    assert authors_of(f"<h1>The bridge is open</h1>{credit}{TEXT}") == ()


@pytest.mark.parametrize(
    ("line", "agency"),
    [
        ("<p>REUTERS</p>", "REUTERS"),
        ("<div><span>© 2012 APA/AP</span></div>", "APA/AP"),
        ("<p>Hamburg (dpa/abc) – Die neue Brücke ist offen, und alle kamen am Morgen zu Fuß.</p>", "dpa/abc"),
    ],
)
def test_agency_alone_or_in_the_dateline_is_the_author_where_only_the_site_is_declared(line, agency):
    site = '<meta name="author" content="bridges.example">'
    assert authors_of(f"<h1>The bridge is open</h1>{line}{TEXT}", site) == (agency,)


def test_agency_of_two_words_is_one():
    assert authors_of(f"<h1>The bridge is open</h1><p>Associated Press</p>{TEXT}") == ("Associated Press",)


def test_agency_in_a_dateline_of_its_own_letters_is_the_author():
    dateline = "<p><b>HAMBURG, Germany (AP)</b> -- The council voted at night, and nobody left before the count was done.</p>"
    assert authors_of(f"<h1>The bridge is open</h1>{dateline}{TEXT}") == ("AP",)


@pytest.mark.parametrize("line", ["<p>AA</p>", "<figure><p>dpa</p></figure>", "<p>Bridges (new) – here</p>"])
def test_letters_and_credits_are_no_agency(line):
    assert authors_of(f"<h1>The bridge is open</h1>{line}{TEXT}") == ()


@pytest.mark.parametrize(
    ("account", "name"),
    [
        ("erika.muster", "Erika Muster"),
        ("Erika_Muster", "Erika Muster"),
        ("bridge.lover", "bridge.lover"),
        ("erika.m", "erika.m"),
    ],
)
def test_account_made_of_a_name_is_spelled_out(account, name):
    assert authors_of(TEXT, linked_data(author={"@type": "Person", "name": account})) == (name,)


def test_link_to_an_account_by_the_headline_names_the_author():
    link = '<h3><a href="/profile/14">delta7</a></h3>'
    assert authors_of(f"{link}<h1>The bridge is open</h1>{TEXT}") == ("delta7",)
    assert authors_of(f"<h1>The bridge is open</h1>{TEXT}{link}") == ()


def test_author_in_a_part_named_footer_belongs_to_the_article_that_it_ends():
    footer = '<div class="footer"><p class="author">Erika Muster</p></div>'
    story = f"<h1>The bridge is open</h1>{TEXT * 2}"
    assert authors_of(f"<article>{story}{footer}</article>") == ("Erika Muster",)
    assert authors_of(f"<article>{story}</article>{footer}") == ()


def test_notice_at_the_end_of_a_page_without_a_footer_names_the_owner():
    notice = "<div><p>(c) Erika Muster • Imprint</p></div><script>// (c) Paul Beispiel\n</script>"
    assert authors_of(f"<h1>The bridge is open</h1>{TEXT}{notice}") == ("Erika Muster",)
    assert authors_of(f"<h1>The bridge is open</h1><p>© Paul Beispiel</p>{TEXT * 2}") == ()


def test_link_in_running_text_leads_to_whom_it_is_about():
    sentence = (
        '<p>What do you think: did the parents of <a href="https://quotes.example/person?author=Poe">Paul Poe'
        "</a> ever worry about the marks that he had at school?</p>"
    )
    byline = '<p><a rel="author" href="/author/em">Erika Muster</a></p>'
    assert authors_of(f"<h1>The bridge is open</h1>{sentence}{TEXT}{byline}") == ("Erika Muster",)


def test_author_inside_a_link_with_a_headline_is_that_of_the_other_article():
    teaser = '<a href="/fog"><span class="author">Paul Beispiel</span><h3>Fog again</h3></a>'
    byline = '<a href="/author/em"><h3 class="author">Erika Muster</h3></a>'
    assert authors_of(f"<h1>The bridge is open</h1>{teaser}{byline}{TEXT}") == ("Erika Muster",)


def test_text_behind_a_label_of_its_own_names_the_author():
    label = "<div><h5>Datum:</h5>03.05.2024<br><h5>Autorin:</h5>Erika Muster</div>"
    assert authors_of(f"<h1>The bridge is open</h1>{TEXT}{label}") == ("Erika Muster",)


def test_coauthors_are_linked_each_on_their_own():
    links = '<p><a href="/author/em">Erika Muster</a> <a href="/author/pb">Paul Beispiel</a></p>'
    assert authors_of(f"<h1>The bridge is open</h1>{links}{TEXT}") == ("Erika Muster", "Paul Beispiel")


def test_name_in_bold_letters_in_running_text_is_whom_it_is_about():
    text = (
        f"<div>The bridge was opened by the mayor <b>Erika Muster</b>, and {'nobody left early. ' * 6}</div>"
    )
    assert authors_of(f"<h1>The bridge is open</h1>{text}{TEXT}") == ()


def test_name_alone_far_from_headline_and_dates_is_whom_the_story_tells_of():
    others = "".join(f"<p>Line {number} of a box of facts</p>" for number in range(14))
    assert authors_of(f"<h1>Market falls again</h1>{others}<p>Anna Berg</p>{TEXT}") == ()
    dated = f"<h1>Market falls again</h1>{others}<p>Anna Berg</p><p>3 May 2024</p>{TEXT}"
    assert authors_of(dated) == ("Anna Berg",)


def test_name_that_the_headline_holds_is_whom_it_tells_of():
    assert authors_of(f"<h1>Anna Berg wins the race</h1><p>Anna Berg</p>{TEXT}") == ()


def test_topics_behind_an_editors_label_are_no_names():
    body = f"<h1>欧洲央行降低利率</h1>{TEXT}<div>[责任编辑：robot] 标签：<a>欧洲</a> <a>利率</a></div>"
    assert authors_of(body) == ()


PARAGRAPH = f"<p>{'The council voted on the bridge at night, and nobody left. ' * 4}</p>"


@pytest.mark.parametrize(
    "name", ["<b><i>Stefan Wassermann</i></b>", '<font size="2">Stefan Wassermann</font>']
)
def test_name_alone_behind_the_last_paragraph_signs_it(name):
    body = f"<h1>The bridge is open</h1>{PARAGRAPH * 40}<p>{name}</p><p>Share</p>"
    assert authors_of(body) == ("Stefan Wassermann",)


def test_names_alone_between_paragraphs_are_those_of_whom_the_text_tells():
    people = "".join(f"<p>{name}</p>{PARAGRAPH}" for name in ("Stefan Wassermann", "Anna Exempel"))
    assert authors_of(f"<h1>Who voted</h1>{PARAGRAPH * 40}{people}<p>Share</p>") == ()


def test_byline_far_from_the_headline_does_not_overrule_a_declared_person():
    declared = linked_data(**{"@type": "WebPage", "author": {"@type": "Person", "name": "Erika Muster"}})
    book = '<p class="book">by Paul Beispiel</p>'
    assert authors_of(f"<h1>The bridge is open</h1>{TEXT * 2}{book}{TEXT}", declared) == ("Erika Muster",)
