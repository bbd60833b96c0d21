"""The index of duplicates in Redis: what one process files, all others find at once.

One script files a text under its hashes (`dedup.hashes`) and returns the texts that were filed under them
before: of two processes that add one story at the same time, one is the first. The comparison of all stores
(`dedup.compare`) then decides which of those are near duplicates.
"""

from __future__ import annotations

import time
from typing import Any

from webnoise.dedup.compare import MOST_MATCHES, Candidate, Match, Thresholds, best_matches
from webnoise.dedup.hashes import MOST_SHARING, text_hashes
from webnoise.dedup.signature import RECORD, Signature, as_records
from webnoise.stores.redis.server import RedisServer

_GROUPS = 4096
"""Redis hashes for each column of hashes: Redis packs many fields of a small hash, and no key of its own."""

_SIZE = RECORD.itemsize  # of a signature, with which an entry begins; the key follows

# ARGV: key, entry, whether to file it, expiry in seconds, most texts of one hash, then for each hash the
# name of its Redis hash and its field. KEYS: the counter, then the prefix of each generation, newest first.
# Returns the entry's number, and the number and entry of each earlier text.
_ADD = """
local own, entry, file, expire = ARGV[1], ARGV[2], ARGV[3] == '1', tonumber(ARGV[4])
local most = tonumber(ARGV[5])
local number, generation = nil, nil
for _, prefix in ipairs(KEYS) do
    if prefix ~= KEYS[1] then
        local known = redis.call('HGET', prefix .. 'numbers', own)
        if known and not number then number, generation = tonumber(known), prefix end
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
    local prefix = generation or KEYS[2]
    local text = string.format('%d', number)
    local touched = {[prefix .. 'numbers'] = true, [prefix .. 'entries'] = true}
    redis.call('HSET', prefix .. 'numbers', own, text)
    redis.call('HSET', prefix .. 'entries', text, entry)
    for index = 6, #ARGV, 2 do
        local group = prefix .. ARGV[index]
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
    """A `DuplicateIndex` that processes share.

    Where the store forgets, texts are filed by generations as long as the time that is remembered. The two
    newest are searched: each text is known for at least that time, and for twice as long at most.
    """

    def __init__(self, server: RedisServer, thresholds: Thresholds | None = None) -> None:
        self.thresholds = thresholds or Thresholds()
        self._server = server

    def __len__(self) -> int:
        return sum(self._server.call("hlen", f"{prefix}entries") for prefix in self._prefixes())

    def add(self, key: str, signature: Signature) -> list[Match]:
        """File a text under its key; one that is known is replaced, and keeps its place in the order."""
        return self._ask(key, signature, file=True)

    def find(self, signature: Signature) -> list[Match]:
        return self._ask("", signature, file=False)

    def _ask(self, key: str, signature: Signature, *, file: bool) -> list[Match]:
        own, data = key.encode("utf-8", "surrogatepass"), signature.to_bytes()
        hashes = [value for value in text_hashes(as_records([data]))[0].tolist() if value >= 0]
        groups = [(f"{value >> 32}:{value % _GROUPS}", value & 0xFFFFFFFF) for value in hashes]
        expire = 2 * self._server.expire_seconds
        values: list[Any] = [own, data + own, int(file), expire, MOST_SHARING]
        values += [part for group in groups for part in group]
        keys = [self._server.key("number"), *self._prefixes()]
        _, *answer = self._server.script(_ADD, keys, values)
        candidates = [
            Candidate(int(number), entry[_SIZE:].decode("utf-8", "surrogatepass"), entry[:_SIZE])
            for number, entry in zip(answer[::2], answer[1::2], strict=True)
        ]
        return best_matches(data, candidates, self.thresholds, MOST_MATCHES)

    def _prefixes(self) -> list[str]:
        """Return the prefixes of the keys of the generations that are searched, the newest first."""
        seconds = self._server.expire_seconds
        newest = int(time.time() // seconds) if seconds else 0
        generations = (newest, newest - 1) if seconds else (0,)
        return [self._server.key("duplicates", generation, "") for generation in generations]
