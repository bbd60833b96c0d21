"""The fenced blocks of the documents."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FILE = re.compile(r"# ([\w/]+\.py)\n")


class Snippet(NamedTuple):
    """`before` is the text since the block before it; `section` the heading that both stand under."""

    document: str
    section: str
    line: int
    language: str
    code: str
    before: str

    @property
    def file(self):
        """The file that a first line names; empty where none is."""
        named = FILE.match(self.code) if self.language == "python" else None
        return named[1] if named else ""

    def __str__(self):
        return f"{self.document}:{self.line}"


def snippets():
    for path in DOCUMENTS:
        section, before, language, code, start = "", [], None, [], 0
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            if line.startswith("```") and language is None:
                language, start = line.removeprefix("```"), number
            elif line.startswith("```"):
                text = "".join(f"{part}\n" for part in code)
                yield Snippet(path.name, section, start, language, text, "\n".join(before))
                before, language, code = [], None, []
            elif language is None:
                before.append(line)
                section = line if line.startswith("#") else section
            else:
                code.append(line)
        assert language is None, f"{path}: the block of line {start} does not end"


def projects():
    """Blocks of one section that name files of one project; a name that was there begins another."""
    project = []
    for snippet in snippets():
        if not snippet.file or snippet.file.startswith("dags/"):
            continue
        together = project and snippet[:2] == project[0][:2]
        if project and (not together or snippet.file in {one.file for one in project}):
            yield tuple(project)
            project = []
        project.append(snippet)
    yield tuple(project)
