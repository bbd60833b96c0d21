"""What the spider brings along into a project."""

from scrapy.settings import Settings

from webnoise.spiders.components import add_components


def test_spider_is_polite_where_the_project_says_nothing():
    settings = Settings()
    add_components(settings)
    assert settings.getbool("ROBOTSTXT_OBEY")
    assert settings.getbool("AUTOTHROTTLE_ENABLED")
    assert settings.getfloat("DOWNLOAD_DELAY") >= 1
    assert settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN") == 1


def test_what_the_project_says_holds():
    settings = Settings({"DOWNLOAD_DELAY": 0.25, "CONCURRENT_REQUESTS_PER_DOMAIN": 3}, priority="project")
    add_components(settings)
    assert settings.getfloat("DOWNLOAD_DELAY") == 0.25
    assert settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN") == 3


def test_components_of_the_project_stay_beside_those_of_the_spider():
    theirs = "webnoise.middlewares.politeness.RobotsCacheMiddleware"
    settings = Settings({"DOWNLOADER_MIDDLEWARES": {theirs: 77}}, priority="project")
    add_components(settings)
    listed = settings.getdict("DOWNLOADER_MIDDLEWARES")
    assert listed[theirs] == 77
    assert "webnoise.middlewares.redirects.OffsiteRedirectMiddleware" in listed


def test_add_on_adds_the_spider_to_those_of_a_project():
    from webnoise.pipelines.addon import Addon

    settings = Settings({"SPIDER_MODULES": ["theirs.spiders"]}, priority="project")
    Addon.update_pre_crawler_settings(settings)
    assert settings.getlist("SPIDER_MODULES") == ["theirs.spiders", "webnoise.spiders"]
