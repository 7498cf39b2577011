"""Runs `kg` in children of one process that has the model loaded, so that a command costs a fork and no start.

Reads one order a line of JSON on standard input, answers with the child's exit status. An order names the
`arguments`, the `folder` to work in, the files for `stdout` and `stderr`, and the `seconds` it may take.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from typing import Any, NoReturn


def serve() -> None:
    """Answer orders until standard input ends; the first line says that the model is loaded."""
    import kg.cli.app
    import kg.export.rdf
    import kg.pipeline
    import kg.view.network  # noqa: F401
    from kg.extract import nlp

    nlp.load()
    print("ready", flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _run(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _run(order: dict[str, Any]) -> NoReturn:
    """Be `kg`, as far as a command can tell."""
    signal.alarm(order["seconds"])
    os.chdir(order["folder"])
    for number, path in enumerate((os.devnull, order["stdout"], order["stderr"])):
        os.dup2(os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT, 0o666), number)
    sys.stdin = os.fdopen(0, closefd=False)  # the old one may hold lines of the parent's
    sys.argv = ["kg", *order["arguments"]]
    status: object = 0
    try:
        from kg.cli import main

        main()
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stderr.flush()
    os._exit(status if isinstance(status, int) else 1)


if __name__ == "__main__":
    serve()
