"""Redirects stay on the site."""

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.utils.test import get_crawler

from webnoise.middlewares.redirects import OffsiteRedirectMiddleware


@pytest.mark.parametrize(
    ("url", "meta", "passes"),
    [
        ("https://other.example/a", {"webnoise_site": "News", "redirect_times": 1}, False),
        ("https://news.example/a", {"webnoise_site": "News", "redirect_times": 1}, True),
        ("https://other.example/a", {"webnoise_site": "News"}, True),
        ("https://other.example/a", {"redirect_times": 1}, True),
    ],
    ids=["redirected off", "redirected within", "not redirected", "of no site"],
)
def test_only_redirects_off_the_site_are_ignored(url, meta, passes):
    middleware = OffsiteRedirectMiddleware(lambda site, url: site == "News" and "//news.example/" in url)
    request = Request(url, meta=meta)
    if passes:
        assert middleware.process_request(request) is None
    else:
        with pytest.raises(IgnoreRequest):
            middleware.process_request(request)


def test_spider_that_knows_no_sites_has_no_such_middleware():
    with pytest.raises(NotConfigured):
        OffsiteRedirectMiddleware.from_crawler(get_crawler())
