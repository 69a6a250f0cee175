# Two commands matter: `make run` and `make test`. Each does its own set-up.
PORT ?= 8000
HOST ?= 127.0.0.1
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

SCRIPTS := tests/scripts/node_modules/stamp

.PHONY: help run test check thorough costs lint types coverage drill fuzz mutants operator-trial bench bench-bots bench-setup venv screenshots requirements messages clean

help:
	@echo "make run    start the site on http://$(HOST):$(PORT) (PORT=... to change)"
	@echo "make test   run every check and every test (15 to 25 minutes on two processors)"
	@echo "make check  lint, types and the tests nearest to what has changed, within a minute"
	@echo "make thorough       more of the same: every page with axe in both languages, all of tests/games on PostgreSQL"
	@echo "make costs  seconds of a processor by folder, file, test and fixture (ONLY=tests/leagues)"
	@echo "make lint   ruff, djlint, import contracts;  make types   mypy"
	@echo "make coverage       which branches of the rules no test takes: none may be left"
	@echo "make drill          a club plays while processes, Redis, PostgreSQL, disk and clock fail: nothing may be lost"
	@echo "make fuzz           100,000 bad inputs (INPUTS=..., SEED=..., ONLY=leagues:roles, POSTGRES=1, JOBS=...)"
	@echo "make mutants        which changes of the rules no test notices (docs/mutation.md)"
	@echo "make operator-trial an operator's life by docs/operations.md, on a Debian of its own (as root, FOLDER=...)"
	@echo "make bench          how fast the live path is, beside other servers, in ten minutes (docs/performance.md)"
	@echo "make bench-bots     how strong the bots are, in half an hour (MINUTES=..., docs/bots.md)"
	@echo "make messages       collect the words to translate"
	@echo "make screenshots    every page of a demo club in all sizes, in var/screenshots (ONLY=word: some pages)"
	@echo "make requirements   lock the dependencies again"

run: $(VENV)/base.stamp
	@$(BIN)/python manage.py serve --host $(HOST) --port $(PORT) $(if $(DEMO),--demo)

test: $(VENV)/dev.stamp $(if $(shell command -v npm),$(SCRIPTS))
	@$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

check: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.check

thorough: $(VENV)/dev.stamp
	@$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder -m thorough

costs: $(VENV)/dev.stamp
	@$(BIN)/python -m pytest -p tests.support.costs $(ONLY)

lint: $(VENV)/dev.stamp
	@$(BIN)/python -m pytest --quiet tests/checks -k "not mypy and not postgresql"

types: $(VENV)/dev.stamp
	@$(BIN)/python -m mypy

coverage: $(VENV)/dev.stamp
	@$(BIN)/python -m coverage run --branch --source=games/rules -m pytest --quiet tests/rules tests/records tests/bots
	@$(BIN)/python -m coverage report --show-missing --skip-covered --fail-under=100

drill: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.drills
	@$(BIN)/python -m pytest --quiet --capture=no -m drill tests/drills

fuzz: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.fuzz $(if $(INPUTS),--inputs $(INPUTS)) $(if $(SEED),--seed $(SEED)) \
		$(if $(ONLY),--only $(ONLY)) $(if $(JOBS),--jobs $(JOBS)) $(if $(POSTGRES),--postgres)

mutants: $(VENV)/dev.stamp
	@$(BIN)/mutmut run --max-children 1 && $(BIN)/mutmut results

operator-trial: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.trial $(if $(FOLDER),--folder $(FOLDER))

bench: bench-setup
	@$(BIN)/python -m bench.live --quick --minutes 8 --write-docs
	@$(BIN)/python -m bench.reveal_frames --write-docs

# Goes on where the last run ended; after a change of a bot: rm var/bench/bots.json
bench-bots: $(VENV)/dev.stamp
	@$(BIN)/python -m bench.bots --minutes $(or $(MINUTES),30) --write-docs

# What only the benchmark needs goes on top of dev.txt; without npm, boardgame.io is left out.
NODE := var/bench/node
bench-setup: $(VENV)/bench.stamp $(if $(shell command -v npm),$(NODE)/stamp)

$(NODE)/stamp: bench/boardgame/package-lock.json
	@mkdir -p $(NODE) && cp bench/boardgame/package.json bench/boardgame/package-lock.json $(NODE)
	@echo "Installing bench/boardgame/package-lock.json into $(NODE) ..."
	@npm ci --prefix $(NODE) --ignore-scripts --no-audit --no-fund --silent
	@touch $@

# What checks the scripts of the pages. The site runs without Node; without npm that is left out.
$(SCRIPTS): tests/scripts/package-lock.json
	@echo "Installing tests/scripts/package-lock.json ..."
	@npm ci --prefix $(dir $<) --ignore-scripts --no-audit --no-fund --silent && touch $@ \
		|| echo "npm could not do it: the scripts of the pages are not tested"

venv: $(VENV)/dev.stamp

# The lock makes a second `make` of the same moment wait for the first. pip runs as a module:
# a moved checkout would leave its start script pointing at the old place. Twice quiet, it tells errors
# only: what it warns of is how the machine finds packages.
define install
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "Sixième needs Python 3.11 or newer; name one with PYTHON=..."; exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	|| { echo "$(PYTHON) cannot make virtual environments (on Debian: apt-get install python3-venv)"; exit 1; }
@echo "Installing $(1) into $(VENV); this takes about a minute ..."
@mkdir -p $(VENV) && exec 9>$(VENV)/lock && { flock 9 2>/dev/null || true; } \
	&& $(PYTHON) -m venv $(VENV) \
	&& $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes -r $(1)
@touch $@
endef

$(VENV)/base.stamp: requirements/base.txt
	$(call install,requirements/base.txt)

$(VENV)/dev.stamp: requirements/dev.txt
	$(call install,requirements/dev.txt)
	@touch $(VENV)/base.stamp

$(VENV)/bench.stamp: requirements/bench.txt $(VENV)/dev.stamp
	$(call install,requirements/bench.txt)

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

requirements:
	$(LOCK) requirements/base.in -o requirements/base.txt
	$(LOCK) requirements/dev.in -o requirements/dev.txt
	$(LOCK) requirements/bench.in -o requirements/bench.txt
	$(LOCK) requirements/sentry.in -o requirements/sentry.txt

screenshots: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.browser.screenshots var/screenshots $(if $(ONLY),--only $(ONLY))

messages: $(VENV)/dev.stamp
	$(BIN)/python manage.py makemessages --all --no-location --ignore '.venv/*' --ignore 'var/*' --ignore 'mutants/*' --ignore '*/node_modules/*'
	$(BIN)/python manage.py compilemessages --ignore '.venv'

clean:
	rm -rf $(VENV) mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
