"""A small newspaper group that serves itself on loopback.

`newspapers()` are pure values that render any path; `serve()` puts them on free ports of 127.0.0.1.
Everything in it, people, places and events, is invented.
"""

from webnoise.demo.newspaper import Newspaper, Response, newspapers
from webnoise.demo.server import DemoServer, serve

__all__ = ["DemoServer", "Newspaper", "Response", "newspapers", "serve"]
