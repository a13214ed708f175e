# Two commands do all the set-up: `make demo` and `make test`. Python 3.11 or later and make are enough.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PORT   ?= 8417
HOST   ?= 127.0.0.1
# Processes of tests: as many as cores, for each collects all tests for itself.
JOBS   ?= $(shell getconf _NPROCESSORS_ONLN)
SEED   ?=
# Sections of rulesets whose parameters are measured; none: all.
SECTIONS ?=
COVER  ?=
FRESH  ?=
# Tests measured by slipcover: in one process, because those of xdist do not get its threshold (pyproject.toml).
MEASURED  = $(if $(COVER),-m slipcover --dont-wrap-pytest)
PROCESSES = $(if $(COVER),0,$(JOBS))
DOCS   ?= build/docs
SBOM   ?= build/sbom.cdx.json
# Each server and command of a test is a process: without compiled modules each would compile them again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo test ci whole coverage pythons lint serve bench docs detectability calibrate mutate parameters histories pictures golden sbom lock release growth clean

help:           ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 24

setup: $(VENV)/.ready   ## the virtual environment, .venv, from the locked dependencies

$(VENV)/.uv: requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "cardroom-auditor needs Python 3.11 or later; found $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@awk '/^[^ #]/ { uv = /^uv==/ } uv' requirements-dev.lock > $(VENV)/uv.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(VENV)/uv.lock
	@touch $@

$(VENV)/.ready: $(VENV)/.uv pyproject.toml setup.py rules/records/_scanner.c
	.ci/install $(BIN) $(BIN)/python
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: setup     ## a card room's week, a sample log audited, its PDF and JSON saved, the pages until Ctrl-C (FRESH=1: begun anew)
	@$(BIN)/auditor demo $(if $(FRESH),--fresh)

test: setup     ## the fast tests, and of the sampled ones the same part each time
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow"

ci: setup       ## the tests of CI: the fast ones, and the slow ones but those of the night (COVER=1: and coverage)
	$(BIN)/python $(MEASURED) -m pytest -n $(PROCESSES) --dist worksteal -m "not night"

whole: setup    ## before a release or at night: every case (COVER=1: and coverage); SEED=... repeats its examples
	$(BIN)/python $(MEASURED) -m pytest -n $(PROCESSES) --dist worksteal --whole $(if $(SEED),--hypothesis-seed=$(SEED))

coverage: COVER = 1
coverage: setup ## the fast tests, and which branches they leave out
	$(BIN)/python $(MEASURED) -m pytest -q -n $(PROCESSES) --dist worksteal -m "not slow"

pythons: setup  ## the fast tests on each other Python from 3.11 on that this machine has
	.ci/pythons

lint: setup     ## ruff, mypy and import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

serve: setup    ## keep the service running under gunicorn (HOST=127.0.0.1 PORT=8417)
	@$(BIN)/auditor serve --host $(HOST) --port $(PORT)

bench: setup    ## measure, as JSON and a table (never a test)
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.bench_pots
	@$(BIN)/python -m tests.bench_events
	@$(BIN)/python -m tests.bench_screening
	@$(BIN)/python -m tests.bench_facts
	@$(BIN)/python -m tests.bench_documents
	@$(BIN)/python -m tests.bench_finish
	@$(BIN)/python -m tests.bench_doctor
	@$(BIN)/python -m tests.bench_appends

growth: setup   ## measure how the cost of a hand grows with a log: each fault, event and disorder (never a test)
	@$(BIN)/python -m tests.bench_growth

docs: setup     ## write the reference (checks, clauses, ambiguities, systems) as Markdown files (DOCS=build/docs)
	@$(BIN)/python -m auditor.reference $(DOCS)

detectability: setup   ## measure which record lets which check run, and write docs/detectability.md
	@$(BIN)/python -m auditor.reference.detectability docs/detectability.md

calibrate: setup ## measure alarms of honest room-years and of planted conduct, and write docs/screening.md (PART=habits: of one part)
	@$(BIN)/python -m tests.calibration $(if $(YEARS),--years $(YEARS)) $(if $(PART),--only $(PART))

mutate: setup   ## change the screening in one place after another, and print what no test finds (MODULES="windows places")
	@$(BIN)/python -m tests.mutation $(MODULES)

parameters: setup ## measure which parameters make a difference to an audit (SECTIONS="fees pot.betting": of these alone)
	@$(BIN)/python -m tests.parameters $(SECTIONS)

histories: setup ## audit the public and the made-up hand histories, and write their tables in docs/histories.md
	@$(BIN)/python -m tests.importing.histories.survey_page docs/histories.md

pictures: setup ## walk through docs/first-night.md in a browser, and make its pictures anew
	@$(BIN)/python -m tests.browser.first_night

golden: setup   ## write the results of the golden inputs anew, and print what differs (CONTRIBUTING.md)
	@$(BIN)/python -m tests.golden

sbom: setup     ## write what the service is made of, as CycloneDX JSON (SBOM=build/sbom.cdx.json)
	@$(BIN)/python deploy/sbom.py $(SBOM)

lock: setup     ## resolve the dependencies anew
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-strip-extras --custom-compile-command "make lock" pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-strip-extras --custom-compile-command "make lock" pyproject.toml --group dev -o requirements-dev.lock
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-strip-extras --no-annotate --custom-compile-command "make lock" -c requirements.lock verifier/requirements.in -o verifier/requirements.txt

release: setup  ## make a release of this commit in dist/VERSION, and its tag; uploads nothing (NEXT=0.3.0 REPOSITORY=https://...)
	@$(BIN)/python deploy/release.py $(if $(NEXT),--next $(NEXT)) $(if $(REPOSITORY),--repository $(REPOSITORY))

clean:          ## remove what was made
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache demo-output \
	  rules/records/_scanner*.so
