"""`webnoise site`: what is remembered of sites, looked at, taken out, put together, forgotten."""

from __future__ import annotations

import argparse
from difflib import get_close_matches
from pathlib import Path

from webnoise import stores
from webnoise.cli.files import is_store, open_output, open_store, path_of, read_memory, write_memory
from webnoise.errors import ConfigError, StoreError
from webnoise.methods.base import AnyLearningMethod, Memory
from webnoise.methods.registry import learning_method
from webnoise.sqlite_file import sqlite_url
from webnoise.stores import SiteMemories

HELP = "Show, export, merge or forget what is remembered of sites."

_STORE = "the SQLite file, or redis://HOST, that a crawl remembers in"
_WIDTH = 72


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    show = actions.add_parser("show", help="the sites of a store, or the recurring blocks of one site")
    show.add_argument("store", metavar="STORE", help=f"{_STORE}, or a memory that was exported")
    show.add_argument("site", nargs="?", metavar="SITE", help="none: a list of all sites")
    show.add_argument("--least", type=int, default=2, metavar="N", help="on so many pages; default: 2")
    show.add_argument("--html", action="store_true", help="one site's template as an HTML page")
    show.add_argument("-o", "--output", metavar="FILE", help="default: standard output")
    export = actions.add_parser(
        "export", help="write one site's memory to a file for `extract --site-memory`"
    )
    export.add_argument("store", metavar="STORE", help=_STORE)
    export.add_argument("site", metavar="SITE")
    export.add_argument("-o", "--output", metavar="FILE", required=True)
    export.add_argument("--method", default="core", help="whose memory; default: core")
    merge = actions.add_parser("merge", help="add what other stores, or files of the same site, remember")
    merge.add_argument("into", metavar="INTO", help="a store or an exported memory; it is made if missing")
    merge.add_argument("sources", nargs="+", metavar="FROM", help="stores, or exported memories of one site")
    merge.add_argument("--method", default="core", help="of exported memories; default: core")
    forget = actions.add_parser("forget", help="delete what is remembered of sites")
    forget.add_argument("store", metavar="STORE", help=_STORE)
    forget.add_argument("sites", nargs="+", metavar="SITE")


def run(args: argparse.Namespace) -> int:
    actions = {"show": _show, "export": _export, "merge": _merge, "forget": _forget}
    return actions[args.action](args)


def _show(args: argparse.Namespace) -> int:
    path = None if stores.is_redis(args.store) else path_of(args.store)
    if path is not None and path.is_file() and not is_store(path):
        if args.site:
            raise ConfigError(f"{path} is the memory of one site: leave {args.site!r} out")
        _write_template(read_memory(path, learning_method("core")), path.name, args)
        return 0
    store = open_store(args.store)
    if args.site:
        _write_template(_load(store, args.store, args.site, learning_method("core")), args.site, args)
        return 0
    if args.html:
        raise ConfigError(f"--html shows the template of one site: name it after {args.store}")
    with open_output(args.output) as output:
        for site, name in store.known():
            data = store.load(site, name) or b""
            pages = learning_method(name).load_memory(data).pages
            output.write(f"{site}\t{name}\t{pages} pages\t{len(data) / 1000:.0f} kB\n")
    return 0


def _write_template(memory: Memory, name: str, args: argparse.Namespace) -> None:
    from webnoise.site.memory import SiteMemory
    from webnoise.site.template import template_blocks

    assert isinstance(memory, SiteMemory)
    if args.html:
        from webnoise.inspect.site_report import site_html

        with open_output(args.output) as output:
            output.write(site_html(name, memory, args.least))
        return
    with open_output(args.output) as output:
        blocks = template_blocks(memory, args.least)
        output.write(f"{name}: {memory.pages} pages remembered, {len(blocks)} texts recur\n")
        output.write("pages  share  words  content?  text (lower case, 0 for digits)\n")
        for block in blocks:
            numbers = f"{block.pages:5}  {block.share:5.0%}  {block.words:5}  {block.belief:8.2f}"
            output.write(f"{numbers}  {block.text[:_WIDTH]}\n")


def _export(args: argparse.Namespace) -> int:
    memory = _load(open_store(args.store), args.store, args.site, learning_method(args.method))
    write_memory(Path(args.output), memory)
    print(f"{args.output}: {memory.pages} pages of {args.site}")
    return 0


def _merge(args: argparse.Namespace) -> int:
    into, sources = path_of(args.into), [path_of(one) for one in args.sources]
    for source in sources:
        if not source.is_file():
            raise StoreError(f"there is no file {source} to merge from")
    kinds = {is_store(path) for path in [*sources, *([into] if into.exists() else [])]}
    if len(kinds) > 1:
        raise ConfigError(
            "merge either stores or exported memories: `webnoise site export` makes one of the other"
        )
    if True in kinds:
        return _merge_stores(into, sources)
    method = learning_method(args.method)
    memory = read_memory(into, method) if into.exists() else method.new_memory()
    for source in sources:
        memory.merge(read_memory(source, method))
    write_memory(into, memory)
    print(f"{into}: {memory.pages} pages")
    return 0


def _merge_stores(into: Path, sources: list[Path]) -> int:
    known = 0
    with stores.open(sqlite_url(into)) as target:
        for path in sources:
            with stores.open(sqlite_url(path)) as source:
                for site, name in source.sites.known():
                    method = learning_method(name)
                    target.sites.add(site, method, source.sites.read(site, method))
                    known += 1
    print(f"{into}: {known} memories merged")
    return 0


def _forget(args: argparse.Namespace) -> int:
    store = open_store(args.store)
    for site in args.sites:
        if not store.forget(site):
            raise _unknown(store, args.store, site)
        print(f"{site}: forgotten")
    return 0


def _load(store: SiteMemories, place: str, site: str, method: AnyLearningMethod) -> Memory:
    if (site, method.name) not in store.known():
        raise _unknown(store, place, site)
    memory: Memory = store.read(site, method)
    return memory


def _unknown(store: SiteMemories, place: str, site: str) -> ConfigError:
    known = sorted({name for name, _ in store.known()})
    near = get_close_matches(site, known, n=1)
    hint = (
        f"did you mean {near[0]!r}?" if near else f"`webnoise site show {place}` lists the {len(known)} sites"
    )
    return ConfigError(f"{place} remembers nothing of {site!r}; {hint}")
