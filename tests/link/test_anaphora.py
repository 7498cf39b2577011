"""Names that point back to a longer one, and those that are things of their own."""

from __future__ import annotations

import pytest

from kg.link import link_paper
from kg.records import Document, Extraction, Mention

SHORT, LONG = "certificate", "compatibility certificate"


def concepts(
    text: str, *surfaces: str, type_: str = "Method", known: frozenset[tuple[str, str]] = frozenset()
) -> int:
    """How many concepts a paper has with mentions of these surfaces, in the order of the text."""
    mentions, sentences, end = [], [], 0
    for surface in surfaces:
        start = text.index(surface, end)
        end = start + len(surface)
        mentions.append(Mention(start, end, type_, 0.9, "tagger"))
    start = 0
    for part in text.split(". "):
        sentences.append((start, min(len(text), start + len(part) + 1)))
        start += len(part) + 2
    extraction = Extraction(Document("1", text), tuple(mentions), sentences=tuple(sentences))
    return len(link_paper(extraction, known).concepts)


@pytest.mark.parametrize(
    "text",
    [
        "A compatibility certificate is learnt. The certificate is checked.",
        "A compatibility certificate is learnt and the certificate is checked.",
        "A compatibility certificate is learnt, and our certificate beats all others.",
        "Compared to the rest, a compatibility certificate is small: the certificate is checked.",
        "A compatibility certificate is small. Nothing is faster than the certificate.",
        "A compatibility certificate, GAN, is checked. The certificate and its size are small.",
    ],
)
def test_a_plain_noun_behind_an_article_points_back(text: str) -> None:
    assert concepts(text, LONG, SHORT) == 1


@pytest.mark.parametrize(
    "text",
    [
        "A compatibility certificate is learnt. Each certificate is checked.",
        "We learn a compatibility certificate and the certificate.",
        "We learn a compatibility certificate, the certificate, and more.",
        "A compatibility certificate is better than the certificate.",
        "Our compatibility certificate outperforms the standard certificate.",
        "Compatibility certificate results beat the certificate.",
        "A compatibility certificate is compared with the certificate.",
    ],
)
def test_a_name_beside_the_longer_one_is_a_thing_of_its_own(text: str) -> None:
    assert concepts(text, *(LONG if LONG in text else LONG.capitalize(), SHORT)) == 2


def test_a_contrast_before_the_longer_name_counts_too() -> None:
    text = (
        "A compatibility certificate is learnt. Unlike the certificate, the compatibility certificate holds."
    )
    assert concepts(text, LONG, SHORT, LONG) == 2


def test_a_list_with_another_name_between() -> None:
    text = "We try the compatibility certificate, GAN and the certificate."
    assert concepts(text, LONG, "GAN", SHORT) == 3


def test_a_known_name_is_a_thing_of_its_own() -> None:
    text = "A masked autoencoder is trained. The autoencoder is large."
    assert concepts(text, "masked autoencoder", "autoencoder") == 1
    own = frozenset({("Method", "autoencoder")})
    assert concepts(text, "masked autoencoder", "autoencoder", known=own) == 2
    assert concepts(text, "masked autoencoder", "autoencoder", type_="Task", known=own) == 1


def test_a_long_chain_of_articles_takes_no_time() -> None:
    text = f"A {LONG} " + "the  and  " * 2_000 + "x the certificate."
    assert concepts(text, LONG, SHORT) == 1
