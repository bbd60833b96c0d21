"""Which hosts lie inside somebody's network, however they are spelled."""

import pytest

from webnoise.middlewares.private import is_private


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "localhost", "LOCALHOST.", "10.1.2.3", "192.168.0.1", "172.16.9.9", "169.254.169.254", "0.0.0.0",
        "2130706433", "0x7f000001", "017700000001", "127.1", "0x7f.1", "[::1]", "::1", "fe80::1%eth0", "[::ffff:10.0.0.1]",
        "fd00::1", "router.lan", "db.internal", "printer.local", "100.64.0.1", "2002:7f00:1::",
    ],
)  # fmt: skip
def test_private_hosts(host):
    assert is_private(host)


@pytest.mark.parametrize(
    "host",
    [
        "news.example",
        "93.184.216.34",
        "8.8.8.8",
        "2606:4700::1111",
        "local.example",
        "10.example",
        "",
        "1.2.3.4.5",
        "08.1",
    ],
)
def test_hosts_of_the_web(host):
    assert not is_private(host)
