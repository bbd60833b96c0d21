"""Methods in a row: what an earlier one drops is gone for the later, and parameters are given by method."""

import pytest

import webnoise
from webnoise import Config, flow
from webnoise.errors import ConfigError
from webnoise.methods.base import LearningMethod
from webnoise.methods.registry import method_names, resolve
from webnoise.model import Page

MENU = "<div class=menu><p>Home and sport and weather, every day, for all of our readers.</p></div>"
ADVERT = "<div class=advert><p>Buy two lamps, get one for free, this week only, in all shops.</p></div>"


def page(number):
    text = (
        f"The council voted on plan {number}, and {number + 7} members of its {number * 3} were against it."
    )
    return Page(
        f"https://a.example/{number}",
        f"<html lang=en><title>Plan {number}</title><body>{MENU}<div><h1>Plan {number}</h1><p>{text}</p></div>{ADVERT}",
    )


def article(method, number=1, siblings=(), **config):
    settings = Config(method=method, **config)
    chosen = settings.chosen_method
    memory = chosen.new_memory() if isinstance(chosen, LearningMethod) else None
    for sibling in siblings:
        chosen.learn(memory, flow.read(page(sibling), settings).prepared)
    return flow.extract(page(number), settings, memory)


def test_chain_drops_what_one_of_its_methods_drops():
    siblings = range(2, 6)
    tags = article("tag_noise")
    site = article("content_extractor", siblings=siblings)
    both = article("tag_noise, content_extractor", siblings=siblings)
    assert "Home and sport" in tags.text
    assert "Buy two lamps" not in tags.text
    assert "Home and sport" not in both.text
    assert "Buy two lamps" not in both.text
    assert "voted on plan 1" in both.text
    assert "Buy two lamps" not in site.text, "all pages have it"


def test_later_method_does_not_see_what_an_earlier_one_dropped():
    chosen = resolve("tag_noise, content_extractor")
    prepared = flow.read(page(1), Config(method="tag_noise, content_extractor")).prepared
    seen = [block.text for block in prepared.rest.page.blocks]
    assert not any("Buy two lamps" in text for text in seen)
    assert len(prepared.page.blocks) > len(seen)
    outline = prepared.rest.page.outline
    assert max(outline.last_block) == len(seen)
    assert [block.index for block in prepared.rest.page.blocks] == list(range(len(seen)))
    assert isinstance(chosen, LearningMethod)


@pytest.mark.parametrize("last", [name for name in method_names() if name != "tag_noise"])
def test_every_method_can_follow_the_tag_analysis(last):
    assert "Buy two lamps" not in article(f"tag_noise, {last}").text


def test_memory_of_a_chain_is_that_of_its_learning_method():
    chosen, alone = resolve("tag_noise,content_extractor"), resolve("content_extractor")
    memory = chosen.new_memory()
    chosen.learn(memory, flow.read(page(1), Config(method=chosen.name)).prepared)
    assert chosen.load_memory(memory.to_bytes()).pages == 1
    assert type(memory) is type(alone.new_memory())


def test_parameters_are_given_by_method():
    long = "x" * 60
    html = f"<html lang=en><body><div><p>{long}</p></div><div><p>It rained, and it snowed.</p></div>"
    parameters = {"tag_simhash": {"short": 100, "weights": {"title": 0.1}, "block_tags": ["div"]}}
    config = Config(method="tag_simhash", method_parameters=parameters)
    params = config.chosen_method.params
    assert (params.short, params.weights.title, params.weights.link) == (100, 0.1, 0.3)
    assert params.block_tags == frozenset({"div"})
    assert webnoise.extract(html, config=config).text
    written = Config.from_settings(
        {"WEBNOISE_METHOD_PARAMETERS": '{"tag_simhash": {"near": 2}}', "WEBNOISE_METHOD": "tag_simhash"}
    )
    assert written.chosen_method.params.near == 2


@pytest.mark.parametrize(
    ("method", "parameters", "words"),
    [
        ("tag_noise, corre", {}, "no method is named 'corre'; did you mean 'core'"),
        ("core, content_extractor", {}, "'core' learns from a site: name it last in a chain"),
        ("tag_simhash", {"tag_simhas": {}}, "no method is named 'tag_simhas'"),
        ("tag_simhash", {"tag_simhash": {"nearr": 2}}, "no parameter 'nearr'; did you mean 'near'"),
        ("tag_simhash", {"tag_simhash": {"near": "two"}}, "near must be like 3, not 'two'"),
        ("tag_simhash", {"tag_simhash": 3}, "give a mapping"),
        ("core", {"core": {"near": 2}}, "method 'core' has no parameters"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(method, parameters, words):
    with pytest.raises(ConfigError, match=words):
        Config(method=method, method_parameters=parameters)
    with pytest.raises(ConfigError, match="method_parameters must be"):
        Config.from_settings({"WEBNOISE_METHOD_PARAMETERS": "{near"})
