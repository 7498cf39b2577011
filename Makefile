# make run    sets up its own virtual environment, builds the graph of seeds/ into exports/, says where to look
# make test   sets up the same environment and passes the tests
# make check  lint, formatting, types, import layers
# make audit  known vulnerabilities of dependencies, risky code (docs/security.md); needs the network
# make bench  speed and memory, as ratios against a reference in the same run
# make screenshot  takes the picture of the README again, in headless Chromium
# make model  trains the shipped model again from ../shared

VENV := .venv
BIN := $(VENV)/bin
# The first interpreter of 3.11 or newer on the path.
PYTHON ?= $(shell for p in python3.12 python3.11 python3.13 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

.PHONY: run test check audit bench screenshot model clean
.DELETE_ON_ERROR:

run: $(VENV)/.run
	$(BIN)/kg build seeds --out exports
	@echo
	@$(BIN)/kg stats
	@echo
	@echo "Look at      exports/graph.html   (open it in a browser; it needs no network)"
	@echo "Ask          $(BIN)/kg neighbours 'large language models'"
	@echo "Everything   $(BIN)/kg --help"

test: $(VENV)/.test
	$(BIN)/python -m pytest

check: $(VENV)/.check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Figures as JSON go to build/bench/, so that runs can be compared; the abstracts are those of ../shared.
ABSTRACTS := ../shared/corpora/abstracts/abstracts.jsonl.gz
audit: $(VENV)/.audit
	$(BIN)/python -m tests.audit
	$(BIN)/python -m pip freeze --exclude-editable > $(VENV)/installed.txt
	$(BIN)/pip-audit --strict --no-deps --disable-pip --progress-spinner off -r $(VENV)/installed.txt

bench: $(VENV)/.test
	mkdir -p build/bench
	$(BIN)/python -m tests.benchmarks --json build/bench/commands.json
	$(BIN)/python -m tests.benchmarks.rdf
	$(BIN)/python -m tests.benchmarks.view --json build/bench/view.json
	$(BIN)/python -m tests.benchmarks.duplicates --json build/bench/duplicates.json
	$(BIN)/python -m tests.benchmarks.growth $(ABSTRACTS) --json build/bench/growth.json

screenshot: $(VENV)/.test
	$(BIN)/python -m tests.browser.screenshot docs/screenshot.png

model: $(VENV)/.train
	$(BIN)/kg train ../shared --out kg/data/model
	$(BIN)/python -m kg.train.manifest

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "kg needs Python 3.11 or newer: none was found on the path." >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "$(PYTHON) has no venv module. On Debian: apt install python3-venv" >&2; exit 2; }
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.run: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@ $(VENV)/.run

$(VENV)/.check: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[test,check]'
	@touch $@ $(VENV)/.run $(VENV)/.test

$(VENV)/.audit: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[test]' pip-audit bandit
	@touch $@ $(VENV)/.run $(VENV)/.test

$(VENV)/.train: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[train]'
	@touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
