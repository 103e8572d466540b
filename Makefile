# `make` alone lists the targets.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# The two files of the published table, ham_5000.utf8 and spam_5000.utf8.
SPAM_ZH ?= ../shared/data/spam-zh
CORPORA ?= ../shared/data

.DEFAULT_GOAL := help
.PHONY: help demo test lint table bench bench-large quality fuzz clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

# A stamp per set of dependencies: a second run installs nothing.
$(VENV)/.installed: pyproject.toml
	@echo "installing nb into $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml $(VENV)/.installed
	@echo "installing what the tests need into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

$(VENV)/.installed-peers: pyproject.toml $(VENV)/.installed-dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,peers]'
	@touch $@

# Where fastText cannot be had, its rows of the benchmarks say so.
$(VENV)/.installed-bench: pyproject.toml $(VENV)/.installed-dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,peers]' || true
	@touch $@

demo: $(VENV)/.installed ## compare models on the sample corpus, train one, classify two texts; compare densities on iris
	@PATH="$(CURDIR)/$(BIN):$$PATH" NB_STORE="$(CURDIR)/.store" sh tests/demo.sh

test: $(VENV)/.installed-dev ## run the tests
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/.installed-dev ## ruff check, ruff format, mypy strict
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

table: $(VENV)/.installed ## the published accuracy table beside ours (SPAM_ZH=folder)
	@$(BIN)/python tests/table.py "$(SPAM_ZH)"

bench: $(VENV)/.installed-bench ## time nb against scikit-learn, fastText and bogofilter (SPAM_ZH=folder)
	@$(BIN)/python -m tests.bench "$(SPAM_ZH)"

bench-large: $(VENV)/.installed-bench ## a million texts, ten million lines, one process and two (CORPORA=folder)
	@$(BIN)/python -m tests.bench.large "$(CORPORA)/shopping-zh/online_shopping_10_cats.csv"
	@$(BIN)/python -m tests.bench.stream

# This fastText reads memory that it has not written, and its loss ends as NaN; fresh pages are zeros.
quality: $(VENV)/.installed-peers ## how right the default is, beside fastText, scikit-learn and Weka (CORPORA=folder)
	@MALLOC_MMAP_THRESHOLD_=100000 $(BIN)/python tests/bench/quality.py "$(CORPORA)"
	@$(BIN)/python tests/bench/tables.py "$(CORPORA)"

fuzz: $(VENV)/.installed-dev ## fuzz the readers, ten minutes each (needs atheris), and 40,000 damaged models
	@$(BIN)/python -m pip install --quiet atheris
	@$(BIN)/python tests/fuzz_corpus.py -max_total_time=600
	@$(BIN)/python tests/fuzz_mail.py -max_total_time=600
	@$(BIN)/python -W ignore tests/fuzz_models.py 40000

clean: ## remove the environment and what the demo stored
	@rm -rf $(VENV) .store
