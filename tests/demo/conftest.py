from __future__ import annotations

import pytest

import webnoise.demo


@pytest.fixture(scope="module")
def server():
    with webnoise.demo.serve() as server:
        yield server
