import dataclasses

import pytest

from webnoise.config import RENAMED, Config
from webnoise.errors import ConfigError


def test_scrapy_settings_fill_the_config():
    settings = {"WEBNOISE_METHOD": "desea", "WEBNOISE_MAX_BYTES": "1000", "BOT_NAME": "x", "WEBNOISE_EXPORT_KINDS": "article,live"}  # fmt: skip
    config = Config.from_settings(settings)
    assert (config.method, config.max_bytes, config.export_kinds) == ("desea", 1000, ("article", "live"))
    assert config.limits.max_bytes == 1000


def test_unknown_setting_names_the_nearest_one():
    with pytest.raises(ConfigError, match=r"no setting 'metod'; did you mean 'method'\?"):
        Config.from_settings({"WEBNOISE_METOD": "core"})


@pytest.mark.parametrize(("former", "present"), RENAMED.items())
def test_former_name_of_a_setting_is_refused_with_the_present_one(former, present):
    with pytest.raises(ConfigError, match=f"the setting '{former}' is named '{present}'"):
        Config.from_settings({f"WEBNOISE_{former.upper()}": "1"})
    assert present in {field.name for field in dataclasses.fields(Config)}


def test_edge_settings_are_not_the_stages_business():
    settings = {"CONTACT_URL": "https://me.example", "REPORT": "a.html", "DROPPED": "a.jsonl", "INSPECT": "a"}
    assert Config.from_settings({f"WEBNOISE_{name}": value for name, value in settings.items()}) == Config()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"duplicates": "burn"}, "'drop', 'mark', 'outlets', 'keep', not 'burn'"),
        ({"max_bytes": "many"}, "max_bytes must be of type int, not 'many'"),
        ({"max_bytes": 0}, "greater than 0"),
        ({"incremental": "perhaps"}, "must be of type bool"),
        ({"export_kinds": ["novel"]}, "export_kinds must be one of"),
        ({"text_roles": "body,novel"}, "text_roles must be one of 'headline', .*, not 'novel'"),
        ({"text_roles": ""}, "text_roles is empty"),
        ({"min_siblings": -1}, "must not be negative"),
        ({"incremental": True}, "needs a store"),
        ({"method": "corre"}, "no method is named 'corre'; did you mean 'core'"),
        ({"workers": 2}, "no setting 'workers' any more: .* several processes on one store"),
    ],
)
def test_wrong_values_are_refused_with_their_remedy(values, message):
    with pytest.raises(ConfigError, match=message):
        Config.from_mapping(values)


def test_outlets_are_refused_where_processes_share_a_store():
    with pytest.raises(ConfigError, match="webnoise dedup"):
        Config(duplicates="outlets", store="redis://localhost")
