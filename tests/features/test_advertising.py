import pytest

from webnoise.features.advertising import declared_size


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"width": "300", "height": "250px"}, (300, 250)),
        ({"style": "max-width: 10px; width: 300px;height:250px"}, (300, 250)),
        ({"width": "40", "style": "width: 300px; height: 250.5px"}, (40, 250)),
        ({"width": "100%", "height": "auto"}, (None, None)),
        ({}, (None, None)),
    ],
)
def test_size_from_attributes_then_style(attributes, expected):
    assert declared_size(attributes) == expected
