"""Word vectors learned from plain abstracts, with floret (https://github.com/explosion/floret).

After P. Bojanowski et al., "Enriching Word Vectors with Subword Information" (TACL 2017); floret stores each
subword as the sum of two rows of one small table (Bloom embeddings).
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from spacy.language import Language
from spacy.training.initialize import convert_vectors

from kg.errors import ResourceError
from kg.extract.tokens import blank
from kg.read import read
from kg.train.recipe import VectorRecipe


def train(abstracts: Path, target: Path, recipe: VectorRecipe) -> None:
    """Learn vectors from a file of papers and write them to `target` in floret's text form.

    One thread, so that the same recipe gives the same vectors. Raises `ResourceError` where floret is missing.
    """
    try:
        import floret
    except ImportError as error:
        raise ResourceError("training needs floret. Install it with: pip install 'kg[train]'") from error
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.txt"
        _write_tokens(abstracts, corpus)
        shortest, longest = recipe.subwords
        model = floret.train_unsupervised(
            str(corpus), model="cbow", mode="floret", hashCount=2, thread=1, verbose=1,
            dim=recipe.width, bucket=recipe.rows, minn=shortest, maxn=longest, minCount=recipe.min_count,
            ws=recipe.window, neg=recipe.negatives, epoch=recipe.epochs, lr=recipe.learning_rate,
        )  # fmt: skip
        model.save_floret_vectors(str(target))


def attach(nlp: Language, vectors: Path) -> None:
    """Put floret vectors into a pipeline's vocabulary."""
    convert_vectors(nlp, vectors, truncate=0, prune=-1, mode="floret")


def _write_tokens(abstracts: Path, corpus: Path) -> None:
    tokenizer = blank().tokenizer
    with corpus.open("w", encoding="utf-8", newline="\n") as file:
        for document in read([abstracts]):
            for part in filter(None, (document.title, document.text)):
                file.write(" ".join(token.text for token in tokenizer(part) if not token.is_space) + "\n")
