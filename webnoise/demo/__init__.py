"""A small newspaper group that serves itself on loopback, and knows its own truth.

`newspapers()` are pure values that render any path; `serve()` puts them on free ports of
127.0.0.1; `webnoise.demo.truth` tells what is text and what is noise on every article page.
Everything in it, people, places and events, is invented.
"""

from webnoise.demo.newspaper import Newspaper, Response, newspapers
from webnoise.demo.server import DemoServer, serve

__all__ = ["DemoServer", "Newspaper", "Response", "newspapers", "serve"]
