"""An article and the fields of the user's own as one item, for itemadapter and so for all of Scrapy."""

from __future__ import annotations

from collections.abc import Iterator, KeysView
from typing import Any

from itemadapter.adapter import AdapterInterface

from webnoise.model import EXPORTED, Article

_OWN = frozenset(EXPORTED)


class ArticleAdapter(AdapterInterface):
    """The exported fields of an article, then those of its `extra`; a new name goes into `extra`."""

    item: Article

    @classmethod
    def is_item_class(cls, item_class: type) -> bool:
        return issubclass(item_class, Article)

    @classmethod
    def get_field_names_from_class(cls, item_class: type) -> list[str]:  # noqa: ARG003
        return list(EXPORTED)

    def field_names(self) -> KeysView[str]:
        return dict.fromkeys(self).keys()

    def __getitem__(self, field_name: str) -> Any:
        return getattr(self.item, field_name) if field_name in _OWN else self.item.extra[field_name]

    def __setitem__(self, field_name: str, value: Any) -> None:
        if field_name in _OWN:
            setattr(self.item, field_name, value)
        else:
            self.item.extra[field_name] = value

    def __delitem__(self, field_name: str) -> None:
        """A field of the user's own goes; one of the article's becomes empty."""
        if field_name in _OWN:
            setattr(self.item, field_name, getattr(Article(), field_name))
        else:
            del self.item.extra[field_name]

    def __iter__(self) -> Iterator[str]:
        yield from EXPORTED
        yield from (name for name in self.item.extra if name not in _OWN)

    def __len__(self) -> int:
        return sum(1 for _ in self)
