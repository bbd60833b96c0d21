"""The Scrapy add-on: one line in a project's settings, and its pages come out as articles."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings
from scrapy.utils.misc import load_object

from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.pipelines.feed_formats import check_feeds

PIPELINES: dict[Any, int] = {
    "webnoise.pipelines.SegmentationPipeline": 100,
    "webnoise.pipelines.SiteLearningPipeline": 200,
    "webnoise.pipelines.NoiseRemovalPipeline": 300,
    "webnoise.pipelines.MultiPagePipeline": 350,
    "webnoise.pipelines.FilterPipeline": 400,
    "webnoise.pipelines.DuplicatesPipeline": 500,
    "webnoise.pipelines.ExportPipeline": 900,
}
_PROCESSOR = "webnoise.pipelines.HoldingItemProcessor"
# Next to the engine: the middlewares of a project see what its spiders yield.
SPIDER_MIDDLEWARES: dict[Any, int] = {"webnoise.middlewares.ExtractionMiddleware": 20}
EXTENSIONS: dict[Any, int] = {"webnoise.pipelines.report.CrawlReport": 500}
PROVIDERS: dict[Any, int] = {"webnoise.middlewares.poet.ArticleProvider": 500}


def user_agent(contact_url: str | None) -> str:
    """Return the name of the crawler, with the address of a page about it."""
    from webnoise import __version__

    return f"webnoise/{__version__}" + (f" (+{contact_url})" if contact_url else "")


class Addon:
    """`ADDONS = {"webnoise.Addon": 500}` puts the pipelines and the extraction middleware into a project.

    A component that the project lists itself keeps the project's priority.
    """

    @classmethod
    def update_pre_crawler_settings(cls, settings: BaseSettings) -> None:
        """Make `scrapy crawl news` work in any project with the add-on."""
        modules = settings.getlist("SPIDER_MODULES")
        if "webnoise.spiders" not in modules:
            # At the priority of the project's own list, or the longer one would not take its place.
            priority = settings.getpriority("SPIDER_MODULES") or 0
            settings.set("SPIDER_MODULES", [*modules, "webnoise.spiders"], priority=priority)

    def update_settings(self, settings: BaseSettings) -> None:
        Config.from_settings(settings)  # a wrong setting ends the run before the first request
        check_feeds(settings)
        if not settings.getpriority("LOG_FORMATTER"):
            settings.set("LOG_FORMATTER", "webnoise.pipelines.log_lines.QuietLogFormatter", priority="addon")
        if not settings.getpriority("USER_AGENT"):
            settings.set("USER_AGENT", user_agent(settings.get("WEBNOISE_CONTACT_URL")), priority="addon")
        _set_processor(settings)
        _add(settings, "ITEM_PIPELINES", PIPELINES)
        _add(settings, "SPIDER_MIDDLEWARES", SPIDER_MIDDLEWARES)
        _add(settings, "EXTENSIONS", EXTENSIONS)
        if find_spec("scrapy_poet") is not None:
            _add(settings, "SCRAPY_POET_PROVIDERS", PROVIDERS)


def _add(settings: BaseSettings, name: str, components: dict[Any, int]) -> None:
    for path, priority in components.items():
        # By class: one that the project has listed, or turned off with None, is found by whatever name.
        settings.setdefault_in_component_priority_dict(name, load_object(path), priority)


def _set_processor(settings: BaseSettings) -> None:
    """Set the item processor that releases held pages; refuse another one of the project."""
    if (settings.getpriority("ITEM_PROCESSOR") or 0) <= SETTINGS_PRIORITIES["addon"]:
        settings.set("ITEM_PROCESSOR", _PROCESSOR, priority="addon")
    own = load_object(settings["ITEM_PROCESSOR"])
    if not (isinstance(own, type) and issubclass(own, load_object(_PROCESSOR))):
        raise ConfigError(
            f"ITEM_PROCESSOR is {settings['ITEM_PROCESSOR']}, which would lose the pages that wait for their "
            f"siblings: derive it from {_PROCESSOR}, or leave it out"
        )
