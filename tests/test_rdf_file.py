"""RDF files: every ending, compressed or not, gives the same quads, and what is none is named with its line."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.errors import InputError, UsageError
from kg.rdf_file import SYNTAXES, quads

QUAD = ox.Quad(ox.NamedNode("urn:a"), ox.NamedNode("urn:p"), ox.Literal("größe"))


@pytest.mark.parametrize("ending", SYNTAXES)
def test_every_ending_in_any_case_compressed_or_with_a_mark(tmp_path: Path, ending: str) -> None:
    text = ox.serialize([QUAD.triple], format=SYNTAXES[ending])
    assert text is not None
    for name, data in {
        f"g{ending}": text,
        f"g{ending.upper()}": text,
        f"m{ending}": b"\xef\xbb\xbf" + text,
        f"g{ending}.gz": gzip.compress(text),
    }.items():
        (tmp_path / name).write_bytes(data)
        assert list(quads(tmp_path / name)) == [QUAD], name


def test_a_relative_iri_lies_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "a b.ttl").write_text("<x> <#p> <> .", encoding="utf-8")
    (found,) = quads(tmp_path / "a b.ttl")
    folder = tmp_path.resolve().as_uri()
    assert [term.value for term in found.triple] == [
        f"{folder}/x",
        f"{folder}/a%20b.ttl#p",
        f"{folder}/a%20b.ttl",
    ]


@pytest.mark.parametrize(
    ("name", "content", "error", "said"),
    [
        ("g.ttl", None, UsageError, "g.ttl: there is no such file."),
        ("g.graphml", b"<graphml/>", UsageError, "RDF ends in: .ttl, "),
        ("g.gz", b"", UsageError, "RDF ends in: .ttl, "),
        ("g.ttl", b"<urn:a> <urn:b> .\n", InputError, "g.ttl:1: is no Turtle here ("),
        ("g.nt", b'\n<urn:a> <urn:b> "c"\n', InputError, ": is no N-Triples here ("),
        ("g.nt", b"\xff\xfe<\x00", InputError, "g.nt:1: is no N-Triples here ("),
        ("g.rdf", b"<rdf", InputError, "is no RDF/XML here ("),
        ("g.jsonld", b'{"@context": "http://example.invalid/c", "@id": "urn:a"}', InputError, "is no JSON-LD here ("),
        ("g.nt.gz", b"no gzip", InputError, "g.nt.gz: cannot be read ("),
        ("g.nt.gz", gzip.compress(b"<urn:a> <urn:b> <urn:c> .\n" * 9_000)[:-50], InputError, "is cut off or damaged"),
    ],
)  # fmt: skip
def test_what_is_none_is_refused_in_a_sentence(
    tmp_path: Path, name: str, content: bytes | None, error: type[Exception], said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(error) as caught:
        list(quads(tmp_path / name))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


RDF_XML = """<?xml version="1.0"?><!DOCTYPE rdf:RDF [{entities}]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="urn:a"><p xmlns="urn:">{value}</p></rdf:Description></rdf:RDF>"""


def test_entities_for_namespaces_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.owl").write_text(
        RDF_XML.format(entities='<!ENTITY n "größe">', value="&n;"), encoding="utf-8"
    )
    assert list(quads(tmp_path / "a.owl")) == [QUAD]


@pytest.mark.parametrize(
    "entities",
    [
        '<!-- ]> --><!ENTITY a "b">' + "".join(f"\n<!ENTITY a{n} '&a{n - 1};&a;'>" for n in range(1, 90)),
        f'\n<!ENTITY a "{"b" * 1001}">',
    ],
)
@pytest.mark.parametrize("name", ["a.rdf", "a.xml.gz"])
def test_entities_that_could_fill_the_memory_are_refused(tmp_path: Path, name: str, entities: str) -> None:
    data = RDF_XML.format(entities=entities, value="&a89;").encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    with pytest.raises(InputError, match=rf"{name}:2: the entity 'a1?' holds other entities"):
        list(quads(tmp_path / name))
