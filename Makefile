# Two commands matter: `make run` and `make test`. Each does its own set-up.
PORT ?= 8000
HOST ?= 127.0.0.1
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help run test lint types venv requirements messages clean

help:
	@echo "make run    start the site on http://$(HOST):$(PORT) (PORT=... to change)"
	@echo "make test   run every check and every test"
	@echo "make lint   ruff, djlint, import contracts;  make types   mypy"
	@echo "make messages       collect the words to translate"
	@echo "make requirements   lock the dependencies again"

run: $(VENV)/base.stamp
	@$(BIN)/python manage.py serve --host $(HOST) --port $(PORT)

test: $(VENV)/dev.stamp
	@BIN=$(BIN) sh tests/run.sh

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint --check --lint --quiet templates
	$(BIN)/lint-imports

types: $(VENV)/dev.stamp
	$(BIN)/mypy

venv: $(VENV)/dev.stamp

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Sixième needs Python 3.11 or newer; choose one with PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/base.stamp: requirements/base.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/base.txt
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@ $(VENV)/base.stamp

requirements:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header requirements/base.in -o requirements/base.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header requirements/dev.in -o requirements/dev.txt

messages: $(VENV)/dev.stamp
	$(BIN)/python manage.py makemessages --locale fr --no-location --ignore '.venv/*' --ignore 'var/*'
	$(BIN)/python manage.py makemessages --locale fr --domain djangojs --no-location --ignore '.venv/*' --ignore 'var/*'
	$(BIN)/python manage.py compilemessages --ignore '.venv'

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
