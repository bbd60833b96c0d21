"""What tests of several folders share."""

import os
import sys

import pytest

MAY_SKIP_IN_CI: frozenset[str] = frozenset()
"""Ids of tests that cannot run on the machine of CI: none."""


def fail_if_skipped(report):
    """Fail what was skipped where `CI` is set: nothing may be missing there, so that green means checked."""
    is_skipped = report.skipped and not hasattr(report, "wasxfail")
    if is_skipped and os.environ.get("CI") and report.nodeid not in MAY_SKIP_IN_CI:
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped, which CI does not allow: {report.longrepr[2]}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return fail_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return fail_if_skipped((yield))


@pytest.fixture(scope="session")
def spark():
    """A real one, on two cores of this machine."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").appName("tests")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
