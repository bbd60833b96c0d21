"""Articles as lines of JSON, without detours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scrapy.exporters import JsonLinesItemExporter

from webnoise.model import EXPORTED, Article


class ArticleLines(JsonLinesItemExporter):
    """Scrapy's exporter: the same lines.

    Scrapy asks itemadapter several times for each field of an item: of articles it is known which they have,
    and that none has a serializer of its own.
    """

    def get_serialized_fields(
        self,
        item: Any,
        default_value: Any = None,
        include_empty: bool | None = None,  # noqa: FBT001 - as Scrapy declares it
    ) -> Iterable[tuple[str, Any]]:
        if not isinstance(item, Article) or self.fields_to_export is not None:
            return super().get_serialized_fields(item, default_value, include_empty)
        fields = {name: getattr(item, name) for name in EXPORTED}
        return {**fields, **item.extra, **fields}.items()  # a field of the article's own goes before others
