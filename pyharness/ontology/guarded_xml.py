"""XML from a stranger: checked with defusedxml before rdflib parses it.

OWL files often declare short entities such as `&owl;` for the start of an IRI. Those are allowed. Entities that name
other entities, long ones, and external ones are refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from schema.errors import UsageError

LONGEST_ENTITY = 300
"""Characters of an entity: the start of an IRI."""
MOST_ENTITIES = 200
MOST_GROWTH = 10
"""Characters that a text may have with its entities expanded, as a multiple of its own length."""


class _Refused(Exception):
    """The XML must not be parsed."""


def check_xml(path: Path, text: str) -> None:
    """Raise UsageError where `text` is malformed XML, or could exhaust memory or read another file."""
    from xml.sax import SAXParseException
    from xml.sax.handler import ContentHandler, feature_external_ges

    from defusedxml.common import DefusedXmlException
    from defusedxml.expatreader import DefusedExpatParser

    class Counter(ContentHandler):
        """Counts characters, those of expanded entities included."""

        count = 0

        def _add(self, characters: int) -> None:
            self.count += characters
            if self.count > MOST_GROWTH * len(text) + 100_000:
                raise _Refused("its entities expand to much more text than the file has")

        def characters(self, content: str) -> None:
            self._add(len(content))

        def startElement(self, name: str, attributes: Any) -> None:
            self._add(sum(map(len, attributes.values())))

    class Guard(DefusedExpatParser):  # type: ignore[misc]
        """Allows short entities."""

        declared = 0

        def defused_entity_decl(
            self,
            name: str,
            is_parameter_entity: bool,
            value: str | None,
            base: str | None,
            sysid: str | None,
            pubid: str | None,
            notation_name: str | None,
        ) -> None:
            self.declared += 1
            if value is None or sysid is not None or pubid is not None:
                raise _Refused(f"entity {name!r} is external")
            if is_parameter_entity or "&" in value or "%" in value or "<" in value:
                raise _Refused(f"entity {name!r} is made of other entities or markup")
            if len(value) > LONGEST_ENTITY or self.declared > MOST_ENTITIES:
                raise _Refused(f"its entities are more than {MOST_ENTITIES} or longer than {LONGEST_ENTITY} characters")

    guard = Guard(forbid_dtd=False, forbid_entities=True, forbid_external=True)
    guard.setFeature(feature_external_ges, False)
    guard.setContentHandler(Counter())
    try:
        guard.feed(text.encode())
        guard.close()
    except _Refused as error:
        raise UsageError(f"{path}: {error}, expected XML without such entities") from error
    except DefusedXmlException as error:
        raise UsageError(f"{path}: it refers to another file, expected XML without external entities") from error
    except SAXParseException as error:
        raise UsageError(
            f"{path}: line {error.getLineNumber()} is not XML ({error.getMessage()}), expected RDF/XML"
        ) from error
    except (ValueError, LookupError) as error:  # an unknown encoding
        raise UsageError(f"{path}: it is not XML ({error}), expected RDF/XML") from error
