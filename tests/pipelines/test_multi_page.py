"""What a run has of stories over several pages when it ends."""

import json

from webnoise.model import Article, Image
from webnoise.pipelines.multi_page import ArticlePages

FIRST, SECOND, THIRD, FOURTH = (f"https://e.com/a?page={number}" for number in range(1, 5))


def test_pages_that_came_early_wait_for_the_last_one_that_is_missing_before_them():
    pages = ArticlePages()
    pages.note_all(FIRST, [SECOND, THIRD, FOURTH])
    opening, third, fourth = (Article(url=url) for url in (FIRST, THIRD, FOURTH))
    pages.waiting[SECOND] = [opening]
    pages.early = {THIRD: third, FOURTH: fourth}
    assert pages.unfinished() == [
        (SECOND, SECOND, [opening]),
        (THIRD, SECOND, [third]),
        (FOURTH, SECOND, [fourth]),
    ]


def test_job_that_goes_on_knows_the_pages_that_it_has():
    before = ArticlePages()
    before.note_all(FIRST, [SECOND])
    before.waiting[SECOND] = [Article(url=FIRST, images=[Image("https://e.com/a.jpg", "Rain")])]
    after = ArticlePages()
    after.restore(json.loads(json.dumps(before.to_state())))
    assert after.previous_of(SECOND) == FIRST
    assert after.waiting == before.waiting
