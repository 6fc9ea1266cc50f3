# Needs Python 3.11 or newer and make. PYTHON=... chooses the interpreter of the virtual environments.
PYTHON ?= python3
JOBS ?= 2

BIN := .venv/bin
CODE = $(wildcard src tests tools bench verifier)
INSTALL := $(PYTHON) tools/bootstrap.py
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command 'make pins'

.PHONY: help setup run test test-all lint format bench docs pins clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/.run ## create .venv with the carteado command

run: setup ## play a game of truco in the terminal
	$(BIN)/carteado play

test: .venv/.dev ## run the quick tests
	$(BIN)/pytest -n $(JOBS)

test-all: .venv/.dev ## run every test, the slow ones too
	$(BIN)/pytest -n $(JOBS) -m ""

lint: .venv/.dev ## check style, types and the layers
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports --no-logo

format: .venv/.dev ## fix what the linter can fix
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

bench: .venv-bench/.bench ## measure against the peers, in .venv-bench
	.venv-bench/bin/python -m bench

docs: setup ## write the generated pages again
	$(BIN)/python -m tools.regulation_tables
	$(BIN)/python -m tools.playthroughs

pins: ## compile requirements/*.txt again (needs uv; UPGRADE=--upgrade for newer versions)
	for name in run dev bench; do \
		$(COMPILE) $(UPGRADE) requirements/$$name.in --output-file requirements/$$name.txt || exit; done

clean: ## remove the environments and the caches
	rm -rf .venv .venv-bench .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist
	find $(CODE) -name __pycache__ -prune -exec rm -rf {} +

.venv/.run: requirements/run.txt pyproject.toml tools/bootstrap.py
	$(INSTALL) .venv requirements/run.txt
	@touch $@

.venv/.dev: requirements/dev.txt .venv/.run
	$(INSTALL) .venv requirements/dev.txt
	@touch $@

# In two steps: the peers that come as source are built with the tools of the first.
.venv-bench/.bench: requirements/run.txt requirements/bench.txt pyproject.toml tools/bootstrap.py
	$(INSTALL) .venv-bench requirements/run.txt requirements/bench.txt
	@touch $@
