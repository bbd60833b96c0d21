"""The stages of articles: judged, such as were asked for, and as they are exported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from webnoise import flow
from webnoise.config import Config
from webnoise.model import Article, plain_value
from webnoise.pipelines.stage import Stage
from webnoise.text.language import primary_tag


class JudgePipeline(Stage):
    """A read page becomes its article; its dropped blocks are counted by reason."""

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, flow.ReadPage):
            return item
        with self.timed("judge"):
            article = flow.decide(item, self.config, item.memory)
        self.count("pages")
        self.count("blocks", len(item.cut.blocks))
        self.count(f"kinds/{article.kind}")
        for reason, blocks in article.noise.items():
            self.count(f"noise/{reason}", blocks)
        return article


class WantedPipeline(Stage):
    """Kinds, languages and lengths that were not asked for are counted and dropped.

    An article of which no language is known passes.
    """

    def __init__(self, config: Config, increment: Callable[..., None]) -> None:
        super().__init__(config, increment)
        self._languages = frozenset(map(primary_tag, config.languages))

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Article):
            return item
        config, language = self.config, primary_tag(item.language)
        if item.kind not in config.export_kinds:
            self._leave_out(item, f"kind-{item.kind}", "not among export_kinds")
        if self._languages and language and language not in self._languages:
            self._leave_out(item, "language", f"it is in {language!r}")
        if item.word_count < config.min_words:
            self._leave_out(item, "short", f"it has {item.word_count} words")
        return item

    def _leave_out(self, item: Article, reason: str, detail: str) -> NoReturn:
        self.drop(reason, item.url, detail, kind=item.kind, log_level="DEBUG")


class ExportPipeline(Stage):
    """Articles leave as articles; what `export_extra` names stands among their extra fields."""

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Article):
            self.count("articles")
            for name in self.config.export_extra:
                item.extra[name] = plain_value(getattr(item, name))
        return item
