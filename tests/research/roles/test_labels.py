"""Roles given by a person: kept by hashes, given as corrections of proposals."""

import pytest

from research.roles.labels import block_keys, corrected, page_key, read_labels, roles_on, write_labels
from webnoise.blocks.segment import segment
from webnoise.errors import InputError
from webnoise.model import Page
from webnoise.page.parse import parse


def cut(html):
    return segment(parse(Page("", html)))


def test_labels_are_found_again_by_the_text_of_page_and_blocks(tmp_path):
    page = cut("<p>Rain fell.<p>By Ada Byron<p>Rain fell.")
    given = ["body", "byline", "quote"]
    write_labels({page_key(page): dict(zip(block_keys(page), given, strict=True))}, tmp_path / "labels.tsv")
    stored = (tmp_path / "labels.tsv").read_text()
    assert "Ada" not in stored
    assert roles_on(page, read_labels(tmp_path / "labels.tsv")) == given
    assert roles_on(cut("<p>Another page."), read_labels(tmp_path / "labels.tsv")) is None


def test_the_projects_own_labels_are_of_many_pages():
    labels = read_labels()
    assert len(labels) >= 150
    assert sum(map(len, labels.values())) > 10_000


def test_corrections_name_single_blocks_and_runs_of_them():
    assert corrected(["other"] * 4, ["0=byline", "2-3=teaser"]) == ["byline", "other", "teaser", "teaser"]


@pytest.mark.parametrize(("correction", "message"), [("1=author", "no role"), ("9=body", "names no blocks")])
def test_wrong_corrections_name_the_remedy(correction, message):
    with pytest.raises(InputError, match=message):
        corrected(["other"] * 4, [correction])
