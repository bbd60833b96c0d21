"""Every store finds the same: all pairs within three bits, and the wider search that the sketch verifies."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from functools import cache
from threading import Thread

import numpy as np
import pytest

from webnoise.dedup.hashes import MOST_SHARING
from webnoise.dedup.index import DuplicateIndex, Thresholds
from webnoise.dedup.signature import Signature, signature
from webnoise.dedup.simhash import bit_counts, hamming
from webnoise.errors import ConfigError, InputError, StoreError


@pytest.fixture(params=["memory", "file"])
def url(request, tmp_path):
    return None if request.param == "memory" else f"sqlite:///{tmp_path}/index.db"


@pytest.fixture
def file_url(tmp_path):
    return f"sqlite:///{tmp_path}/index.db"


@cache
def planted_fingerprints():
    """4,000 fingerprints; 200 of them have a neighbour at each of the distances 0 to 6."""
    source = random.Random(7)
    fingerprints = [source.getrandbits(64) for _ in range(2600)]
    for distance in range(7):
        for centre in fingerprints[:200]:
            turned = sum(1 << bit for bit in source.sample(range(64), distance))
            fingerprints.append(centre ^ turned)
    source.shuffle(fingerprints)
    return fingerprints


@cache
def earlier_within_three_bits():
    """For each planted fingerprint the earlier ones within three bits, by comparing all pairs."""
    values = np.array(planted_fingerprints(), np.uint64)
    return [
        {str(earlier) for earlier in np.flatnonzero(bit_counts(values[:row] ^ values[row]) <= 3)}
        for row in range(len(values))
    ]


def test_no_pair_within_three_bits_is_missed(url):
    fingerprints = planted_fingerprints()
    keys = [str(number) for number in range(len(fingerprints))]
    with DuplicateIndex(url) as index:
        found = index.add_many(keys, map(Signature, fingerprints))
    for row, expected in enumerate(earlier_within_three_bits()):
        assert {match.key for match in found[row]} == expected
        assert all(
            match.distance == hamming(fingerprints[row], fingerprints[int(match.key)]) for match in found[row]
        )


def test_the_oldest_of_a_crowd_under_one_hash_are_found(url):
    with DuplicateIndex(url, most=None) as index:
        index.add_many(
            [f"k{number}" for number in range(2 * MOST_SHARING)], [Signature(5)] * 2 * MOST_SHARING
        )
        assert [match.key for match in index.find(Signature(7))] == [f"k{n}" for n in range(MOST_SHARING)]


def test_no_more_matches_are_returned_than_asked_for(url):
    with DuplicateIndex(url, most=2) as index:
        index.add_many(["a", "b", "c"], [Signature(5), Signature(5), Signature(4)])
        assert [match.key for match in index.find(Signature(5))] == ["a", "b"]


def invented_story(seed, length=300):
    source = random.Random(seed)
    vocabulary = [
        "".join(source.choices("bcdfglmnprst", k=2))
        + source.choice(["ano", "eri", "ulo", "ita"])
        + str(n % 89)
        for n in range(400)
    ]
    return [source.choice(vocabulary) for _ in range(length)]


def sign(words):
    return signature(" ".join(words), "en")


def test_a_story_with_another_head_and_a_cut_end_is_found(url):
    story = invented_story(1)
    with DuplicateIndex(url) as index:
        for seed in range(2, 40):
            index.add(f"other-{seed}", sign(invented_story(seed)))
        index.add("wire", sign(story))
        [match] = index.find(sign(invented_story(99, 40) + story[:240]))
    assert match.key == "wire"
    assert match.reason.code in {"near_text", "contained_text", "near_fingerprint"}
    assert 0.4 < match.similarity < 0.95


def test_a_report_that_shares_a_paragraph_is_another_story(url):
    story = invented_story(1)
    with DuplicateIndex(url) as index:
        index.add("report", sign(story))
        assert index.find(sign(story[:60] + invented_story(5, 240))) == []


def test_matches_come_best_first(url):
    story = invented_story(1)
    with DuplicateIndex(url) as index:
        index.add("far", sign(story[:240] + invented_story(3, 60)))
        index.add("same", sign(story))
        index.add("near", sign(story[:290]))
        matches = index.find(sign(story))
    assert [match.key for match in matches] == ["same", "near", "far"]
    assert matches[0].similarity == 1.0
    assert matches[0].reason.code == "same_text"
    assert matches[0].distance == 0


def test_a_known_key_is_replaced_and_no_duplicate_of_itself(url):
    with DuplicateIndex(url) as index:
        assert index.add("a", sign(invented_story(1))) == []
        assert index.add("a", sign(invented_story(1))) == []
        assert index.add("a", sign(invented_story(2))) == []
        assert index.find(sign(invented_story(1))) == []
        assert [match.key for match in index.find(sign(invented_story(2)))] == ["a"]
        assert len(index) == 1


def test_the_first_seen_stays_the_original_when_it_is_crawled_again(url):
    with DuplicateIndex(url) as index:
        index.add("original", sign(invented_story(1)))
        assert [match.key for match in index.add("copy", sign(invented_story(1)))] == ["original"]
        assert index.add("original", sign([*invented_story(1), "correction"])) == []
        assert [match.key for match in index.add("copy", sign(invented_story(1)))] == ["original"]


def test_a_key_twice_in_one_batch_counts_once(url):
    with DuplicateIndex(url) as index:
        first, second = index.add_many(["a", "a"], [sign(invented_story(1))] * 2)
        assert (first, second, len(index)) == ([], [], 1)


def test_short_texts_are_compared_exactly_only(url):
    with DuplicateIndex(url, Thresholds(short=20)) as index:
        index.add("short", sign("storm warning issued tonight coast".split()))
        assert index.find(sign("storm warning issued tonight".split())) == []
        assert [
            match.reason.code for match in index.find(sign("Storm warning issued tonight, coast".split()))
        ] == ["same_text"]


def test_empty_texts_are_no_duplicates(url):
    with DuplicateIndex(url) as index:
        index.add("a", signature(""))
        assert index.add("b", signature("")) == []


def test_find_does_not_file(url):
    with DuplicateIndex(url) as index:
        index.find(sign(invented_story(1)))
        assert len(index) == 0


LANGUAGES = {
    "en": "The harbour authority said on Tuesday that the old ferry will be replaced by two electric ships next spring, after "
    "years of complaints about noise and smoke along the northern shore. Engineers began tests of the charging station last week.",
    "de": "Die Hafenbehörde teilte am Dienstag mit, dass die alte Fähre im kommenden Frühjahr durch zwei elektrische Schiffe ersetzt "
    "wird, nachdem Anwohner am Nordufer jahrelang über Lärm und Rauch geklagt hatten. Ingenieure prüfen seit voriger Woche die Ladestation.",
    "hi": "बंदरगाह प्राधिकरण ने मंगलवार को बताया कि पुरानी नौका की जगह अगले वसंत में दो बिजली से चलने वाले जहाज लेंगे। उत्तरी तट के "
    "निवासी कई वर्षों से शोर और धुएं की शिकायत कर रहे थे। इंजीनियरों ने पिछले सप्ताह चार्जिंग स्टेशन की जांच शुरू की और नए चालक दल का प्रशिक्षण जारी है।",
    "zh": "港务局星期二表示，旧渡轮将在明年春天由两艘电动船取代。多年来，北岸居民一直抱怨噪音和浓烟。工程师上周开始测试充电站，新船员正在接受培训。",
    "ar": "أعلنت هيئة الميناء يوم الثلاثاء أن العبارة القديمة ستحل محلها سفينتان كهربائيتان في الربيع المقبل بعد سنوات من شكاوى سكان الشاطئ "
    "الشمالي من الضجيج والدخان. وبدأ المهندسون الأسبوع الماضي اختبار محطة الشحن بينما يتدرب الطاقم الجديد.",
}
OTHERS = {
    "en": "Voters in the valley rejected a plan to widen the motorway on Sunday, a setback for the regional government, which had "
    "promised shorter journeys and new jobs. Turnout reached sixty percent, the highest in a decade.",
    "de": "Die Wähler im Tal lehnten am Sonntag den Ausbau der Autobahn ab, ein Rückschlag für die Landesregierung, die kürzere Fahrten "
    "und neue Arbeitsplätze versprochen hatte. Die Beteiligung erreichte sechzig Prozent.",
    "hi": "घाटी के मतदाताओं ने रविवार को राजमार्ग चौड़ा करने की योजना ठुकरा दी। यह क्षेत्रीय सरकार के लिए झटका है जिसने छोटी यात्राओं और नई "
    "नौकरियों का वादा किया था। मतदान साठ प्रतिशत रहा जो दस साल में सबसे अधिक है।",
    "zh": "山谷选民星期日否决了拓宽高速公路的计划，这对承诺缩短行程并创造就业的地区政府是一次挫折。投票率达到百分之六十，为十年来最高。",
    "ar": "رفض الناخبون في الوادي يوم الأحد خطة لتوسيع الطريق السريع في انتكاسة للحكومة الإقليمية التي وعدت برحلات أقصر ووظائف جديدة. "
    "وبلغت نسبة المشاركة ستين في المئة وهي الأعلى منذ عقد.",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_declared", [True, False])
def test_an_edited_story_is_found_and_another_is_not(language, is_declared):
    story, other = LANGUAGES[language], OTHERS[language]
    tag = language if is_declared else None
    separator = "。" if language == "zh" else "। " if language == "hi" else ". "
    edited = separator.join([other[:12], story.upper()]) + separator + other[-10:]
    with DuplicateIndex() as index:
        index.add("story", signature(story, tag))
        index.add("other", signature(other, tag))
        assert [match.key for match in index.find(signature(edited, tag))] == ["story"]


# what lasts


def test_a_closed_index_opens_with_everything_it_held(file_url):
    fingerprints = planted_fingerprints()[:1000]
    asked = [Signature(value) for value in fingerprints]
    with DuplicateIndex(file_url) as index:
        index.add_many([f"k{number}" for number in range(1000)], asked)
        index.add("k3", Signature(fingerprints[3] ^ 1))
        expected = [index.find(one) for one in asked]
    with DuplicateIndex(file_url) as index:
        assert len(index) == 1000
        assert [index.find(one) for one in asked] == expected
        assert index.add("k3", asked[3]) == []


ADDING = """
import random, sys
from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.signature import Signature
index = DuplicateIndex(sys.argv[1])
for number in range(int(sys.argv[2]), 10**9):
    index.add(f"k{number}", Signature(random.Random(number).getrandbits(64)))
    print(number + 1, flush=True)
"""


def test_kill_during_inserts_loses_nothing_that_was_acknowledged(file_url):
    start = 0
    for _ in range(2):
        adding = subprocess.Popen(
            [sys.executable, "-c", ADDING, file_url, str(start)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(150):
            done = int(adding.stdout.readline())
        os.kill(adding.pid, signal.SIGKILL)
        done = max([done, *(int(line) for line in adding.stdout.read().split())])
        adding.wait()
        adding.stdout.close()
        with DuplicateIndex(file_url) as index:
            assert done <= len(index) <= done + 1
            for number in range(done):
                assert index.find(Signature(random.Random(number).getrandbits(64)))[0].key == f"k{number}"
        start = done


def test_of_threads_that_add_one_story_at_once_one_is_the_first(url):
    story, found = sign(invented_story(1)), []
    with DuplicateIndex(url) as index:
        threads = [
            Thread(target=lambda key=key: found.append(len(index.add(str(key), story)))) for key in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(found) == list(range(8))


def test_an_index_of_an_older_version_is_refused_with_the_remedy(file_url, tmp_path):
    folder = tmp_path / "index.db.duplicates"
    folder.mkdir()
    (folder / "00000000.segment").write_bytes(b"webnoise duplicates 2\n")
    with pytest.raises(StoreError, match=r"index\.db\.duplicates .*older version.*remove the folder"):
        DuplicateIndex(file_url)


@pytest.mark.parametrize("url", ["postgres://host/db", "sqlite://host/file.db", "sqlite:///", "file.db"])
def test_an_unknown_url_is_refused_with_the_remedy(url):
    with pytest.raises(ConfigError, match="sqlite:///FILE"):
        DuplicateIndex(url)


def test_a_sketch_of_another_size_is_refused():
    with pytest.raises(InputError, match="bytes"):
        DuplicateIndex().add("a", Signature(1, b"short", 30))


@pytest.mark.parametrize("wrong", [{"bits": 4}, {"resemblance": 0}, {"containment": 1.5}])
def test_thresholds_out_of_range_are_refused(wrong):
    with pytest.raises(ConfigError, match=next(iter(wrong))):
        Thresholds(**wrong)
