"""Loads what the first page needs: imported once, before the processes of a pool are forked."""

from webnoise import flow
from webnoise.batch.work import sign_article
from webnoise.config import Config
from webnoise.model import Page

_PAGE = (
    "<html lang=en><title>Rain - The Paper</title><nav><a href=/>Home</a></nav><article><h1>Rain</h1>"
    "<p class=byline>By Anna Example, 1 November 2026</p>"
    "<p>It rained all day, and the river rose by a foot.</p></article><footer>All rights reserved</footer>"
)
_article = flow.extract(Page("https://paper.example/2026/11/01/rain", _PAGE), Config())
_article.to_dict()
sign_article(_article, Config())
