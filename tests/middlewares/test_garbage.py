import gc

import pytest

from webnoise.middlewares.garbage import RareCollection


@pytest.fixture(autouse=True)
def thresholds():
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_a_crawl_collects_seldom_and_leaves_all_as_it_was():
    extension = RareCollection()
    extension.opened()
    assert gc.get_threshold()[0] > 700
    assert gc.get_freeze_count()
    extension.closed()
    assert gc.get_threshold() == (700, 10, 10)
    assert not gc.get_freeze_count()


def test_the_last_of_several_crawls_puts_things_back():
    first, second = RareCollection(), RareCollection()
    first.opened()
    second.opened()
    first.closed()
    assert gc.get_threshold()[0] > 700
    second.closed()
    assert gc.get_threshold() == (700, 10, 10)


def test_collection_that_was_turned_off_stays_off():
    gc.set_threshold(0)
    extension = RareCollection()
    extension.opened()
    assert gc.get_threshold()[0] == 0
    extension.closed()
