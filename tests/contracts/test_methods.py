"""What every method promises, run for every method of the registry."""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence
from functools import cache
from itertools import islice

import pytest

import webnoise
from research.corpora import corpus_folder, read_corpus
from webnoise import flow
from webnoise.blocks.segment import segment
from webnoise.config import Config
from webnoise.features.measures import compute_features
from webnoise.methods.base import LearningMethod
from webnoise.methods.key_patterns import KeyPatterns, KeyPatternsParams
from webnoise.methods.registry import METHODS, resolve
from webnoise.model import Page, Reason, Verdict
from webnoise.page.parse import parse

CORPORA = ("wcxb-dev", "news424", "fundus", "snippets", "siblings")
PAGES_OF_EACH = 3
"""research/benchmarks/methods.py walks all pages and counts failures; here a few of each corpus."""


def story(number: int) -> str:
    paragraphs = "".join(
        f"<p>Paragraph {n} of story {number} tells, at some length, what the council of town {number} decided; "
        f"<a href='/s/{number}/{n}'>a report</a> on <b>page {n}</b> has the <span>details</span>.</p>"
        for n in range(4)
    )
    return f"""<html lang="en"><head><title>Story {number}: the council decides</title>
    <style>.side {{ float: right; width: 200px }} #mast {{ background: #eee }}</style></head><body>
    <div id="mast"><a href="/">Harbour Post</a></div>
    <ul class="menu"><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li><li>Weather</li></ul>
    <div class="story"><h1>The council of town {number} decides</h1><h2>First part</h2>{paragraphs}
    <h2>Second part</h2>{paragraphs}<table><tr><td>Votes for</td><td>{number}</td></tr></table></div>
    <div class="side ad-slot">Cheap boats<br><br>Buy now</div>
    <form action="/search"><select><option>All</option></select></form>
    <div class="foot">Loose text <p>Copyright 2024 Harbour Post</p> after it</div></body></html>"""


PAGES = {
    "empty body": "<html><body></body></html>",
    "no text": '<html><body><div><img src="a.gif"><hr><script>x</script></div></body></html>',
    "only white space": "<html><body> <p> \n </p>&nbsp;</body></html>",
    "one block": "<p>Only this sentence stands here.</p>",
    "one word": "word",
    "text without elements": "Loose text, no markup at all.",
    "fragment": "<td>Cell</td><li>Item",
    "deeply nested": "<div>" * 150 + "Deep down." + "</div>" * 150,
    "frameset": "<html><frameset><frame src='a.html'></frameset></html>",
    "equal blocks": "<div><p>Same words again.</p></div>" * 30,
    "one long list": "<ul>" + "".join(f"<li>Item {n}</li>" for n in range(300)) + "</ul>",
    "chinese": "<html lang='zh'><body><ul><li>首页</li></ul><div><p>港口委员会星期一投票，决定修复旧码头。</p></div></body></html>",
    "story": story(1),
}


@cache
def corpus_pages() -> list[tuple[str, str]]:
    if corpus_folder() is None:
        return []
    return [(page.url, page.html) for name in CORPORA for page in islice(read_corpus(name), PAGES_OF_EACH)]


def texts(page):
    return "".join("".join(block.text.split()) for block in page.blocks)


def held(page, verdicts):
    """The promises about one page's verdicts."""
    assert isinstance(verdicts, Sequence)
    assert len(verdicts) == len(page.blocks)
    for verdict in verdicts:
        assert isinstance(verdict, Verdict)
        assert isinstance(verdict.keep, bool)
        assert math.isfinite(verdict.score)
        assert isinstance(verdict.reason, Reason)
        assert verdict.reason.code
        assert verdict.reason.code == verdict.reason.code.strip().lower().replace(" ", "_")


def judge(method, page, memory=None):
    return method.judge(method.prepare(page), memory)


@pytest.fixture(params=METHODS)
def method(request):
    return resolve(request.param)


class TestMethod:
    def cut(self, method, html, url="https://e.com/a"):
        return method.segment(parse(Page(url, html)))

    def test_has_the_name_of_the_registry(self, method):
        assert resolve(method.name) is method

    @pytest.mark.parametrize("name", PAGES)
    def test_one_verdict_with_a_reason_for_every_block(self, method, name):
        page = self.cut(method, PAGES[name])
        held(page, judge(method, page))

    @pytest.mark.parametrize("name", PAGES)
    def test_blocks_are_in_document_order_and_no_text_is_lost_or_doubled(self, method, name):
        page = self.cut(method, PAGES[name])
        assert [block.index for block in page.blocks] == list(range(len(page.blocks)))
        assert texts(page) == texts(segment(parse(Page("https://e.com/a", PAGES[name]))))

    def test_page_is_not_changed(self, method):
        page = self.cut(method, story(1))
        before = pickle.dumps(page)
        judge(method, page)
        assert pickle.dumps(page) == before

    def test_same_page_gets_the_same_verdicts(self, method):
        page = self.cut(method, story(1))
        verdicts = judge(method, page)
        assert judge(method, page) == verdicts
        assert judge(type(method)(), pickle.loads(pickle.dumps(page))) == verdicts

    def test_page_with_content_is_not_emptied(self, method):
        page = self.cut(method, story(1))
        assert any(verdict.keep for verdict in judge(method, page))

    def test_real_pages_are_judged_without_an_exception(self, method):
        pages = corpus_pages()
        if not pages:
            pytest.skip("the development corpora are not at ../shared/corpus")
        for url, html in pages:
            page = self.cut(method, html, url)
            held(page, judge(method, page))


LEARNING = [name for name in METHODS if isinstance(resolve(name), LearningMethod)]


def test_content_extractor_learns():
    assert "content_extractor" in LEARNING


@pytest.fixture(params=LEARNING)
def learner(request):
    return resolve(request.param)


class TestLearningMethod:
    def pages(self, method, count=4):
        return [method.segment(parse(Page(f"https://e.com/{n}", story(n)))) for n in range(count)]

    def taught(self, method, pages):
        memory = method.new_memory()
        for page in pages:
            method.learn(memory, method.prepare(page))
        return memory

    def test_new_memory_knows_no_page_and_changes_no_promise(self, learner):
        page = self.pages(learner)[0]
        memory = learner.new_memory()
        assert memory.pages == 0
        held(page, judge(learner, page, memory))

    def test_verdicts_with_a_memory_keep_all_promises(self, learner):
        pages = self.pages(learner)
        memory = self.taught(learner, pages)
        for page in pages:
            before = pickle.dumps(page)
            held(page, judge(learner, page, memory))
            assert pickle.dumps(page) == before

    def test_judging_teaches_nothing(self, learner):
        pages = self.pages(learner)
        memory = self.taught(learner, pages)
        before = memory.to_bytes()
        judge(learner, pages[0], memory)
        assert memory.to_bytes() == before

    def test_known_page_changes_nothing(self, learner):
        pages = self.pages(learner)
        memory = self.taught(learner, pages)
        before = memory.to_bytes()
        learner.learn(memory, learner.prepare(pages[2]))
        assert memory.to_bytes() == before
        assert memory.pages == len(pages)

    def test_order_of_pages_does_not_matter(self, learner):
        pages = self.pages(learner)
        one, other = self.taught(learner, pages), self.taught(learner, pages[::-1])
        assert judge(learner, pages[0], one) == judge(learner, pages[0], other)
        assert one.to_bytes() == other.to_bytes()

    def test_memories_add_up(self, learner):
        pages = self.pages(learner)
        whole = self.taught(learner, pages)
        part = self.taught(learner, pages[:3])
        part.merge(self.taught(learner, pages[2:]))
        assert part.pages == whole.pages
        assert judge(learner, pages[0], part) == judge(learner, pages[0], whole)

    def test_memory_comes_back_from_its_bytes(self, learner):
        pages = self.pages(learner)
        memory = self.taught(learner, pages)
        again = learner.load_memory(memory.to_bytes())
        assert again.pages == memory.pages
        assert judge(learner, pages[0], again) == judge(learner, pages[0], memory)
        assert again.to_bytes() == memory.to_bytes()


def test_package_of_methods_can_be_imported_under_another_name():
    import webnoise.methods.core as package

    assert package.__name__ == "webnoise.methods.core"
    assert webnoise.method_names()[0] == Config().method


def test_method_object_with_parameters_of_ones_own_is_taken_for_a_name():
    html = story(1)
    few = webnoise.extract(html, method=KeyPatterns(KeyPatternsParams(threshold=1000)))
    many = webnoise.extract(html, method="key_patterns")
    assert many.text
    assert not few.text
    site = webnoise.Site("e.com")
    assert webnoise.extract(html, method=KeyPatterns(), site=site).text == many.text


def test_site_parses_a_page_once_for_all_its_methods(monkeypatch):
    parses = []
    monkeypatch.setattr("webnoise.flow.parse", lambda *args: parses.append(args) or parse(*args))
    webnoise.Site("e.com", methods=("core", "content_extractor")).learn(story(1))
    assert len(parses) == 1


def test_features_are_computed_once_for_learning_and_judging(monkeypatch):
    computed = []
    monkeypatch.setattr(
        "webnoise.methods.core.method.compute_features",
        lambda *args: computed.append(args) or compute_features(*args),
    )
    read = flow.read(Page("https://e.com/1", story(1)), Config())
    memory = read.method.new_memory()
    read.method.learn(memory, read.prepared)
    assert flow.finish(read, Config(), memory).noise
    assert len(computed) == 1
