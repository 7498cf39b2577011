"""Limits and thresholds, each with its unit and its reason; one frozen object a stage."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """What the reading stage takes in at most."""

    max_file: int = 1 << 30
    """Bytes of one file after decompression that is read whole (all formats but JSON Lines): keeps a
    compression bomb or a video out of memory."""

    max_line: int = 16 << 20
    """Bytes of one line of JSON Lines: a record of an abstract is some kilobytes, a line beyond this is damaged."""

    max_abstract: int = 100_000
    """Characters of one abstract (some 16,000 words, the longest of papers whole); what goes beyond is cut, so that
    none takes more than some 60 times as long as a usual abstract."""

    max_title: int = 2_000
    """Characters of one title, for the same reason."""

    max_name: int = 2_000
    """Characters of one author, keyword or venue, for the same reason."""

    max_authors: int = 5_000
    """Authors of one paper: the largest collaborations have some 3,000."""

    max_keywords: int = 500
    """Keywords of one paper: publishers allow a dozen, indexers add a hundred."""

    max_id: int = 300
    """Characters of one paper's id, which goes into every export; a longer one is no id but a field misplaced."""

    sample: int = 1 << 16
    """Bytes from the beginning of a file by which its encoding and format are told."""


@dataclass(frozen=True, slots=True)
class ExtractSettings:
    """How sure the sources of mentions are taken to be, and how far the extractor looks.

    Scores lie in [0, 1] and rank mentions; those of rules are about the share that is right on gold/train.
    """

    introduced_score: float = 0.85
    """A name that the paper gives: "we propose NAME"."""

    known_score: float = 0.75
    """A name of the vocabulary; below the tagger where that is sure, above it where it is not."""

    known_in_context_score: float = 0.5
    """A name of the vocabulary that is a common word too, in the company of another of its type."""

    told_score: float = 0.9
    """A relation said outright: "A is evaluated on B"."""

    listed_factor: float = 0.8
    """Times the score of its neighbours: a name listed with mentions."""

    repeated_factor: float = 0.98
    """Times the score of the surest: a further occurrence of a mentioned name."""

    least_score: float = 0.35
    """Concepts' F1 on gold/dev is the same from 0.3 to 0.5; the lower, the more of a paper's core is found."""

    least_title_score: float = 0.8
    """The same for a name that only the title has, where capitals say little: 6 of 33 below were right."""

    introduced_votes: float = 3.0
    """What "we introduce A, a benchmark" weighs in the vote on A's type: 36 of 36 right on gold/train."""

    known_votes: float = 3.0
    """The same for a name of the vocabulary: 98 of 100 that stand alone in gold/train have its type there."""

    reach: int = 12
    """Words between a cue ("we propose") and the name that it introduces."""

    far: int = 3
    """Sentences; names further apart are paired only if the paper proposes one of them."""

    most_names: int = 80
    """Names of one paper that are paired: an abstract has a dozen, a pasted book thousands."""

    batch: int = 8
    """Abstracts that the tagger reads at once: more cost memory and save no time."""

    first_chunk: int = 8
    """Abstracts that are read before the first is given out; the next chunks double."""

    chunk: int = 256
    """Abstracts after which the words that spaCy met are forgotten: as few as cost no time."""

    chunk_characters: int = 1 << 19
    """Characters of texts after which the same happens: huge texts do not pile up."""


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """When two names of different papers are one thing."""

    dominant: float = 0.8
    """More than this share of the papers defining an abbreviation must agree, before undefined uses follow them."""

    few_letters: int = 2
    """Letters of an abbreviation that many things have."""

    least_few: int = 3
    """Papers that must define it alike before undefined uses of it follow them."""

    least_plain: int = 2
    """Papers that must define "LLM" as "large language model" before that is what it stands for in one that writes
    "pre-trained large language models (LLMs)"."""

    least_inside: int = 2
    """Papers that must define an abbreviation before it is spelt out inside other names."""

    ending: int = 5
    """Letters by which two long forms of one abbreviation may differ and be one: "convolution", "convolutional"."""

    beginning: int = 4
    """Letters that they must begin with in common."""

    usual: float = 0.8
    """Share of the papers naming a thing by an abbreviation that must take it for one type before the others follow;
    where the name is in words, most do."""

    least_usual: int = 4
    """Papers that must be among them."""

    least_broader: int = 2
    """Papers that must name a concept before others are taken for its kinds by their names."""

    inferred_score: float = 0.8
    """Of a statement that rests on names alone: about the share that is right."""


@dataclass(frozen=True, slots=True)
class QuerySettings:
    """What a SPARQL query may take."""

    seconds: int = 30
    """Time after which a query is ended: most take less than one, all evidence of 8,000 papers some 20."""

    memory: int = 4 << 30
    """Bytes: a query that hoards is ended before it takes the machine with it."""


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """How a graph goes to a SPARQL endpoint."""

    triples: int = 10_000
    """Triples of one update: large enough that the journey does not count, small enough for one transaction."""

    bytes: int = 2 << 20
    """Bytes of one update at most, whatever its triples: servers refuse long requests."""

    seconds: int = 60
    """Time that an endpoint may be silent before an attempt counts as failed."""

    tries: int = 5
    """Attempts at one update, with pauses of 1, 2, 4 and 8 seconds unless the endpoint asks for others."""

    longest_pause: int = 60
    """Seconds that kg waits at most, whatever the endpoint asks for."""


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """What one request to `kg serve` may ask for, and take."""

    seconds: float = 5.0
    """Time that all questions of one page may take together: those of 80,000 papers take a twentieth."""

    sparql_seconds: int = 20
    """Time that a SPARQL query may take: a browser's user waits."""

    sparql_at_once: int = 2
    """SPARQL queries that are answered at the same time: each has a process of its own."""

    loading_seconds: float = 5.0
    """How long a SPARQL query waits for the triples to be loaded before it is told to come back."""

    body: int = 100_000
    """Bytes of a request's body: a SPARQL query written by hand has some thousand."""

    text: int = 300
    """Characters of a name, an id or a search."""

    page: int = 100
    """The most entries on a page."""

    drawn: int = 30
    """Concepts in the drawing of a neighbourhood: as many as are laid out while a reader turns to it."""


@dataclass(frozen=True, slots=True)
class ClusterSettings:
    """How extraction is spread over a cluster."""

    chunk: int = 64
    """Papers that go to a worker at once: a second or two of work, beside which the journey does not count."""

    characters: int = 200_000
    """Characters beyond which a chunk takes no further paper: 64 abstracts have half as many."""

    ahead: int = 3
    """Chunks on their way for each thread of a worker: one in work, one that waits there, one done or travelling."""

    tries: int = 3
    """Times that one chunk is sent, beyond what the scheduler tries itself, before the cluster counts as lost."""

    seconds: float = 15.0
    """Time for a scheduler to answer in; and that a chunk takes before kg asks whether there are workers at all."""

    refresh: float = 5.0
    """Seconds for which the number of workers is taken to be the same."""


READ = ReadSettings()
EXTRACT = ExtractSettings()
LINK = LinkSettings()
QUERY = QuerySettings()
ENDPOINT = EndpointSettings()
SERVE = ServeSettings()
CLUSTER = ClusterSettings()
