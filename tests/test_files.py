"""A file is written whole or not at all."""

import pytest

from webnoise.errors import ConfigError
from webnoise.files import atomic_write


def test_file_takes_its_name_when_it_is_whole(tmp_path):
    path = tmp_path / "report.html"
    path.write_text("earlier")
    with atomic_write(path) as part:
        part.write_text("now")
        assert path.read_text() == "earlier"
    assert path.read_text() == "now"
    assert list(tmp_path.iterdir()) == [path]


def test_what_fails_leaves_the_earlier_file_and_nothing_else(tmp_path):
    path = tmp_path / "report.html"
    path.write_text("earlier")

    def write_half():
        with atomic_write(path) as part:
            part.write_text("half")
            raise ValueError("killed in the middle")

    with pytest.raises(ValueError, match="in the middle"):
        write_half()
    assert path.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [path]


def test_file_that_cannot_be_written_is_named(tmp_path):
    path = tmp_path / "no" / "report.html"
    with pytest.raises(ConfigError, match=r"cannot write .*no/report\.html"), atomic_write(path) as part:
        part.write_text("now")
