"""An extension by which a crawl finds the names below `inward.example` on this machine, as somebody's DNS would say."""

import socket


class PrivateNameMiddleware:
    def __init__(self):
        names, name = socket.getaddrinfo, socket.gethostbyname
        socket.getaddrinfo = lambda host, *arguments, **options: names(found(host), *arguments, **options)
        socket.gethostbyname = lambda host: name(found(host))


def found(host):
    """`127-0-1-9.inward.example` lies at 127.0.1.9."""
    return (
        host.removesuffix(".inward.example").replace("-", ".")
        if str(host).endswith(".inward.example")
        else host
    )
