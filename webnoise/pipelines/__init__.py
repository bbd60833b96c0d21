"""The stages as Scrapy's item pipelines. Who imports one of them has articles as items."""

from itemadapter import ItemAdapter

from webnoise.pipelines.adapter import ArticleAdapter

ItemAdapter.ADAPTER_CLASSES = (ArticleAdapter, *ItemAdapter.ADAPTER_CLASSES)
