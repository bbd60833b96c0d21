"""A byline is where the site's other pages have theirs."""

import numpy as np

from webnoise.model import ROLES
from webnoise.site.roles import no_text_by_site, role_prior_from_site


def counts(**roles):
    return np.array([[roles.get(role, 0) for role in ROLES]], np.float32)


def prior(role, **roles):
    return role_prior_from_site(counts(**roles))[0, ROLES.index(role)]


def test_position_that_no_other_page_has_is_no_evidence():
    assert np.allclose(role_prior_from_site(counts()), 0, atol=1e-6)


def test_roles_in_a_position_count_for_themselves_and_against_others():
    assert prior("byline", byline=4) > 0 > prior("teaser", byline=4)


def test_many_pages_count_more_than_few():
    assert prior("byline", byline=40) > prior("byline", byline=4) > prior("byline", byline=1)


def test_a_position_of_many_roles_is_little_evidence():
    assert prior("byline", byline=20) > prior("byline", byline=10, teaser=10) > prior("byline", teaser=20)


def no_text(pages, **roles):
    return bool(no_text_by_site(counts(**roles), np.array([pages]))[0])


def test_where_other_pages_have_bylines_there_is_no_text():
    assert no_text(3, byline=2, dateline=1)
    assert not no_text(3, byline=2, body=2)
    assert not no_text(9, other=9)  # not specific
    assert not no_text(3)


def test_many_captions_of_one_page_do_not_count_for_the_site():
    assert not no_text(2, caption=40)
