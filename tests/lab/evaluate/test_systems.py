import pytest

from webnoise.config import Config
from webnoise.errors import ConfigError
from webnoise.lab.baselines import BASELINES
from webnoise.lab.evaluate.peers import PEERS
from webnoise.lab.evaluate.systems import (
    WITH_SITE,
    all_methods,
    check_systems,
    is_peer,
    method_behind,
    system_version,
    told_version,
)
from webnoise.methods.base import LearningMethod
from webnoise.methods.registry import METHODS


def test_all_methods_and_baselines_are_named_in_the_way_they_are_meant():
    names = all_methods()
    check_systems(names)
    assert {name.removesuffix(WITH_SITE) for name in names} == {*METHODS, *BASELINES}
    assert {"content_extractor+site", "lin_ho+site", "site_style_tree+site", "econ"} <= set(names)
    for name in names:
        learns = isinstance(method_behind(name), LearningMethod)
        assert name.endswith(WITH_SITE) == learns or name == Config().method


def test_peers_are_no_methods():
    assert all(is_peer(name) for name in PEERS)
    assert not any(is_peer(name) for name in all_methods())


def test_version_of_our_own_methods_is_that_of_the_package():
    assert told_version("econ").startswith("webnoise ")
    assert system_version("econ") == system_version("coreex")


def test_unknown_name_is_refused_with_the_choice():
    with pytest.raises(ConfigError, match=r"nothing is named 'ekon'.*econ.*peers: trafilatura"):
        check_systems(["ekon"])
