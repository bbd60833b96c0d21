"""Page in, article out: every field and every block of pages that were written for this and read by a person.

    python tests/golden/test_golden.py [NAME ...]

writes `article.json` of the pages anew; look at the difference before you commit it.
"""

import json
import sys
from pathlib import Path

import pytest

import webnoise
from webnoise import flow

FOLDER = Path(__file__).parent
FETCHED = "2026-11-16T12:00:00+00:00"
NAMES = sorted(page.parent.name for page in FOLDER.glob("*/page.html"))


def article_of(name):
    folder = FOLDER / name
    url = (folder / "url.txt").read_text("utf-8").strip()
    page = webnoise.Page(url, (folder / "page.html").read_bytes(), fetched=FETCHED)
    fields = flow.extract(page, webnoise.Config()).to_dict(also=("blocks", "evidence"))
    for block in fields["blocks"]:
        block["score"] = round(block["score"], 3)
    return fields


@pytest.mark.parametrize("name", NAMES)
def test_page_gives_the_article_that_was_last_reviewed(name):
    assert article_of(name) == json.loads((FOLDER / name / "article.json").read_text("utf-8"))


if __name__ == "__main__":
    for chosen in sys.argv[1:] or NAMES:
        text = json.dumps(article_of(chosen), ensure_ascii=False, indent=1)
        (FOLDER / chosen / "article.json").write_text(text + "\n", "utf-8")
