"""Every store finds the same: all pairs within three bits, and the wider search that the sketch verifies."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from webnoise.dedup.index import DuplicateIndex, Thresholds
from webnoise.dedup.index.columns import Signatures
from webnoise.dedup.signature import Signature, signature
from webnoise.dedup.simhash import bit_counts, hamming
from webnoise.dedup.sketch import sketch
from webnoise.errors import ConfigError, InputError, StoreError


@pytest.fixture(params=["memory", "file"])
def url(request, tmp_path):
    return None if request.param == "memory" else f"sqlite:///{tmp_path}/index.db"


@pytest.fixture
def file_url(tmp_path):
    return f"sqlite:///{tmp_path}/index.db"


@cache
def planted_fingerprints():
    """20,000 fingerprints; 1,000 of them have a neighbour at each of the distances 0 to 6."""
    source = random.Random(7)
    fingerprints = [source.getrandbits(64) for _ in range(13_000)]
    for distance in range(7):
        for centre in fingerprints[:1000]:
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


@pytest.mark.parametrize("batch", [700, 9000])
def test_no_pair_within_three_bits_is_missed(url, batch):
    fingerprints = planted_fingerprints()
    found = []
    with DuplicateIndex(url) as index:
        for start in range(0, len(fingerprints), batch):
            part = fingerprints[start : start + batch]
            keys = [str(number) for number in range(start, start + len(part))]
            found += index.add_many(keys, [Signature(fingerprint) for fingerprint in part])
    for row, expected in enumerate(earlier_within_three_bits()):
        assert {match.key for match in found[row]} == expected
        assert all(
            match.distance == hamming(fingerprints[row], fingerprints[int(match.key)]) for match in found[row]
        )


def test_one_by_one_finds_what_batches_find(url):
    fingerprints = planted_fingerprints()[:1500]
    with DuplicateIndex(url) as single, DuplicateIndex() as batched:
        signatures = [Signature(fingerprint) for fingerprint in fingerprints]
        keys = [str(number) for number in range(len(signatures))]
        one_by_one = [single.add(key, sign) for key, sign in zip(keys, signatures, strict=True)]
        assert one_by_one == batched.add_many(keys, signatures)


CROWD = 3000
"""More than the wider search looks at under one band."""


def crowd(source):
    """Fingerprints that share their lower half: within three bits of the first, by any bits, or far from it."""
    first = source.getrandbits(64)
    turned = [sum(1 << bit for bit in source.sample(range(64), source.randrange(7))) for _ in range(CROWD)]
    upper = [turn & ~0xFFFFFFFF if number % 2 else turn for number, turn in enumerate(turned)]
    return [first ^ turn for turn in upper]


@pytest.mark.parametrize("batch", [500, 9000])
@pytest.mark.parametrize("sketch", [b"", sketch(["one", "common", "notice"] * 9)])
def test_no_pair_within_three_bits_is_missed_in_a_crowd(url, batch, sketch):
    fingerprints = crowd(random.Random(3)) + planted_fingerprints()[:7000]
    random.Random(4).shuffle(fingerprints)
    signatures = [Signature(value, sketch, 30 if sketch else 0) for value in fingerprints]
    keys = [str(number) for number in range(len(signatures))]
    with DuplicateIndex(
        url, Thresholds(resemblance=1.0, containment=1.0, least_resemblance=1.0), None
    ) as index:
        for start in range(0, len(keys), batch):
            index.load(keys[start : start + batch], signatures[start : start + batch])
        asked = signatures[::99]
        found = index.find_many(asked) if batch > 500 else [index.find(one) for one in asked]
    values = np.array(fingerprints, np.uint64)
    for one, matches in zip(asked, found, strict=True):
        near = np.flatnonzero(bit_counts(values ^ np.uint64(one.fingerprint)) <= 3)
        assert {match.key for match in matches if match.distance <= 3} == {str(row) for row in near}


def test_thousands_with_one_fingerprint_are_all_found(url):
    with DuplicateIndex(url, most=None) as index:
        index.load([f"k{number}" for number in range(CROWD)], [Signature(5)] * CROWD)
        assert [match.key for match in index.find(Signature(7))] == [f"k{number}" for number in range(CROWD)]


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


def test_replacing_reaches_entries_that_were_filed_long_ago(url):
    fingerprints = [random.Random(number).getrandbits(64) for number in range(9000)]
    with DuplicateIndex(url) as index:
        index.add_many([f"k{number}" for number in range(9000)], [Signature(value) for value in fingerprints])
        index.add("k17", Signature(fingerprints[17] ^ 0xFFFF))
        index.add_many(
            [f"k{number}" for number in range(100, 8900)],
            [Signature(~value & 0xFFFFFFFFFFFFFFFF) for value in fingerprints[100:8900]],
        )
        assert len(index) == 9000
        assert [match.key for match in index.find(Signature(fingerprints[17]))] == []
        assert index.find(Signature(fingerprints[200])) == []
        assert [match.key for match in index.find(Signature(fingerprints[50]))] == ["k50"]


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
@pytest.mark.parametrize("told", [True, False])
def test_an_edited_story_is_found_and_another_is_not(language, told):
    story, other = LANGUAGES[language], OTHERS[language]
    tag = language if told else None
    separator = "。" if language == "zh" else "। " if language == "hi" else ". "
    edited = separator.join([other[:12], story.upper()]) + separator + other[-10:]
    with DuplicateIndex() as index:
        index.add("story", signature(story, tag))
        index.add("other", signature(other, tag))
        assert [match.key for match in index.find(signature(edited, tag))] == ["story"]


# what lasts


def test_a_closed_index_opens_with_everything_it_held(file_url):
    fingerprints = planted_fingerprints()[:9500]
    keys = [f"k{number}" for number in range(len(fingerprints))]
    with DuplicateIndex(file_url) as index:
        index.add_many(keys[:9000], [Signature(value) for value in fingerprints[:9000]])
        for key, value in zip(keys[9000:], fingerprints[9000:], strict=True):
            index.add(key, Signature(value))
        index.add("k3", Signature(fingerprints[3] ^ 1))
        expected = index.find_many([Signature(value) for value in fingerprints])
    with DuplicateIndex(file_url) as index:
        assert len(index) == len(fingerprints)
        assert index.find_many([Signature(value) for value in fingerprints]) == expected
        assert index.add("k3", Signature(fingerprints[3])) == []


def test_memory_and_file_agree_after_merges(file_url):
    source = np.random.default_rng(1)
    signatures = Signatures(
        source.integers(0, 1 << 64, 70_000, np.uint64),
        source.integers(0, 255, (70_000, len(sign(invented_story(1)).sketch)), np.uint8),
        np.full(70_000, 300, np.uint32),
    )
    keys = [f"https://example.com/{number}" for number in range(70_000)]
    with DuplicateIndex(file_url) as lasting, DuplicateIndex() as passing:
        for start in range(0, 70_000, 10_000):
            rows = slice(start, start + 10_000)
            lasting.add_many(keys[rows], signatures.take(rows))
            passing.add_many(keys[rows], signatures.take(rows))
        asked = signatures.take(slice(0, 70_000, 70))
        found = lasting.find_many(asked)
        assert found == passing.find_many(asked)
        assert [matches[0].key for matches in found] == keys[::70]


ADDING = """
import sys
from webnoise.dedup.index import DuplicateIndex
from webnoise.dedup.signature import Signature
import random
index = DuplicateIndex(sys.argv[1])
start = int(sys.argv[2])
step = int(sys.argv[3])
for number in range(start, start + 10**9, step):
    keys = [f"k{n}" for n in range(number, number + step)]
    index.add_many(keys, [Signature(random.Random(n).getrandbits(64)) for n in range(number, number + step)])
    print(number + step, flush=True)
"""


@pytest.mark.parametrize(("step", "acknowledgements"), [(1, 150), (900, 12), (8200, 2)])
def test_kill_during_inserts_loses_nothing_that_was_acknowledged(file_url, step, acknowledgements):
    start = 0
    for _ in range(2):
        adding = subprocess.Popen(
            [sys.executable, "-c", ADDING, file_url, str(start), str(step)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(acknowledgements):
            done = int(adding.stdout.readline())
        os.kill(adding.pid, signal.SIGKILL)
        done = max([done, *(int(line) for line in adding.stdout.read().split())])
        adding.wait()
        adding.stdout.close()
        with DuplicateIndex(file_url) as index:
            assert done <= len(index) <= done + step
            asked = [Signature(random.Random(n).getrandbits(64)) for n in range(done)]
            found = index.find_many(asked)
            assert all(matches and matches[0].key == f"k{n}" for n, matches in enumerate(found))
        start = done


def test_a_segment_cut_short_is_refused_with_its_name(file_url, tmp_path):
    fingerprints = planted_fingerprints()[:9000]
    with DuplicateIndex(file_url) as index:
        index.load([str(number) for number in range(9000)], [Signature(value) for value in fingerprints])
    [segment] = (tmp_path / "index.db.duplicates").glob("*.segment")
    segment.write_bytes(segment.read_bytes()[:-64])
    with pytest.raises(StoreError, match=segment.name):
        DuplicateIndex(file_url)


def test_files_left_by_an_interrupted_write_are_removed(file_url, tmp_path):
    with DuplicateIndex(file_url) as index:
        index.add("a", Signature(1))
    left = tmp_path / "index.db.duplicates" / "00000009.part"
    left.write_bytes(b"half")
    with DuplicateIndex(file_url) as index:
        assert len(index) == 1
    assert not left.exists()


def test_a_second_opening_is_refused_while_the_first_lasts(file_url):
    with DuplicateIndex(file_url), pytest.raises(StoreError, match="in use"):
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


def test_entries_that_a_loss_of_power_cut_off_are_taken_away(file_url, tmp_path):
    signatures = [
        Signature(number * 0x9E3779B97F4A7C15 % 2**64, sketch([str(number)]), 30) for number in range(4)
    ]
    with DuplicateIndex(file_url) as index:
        for number, one in enumerate(signatures):
            index.add(f"key {number}", one)
    [log] = (tmp_path / "index.db.duplicates").glob("*.recent")
    whole = log.read_bytes()
    for cut in (1, 60, 150):
        log.write_bytes(whole[:-cut])
        with DuplicateIndex(file_url) as index:
            assert len(index) == (3 if cut < 140 else 2)
            assert [match.key for match in index.add("again", signatures[1])] == ["key 1"]
        with DuplicateIndex(file_url) as index:
            assert {match.key for match in index.find(signatures[1])} == {"key 1", "again"}


def test_one_by_one_and_by_the_batch_may_take_turns(url):
    words = [f"word{number}" for number in range(60)]
    texts = [" ".join([*words, *["again"] * (number % 5), f"edition {number // 9}"]) for number in range(40)]
    found = []
    with DuplicateIndex(url) as index:
        for start in range(0, 40, 8):
            ones = range(start, start + 4)
            found += [index.add(str(number), signature(texts[number], "en")) for number in ones]
            keys = [str(number) for number in range(start + 4, start + 8)]
            found += index.add_many(keys, [signature(texts[int(key)], "en") for key in keys])
    with DuplicateIndex() as other:
        wanted = other.add_many(
            [str(number) for number in range(40)], [signature(text, "en") for text in texts]
        )
    assert found == wanted
    assert sum(map(len, wanted)) > 100
