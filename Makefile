# lsearch: localized search over many catalogs. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

export PREFIX ?= /usr/local
export DESTDIR ?=
export SWIFT ?= swift
PROGRAMS := lsearch lstrings
# A statically linked Swift starts in milliseconds without a toolchain; Packaging/hardened.sh says what the other flags protect. Nested
# packages build in the root's folder, so that libraries are built once; each build plans anew which targets there are.
HARDENING := -Xcc -fstack-protector-strong -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now --disable-local-rpath
# Types that are known when a program is compiled are made directly. By default they are looked up by their names when they are first
# used, among all conformances of the program, which took a sixth of a search.
DIRECT_TYPES := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
RELEASE = --scratch-path .build --disable-build-manifest-caching --configuration release --static-swift-stdlib $(HARDENING) \
    $(DIRECT_TYPES) $(shell SWIFT="$(SWIFT)" Scripts/linker.sh "$(ARCHIVES)")
RELEASE_DIR := .build/release
# make run and make test use what `swift build` makes, soon and of what changed alone. make check has a folder of its own: a few targets
# are optimized for it (Package.swift says why), and without debug information all are built sooner.
CHECKED := --scratch-path .build/check --disable-build-manifest-caching -debug-info-format none
CHECKED_BUILD := LSEARCH_OPTIMIZED=1 $(SWIFT) build $(CHECKED)
CHECKED_DIR := .build/check/debug
# Release builds link ICU's archives, since loading its shared libraries (ICU=shared) takes longer than a search.
export ICU ?= archives
ARCHIVES := $(CURDIR)/.build/archives
RELEASE_BUILD = PKG_CONFIG_PATH="$(ARCHIVES)$${PKG_CONFIG_PATH:+:$$PKG_CONFIG_PATH}" $(SWIFT) build $(RELEASE)
SERVER := --package-path Server
# Of two options for sanitizers the compiler takes the last one alone, so both are named in one.
FUZZ := --package-path Tests/Fuzz --scratch-path .build/fuzz --configuration release --sanitize=fuzzer --sanitize=address \
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing -Xswiftc -DFUZZING
SWIFT_FOLDERS := Package.swift Sources Tests Server Plugins Examples Benchmarks
LISTEN ?= 127.0.0.1:8080
SERVE ?=
EXPORT_DIR ?= .build/gettext
# The duration of make fuzz for each target; TARGET names one of them.
SECONDS = 60
PYTHON_DIR := .build/python
SPARK_DIR := .build/python-spark
CLUSTER := Server/Tests/Cluster
# Missing packages are installed, or with DEPS=check only named.
export DEPS ?= install
DEPENDENCIES := Scripts/dependencies.sh

.PHONY: $(shell sed -nE 's/^([a-z][a-z-]*):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the C libraries that are missing (Debian, Ubuntu); with DEPS=check, only name them
	@$(DEPENDENCIES) libraries
	@command -v $(SWIFT) >/dev/null || { echo "Install Swift 6.2 or newer: https://www.swift.org/install"; exit 1; }
server-deps: deps
	@$(DEPENDENCIES) server
check-deps: server-deps
	@$(DEPENDENCIES) tests
browser-deps: server-deps $(PYTHON_DIR)/ready
	@$(DEPENDENCIES) browser
	@browser=$$(command -v chromium chromium-browser google-chrome | head -n 1); \
	timeout 60 "$$browser" --headless=new --no-sandbox --disable-dev-shm-usage --dump-dom about:blank >/dev/null 2>&1 \
	    || { echo "$$browser does not start here."; exit 1; }
cluster-deps: $(PYTHON_DIR)/patroni
	@$(DEPENDENCIES) database cluster
$(PYTHON_DIR)/ready: $(wildcard Server/Tests/*/requirements.txt) Clients/Python/tests/requirements.txt
	@$(DEPENDENCIES) python
	python3 -m venv --clear $(PYTHON_DIR)
	$(PYTHON_DIR)/bin/pip install --quiet --no-compile $(^:%=--requirement %)
	touch $@
$(PYTHON_DIR)/patroni: $(PYTHON_DIR)/ready
	$(PYTHON_DIR)/bin/pip install --quiet --no-compile --target $@ --requirement $(CLUSTER)/patroni.txt
$(SPARK_DIR)/ready: Clients/Spark/tests/requirements.txt
	python3 -m venv --clear $(SPARK_DIR)
	$(SPARK_DIR)/bin/pip install --quiet --no-compile --requirement $<
	touch $@
archives: deps
	@Scripts/archives.sh "$(ARCHIVES)"
build: archives ## Build the release versions of the programs
	for program in $(PROGRAMS); do $(RELEASE_BUILD) --product $$program; done
build-server: server-deps archives ## Build lsearchd, the HTTP search server
	$(RELEASE_BUILD) $(SERVER) --product lsearchd
serve: build-server ## Build lsearchd and serve the sample catalogs and a web page: make serve LISTEN=127.0.0.1:8080
	@echo
	exec $(RELEASE_DIR)/lsearchd --listen "$(LISTEN)" $(SERVE)
run: deps ## Build lsearch, and search the sample catalogs in German
	$(SWIFT) build --product lsearch
	@echo
	.build/debug/lsearch --locale de_DE "geburtstag"
index: build ## Index the catalogs: make index LSEARCH_CATALOGS=folder
	$(RELEASE_DIR)/lsearch --rebuild --list-catalogs

check: check-deps ## Run all tests, and check which libraries the programs link
	LSEARCH_OPTIMIZED=1 FLAGS="$(CHECKED)" Scripts/check.sh
test: check-deps ## Run the tests of the libraries and programs whose names match: make test FILTER=MatchingTests
	$(SWIFT) test $(if $(FILTER),--filter "$(FILTER)")
check-documents: ## Run everything that the documents show
	Tests/Documents/documents.py --programs $(CHECKED_DIR)
check-python: export LSEARCH_PROGRAMS = $(CURDIR)/$(CHECKED_DIR)
check-python: $(PYTHON_DIR)/ready ## Test the Python package, its examples, the action and the hooks, and check their types
	cd Clients/Python && "$(CURDIR)/$(PYTHON_DIR)/bin/python3" -m pytest
	cd Clients/Python && "$(CURDIR)/$(PYTHON_DIR)/bin/python3" -m mypy
	cd Tests/Packaging && "$(CURDIR)/$(PYTHON_DIR)/bin/python3" -m pytest -q -p no:cacheprovider
check-spark: export LSEARCH_PROGRAMS = $(CURDIR)/$(CHECKED_DIR)
check-spark: $(SPARK_DIR)/ready ## Test bulk indexing on a cluster of two workers; downloads Spark
	@$(DEPENDENCIES) spark
	cd Clients/Spark && "$(CURDIR)/$(SPARK_DIR)/bin/python3" -m pytest
	cd Clients/Spark && "$(CURDIR)/$(SPARK_DIR)/bin/python3" -m mypy
check-cluster-briefly:
	@if $(MAKE) --no-print-directory cluster-deps; then \
	    $(CLUSTER)/fork.py $(CHECKED_DIR)/lsearchd; $(CLUSTER)/check.py $(CHECKED_DIR)/lsearchd $(PYTHON_DIR)/patroni 4 0.1; \
	    else echo "Skipped because PostgreSQL, Patroni or etcd is missing: make check-cluster"; fi
check-outside check-cluster check-proxy check-reading: debug-server
debug-server: server-deps
	$(CHECKED_BUILD) $(SERVER) --product lsearchd
check-outside: browser-deps ## Test a running server over HTTP and with a browser
	PYTHON=$(PYTHON_DIR)/bin/python3 Server/Tests/outside.sh $(CHECKED_DIR)/lsearchd
check-page: browser-deps ## Test the page for translators with a browser
	cd Tests/TranslatorPage && "$(CURDIR)/$(PYTHON_DIR)/bin/python3" -m unittest
check-cluster: cluster-deps ## Kill servers of a PostgreSQL cluster, and count what was written: make check-cluster FAULTS=100
	$(CLUSTER)/fork.py $(CHECKED_DIR)/lsearchd
	$(CLUSTER)/check.py $(CHECKED_DIR)/lsearchd $(PYTHON_DIR)/patroni $(or $(FAULTS),7) $(PAUSE)
check-proxy: ## Ask a server behind nginx for what is another's
	@$(DEPENDENCIES) proxy
	Server/Tests/Proxy/proxy.py $(CHECKED_DIR)/lsearchd
check-reading: ## Write through three servers behind HAProxy, and read at once: make check-reading WRITES=100
	@$(DEPENDENCIES) database balancer
	$(CLUSTER)/read_your_writes.py $(CHECKED_DIR)/lsearchd $(or $(WRITES),10000)
# The programs are built already where `make check` calls it.
attack: debug-server ## Attack the built programs with all hostile requests, files and clients: make attack KIND="flips kills"
	for program in $(PROGRAMS); do $(CHECKED_BUILD) --product $$program; done
	Tests/Attack/attack.py $(CHECKED_DIR) --long $(KIND)
attack-growth: deps ## Measure how the cost of hostile files grows with their size: make attack-growth FAMILY=XLIFF
	for program in $(PROGRAMS); do $(CHECKED_BUILD) --product $$program; done
	Tests/Attack/growth.py $(CHECKED_DIR) $(FAMILY)
lint: ## Check the format of the sources, and who uses whom
	$(SWIFT) format lint --strict --recursive $(SWIFT_FOLDERS)
	Tests/Walls/imports.sh
	Tests/Walls/folders.py
	Tests/Walls/declared.py . Server Tests/Fuzz
	Tests/Attack/promises.py
format: ## Format the sources
	$(SWIFT) format --in-place --recursive $(SWIFT_FOLDERS)
bench: archives ## Measure reading, indexing and searching: make bench CATALOG=file.jsonl LOCALE=de
	$(RELEASE_BUILD) --package-path Benchmarks --product benchmarks
	$(RELEASE_DIR)/benchmarks "$(or $(CATALOG),Catalogs)" "$(or $(LOCALE),de)" .build/bench
bench-peers: bench ## Measure SQLite FTS5 and ripgrep with the same queries: make bench-peers CATALOG=file.jsonl LOCALE=de
	Benchmarks/peers.py .build/bench
fuzz: server-deps ## Fuzz what reads foreign bytes: make fuzz TARGET=segment SECONDS=600
	for program in Fuzz ServerFuzz; do $(SWIFT) build $(FUZZ) --product $$program; done
	Tests/Fuzz/fuzz.sh $(SECONDS) $(TARGET)
check-corpus: server-deps ## Read the kept inputs of all fuzz targets, without the fuzzer
	LSEARCH_OPTIMIZED=1 $(SWIFT) test $(CHECKED) --package-path Tests/Fuzz
check-asan check-tsan check-ubsan: export PYTHON = $(CURDIR)/$(PYTHON_DIR)/bin/python3
check-asan check-tsan check-ubsan: check-deps $(PYTHON_DIR)/ready
check-asan: ## Run all unit tests, and test a server, with AddressSanitizer
	Tests/Sanitizers/sanitizers.sh address
check-tsan: ## The same with ThreadSanitizer
	Tests/Sanitizers/sanitizers.sh thread
check-ubsan: ## The same with UndefinedBehaviorSanitizer in the C shims
	Tests/Sanitizers/sanitizers.sh undefined
site: deps ## Build the guides and the reference of all libraries in .build/site
	Scripts/site.sh
po: build ## Export the texts of the programs as PO files and templates
	for format in po pot; do $(RELEASE_DIR)/lstrings export --to $$format --output $(EXPORT_DIR)/po; done
mo: build ## Export the texts of the programs as MO files
	$(RELEASE_DIR)/lstrings export --to mo --output $(EXPORT_DIR)/mo
install: ## Install into PREFIX (/usr/local), after make build
	Scripts/install.sh install $(PROGRAMS)
uninstall: ## Remove the installed files
	Scripts/install.sh uninstall $(PROGRAMS)
clean: ## Remove all build products
	rm -rf .build

include Packaging/packages.mk
