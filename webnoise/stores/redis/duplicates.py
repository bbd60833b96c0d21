"""The index of duplicates in Redis: what one process files, all others find at once.

A text is filed under its hashes (`dedup.tables`) by one script, which answers with all that was filed under
them before: of two processes that bring one story at the same time, one is the first. Which of the answers
are near duplicates is judged here, by the same comparison as everywhere.
"""

from __future__ import annotations

import struct
import time
from typing import Any

import numpy as np

from webnoise.dedup.index.columns import Signatures
from webnoise.dedup.index.duplicate_index import MOST_MATCHES
from webnoise.dedup.index.matches import Match, Thresholds, matches_among
from webnoise.dedup.signature import Signature
from webnoise.dedup.sketch import SKETCH_BYTES
from webnoise.dedup.tables import MOST_SHARING, table_hashes
from webnoise.stores.redis.server import RedisServer

_GROUPS = 4096
"""Small hashes of Redis that the hashes of one table share: those are packed, a key of its own is not."""

_ENTRY = struct.Struct("<QI")  # fingerprint and length of the text; sketch and key follow

# ARGV: key, entry, whether to file it, expiry in seconds, most that share a hash, then hash after hash as
# (name of its group, field). KEYS: the counter, then for each generation (the newest first) its beginning.
# Answers the entry's number and the earlier ones, each as number, entry.
_ADD = """
local own, entry, file, expire = ARGV[1], ARGV[2], ARGV[3] == '1', tonumber(ARGV[4])
local most = tonumber(ARGV[5])
local number, at = nil, nil
for _, place in ipairs(KEYS) do
    if place ~= KEYS[1] then
        local known = redis.call('HGET', place .. 'numbers', own)
        if known and not number then number, at = tonumber(known), place end
    end
end
local is_new = not number
if is_new then number = file and redis.call('INCR', KEYS[1]) or math.huge end
local found, order = {}, {}
for index = 6, #ARGV, 2 do
    for position = 2, #KEYS do
        local filed = redis.call('HGET', KEYS[position] .. ARGV[index], ARGV[index + 1])
        if filed then
            local count = 0
            for other in string.gmatch(filed, '%d+') do
                count = count + 1
                if count > most then break end
                local earlier = tonumber(other)
                if earlier < number and not found[other] then
                    found[other] = KEYS[position]
                    order[#order + 1] = other
                end
            end
        end
    end
end
local answer = {tostring(number)}
for _, other in ipairs(order) do
    local entry_of_other = redis.call('HGET', found[other] .. 'entries', other)
    if entry_of_other then
        answer[#answer + 1] = other
        answer[#answer + 1] = entry_of_other
    end
end
if file then
    local place = at or KEYS[2]
    local text = string.format('%d', number)
    local touched = {[place .. 'numbers'] = true, [place .. 'entries'] = true}
    redis.call('HSET', place .. 'numbers', own, text)
    redis.call('HSET', place .. 'entries', text, entry)
    for index = 6, #ARGV, 2 do
        local group = place .. ARGV[index]
        local filed = redis.call('HGET', group, ARGV[index + 1])
        if not filed then
            redis.call('HSET', group, ARGV[index + 1], text)
        elseif not string.find(',' .. filed .. ',', ',' .. text .. ',', 1, true) then
            local _, commas = string.gsub(filed, ',', '')
            if commas + 1 < most then redis.call('HSET', group, ARGV[index + 1], filed .. ',' .. text) end
        end
        touched[group] = true
    end
    if expire > 0 then
        for key in pairs(touched) do redis.call('EXPIRE', key, expire) end
    end
end
return answer
"""


class RedisDuplicates:
    """As a `DuplicateIndex`: `add` answers with the earlier near duplicates of a text, best first.

    Where the store forgets, texts are filed by generations as long as the time that is remembered; the two
    newest are asked, so that each text is known for at least that time, and for twice as long at most.
    """

    def __init__(self, server: RedisServer, thresholds: Thresholds | None = None) -> None:
        self.thresholds = thresholds or Thresholds()
        self._server = server

    def __len__(self) -> int:
        return sum(self._server.call("hlen", f"{place}entries") for place in self._places())

    def add(self, key: str, signature: Signature) -> list[Match]:
        """File a text under its key; one that is known is replaced, and keeps its place in the order."""
        return self._ask(key, signature, file=True)

    def find(self, signature: Signature) -> list[Match]:
        return self._ask("", signature, file=False)

    def close(self) -> None:
        """Nothing is held here."""

    def _ask(self, key: str, signature: Signature, *, file: bool) -> list[Match]:
        one = Signatures.of([signature])
        own = key.encode("utf-8", "surrogatepass")
        entry = _ENTRY.pack(int(one.fingerprints[0]), int(one.lengths[0])) + one.sketches[0].tobytes() + own
        hashes = [value for value in table_hashes(one)[0].tolist() if value >= 0]
        groups = [(f"{value >> 32}:{value % _GROUPS}", value & 0xFFFFFFFF) for value in hashes]
        expire = 2 * self._server.expire_seconds
        values: list[Any] = [own, entry, int(file), expire, MOST_SHARING]
        values += [part for group in groups for part in group]
        keys = [self._server.key("number"), *self._places()]
        _, *answer = self._server.script(_ADD, keys, values)
        return _judged(one, answer, self.thresholds)

    def _places(self) -> list[str]:
        """The beginnings of the keys of the generations that count, the newest first."""
        seconds = self._server.expire_seconds
        newest = int(time.time() // seconds) if seconds else 0
        generations = (newest, newest - 1) if seconds else (0,)
        return [self._server.key("duplicates", generation, "") for generation in generations]


def _judged(one: Signatures, answer: list[bytes], thresholds: Thresholds) -> list[Match]:
    numbers, entries = answer[::2], answer[1::2]
    if not entries:
        return []
    heads = [_ENTRY.unpack_from(entry) for entry in entries]
    end = _ENTRY.size + SKETCH_BYTES
    others = Signatures(
        np.array([fingerprint for fingerprint, _ in heads], np.uint64),
        np.frombuffer(b"".join(entry[_ENTRY.size : end] for entry in entries), np.uint8).reshape(
            -1, SKETCH_BYTES
        ),
        np.array([length for _, length in heads], np.uint32),
    )
    keys = [entry[end:].decode("utf-8", "surrogatepass") for entry in entries]
    orders = np.array([int(number) for number in numbers], np.uint32)
    return matches_among(one, others, keys, orders, thresholds)[:MOST_MATCHES]
