"""The tables of `graph.sqlite`."""

from __future__ import annotations

VERSION = 3
"""Kept in `PRAGMA user_version`; a file of another version is refused."""

APPLICATION_ID = 0x6B67_0001
"""Kept in `PRAGMA application_id`: "kg", so that another program's database is not taken for a graph."""

HALF = "{path}: {text!a} holds half a character (a lone surrogate), which no file can hold. Take it out."
"""The message for text that is not encodable."""

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE paper (
    id TEXT PRIMARY KEY, title TEXT, text TEXT NOT NULL, source TEXT NOT NULL, line INTEGER, year INTEGER,
    venue TEXT, doi TEXT, url TEXT, published TEXT, authors TEXT NOT NULL, keywords TEXT NOT NULL,
    offsets TEXT NOT NULL
) WITHOUT ROWID;

-- links counts the statements that the concept stands in, beside those that papers mention it
CREATE TABLE concept (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, papers INTEGER NOT NULL, mentions INTEGER NOT NULL,
    links INTEGER NOT NULL
) WITHOUT ROWID;

-- every spelling of every concept under its identity key; rank 0 is the concept's name
CREATE TABLE name (
    key TEXT NOT NULL, concept TEXT NOT NULL, rank INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (key, concept, rank)
) WITHOUT ROWID;

-- why a name is one of its concept's: it was joined to another of them by a rule; papers counts those that bear it
-- out, paper is the first of them
CREATE TABLE merge (
    concept TEXT NOT NULL, name TEXT NOT NULL, other TEXT NOT NULL, rule TEXT NOT NULL, score REAL NOT NULL,
    papers INTEGER NOT NULL, paper TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (concept, name, other, rule)
) WITHOUT ROWID;

CREATE TABLE mention (
    paper TEXT NOT NULL, part TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
    type TEXT NOT NULL, score REAL NOT NULL, rule TEXT NOT NULL, concept TEXT NOT NULL,
    PRIMARY KEY (paper, part, start, end)
) WITHOUT ROWID;

-- subject is a concept's id or 'paper/' and a paper's id; papers counts the papers that support it
CREATE TABLE statement (
    n INTEGER PRIMARY KEY, subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL,
    score REAL NOT NULL, papers INTEGER NOT NULL, UNIQUE (subject, predicate, object)
);

-- passages by place: the quote is cut from the paper's text, so it cannot disagree with it
CREATE TABLE evidence (
    statement INTEGER NOT NULL, paper TEXT NOT NULL, part TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
    PRIMARY KEY (statement, paper, part, start, end)
) WITHOUT ROWID;

-- figures that papers report; the ends are concepts, value is a decimal number as text, evidence as above
CREATE TABLE result (
    n INTEGER PRIMARY KEY, paper TEXT NOT NULL, method TEXT, task TEXT, dataset TEXT, metric TEXT,
    value TEXT, unit TEXT, kind TEXT NOT NULL, written TEXT NOT NULL, score REAL NOT NULL,
    part TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL
);

-- matches of concepts with those of other vocabularies; relation is 'exactMatch' or 'closeMatch'
CREATE TABLE link (
    vocabulary TEXT NOT NULL, concept TEXT NOT NULL, iri TEXT NOT NULL, relation TEXT NOT NULL,
    label TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (vocabulary, concept, iri)
) WITHOUT ROWID;

-- rows stand best supported first, and a search relies on it
CREATE VIRTUAL TABLE spelling USING fts5 (
    name, concept UNINDEXED, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3'
);
"""

INDEXES = """
CREATE INDEX name_concept ON name (concept, rank);
CREATE INDEX mention_concept ON mention (concept);
-- all but the number of a statement: a walk from concept to concept, and a hub's best statements, are read from these
CREATE INDEX statement_subject ON statement (subject, predicate, papers DESC, score DESC, object);
CREATE INDEX statement_object ON statement (object, predicate, papers DESC, score DESC, subject);
CREATE INDEX evidence_paper ON evidence (paper);
CREATE INDEX result_paper ON result (paper);
CREATE INDEX result_method ON result (method);
CREATE INDEX result_task ON result (task);
CREATE INDEX result_dataset ON result (dataset);
CREATE INDEX result_metric ON result (metric);
CREATE INDEX link_concept ON link (concept);
"""
