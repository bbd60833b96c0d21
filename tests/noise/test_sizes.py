from __future__ import annotations

import pytest

from webnoise.noise.sizes import largest_source, size


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
    assert size(attributes) == expected


@pytest.mark.parametrize(
    ("srcset", "expected"),
    [
        ("a.jpg 320w, b.jpg 1024w, c.jpg 640w", ("b.jpg", 1024)),
        ("a.jpg, b.jpg 2x", ("b.jpg", None)),
        (
            "https://e.com/w_1,h_2/a.jpg 100w,https://e.com/w_3,h_4/b.jpg 200w",
            ("https://e.com/w_3,h_4/b.jpg", 200),
        ),
        ("", ("", None)),
    ],
)
def test_largest_source_of_a_set(srcset, expected):
    assert largest_source(srcset) == expected
