"""SNDlib's XML format."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.prediction.sources.sndlib.demand_matrix import DemandMatrix, demand_matrix

NAMESPACE = "{http://sndlib.zib.de/network}"


def parse_xml(text: str, name: str) -> DemandMatrix:
    """The matrix in `text`. Raises UnusableSeries; `name` is that of the file.

    A document type is refused: SNDlib has none, and its entities could expand without bound.
    """
    if "<!DOCTYPE" in text:
        raise UnusableSeries(Fault.SHAPE, f"{name} has a document type, which no file of SNDlib has")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise UnusableSeries(Fault.SHAPE, f"{name} is no XML: {error}") from error
    if root.tag != f"{NAMESPACE}network":
        raise UnusableSeries(Fault.SHAPE, f"{name} is another XML file, expected a network of SNDlib")
    about = {
        each.tag.removeprefix(NAMESPACE): (each.text or "").strip() for each in root.iterfind(f"{NAMESPACE}meta/*")
    }
    nodes = (each.get("id", "") for each in root.iter(f"{NAMESPACE}node"))
    return demand_matrix(about, nodes, _demands(root, name), name)


def _demands(root: ElementTree.Element, name: str) -> Iterator[tuple[str, str, str]]:
    for demand in root.iter(f"{NAMESPACE}demand"):
        texts = [demand.findtext(f"{NAMESPACE}{part}") for part in ("source", "target", "demandValue")]
        if None in texts:
            raise UnusableSeries(Fault.SHAPE, f"{name} has a demand without source, target or demandValue")
        source, target, value = ((text or "").strip() for text in texts)
        yield source, target, value
