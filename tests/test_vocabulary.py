"""The known vocabulary: the shipped file's rules, and what a user's own file gets."""

from __future__ import annotations

import gzip
import time
from collections import Counter, defaultdict
from pathlib import Path

import pytest
import rdflib
from rdflib.namespace import RDF, SKOS

from kg import names, ontology, paths, vocabulary
from kg.errors import InputError, ResourceError, UsageError
from kg.vocabulary import Term

PREFIXES = """@prefix kg: <https://example.org/kg/ontology#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix x: <https://example.org/mine/> .
"""
BASE = "https://example.org/kg/vocabulary"


@pytest.fixture(scope="module")
def terms() -> tuple[Term, ...]:
    return vocabulary.load()


@pytest.fixture(scope="module")
def graph() -> rdflib.Graph:
    """The shipped file as rdflib, another parser than kg's, reads it."""
    return rdflib.Graph().parse(paths.ontology("vocabulary.ttl"), format="turtle")


def mine(tmp_path: Path, turtle: str) -> Path:
    """A user's file that says `turtle`, from line 4 on."""
    path = tmp_path / "mine.ttl"
    path.write_text(PREFIXES + turtle, encoding="utf-8")
    return path


def types_of(graph: rdflib.Graph, concept: rdflib.term.Node) -> set[str]:
    prefix = ontology.NAMESPACE
    return {
        str(t).removeprefix(prefix) for t in graph.objects(concept, RDF.type) if str(t).startswith(prefix)
    }


# --- the shipped file ---


def test_rdflib_reads_the_same_labels(terms: tuple[Term, ...], graph: rdflib.Graph) -> None:
    read = {
        (str(label), type_, str(graph.value(concept, SKOS.prefLabel)))
        for concept in graph.subjects(RDF.type, SKOS.Concept)
        for type_ in types_of(graph, concept)
        for predicate in (SKOS.prefLabel, SKOS.altLabel)
        for label in graph.objects(concept, predicate)
    }
    assert {(term.label, term.type, term.concept) for term in terms} == read


def test_every_concept_has_its_iri_type_label_and_scheme(graph: rdflib.Graph) -> None:
    for concept in graph.subjects(RDF.type, SKOS.Concept):
        (type_,) = types_of(graph, concept)
        assert type_ in ontology.load().types
        (label,) = graph.objects(concept, SKOS.prefLabel)
        slug = names.slug(str(label).replace("β", "beta"))
        assert str(concept) == f"{BASE}/{type_.lower()}/{slug}"
        assert list(graph.objects(concept, SKOS.inScheme)) == [rdflib.URIRef(BASE)]


def test_sizes_by_type(graph: rdflib.Graph) -> None:
    sizes = Counter(type_ for c in graph.subjects(RDF.type, SKOS.Concept) for type_ in types_of(graph, c))
    assert 250 <= sizes["Method"] <= 350
    assert 150 <= sizes["Task"] <= 220
    assert 200 <= sizes["Dataset"] <= 300
    assert 80 <= sizes["Metric"] <= 120


def test_a_label_has_one_concept_and_one_type(terms: tuple[Term, ...]) -> None:
    owners = defaultdict(set)
    for term in terms:
        assert any(c.isalnum() for c in term.label)
        owners[names.key(term.label)].add((term.type, term.concept))
    assert {key: found for key, found in owners.items() if len(found) > 1} == {}


def test_no_label_is_a_mere_variant(terms: tuple[Term, ...]) -> None:
    """Two labels with the same key are needed only where one is matched by case and the case differs."""
    spellings = defaultdict(list)
    for term in terms:
        spellings[names.key(term.label)].append(term)
    variants = [found for found in spellings.values() if len(found) > 1]
    assert ["NDCG", "nDCG"] in [[term.label for term in found] for found in variants]
    for found in variants:
        assert any(term.case_sensitive for term in found), found
        assert len({term.label.replace(" ", "").replace("-", "") for term in found}) == len(found), found


def test_labels_are_clean(terms: tuple[Term, ...]) -> None:
    for term in terms:
        assert term.label == " ".join(term.label.split())
        assert not term.label.lower().startswith(("a ", "an ", "the "))


def test_the_vocabulary_says_which_way_a_metric_is_better(terms: tuple[Term, ...]) -> None:
    known = {term.label: term.higher_is_better for term in terms if term.type == "Metric"}
    assert [known[label] for label in ("accuracy", "F1", "BLEU score", "win rate", "NDCG")] == [True] * 5
    assert [known[label] for label in ("FID", "perplexity", "WER", "RMSE", "simple regret")] == [False] * 5
    assert {term.concept for term in terms if term.type == "Metric" and term.higher_is_better is None} == {
        "attack success rate", "FLOPs",
    }  # fmt: skip
    assert {term.higher_is_better for term in terms if term.type != "Metric"} == {None}


def test_broader_stays_within_a_type_and_never_returns(graph: rdflib.Graph) -> None:
    pairs = list(graph.subject_objects(SKOS.broader))
    assert len(pairs) > 100
    for narrower, broader in pairs:
        assert types_of(graph, narrower) == types_of(graph, broader) != set()
    for concept in {narrower for narrower, _ in pairs}:
        above = set(graph.transitive_objects(graph.value(concept, SKOS.broader), SKOS.broader))
        assert concept not in above


@pytest.mark.parametrize(
    ("label", "type_", "concept"),
    [
        ("BERT", "Method", "BERT"),
        ("LLM", "Method", "large language model"),
        ("reinforcement learning", "Method", "reinforcement learning"),
        ("Adam", "Method", "Adam"),
        ("k-means", "Method", "k-means"),
        ("image classification", "Task", "image classification"),
        ("NER", "Task", "named entity recognition"),
        ("continual learning", "Task", "continual learning"),
        ("ImageNet", "Dataset", "ImageNet"),
        ("MS COCO", "Dataset", "COCO"),
        ("D4RL", "Dataset", "D4RL"),
        ("mIoU", "Metric", "mIoU"),
        ("accuracy", "Metric", "accuracy"),
        ("pass@1", "Metric", "pass@1"),
    ],
)
def test_names_that_everyone_knows(terms: tuple[Term, ...], label: str, type_: str, concept: str) -> None:
    assert [(t.type, t.concept) for t in terms if t.label == label] == [(type_, concept)]


@pytest.mark.parametrize("label", ["machine learning", "performance", "robustness", "set", "loss", "EEG"])
def test_words_that_are_no_concept(terms: tuple[Term, ...], label: str) -> None:
    assert names.key(label) not in {names.key(t.label) for t in terms}


def test_labels_with_a_second_meaning_are_marked(terms: tuple[Term, ...]) -> None:
    marked = {term.label for term in terms if term.only_with_context}
    assert {"precision", "recall", "RACE", "clustering"} <= marked
    assert not {"accuracy", "BERT", "ImageNet", "question answering"} & marked
    assert len(marked) <= len(terms) // 40


def test_case_rule(terms: tuple[Term, ...]) -> None:
    exact = {term.label for term in terms if term.case_sensitive}
    assert {
        "ImageNet",
        "SWAG",
        "RACE",
        "Adam",
        "mAP",
        "t-SNE",
        "Common Voice",
        "Penn Treebank",
        "Llama 2",
    } <= exact
    loose = {term.label for term in terms} - exact
    assert {
        "accuracy",
        "k-means",
        "word2vec",
        "Gibbs sampling",
        "Monte Carlo tree search",
        "FID score",
    } <= loose


def test_terms_are_sorted_and_the_same_each_time(terms: tuple[Term, ...]) -> None:
    assert terms == tuple(sorted(terms)) == vocabulary.load()


def test_loads_quickly() -> None:
    ontology.load()
    best = min(_seconds() for _ in range(5))
    assert best < 0.2  # of the processor; 0.03 s on the machine it was written on


def _seconds() -> float:
    start = time.process_time()
    vocabulary.load()
    return time.process_time() - start


def test_damaged_shipped_file_is_a_resource_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = mine(tmp_path, "x:a a skos:Concept , ; ;\n")
    monkeypatch.setattr(paths, "ontology", lambda name: damaged)
    with pytest.raises(ResourceError, match=r"mine\.ttl:4: .*install kg again"):
        vocabulary.load()


# --- a user's own file ---


def test_own_file(tmp_path: Path) -> None:
    path = mine(
        tmp_path,
        """x:scheme a skos:ConceptScheme ; skos:prefLabel "Mine" .
        x:1 a skos:Concept, kg:Concept, kg:Task ; skos:prefLabel "leaf  counting"@en , "Blattzählung"@de .
        x:2 a skos:Concept, kg:Dataset ; skos:prefLabel "LeafNet" ;
            skos:altLabel "LeafNet", "Leaf Net 2"@en-GB ;
            kg:onlyWithContext true ; skos:broader <http://elsewhere.example/plants> .
        <#3> a skos:Concept, kg:Method ; skos:prefLabel "Waldmethode"@de .
        """,
    )
    assert vocabulary.load(path) == (
        Term("Leaf Net 2", "Dataset", "LeafNet", True, True),
        Term("LeafNet", "Dataset", "LeafNet", True, True),
        Term("Waldmethode", "Method", "Waldmethode", True),
        Term("leaf counting", "Task", "leaf counting", False),
    )


def test_own_file_with_byte_order_mark_and_decomposed_accent(tmp_path: Path) -> None:
    path = mine(tmp_path, 'x:1 a skos:Concept, kg:Metric ; skos:prefLabel "Fre\u0301chet distance" .\n')
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert [term.label for term in vocabulary.load(path)] == ["Fr\u00e9chet distance"]


@pytest.mark.parametrize(
    ("turtle", "message"),
    [
        ("x:1 a skos:Concept .\nx:2 a skos:Concept ;;; kg:Task\n", r"mine\.ttl:\d: is no Turtle here"),
        ("", "holds no skos:Concept"),
        (
            'x:1 a skos:Concept ; skos:prefLabel "BERT" .',
            "mine/1> has no type of kg; give it one of kg:Method, kg:Task",
        ),
        ('x:1 a skos:Concept, kg:Model ; skos:prefLabel "BERT" .', "has kg:Model; give it one of kg:Method"),
        (
            'x:1 a skos:Concept, kg:Task, kg:Method ; skos:prefLabel "BERT" .',
            "has kg:Method, kg:Task; give it one of",
        ),
        ('x:1 a skos:Concept, kg:Task ; skos:altLabel "BERT" .', "has no preferred label"),
        ("x:1 a skos:Concept, kg:Task ; skos:prefLabel x:label .", "is no text; put it in quotes"),
        ('x:1 a skos:Concept, kg:Task ; skos:prefLabel "—" .', "without letters or digits"),
        (
            f'x:1 a skos:Concept, kg:Task ; skos:prefLabel "{"long " * 50}" .',
            r"a label of 249 characters \(long long .*…\), and a name has at most 200; shorten it",
        ),
        (
            'x:1 a skos:Concept, kg:Task ; skos:prefLabel "fine-tuning" .\n'
            'x:2 a skos:Concept, kg:Method ; skos:prefLabel "Fine Tuning" .',
            "'Fine Tuning' stands under <https://example.org/mine/1> and under <https://example.org/mine/2>",
        ),
    ],
)
def test_wrong_files_of_a_user(tmp_path: Path, turtle: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        vocabulary.load(mine(tmp_path, turtle))


def test_file_that_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    path = mine(tmp_path, "")
    path.write_bytes(path.read_bytes() + 'x:1 skos:prefLabel "Zürich" .'.encode("latin-1"))
    with pytest.raises(InputError, match=r"mine\.ttl:4: .*UTF-8"):
        vocabulary.load(path)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no such vocabulary"):
        vocabulary.load(tmp_path / "none.ttl")
    with pytest.raises(UsageError, match="is a folder"):
        vocabulary.load(tmp_path)
    table = tmp_path / "names.csv"
    table.write_text("BERT\n")
    with pytest.raises(UsageError, match="its ending tells no syntax of RDF"):
        vocabulary.load(table)


def test_any_syntax_of_rdf_also_compressed(tmp_path: Path) -> None:
    graph = rdflib.Graph().parse(
        data=PREFIXES + 'x:1 a skos:Concept, kg:Task ; skos:prefLabel "leaf counting" .', format="turtle"
    )
    for ending, syntax in {".rdf": "xml", ".nt": "nt", ".jsonld": "json-ld"}.items():
        path = tmp_path / f"mine{ending}"
        graph.serialize(path, format=syntax, encoding="utf-8")
        packed = tmp_path / f"mine{ending}.gz"
        packed.write_bytes(gzip.compress(path.read_bytes()))
        for file in (path, packed):
            assert vocabulary.load(file) == (Term("leaf counting", "Task", "leaf counting", False),)


# --- a user's own beside the shipped ---


def added(tmp_path: Path, turtle: str) -> tuple[set[Term], set[Term]]:
    """What a user's file adds to the shipped terms, and what it takes away."""
    both, shipped = set(vocabulary.with_own(mine(tmp_path, turtle))), set(vocabulary.load())
    return both - shipped, shipped - both


def test_a_new_concept_stands_beside_the_shipped(tmp_path: Path) -> None:
    new, gone = added(
        tmp_path, 'x:1 a skos:Concept, kg:Task ; skos:prefLabel "leaf counting" ; skos:altLabel "LCT" .'
    )
    assert not gone
    assert {(t.label, t.concept) for t in new} == {
        ("leaf counting", "leaf counting"),
        ("LCT", "leaf counting"),
    }


def test_the_same_concept_has_the_labels_of_both_and_the_own_name(tmp_path: Path) -> None:
    one = 'x:1 a skos:Concept, kg:Task ; skos:prefLabel "entity spotting" ; skos:altLabel "named entity recognition" .'
    other = 'x:1 a skos:Concept, kg:Task ; skos:prefLabel "NER" ; skos:altLabel "entity spotting" .'
    for turtle, name in ((one, "entity spotting"), (other, "NER")):
        new, gone = added(tmp_path, turtle)
        assert {t.concept for t in new} == {name}
        assert {"entity spotting", "named entity recognition", "NER"} == {t.label for t in new}
        assert {t.concept for t in gone} == {"named entity recognition"}


def test_an_own_label_is_no_longer_the_shipped_concepts(tmp_path: Path) -> None:
    turtle = 'x:1 a skos:Concept, kg:Method ; skos:prefLabel "near-edge routing" ; skos:altLabel "NER" .'
    new, gone = added(tmp_path, turtle)
    assert {(t.label, t.type) for t in gone} == {("NER", "Task")}
    assert {t.label for t in new} == {"near-edge routing", "NER"}


def test_an_own_type_of_a_shipped_concept_counts(tmp_path: Path) -> None:
    new, gone = added(tmp_path, 'x:1 a skos:Concept, kg:Method ; skos:prefLabel "Named Entity Recognition" .')
    assert {t.label for t in gone} == {"named entity recognition", "NER"}
    assert [t.type for t in new] == ["Method"]


def test_keys_are_of_labels_that_tell_by_themselves() -> None:
    terms = (
        Term("autoencoder", "Method", "autoencoder", False),
        Term("RACE", "Dataset", "RACE", True),
        Term("precision", "Metric", "precision", False, True),
    )
    assert vocabulary.keys(terms) == {("Method", "autoencoder")}
    assert vocabulary.keys() >= {("Method", "autoencoder")}
