"""Making and judging the shipped model; never imported by the pipeline.

    gold, corpora            annotated texts
    bases, encoder           pretrained encoders in PyTorch
    samples, fit             texts as an encoder learns from them, and how it learns
    teachers, distil         large encoders, and what they think of plain abstracts
    student, quantise, platt the small encoder that is shipped, in integers, with scores that mean something
    relations                what is said between the names
    run, recipe              the stages in order, and all that decides them

`kg evaluate` stands on the rest.
"""

from collections.abc import Callable

Log = Callable[[str], None]
"""Takes a line for whoever watches the training."""
