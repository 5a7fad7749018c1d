"""What the tests read of a page."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "wbr", "br", "link", "img"}


class Page(HTMLParser):
    """Ids, references, words and the balance of tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.references: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def note(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href", "srcset", "data", "action"):
                self.references.append(value or "")
            self.references += re.findall(r"url\(([^)]*)\)", value or "")


def shown(text: str) -> str:
    """The words of a page, with ordinary spaces."""
    return Page(text).text.replace("\N{NO-BREAK SPACE}", " ")


def check_form(text: str) -> None:
    """Check that a page is well-formed and refers to nothing outside it."""
    page = Page(text)
    assert not page.open
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    assert all(reference.startswith("#") for reference in page.references)
    assert {reference[1:] for reference in page.references} <= set(page.ids)
    for word in ("http:", "https:", "//", "@import", "<script", "<link", "<img"):
        assert word not in text
    assert not re.search(r"\bnan\b", page.text)


def check_figures(page: Path) -> list[str]:
    """Check that every figure is on a page and beside it in two files; return their names."""
    text = page.read_text(encoding="utf-8")
    files = sorted(path.name for path in (page.parent / "figures").iterdir())
    names = sorted({Path(file).stem for file in files})
    assert files == sorted([f"{n}.{kind}" for n in names for kind in ("svg", "png")])
    assert text.count("<svg") == len(names)
    assert all(f'id="{n}-figure_1"' in text for n in names)
    return names
