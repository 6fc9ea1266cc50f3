# Needs Python 3.11 or newer and make. PYTHON=... chooses the interpreter of the virtual environments.
PYTHON ?= python3
JOBS ?= 2

BIN := .venv/bin
# Python keeps what it has compiled, whatever the shell says: the tests start the site and its commands again and again,
# and each of these processes would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE
CODE = $(wildcard src tests tools bench verifier hatch_build.py)
INSTALL := $(PYTHON) tools/bootstrap.py
NPM := $(BIN)/python -m tools.npm
PYTEST := $(BIN)/pytest -n $(JOBS)
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command 'make pins'

# What the site shows, built: the client's files and the translations.
CLIENT := $(shell find client -name node_modules -prune -o -type f -print)
MESSAGES := $(patsubst %.po,%.mo,$(wildcard src/carteado/web/locale/*/LC_MESSAGES/*.po))
SITE := src/carteado/web/static/.built $(MESSAGES)

.PHONY: help setup run site wheel test test-all screenshots lint format bench docs pins clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/.run ## create .venv with the carteado command

site: $(SITE) ## build what the site shows: the client's files and the translations

run: setup site ## serve the site on this machine, with a demo championship of every regulation
	$(BIN)/carteado serve --demo

wheel: site ## build dist/carteado-*.whl, which serves the site without make
	$(BIN)/python -m hatchling build --target wheel

test: .venv/.dev site ## run the quick tests: everything on SQLite, what depends on the database also on PostgreSQL
	$(NPM) run --silent test
	$(BIN)/python -m tools.chromium
	$(PYTEST)
	$(BIN)/python -m tools.postgres $(PYTEST) -m "(every_database or postgres) and not slow" tests/web

test-all: .venv/.dev site ## run every test, the slow ones too
	$(NPM) run --silent test
	$(BIN)/python -m tools.chromium
	$(PYTEST) -m ""
	$(BIN)/python -m tools.postgres $(PYTEST) -m "" tests/web

screenshots: .venv/.dev site ## take pictures of every page, into build/screenshots
	$(BIN)/python -m tools.chromium
	$(PYTEST) -m "" tests/browser/screenshots.py

lint: .venv/.dev client/node_modules/.installed ## check style, types and the layers
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports --no-logo
	$(NPM) run --silent format:check
	$(NPM) run --silent check

format: .venv/.dev client/node_modules/.installed ## fix what the linter can fix
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)
	$(NPM) run --silent format

bench: .venv-bench/.bench .venv/.dev site ## measure: against the peers in .venv-bench, then the site's pages, pushes, visitors, live tables and their pages in a browser
	.venv-bench/bin/python -m bench
	$(BIN)/python -m bench.pages
	$(BIN)/python -m bench.live
	$(BIN)/python -m bench.watching
	$(BIN)/python -m bench.tables
	$(BIN)/python -m tools.chromium
	$(BIN)/python -m bench.table_client

docs: setup ## write the generated pages again
	$(BIN)/python -m tools.regulation_tables
	$(BIN)/python -m tools.rulings_page
	$(BIN)/python -m tools.playthroughs
	$(BIN)/python -m tools.policy_matrix
	$(BIN)/python -m tools.refusal_keys
	$(BIN)/python -m tools.protocol

pins: ## compile requirements/*.txt again (needs uv; UPGRADE=--upgrade for newer versions)
	for name in run dev bench node postgres; do \
		$(COMPILE) $(UPGRADE) requirements/$$name.in --output-file requirements/$$name.txt || exit; done

clean: ## remove the environments and the caches
	rm -rf .venv .venv-bench .venv-node .venv-postgres .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist \
		client/node_modules bench/boardgame/node_modules src/carteado/web/static $(MESSAGES)
	find $(CODE) -name __pycache__ -prune -exec rm -rf {} +

.venv/.run: requirements/run.txt pyproject.toml tools/bootstrap.py
	$(INSTALL) .venv requirements/run.txt
	@touch $@

.venv/.dev: requirements/dev.txt .venv/.run
	$(INSTALL) .venv requirements/dev.txt
	@touch $@

client/node_modules/.installed: client/package-lock.json | .venv/.run
	$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

src/carteado/web/static/.built: client/node_modules/.installed $(CLIENT)
	$(NPM) run --silent build -- --logLevel warn
	@touch $@

%.mo: %.po tools/messages.py | .venv/.run
	$(BIN)/python -m tools.messages compile

# In two steps: the peers that come as source are built with the tools of the first.
.venv-bench/.bench: requirements/run.txt requirements/bench.txt pyproject.toml tools/bootstrap.py
	$(INSTALL) .venv-bench requirements/run.txt requirements/bench.txt
	@touch $@
