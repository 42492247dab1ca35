# `make demo` and `make test` each do all the set-up from a fresh clone. `make help` lists the rest.
#
# What is set up is remembered by stamp files inside .venv, so nothing is installed or built twice,
# and deleting .venv forgets all of it.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# Tests start hundreds of processes: compiled Python that is kept saves each of them a third of a second.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL := $(PIP) install --constraint constraints.txt

CORE := $(sort $(shell find core/woodstock core/cmake bindings -type f -name '*.?pp' -o -name '*.inc' -o -name '*.cmake' 2>/dev/null))
CPP := $(sort $(shell find core bindings -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' \) 2>/dev/null))
PAGES := README.md SECURITY.md CONTRIBUTING.md CHANGELOG.md Makefile docs
CODE := $(wildcard src tests examples benchmarks core/*.py bindings/*.py web/*.py .ci/*.py)

CHECKS := check-python check-types check-cpp check-rooms check-stub check-words check-web

.PHONY: help demo web web-build test quick slow check $(CHECKS) stub signature python-tests sanitize sanitize-threads fuzz build wheel docs docs-serve lock licences format bench clean distclean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 14

demo: $(STAMPS)/package  ## our player against UCT on connect four, in the terminal, in about a minute
	@$(BIN)/woodstock match connect_four woodstock uct --start 2 --play 1 --seed 1 --show
	@printf '\nRandom games of connect four, one second on one core:\n'
	@$(BIN)/woodstock playouts connect_four --seconds 1
	@printf '\nTo play any game in the browser: make web\n'

web: $(STAMPS)/package  ## any game in the browser
	@$(BIN)/python -c 'import starlette, uvicorn' 2>/dev/null || $(INSTALL) starlette uvicorn
	@$(BIN)/woodstock web

# The built page is in git, so that nobody needs Node to use it. Rebuild it after a change in web/; where Node is
# installed, check-web compares the two. (`npm ci` refuses a lock file without the packages of other systems.)
web-build: web/node_modules  ## the page of woodstock web, built from web/ (needs Node)
	cd web && npm run --silent build

web/node_modules: web/package-lock.json
	cd web && npm install --no-save --silent
	@touch $@

# Independent steps run in parallel, and each prints its output in one piece.
test: $(STAMPS)/package $(STAMPS)/dev  ## all checks and the daily tests
	@$(MAKE) --no-print-directory --jobs=$(JOBS) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) sanitize check signature
	@$(MAKE) --no-print-directory python-tests

check: $(CHECKS)  ## ruff, mypy, clang-format, the stub, the rooms' rules, spelling and phrases

$(CHECKS): $(STAMPS)/package $(STAMPS)/dev

check-python:
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

check-types:
	$(BIN)/mypy $(CODE)

check-cpp:
	$(BIN)/clang-format --dry-run -Werror $(CPP)

check-rooms:
	$(BIN)/lint-imports --no-logo
	$(BIN)/python core/check_rooms.py

check-stub:
	$(BIN)/python bindings/stub.py --check

check-web:
	$(BIN)/python web/check.py

check-words:
	$(BIN)/codespell $(PAGES) $(CODE) core bindings
	$(BIN)/python .ci/words.py

stub: $(STAMPS)/package $(STAMPS)/dev  ## regenerate the stub of the extension module
	$(BIN)/python bindings/stub.py

signature: $(STAMPS)/package  ## check that woodstock plays as recorded in benchmarks/signature.txt
	$(BIN)/python benchmarks/signature.py --check

# Each process begins with tests that lie together, which share what they load, and takes from the other when it is done.
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist worksteal

# Tests that look at the clock come last, one after another, with the machine to themselves. Both sets share a cache.
python-tests: $(STAMPS)/package $(STAMPS)/dev
	@export WOODSTOCK_TEST_CACHE="$$(mktemp -d -t woodstock-tests-XXXXXX)"; trap 'rm -rf "$$WOODSTOCK_TEST_CACHE"' EXIT; \
	$(PYTEST) -m "not clock"; \
	$(BIN)/python -m pytest -m clock $$(grep -rl --include='test_*.py' 'mark\.clock' tests)

quick: $(STAMPS)/package $(STAMPS)/dev  ## one case of every quick test, in about a minute
	$(PYTEST) --quick

slow: $(STAMPS)/package $(STAMPS)/dev  ## tests that take too long to run every day: more games, states and counts
	$(PYTEST) -m slow

# The core's own tests, built apart from the extension, with the address and undefined-behaviour sanitizers.
# Always handed to ninja, which does nothing when nothing changed.
sanitize: $(STAMPS)/tools  ## the C++ tests under ASan and UBSan
	$(call configure,build/sanitize,address$(comma)undefined)
	@$(BIN)/cmake --build build/sanitize -j $(JOBS)
	UBSAN_OPTIONS=print_stacktrace=1 build/sanitize/core/tests/core_tests

# Address randomisation as newer kernels do it is more than the thread sanitizer of older compilers can take.
sanitize-threads: $(STAMPS)/tools  ## the C++ tests that use threads, under TSan
	$(call configure,build/tsan,thread)
	@$(BIN)/cmake --build build/tsan -j $(JOBS)
	for part in lane thread "keeps to its memory"; do \
	    $$(command -v setarch >/dev/null && echo setarch -R) build/tsan/core/tests/core_tests "$$part" || exit 1; done

# Every call of the core's bindings, with odd arguments, in an extension built with the sanitizers.
MINUTES ?= 10
fuzz: $(STAMPS)/package $(STAMPS)/dev  ## call the core with odd arguments under ASan and UBSan, for ten minutes (MINUTES=1: one)
	$(call configure,build/fuzz,address$(comma)undefined,-DWOODSTOCK_PYTHON=ON -DPython_EXECUTABLE="$(CURDIR)/$(BIN)/python")
	@$(BIN)/cmake --build build/fuzz -j $(JOBS) --target _core
	$(BIN)/python tests/fuzzing/run.py --minutes $(MINUTES) --core build/fuzz/_core*.so

comma := ,
define configure
@test -f $(1)/build.ninja || $(BIN)/cmake -S . -B $(1) -G Ninja \
    -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DWOODSTOCK_TESTS=ON -DWOODSTOCK_SANITIZERS=$(2) $(or $(3),-DWOODSTOCK_PYTHON=OFF)
endef

build: $(STAMPS)/package  ## the package, editable, in .venv

wheel: $(STAMPS)/dev  ## the wheels of this platform in dist/: for Python 3.11, and for all later versions
	$(BIN)/python .ci/wheels.py

docs: $(STAMPS)/package $(STAMPS)/dev  ## the documentation site, in build/site/VERSION
	$(BIN)/python .ci/site.py
	$(BIN)/zensical build --strict
	$(BIN)/python .ci/site_versions.py

docs-serve: docs  ## the documentation site on this machine, at port 8000
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site 8000

lock: $(STAMPS)/tools  ## regenerate the hashes of all packages for continuous integration
	$(BIN)/python .ci/lock.py

licences: $(STAMPS)/package  ## the licence of every package that woodstock needs
	@$(BIN)/python .ci/licences.py

# Those that take hours, need programs of others or are read by other scripts are run by hand.
BY_HAND := $(foreach name,adapters blunders kills ladder learning load mutations screenshots soak specialists spiel strangers,benchmarks/$(name).py)

bench: $(STAMPS)/package $(STAMPS)/dev  ## the speed measurements in benchmarks/
	@for script in $(filter-out $(BY_HAND),$(wildcard benchmarks/*.py)); do echo "== $$script"; $(BIN)/python "$$script"; done

format: $(STAMPS)/dev  ## format all code
	$(BIN)/ruff check --fix-only --quiet $(CODE)
	$(BIN)/ruff format $(CODE)
	$(BIN)/clang-format -i $(CPP)

clean:  ## delete what was built
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	rm -f $(STAMPS)/package

distclean: clean  ## delete everything, .venv too
	rm -rf $(VENV)

# --- set-up ---------------------------------------------------------------------------------------------------

$(STAMPS)/venv:
	@command -v "$(PYTHON)" >/dev/null || { echo "woodstock needs Python 3.11 or newer: install it, or name one with make PYTHON=..." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "woodstock needs Python 3.11 or newer, and $(PYTHON) is $$("$(PYTHON)" --version 2>&1): name another with make PYTHON=python3.12" >&2; exit 1; }
	@test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV) || { \
	    rm -rf $(VENV); echo "Python could not make a virtual environment: on Debian or Ubuntu, apt install python3-venv" >&2; exit 1; }
	@mkdir -p $(STAMPS) && touch $@

# Build tools come as wheels, so that only a C++20 compiler has to be on the machine.
$(STAMPS)/tools: $(STAMPS)/venv constraints.txt
	@echo "Installing the build tools"
	@$(INSTALL) cmake ninja nanobind scikit-build-core
	@touch $@

$(STAMPS)/package: $(STAMPS)/tools pyproject.toml CMakeLists.txt $(CORE)
	@command -v "$${CXX:-c++}" >/dev/null || { echo "woodstock needs a C++20 compiler: on Debian or Ubuntu, apt install g++" >&2; exit 1; }
	@echo "Building woodstock"
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(INSTALL) --no-build-isolation --editable .
	@touch $@

$(STAMPS)/dev: $(STAMPS)/tools pyproject.toml
	@echo "Installing the tools for development"
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["dev"], sep="\n")' \
	    > $(STAMPS)/dev-requirements.txt
	@$(INSTALL) --requirement $(STAMPS)/dev-requirements.txt
	@touch $@
