"""Where `CI` is set, a test that is skipped fails, with the reason."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
IN_TEST = "import pytest\ndef test_it(): pytest.skip('no Java here')\n"
BY_MARK = "import pytest\n@pytest.mark.skipif(True, reason='no Java here')\ndef test_it(): pass\n"
WHOLE_FILE = "import pytest\npytest.skip('no Java here', allow_module_level=True)\n"


@pytest.mark.parametrize("code", [IN_TEST, BY_MARK, WHOLE_FILE])
@pytest.mark.parametrize(("ci", "is_green"), [("true", False), ("", True)])
def test_skip_fails_in_ci_only(tmp_path, code, ci, is_green):
    shutil.copy(CONFTEST, tmp_path)
    (tmp_path / "test_one.py").write_text(code)
    (tmp_path / "test_other.py").write_text("def test_other(): pass\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", str(tmp_path)],
        cwd=tmp_path,
        env=os.environ | {"CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) == is_green, done.stdout
    assert "no Java here" in done.stdout
