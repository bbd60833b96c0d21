"""The pictures in README, from the demo newspapers: an inspect page, a crawl's report, a crawl in a terminal.

python -m research.benchmarks.screenshots [FOLDER]        default: docs/

Needs the extra `render`, a Chromium, and pillow, which makes them small. Look at them before you commit them.
"""

import argparse
import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
from html import escape
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from webnoise.demo import newspapers, serve

COLUMNS, LINES = 112, 26
COMMAND = "webnoise crawl -o articles.jsonl --report report.html"
CONTROL = re.compile(r"\x1b\[(\d*)([A-Za-z])|([\r\n\x08])|([^\x1b\r\n\x08]+)")
TERMINAL = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 28px; background: #e9ebe6; }}
div {{ background: #14181d; color: #d5dbe1; border-radius: 10px; padding: 20px 24px; width: max-content; }}
pre {{ font: 14px/1.5 "DejaVu Sans Mono", monospace; margin: 0; }}
i {{ color: #f0a37c; font-style: normal; }}
hr {{ border: 0; border-top: 1px solid #333b44; margin: 14px 0; }}
</style><div><pre><i>$</i> {command}</pre><hr><pre>{live}</pre><hr><pre>{end}</pre></div>"""


class Screen:
    """As much of a terminal as the crawl's live lines need."""

    def __init__(self):
        self.rows, self.row, self.column = [""], 0, 0

    def feed(self, text):
        for match in CONTROL.finditer(text):
            number, order, control, letters = match.groups()
            if letters:
                line = self.rows[self.row].ljust(self.column)
                self.rows[self.row] = line[: self.column] + letters + line[self.column + len(letters) :]
                self.column += len(letters)
            elif control == "\r":
                self.column = 0
            elif control == "\n":
                self.row, self.column = self.row + 1, 0
                self.rows += [""] * (self.row + 1 - len(self.rows))
            elif order == "A":
                self.row = max(0, self.row - int(number or 1))
            elif order == "K":
                self.rows[self.row] = self.rows[self.row][: self.column]

    @property
    def text(self):
        return "\n".join(row.rstrip() for row in self.rows).strip("\n")


def crawl(folder):
    """The demo crawled in a terminal: the live lines at about half time, and what stood at the end."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    arguments = [sys.executable, "-m", "webnoise", *COMMAND.split()[1:], "-s", "WEBNOISE_INSPECT=inspect"]
    process = subprocess.Popen(arguments, cwd=folder, stdin=slave, stdout=slave, stderr=slave, close_fds=True)
    os.close(slave)
    screen, seen = Screen(), []
    while True:
        try:
            data = os.read(master, 65_536)
        except OSError:
            break
        if not data:
            break
        screen.feed(data.decode("utf-8", "replace"))
        seen.append(screen.text)
    assert process.wait() == 0, screen.text
    live = [text for text in dict.fromkeys(seen) if is_whole(text)]
    return live[len(live) // 2], screen.text


def is_whole(text):
    """Whether all live lines are of one moment: the last one is their sum."""
    sums = [
        [int(number) for number in re.findall(rf"(\d+) {name}", text)]
        for name in ("found", "fetched", "articles")
    ]
    return all(len(own) > 2 and own[-1] and own[-1] == sum(own[:-1]) for own in sums)


def inspect(folder):
    """A story of the demo's newspaper Meridian, with its siblings."""
    paper = next(paper for paper in newspapers() if paper.key == "meridian")
    with serve() as server:
        url = server.urls[[paper.key for paper in newspapers()].index("meridian")]
        story, *siblings = [url + paper.path_of(story) for story in paper.stories]
        path = folder / "page.html"
        arguments = ["inspect", story, "--methods", "core,desea", "-o", str(path), "--siblings", *siblings]
        subprocess.run([sys.executable, "-m", "webnoise", *arguments], check=True)
    return path


def shoot(browser, path, picture, width, height, prepare=None):
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(path.as_uri())
    if prepare:
        prepare(page)
    page.wait_for_timeout(300)
    page.screenshot(path=picture)
    page.close()


def point_at_a_promotion(page):
    """What only the site's other pages give away: a paragraph that looks like text."""
    page.wait_for_selector("html[data-ready]")
    page.keyboard.press("l")
    data = json.loads(page.locator("#data").text_content())["views"][0]
    keep, words = data["keep"], [len(text) for text in data["text"]]
    first, last = keep.index(1), len(keep) - keep[::-1].index(1)
    inside = next(block for block in range(first, last) if not keep[block] and words[block] > 100)
    headline = page.locator(f".label[data-of='{data['role'].index('headline')}']").bounding_box()["y"]
    pane = page.locator(".pane").bounding_box()["y"]
    page.evaluate("(top) => { document.querySelector('.pane').scrollTop = top }", headline - pane - 60)
    box = page.locator(f".label[data-of='{inside}']").bounding_box()
    page.mouse.click(box["x"] - 200, box["y"] + 24)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parents[2] / "docs")
    target = parser.parse_args().folder.resolve()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = Path(name)
        live, end = crawl(folder)
        terminal = folder / "terminal.html"
        terminal.write_text(TERMINAL.format(command=COMMAND, live=escape(live), end=escape(end)), "utf-8")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        shoot(browser, inspect(folder), target / "inspect.png", 1400, 1040, point_at_a_promotion)
        shoot(browser, folder / "report.html", target / "report.png", 1160, 1225)
        page = browser.new_page(viewport={"width": 1160, "height": 600})
        page.goto(terminal.as_uri())
        size = page.evaluate("[document.querySelector('div').offsetWidth + 56, document.body.scrollHeight]")
        page.set_viewport_size({"width": int(size[0]), "height": int(size[1])})
        page.screenshot(path=target / "crawl.png")
        browser.close()
    for picture in (target / name for name in ("inspect.png", "report.png", "crawl.png")):
        # A palette that covers rare colours too: what is marked in red must stay so.
        small = Image.open(picture).convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2)
        small.save(picture, optimize=True)
        print(f"{picture}: {picture.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
