"""The stages as Scrapy's item pipelines. Importing them makes articles items."""

from itemadapter import ItemAdapter

from webnoise.pipelines.adapter import ArticleAdapter
from webnoise.pipelines.articles import ExportPipeline, FilterPipeline, NoiseRemovalPipeline
from webnoise.pipelines.duplicates import DuplicatesPipeline
from webnoise.pipelines.multi_page import MultiPagePipeline
from webnoise.pipelines.pages import SegmentationPipeline
from webnoise.pipelines.site_learning import SiteLearningPipeline
from webnoise.pipelines.stage import Dropped, Held, HoldingItemProcessor

ItemAdapter.ADAPTER_CLASSES = (ArticleAdapter, *ItemAdapter.ADAPTER_CLASSES)

__all__ = [
    "Dropped",
    "DuplicatesPipeline",
    "ExportPipeline",
    "FilterPipeline",
    "Held",
    "HoldingItemProcessor",
    "MultiPagePipeline",
    "NoiseRemovalPipeline",
    "SegmentationPipeline",
    "SiteLearningPipeline",
]
