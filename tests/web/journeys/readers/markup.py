"""A page as a tree, searched by tag, class and attribute."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

_HTML = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_VOID = _HTML | {"use", "path", "rect", "line"}
_PART = re.compile(r"\.([\w-]+)|\[([\w-]+)(?:=([^\]]*))?\]")


class Node:
    """An element. ``parts`` are its children: elements and pieces of text, in order."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag, self.attributes = tag, attributes
        self.parts: list[Node | str] = []

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(self.attributes.get("class", "").split())

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def text(self) -> str:
        """What is read of it on a screen, with single blanks."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, str):
                yield part
            elif "visually-hidden" not in part.classes:
                yield from part._texts()
        if self.tag in ("p", "li", "td", "th", "dd", "dt", "div", "small", "b", "span", "br"):
            yield " "

    def all(self, what: str) -> Iterator["Node"]:
        """Every element below that fits, such as ``li.match`` or ``time[datetime]``, in the order of the page."""
        tag, wanted = _read(what)
        for part in self.parts:
            if isinstance(part, Node):
                if part._fits(tag, wanted):
                    yield part
                yield from part.all(what)

    def first(self, what: str) -> "Node | None":
        return next(self.all(what), None)

    def one(self, what: str) -> "Node":
        found = self.first(what)
        assert found is not None, f"no {what} in <{self.tag} class={self['class']!r}>: {self.text[:300]}"
        return found

    def text_of(self, what: str) -> str:
        """The text of the first that fits; empty if there is none."""
        found = self.first(what)
        return found.text if found else ""

    def _fits(self, tag: str, wanted: list[tuple[str, str, str]]) -> bool:
        if tag not in ("", self.tag):
            return False
        return all(self._has(*one) for one in wanted)

    def _has(self, name: str, attribute: str, value: str) -> bool:
        if name:
            return name in self.classes
        return attribute in self.attributes and value in ("", self.attributes[attribute])


def _read(what: str) -> tuple[str, list[tuple[str, str, str]]]:
    tag = re.match(r"[\w-]*", what)
    assert tag is not None
    return tag.group(), [(one, two, three) for one, two, three in _PART.findall(what[tag.end() :])]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("page", {})]

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in given})
        self.open[-1].parts.append(node)
        if tag not in _VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        self.open[-1].parts.append(Node(tag, {name: value or "" for name, value in given}))

    def handle_endtag(self, tag: str) -> None:
        if any(node.tag == tag for node in self.open[1:]):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.open[-1].parts.append(data)


def tree_of(html: str) -> Node:
    reader = _Reader()
    reader.feed(html)
    return reader.open[0]
