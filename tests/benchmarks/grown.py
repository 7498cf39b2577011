"""`python -m tests.benchmarks.grown GRAPH TARGET [TIMES]`: a graph as large as nobody waits for, grown from a smaller one.

Every paper stands there TIMES times. What several papers name is one concept for all of them, so that hubs grow with
the graph; what one paper alone names is another in each copy, as rare names are in more papers. Figures are made up
where a paper judges a method by a metric, for the pages that list results.
"""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path

from kg.files import atomic
from kg.store import schema

_COPIES = """
CREATE TEMP TABLE copy (k INTEGER PRIMARY KEY);
INSERT INTO copy WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k + 1 < :times) SELECT k FROM n;
CREATE TEMP TABLE node (old TEXT, k INTEGER, new TEXT, suffix TEXT, PRIMARY KEY (old, k)) WITHOUT ROWID;
INSERT INTO node SELECT id, k, iif(k AND papers = 1, id || '-copy-' || k, id), iif(k AND papers = 1, ' ' || k, '')
  FROM small.concept, copy;
INSERT INTO node SELECT 'paper/' || id, k, iif(k, 'paper/' || id || '~' || k, 'paper/' || id), '' FROM small.paper, copy;
"""

_ROWS = """
INSERT INTO meta SELECT * FROM small.meta;
INSERT INTO paper SELECT iif(k, id || '~' || k, id), title, text, source, line, year, venue, doi, url, published, authors,
  keywords, offsets FROM small.paper, copy ORDER BY 1;
INSERT INTO concept SELECT new, name || suffix, type, sum(papers), sum(mentions), sum(links)
  FROM small.concept JOIN node ON old = id GROUP BY new;
INSERT INTO name SELECT DISTINCT key || suffix, new, rank, name || suffix FROM small.name JOIN node ON old = concept;
INSERT INTO merge SELECT new, name || suffix, other || suffix, rule, score, papers, paper, note
  FROM small.merge JOIN node ON old = concept GROUP BY new, name, other, rule;
INSERT INTO spelling SELECT n.name, n.concept FROM name n JOIN concept c ON c.id = n.concept
  ORDER BY c.papers DESC, length(n.name), c.id;
INSERT INTO mention SELECT substr(p.new, 7), part, start, end, type, score, rule, c.new
  FROM small.mention JOIN node p ON p.old = 'paper/' || paper JOIN node c ON c.old = concept AND c.k = p.k;
CREATE TEMP TABLE told AS SELECT n AS old, s.k AS k, s.new AS subject, predicate, o.new AS object, score, papers
  FROM small.statement JOIN node s ON s.old = subject JOIN node o ON o.old = object AND o.k = s.k;
INSERT INTO statement SELECT row_number() OVER (ORDER BY subject, predicate, object), subject, predicate, object,
  max(score), sum(papers) FROM told GROUP BY subject, predicate, object;
INSERT INTO evidence SELECT DISTINCT s.n, iif(k, paper || '~' || k, paper), part, start, end
  FROM told JOIN statement s USING (subject, predicate, object) JOIN small.evidence e ON e.statement = told.old;
INSERT INTO result SELECT row_number() OVER (ORDER BY e.paper, s.n), e.paper, s.subject, NULL,
  (SELECT min(concept) FROM mention m WHERE m.paper = e.paper AND m.type = 'Dataset'), s.object,
  (s.n * 37 % 1000) / 10.0, '%', 'absolute', (s.n * 37 % 1000) / 10.0 || '%', 0.5, e.part, e.start, e.end
  FROM statement s JOIN evidence e ON e.statement = s.n WHERE predicate = 'measuredBy';
"""


def grow(small: Path, target: Path, times: int) -> None:
    """Write the graph at `small`, grown, to `target`."""
    with atomic(target) as temporary, closing(sqlite3.connect(temporary, isolation_level=None)) as db:
        for pragma in (
            "journal_mode = OFF",
            "synchronous = OFF",
            f"application_id = {schema.APPLICATION_ID}",
            f"user_version = {schema.VERSION}",
        ):
            db.execute(f"PRAGMA {pragma}")
        db.execute("ATTACH ? AS small", (str(small),))
        db.execute("BEGIN")
        db.executescript(schema.TABLES)
        db.executescript(_COPIES.replace(":times", str(times)))
        db.executescript(_ROWS)
        db.executescript(schema.INDEXES)
        db.execute("INSERT INTO spelling (spelling) VALUES ('optimize')")
        if db.in_transaction:
            db.execute("COMMIT")


def main() -> None:
    """Grow a graph."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("times", type=int, nargs="?", default=10)
    options = parser.parse_args()
    grow(options.graph, options.target, options.times)


if __name__ == "__main__":
    main()
