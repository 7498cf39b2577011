"""What kg makes of the cases beyond their words: steps taken otherwise, rules checked further, cases that wait."""

from __future__ import annotations

from typing import Any

ADAPTED = {
    "B19": "kg view has no --cdn, as its page holds all it needs: the one page there is must do without a network.",
    "B120": "kg has no add: a build of the old and the new sources; the build from nothing takes them in reverse.",
    "B121": "kg has no add: a build of the old source and of a copy of it; the graphs must be equal to the byte.",
    "B124": "kg has no --jobs: the same build in one process.",
    "B128": "the build is taken by the check, in a process of its own, which counts the strings around it; see APART.",
    "B16": "kg refuses the file and names its keys; a usage error (exit 2) would not count as that.",
    "B62": "kg names a line as FILE:LINE; the message must give the file, line 3 and the quotation mark.",
}
"""Where a step or a check is not taken by the letter, and what is checked instead; the rule stands."""

INSTEAD: dict[str, dict[str, Any]] = {"B62": {"stderr_has_regex": r"(?m)^bad\.csv:3: .*quotation mark"}}
"""By case: what one of its checks asks for in kg's words."""

MORE: dict[str, dict[str, list[Any]]] = {
    "B04": {"checks": [{"stderr_has_regex": r"(?i)p\.jsonl:1: .*control character"}]},
    "B10": {
        "checks": [
            {"all_formats_have": ["Bidirectional Encoder Representations from Transformers"]},
            {"all_formats_have": ["A. Example", "B. Sample", "pretraining"]},
        ]
    },
    "B104": {"checks": [{"mentions_min": ["NAS", 4]}]},
    "B112": {"do": ["build b a"], "checks": [{"same_graph": ["build a b", "build b a"]}]},
    "B130": {
        "do": ["query BERT --depth 0", "query BERT --depth -1"],
        "checks": [
            {"stdout_of_regex": ["query SQuAD --depth 1", r"(?m)^BERT\tevaluatedOn\tSQuAD\t"]},
            {"stdout_of_regex": ["query BERT --depth 0", r"\ABERT\t.*\n\Z"]},
            {"exit_of": ["query BERT --depth -1", 2]},
        ],
    },
    "B132": {
        "checks": [
            {"exit_of": ["query 'the \"BERT\" model'", 0]},
            {"stdout_of_has": ["query 'the \"BERT\" model'", "SQuAD"]},
            {"exit_of": ["query 'BERT\" } # '", 1]},
            {"exit_of": ["query 'a)*(b['", 1]},
        ]
    },
    "B136": {"checks": [{"exit": 0}]},
    "B138": {
        "checks": [
            {"exit_of": [step, 0]}
            for step in (
                "export html",
                "export csv",
                "export gexf",
                "export graphml",
                "export turtle",
                "stats",
            )
        ]
        + [{"no_concepts": True}, {"stderr_has": "white.txt"}, {"stderr_has": "empty.jsonl"}]
    },
    "B25": {"checks": [{"path_printed": "export html"}]},
    "B28": {"checks": [{"html_says_left_out": True}]},
    "B36": {"labels": ["R21D"]},
    "B45": {
        "checks": [
            {
                "all_formats_have": [
                    "B. Sample",
                    "We fine-tune BERT for question answering and evaluate it on SQuAD using the F1 score.",
                ]
            }
        ]
    },
    "B63": {"checks": [{"stderr_lacks": "Traceback"}, {"papers_min": 1}]},
    "B74": {
        "checks": [{"any_of": [{"stderr_has": "nocomma"}, {"title_equals": ["nocomma", "Missing comma"]}]}]
    },
    "B82": {"checks": [{"evidence_regex": ["RoBERTa", r"^\(?RoBERTa"]}]},
}
"""By case: steps to take after its own, and checks of what its rule says and its checks do not."""

LATER: dict[str, str] = {
    "B107": "issue 5: a record's keywords are no concepts yet: evidence is a span of title or abstract alone",
}
"""Cases that fail now, and where they belong; one that passes must leave the table."""

APART = frozenset({"B128"})
"""Cases whose checks do what their steps say, so that the steps are not taken before."""

HEAVY = frozenset({"B124", "B125", "B128", "B136", "B28", "B29"})
"""Cases of long or many texts: marked `heavy`."""
