# `make` lists the targets. Two of them are all the set-up: `make site` and `make test`.
# Everything runs in .venv, made from the pins in requirements/ that fit the Python in use.

PYTHON ?= python3
VENV   := .venv
RUN    := $(VENV)/bin/python
MINOR  := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
# A virtual environment of another Python is made anew, so the stamp carries the version.
SITE_STAMP := $(VENV)/.site-$(MINOR)
DEV_STAMP  := $(VENV)/.dev-$(MINOR)

.DEFAULT_GOAL := help
CAPTURE_STAMP := $(VENV)/.captures-$(MINOR)

.PHONY: help site test check serve captures golden lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

site: $(SITE_STAMP) ## build the site into _site/
	@$(RUN) build.py

test: $(DEV_STAMP) ## run all tests (browser tests need Chromium)
	@$(RUN) -m pytest

check: $(DEV_STAMP) ## lint, types, import contract, tests, strict build: what CI runs
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(RUN) -m pytest
	$(RUN) build.py --strict
	$(RUN) build.py check

serve: $(SITE_STAMP) ## show the site on this machine, built anew whenever a file is saved
	@$(RUN) build.py serve

captures: $(CAPTURE_STAMP) ## install the TPU and GPU compilers, capture all that is stale
	@$(RUN) build.py captures

golden: $(DEV_STAMP) ## write the golden site anew; review it as a diff
	@$(RUN) -m tests.golden.make

lock: $(DEV_STAMP) ## resolve the pins anew for every supported Python
	@$(RUN) requirements/lock.py

clean: ## remove everything that was built or installed
	rm -rf $(VENV) _site .cache .pytest_cache .ruff_cache .mypy_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(SITE_STAMP): requirements/site-$(MINOR).txt
	@$(PYTHON) -m venv --clear $(VENV)
	@echo "installing what the build needs into $(VENV) (Python $(MINOR)) ..."
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(DEV_STAMP): requirements/dev-$(MINOR).txt $(SITE_STAMP)
	@echo "installing what tests and checks need ..."
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(CAPTURE_STAMP): requirements/captures-$(MINOR).txt $(SITE_STAMP)
	@echo "installing the TPU and GPU compilers (1.6 GB) ..."
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

requirements/%.txt:
	@echo "There are no pins for Python $(MINOR): use 3.11, 3.12 or 3.13, as in make PYTHON=python3.12 site." >&2
	@exit 1
