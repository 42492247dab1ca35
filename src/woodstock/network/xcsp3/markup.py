"""XML to elements that know their line. Documents that declare a DTD or an entity are refused, so none can grow."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from woodstock.network.errors import NetworkError
from woodstock.place import Place

LARGEST_TEXT = 400_000_000
DEEPEST = 50


@dataclass(slots=True)
class Element:
    """A tag with its attributes, its text (that of its children left out), its children and its place."""

    tag: str
    attributes: dict[str, str]
    place: Place
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def find(self, tag: str) -> Element | None:
        """The first child with this tag."""
        return next((child for child in self.children if child.tag == tag), None)

    def need(self, tag: str) -> Element:
        """The first child with this tag, which must be there."""
        child = self.find(tag)
        if child is None:
            raise self.error(f"<{self.tag}> needs a <{tag}>")
        return child

    def attribute(self, name: str) -> str:
        """An attribute, which must be there."""
        try:
            return self.attributes[name]
        except KeyError:
            raise self.error(f"<{self.tag}> needs the attribute {name}") from None

    def error(self, message: str) -> NetworkError:
        """An error at this place."""
        return NetworkError(message, self.place)


class _Builder:
    """Receives what expat finds."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse
        self.stack: list[Element] = []
        self.pieces: list[list[str]] = []
        self.root: Element | None = None

    @property
    def place(self) -> Place:
        return Place(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def refuse(self, *_: object) -> None:
        raise NetworkError("The document declares a DTD or an entity; XCSP3 needs none, so remove it", self.place)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, self.place)
        if len(self.stack) == DEEPEST:
            raise element.error(f"Elements are nested more than {DEEPEST} deep")
        if self.stack:
            self.stack[-1].children.append(element)
        else:
            self.root = element
        self.stack.append(element)
        self.pieces.append([])

    def end(self, _: str) -> None:
        self.stack.pop().text = "".join(self.pieces.pop()).strip()

    def characters(self, text: str) -> None:
        self.pieces[-1].append(text)


def parse(text: str) -> Element:
    """The root element of a document."""
    if len(text) > LARGEST_TEXT:
        raise NetworkError(f"The document has {len(text)} characters; the limit is {LARGEST_TEXT}")
    builder = _Builder()
    try:
        builder.parser.Parse(text, True)
    except expat.ExpatError as error:
        place = Place(max(error.lineno, 1), error.offset + 1)
        raise NetworkError(f"The document is not well-formed XML: {expat.ErrorString(error.code)}", place) from None
    except UnicodeEncodeError:
        raise NetworkError("The document holds characters that XML does not allow") from None
    if builder.root is None:
        raise NetworkError("The document is empty")
    return builder.root
