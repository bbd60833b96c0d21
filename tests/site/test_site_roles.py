"""A byline is where the site's other pages have theirs."""

import numpy as np

from webnoise.model import ROLES
from webnoise.site.roles import heard_at_places, no_text_at_places


def counts(**roles):
    return np.array([[roles.get(role, 0) for role in ROLES]], np.float32)


def heard(role, **roles):
    return heard_at_places(counts(**roles))[0, ROLES.index(role)]


def test_place_that_no_other_page_has_says_nothing():
    assert np.allclose(heard_at_places(counts()), 0, atol=1e-6)


def test_roles_at_a_place_speak_for_themselves_and_against_others():
    assert heard("byline", byline=4) > 0 > heard("teaser", byline=4)


def test_many_pages_say_more_than_few():
    assert heard("byline", byline=40) > heard("byline", byline=4) > heard("byline", byline=1)


def test_a_place_of_many_roles_says_little():
    assert heard("byline", byline=20) > heard("byline", byline=10, teaser=10) > heard("byline", teaser=20)


def no_text(pages, **roles):
    return bool(no_text_at_places(counts(**roles), np.array([pages]))[0])


def test_where_other_pages_have_bylines_there_is_no_text():
    assert no_text(3, byline=2, dateline=1)
    assert not no_text(3, byline=2, body=2)
    assert not no_text(9, other=9)  # says nothing of what it is
    assert not no_text(3)


def test_one_page_of_many_captions_is_no_witness():
    assert not no_text(2, caption=40)
