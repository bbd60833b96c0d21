from webnoise.lab.evaluate.corpora import GoldPage
from webnoise.lab.evaluate.systems import method_behind
from webnoise.lab.evaluate.workbench import Workbench

HTML = (
    "<html><head><style>p { float: left }</style></head><body>"
    + "<p>A story of many words, told at length.</p>" * 2000
    + "</body></html>"
)


def bench(text="A story of many words, told at length."):
    return Workbench(GoldPage("a", "", "s", HTML, text=text))


def test_time_that_a_page_waits_for_its_siblings_does_not_count_as_its_own(monkeypatch):
    waiting = bench()
    monkeypatch.setattr("webnoise.page.limits.monotonic", lambda: 1e12)  # long after the page was parsed
    assert len(waiting.cut_by(method_behind("evbe")).page.blocks) == 2000


def test_methods_with_one_segmentation_share_it():
    page = bench()
    assert page.cut_by(method_behind("evbe")) is page.cut_by(method_behind("eifce"))
    assert page.cut_by(method_behind("econ")) is page.plain_cut
    assert page.cut_by(method_behind("core")) is not page.plain_cut


def test_segmentations_that_agree_share_their_labels():
    page = bench()
    assert page.cut_by(method_behind("evbe")).labels is page.plain_cut.labels


def test_page_without_a_gold_text_has_no_labels():
    cut = bench(text=None).plain_cut
    assert cut.labels.relevant is None
    assert cut.media is None
