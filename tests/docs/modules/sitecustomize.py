"""Put before the modules of processes that the documents' commands start: no waiting, and a proxy that has a name."""

import os
import socket

from webnoise import settings

settings.DOWNLOAD_DELAY = 0
settings.AUTOTHROTTLE_ENABLED = False


def _knowing_the_proxy(look_up):
    def found(host, *arguments, **options):
        known = host in ("proxy.example", b"proxy.example")
        return look_up(os.environ["STAND_IN"] if known else host, *arguments, **options)

    return found


socket.getaddrinfo = _knowing_the_proxy(socket.getaddrinfo)
socket.gethostbyname = _knowing_the_proxy(socket.gethostbyname)
