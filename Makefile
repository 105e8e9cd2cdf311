# lsearch: localized search over many catalogs. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
PROGRAMS := lsearch lstrings
# Several packages build in .build, so each build must plan anew which targets there are: no build manifest is cached.
# Programs with a statically linked Swift start in milliseconds and run without a toolchain.
RELEASE := --disable-build-manifest-caching --configuration release --static-swift-stdlib
RELEASE_DIR := .build/release
# make run and make check share products of which only a few targets are optimized (Package.swift says why), which take less than
# half the time to build. Whole modules at once take less processor time than file by file. Other flags would build everything
# again.
export LSEARCH_OPTIMIZED := 1
DEBUG := --disable-build-manifest-caching -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2
DEBUG_DIR := .build/debug
TEST := Tests/run.sh $(SWIFT) test $(DEBUG)
# Links ICU statically if the system has its archives. Loading its three large shared libraries at every start takes longer
# than a search. The folder contains an entry for pkg-config that overrides the system's.
ARCHIVES := $(CURDIR)/.build/archives
RELEASE_BUILD = PKG_CONFIG_PATH="$(ARCHIVES)$${PKG_CONFIG_PATH:+:$$PKG_CONFIG_PATH}" $(SWIFT) build $(RELEASE)
# The helper of `lstrings extract`: a separate package, because its parser takes minutes to build.
EXTRACT := --package-path Plugins/KeyExtraction --scratch-path .build/key-extraction
# Separate packages that depend on the libraries build in the same folder, so that the libraries are built once:
# examples, a client that uses every library beside Foundation, and the server of a shop.
EXAMPLES := --package-path Examples --scratch-path .build
CLIENT := --package-path Tests/Walls/FoundationClient --scratch-path .build
STOREFRONT := --package-path Server --scratch-path .build

# The address of make serve, and further options for lsearchd: make serve SERVE="--store shop.sqlite".
LISTEN ?= 127.0.0.1:8080
SERVE ?=

# The Python environment of the tests that query a running server.
PYTHON_DIR := .build/python
STOREFRONT_TESTS := Server/Tests
CLUSTER := $(STOREFRONT_TESTS)/Cluster

# The benchmarks: a separate package.
BENCHMARKS := --package-path Benchmarks --scratch-path .build

# The languages of the programs, for the folders of man(1), which calls zh_Hans zh_CN.
LANGUAGES := $(filter-out en,$(patsubst Localizations/%.lproj,%,$(wildcard Localizations/*.lproj)))
# How release builds link ICU: archives, where the system has them, or shared.
ICU ?= archives
# What is formatted, and checked for it.
SWIFT_FOLDERS := Package.swift Sources Tests Server Plugins Examples Benchmarks
# The output folder of make po and make mo.
EXPORT_DIR ?= .build/gettext
# The duration of make fuzz for each target, and the target; all without one. Bash counts seconds in a variable of this name, so it
# is not taken from the environment.
SECONDS = 60
TARGET ?=
# Programs with libFuzzer's instrumentation and AddressSanitizer. Of two options the compiler takes the last one alone, so both
# sanitizers are named in one. Targets use what the libraries do not export.
FUZZ := --package-path Tests/Fuzz --scratch-path .build/fuzz --configuration release --sanitize=fuzzer --sanitize=address \
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing -Xswiftc -DFUZZING
# The same package without them, for the tests that read the kept inputs.
FUZZ_TESTS := --package-path Tests/Fuzz --scratch-path .build

.PHONY: help archives build build-extract build-server serve run index check test lint format bench bench-peers fuzz po mo deps server-deps check-deps database-deps outside-deps check-outside check-python check-spark cluster-deps check-cluster check-cluster-briefly proxy-deps check-proxy check-reading check-documents check-corpus check-asan check-tsan check-ubsan site install uninstall clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Installs the packages in the list `missing`, if any (Debian, Ubuntu).
define INSTALL_MISSING
if [ $${#missing[@]} -gt 0 ]; then \
	    command -v apt-get >/dev/null || { \
	        echo "Install $${missing[*]} (or what your system calls them) and try again."; exit 1; }; \
	    sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	    echo "Installing $${missing[*]}"; \
	    $$sudo apt-get update -qq; \
	    DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq "$${missing[@]}"; \
	fi
endef

deps: ## Install the C libraries that are missing (Debian, Ubuntu)
	@missing=(); \
	pkg-config --exists icu-i18n 2>/dev/null || missing+=(libicu-dev); \
	pkg-config --exists simdjson 2>/dev/null || missing+=(libsimdjson-dev); \
	pkg-config --exists libxml-2.0 2>/dev/null || missing+=(libxml2-dev); \
	[ -e /usr/include/libstemmer.h ] || [ -e /usr/local/include/libstemmer.h ] || missing+=(libstemmer-dev); \
	command -v pkg-config >/dev/null || missing+=(pkg-config); \
	$(INSTALL_MISSING)
	@command -v $(SWIFT) >/dev/null || { echo "Install Swift 6.2 or newer: https://www.swift.org/install"; exit 1; }

# Further libraries for the server: databases, and gzip.
server-deps: deps
	@missing=(); \
	pkg-config --exists sqlite3 2>/dev/null || missing+=(libsqlite3-dev); \
	pkg-config --exists zlib 2>/dev/null || missing+=(zlib1g-dev); \
	pkg-config --exists libpq 2>/dev/null || missing+=(libpq-dev); \
	$(INSTALL_MISSING)

# Further programs for the tests: a terminal multiplexer, which runs interactive programs, and what the documents use.
check-deps: server-deps
	@missing=(); \
	command -v tmux >/dev/null || missing+=(tmux); \
	command -v python3 >/dev/null || missing+=(python3); \
	command -v curl >/dev/null || missing+=(curl); \
	command -v gettext >/dev/null || missing+=(gettext-base); \
	command -v man >/dev/null || missing+=(man-db); \
	$(INSTALL_MISSING)

# A database server for the tests of stores in PostgreSQL.
database-deps:
	@missing=(); \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql); \
	$(INSTALL_MISSING)

# Further programs for the tests that query a running server: a browser, and Python packages.
outside-deps: server-deps $(PYTHON_DIR)/ready
	@missing=(); \
	command -v chromium chromium-browser google-chrome >/dev/null || missing+=(chromium); \
	command -v chromedriver >/dev/null || missing+=(chromium-driver); \
	$(INSTALL_MISSING)
	@browser=$$(command -v chromium chromium-browser google-chrome | head -n 1); \
	timeout 60 "$$browser" --headless=new --no-sandbox --disable-dev-shm-usage --dump-dom about:blank >/dev/null 2>&1 \
	    || { echo "$$browser does not start here."; exit 1; }

$(PYTHON_DIR)/ready: $(wildcard $(STOREFRONT_TESTS)/*/requirements.txt) Clients/Python/tests/requirements.txt
	@missing=(); \
	python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv); \
	$(INSTALL_MISSING)
	python3 -m venv --clear $(PYTHON_DIR)
	$(PYTHON_DIR)/bin/pip install --quiet $(^:%=--requirement %)
	touch $@

# With ICU=shared, the shared libraries are linked: packages depend on those of their distribution.
archives: deps
	@rm -rf "$(ARCHIVES)"; [ "$(ICU)" != shared ] || exit 0; mkdir -p "$(ARCHIVES)"; libraries=$$(pkg-config --variable=libdir icu-i18n); \
	for name in icui18n icuuc icudata; do \
	    [ -e "$$libraries/lib$$name.a" ] || exit 0; \
	    ln -s "$$libraries/lib$$name.a" "$(ARCHIVES)"; \
	done; \
	if [ -e "$$libraries/libstemmer.a" ]; then ln -s "$$libraries/libstemmer.a" "$(ARCHIVES)"; fi; \
	{ echo "Name: icu-i18n"; echo "Description: ICU as archives"; \
	    echo "Version: $$(pkg-config --modversion icu-i18n)"; echo "Cflags: $$(pkg-config --cflags icu-i18n)"; \
	    echo "Libs: -L$(ARCHIVES) -licui18n -licuuc -licudata"; } > "$(ARCHIVES)/icu-i18n.pc"

build: archives ## Build the release versions of the programs
	for program in $(PROGRAMS); do $(RELEASE_BUILD) --product $$program; done

build-extract: deps ## Build lstrings-extract, which finds keys in Swift sources
	$(SWIFT) build $(EXTRACT) $(RELEASE) --product lstrings-extract

build-server: server-deps archives ## Build lsearchd, the HTTP search server
	$(RELEASE_BUILD) $(STOREFRONT) --product lsearchd

serve: build-server ## Build lsearchd and serve the sample catalogs and a web page: make serve LISTEN=127.0.0.1:8080
	@echo
	exec $(RELEASE_DIR)/lsearchd --listen "$(LISTEN)" $(SERVE)

run: deps ## Build lsearch, and search the sample catalogs in German
	$(SWIFT) build $(DEBUG) --product lsearch
	@echo
	$(DEBUG_DIR)/lsearch --locale de_DE "geburtstag"

index: build ## Index the catalogs: make index LSEARCH_CATALOGS=folder
	$(RELEASE_DIR)/lsearch --rebuild --list-catalogs

check: check-deps ## Run all tests, and check which libraries the programs link
	$(SWIFT) build $(DEBUG) --build-tests
	Tests/Walls/linkage.sh $(DEBUG_DIR)/lsearch
	Tests/Walls/linkage.sh $(DEBUG_DIR)/lstrings
	LANGUAGE=en $(DEBUG_DIR)/lstrings check --fail-on note
	$(SWIFT) run $(DEBUG) $(CLIENT) FoundationClient
	$(TEST) $(EXTRACT)
	$(TEST) $(EXAMPLES)
	SWIFT="$(SWIFT)" Plugins/GeneratedTexts/check.sh $(DEBUG_DIR)
	@$(MAKE) --no-print-directory database-deps || echo "PostgreSQL is missing: the tests of stores in it are skipped"
	# One test after the other: beside others, those that wait for a server or a disk would wait for a processor, too.
	$(TEST) $(STOREFRONT) --no-parallel
	$(TEST) $(FUZZ_TESTS)
	# Mostly, the cluster waits.
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target check-documents check-cluster-briefly
	@if $(MAKE) --no-print-directory proxy-deps; then $(STOREFRONT_TESTS)/Proxy/proxy.py $(DEBUG_DIR)/lsearchd; \
	    else echo "Skipped because nginx is missing: make check-proxy"; fi
	@if $(MAKE) --no-print-directory $(PYTHON_DIR)/ready; then $(MAKE) --no-print-directory check-python; \
	    else echo "Skipped because Python packages are missing: make check-python"; fi
	@if [ -e $(SPARK_DIR)/ready ] && command -v java >/dev/null; then $(MAKE) --no-print-directory check-spark; \
	    else echo "Skipped because Spark has not been installed: make check-spark"; fi
	@if $(MAKE) --no-print-directory outside-deps; then $(MAKE) --no-print-directory check-outside; \
	    else echo "Skipped because a browser or a Python package is missing: make check-outside"; fi
	$(TEST) --skip-build

test: check-deps ## Run the tests of the libraries and programs whose names match: make test FILTER=MatchingTests
	$(SWIFT) test $(DEBUG) $(if $(FILTER),--filter "$(FILTER)")

# Uses the programs that make check has built.
check-documents: ## Run everything that the documents show
	Tests/Documents/documents.py --programs $(DEBUG_DIR) --programs .build/key-extraction/debug

check-outside: outside-deps ## Test a running server over HTTP and with a browser
	$(SWIFT) build $(DEBUG) $(STOREFRONT) --product lsearchd
	PYTHON=$(PYTHON_DIR)/bin/python3 $(STOREFRONT_TESTS)/outside.sh $(DEBUG_DIR)/lsearchd

# Uses the programs that make check has built.
check-python: $(PYTHON_DIR)/ready ## Test the Python package, its examples, the action and the hooks, and check their types
	cd Clients/Python && LSEARCH_PROGRAMS="$(CURDIR)/$(DEBUG_DIR)" "$(CURDIR)/$(PYTHON_DIR)/bin/python3" -m pytest
	cd Clients/Python && "$(CURDIR)/$(PYTHON_DIR)/bin/python3" -m mypy
	cd Tests/Packaging && LSEARCH_PROGRAMS="$(CURDIR)/$(DEBUG_DIR)" "$(CURDIR)/$(PYTHON_DIR)/bin/python3" -m pytest -q -p no:cacheprovider

# Bulk indexing. pyspark carries Spark, some 400 MB: make check runs this only where it has been run before.
SPARK_DIR := .build/python-spark
check-spark: $(SPARK_DIR)/ready ## Test bulk indexing on a cluster of two workers; downloads Spark
	@missing=(); command -v java >/dev/null || missing+=(openjdk-17-jre-headless); $(INSTALL_MISSING)
	cd Clients/Spark && LSEARCH_PROGRAMS="$(CURDIR)/$(DEBUG_DIR)" "$(CURDIR)/$(SPARK_DIR)/bin/python3" -m pytest
	cd Clients/Spark && "$(CURDIR)/$(SPARK_DIR)/bin/python3" -m mypy

$(SPARK_DIR)/ready: Clients/Spark/tests/requirements.txt
	python3 -m venv --clear $(SPARK_DIR)
	$(SPARK_DIR)/bin/pip install --quiet --requirement $<
	touch $@

# Further programs for a cluster of PostgreSQL.
cluster-deps: database-deps $(PYTHON_DIR)/patroni
	@missing=(); command -v etcd >/dev/null || missing+=(etcd-server); $(INSTALL_MISSING)

check-cluster: server-deps cluster-deps ## Kill servers of a PostgreSQL cluster, and count what was written: make check-cluster FAULTS=100
	$(SWIFT) build $(DEBUG) $(STOREFRONT) --product lsearchd
	$(CLUSTER)/fork.py $(DEBUG_DIR)/lsearchd
	$(CLUSTER)/check.py $(DEBUG_DIR)/lsearchd $(PYTHON_DIR)/patroni $(or $(FAULTS),7) $(PAUSE)

# What make check does of it, with the programs that it has built: each other fault takes half a minute.
check-cluster-briefly:
	@if $(MAKE) --no-print-directory cluster-deps; then \
	    $(CLUSTER)/fork.py $(DEBUG_DIR)/lsearchd; \
	    $(CLUSTER)/check.py $(DEBUG_DIR)/lsearchd $(PYTHON_DIR)/patroni 4 0.1; \
	    else echo "Skipped because PostgreSQL, Patroni or etcd is missing: make check-cluster"; fi

# A proxy before the server.
proxy-deps:
	@missing=(); PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null || missing+=(nginx-light); $(INSTALL_MISSING)

check-proxy: server-deps proxy-deps ## Ask a server behind nginx for what is another's
	$(SWIFT) build $(DEBUG) $(STOREFRONT) --product lsearchd
	$(STOREFRONT_TESTS)/Proxy/proxy.py $(DEBUG_DIR)/lsearchd

check-reading: server-deps database-deps ## Write through three servers behind HAProxy, and read at once: make check-reading WRITES=100
	@missing=(); command -v haproxy >/dev/null || missing+=(haproxy); $(INSTALL_MISSING)
	$(SWIFT) build $(DEBUG) $(STOREFRONT) --product lsearchd
	$(CLUSTER)/read_your_writes.py $(DEBUG_DIR)/lsearchd $(or $(WRITES),10000)

$(PYTHON_DIR)/patroni: $(PYTHON_DIR)/ready
	$(PYTHON_DIR)/bin/pip install --quiet --target $@ --requirement $(CLUSTER)/patroni.txt

lint: ## Check the format of the sources, and which modules import which
	$(SWIFT) format lint --strict --recursive $(SWIFT_FOLDERS)
	Tests/Walls/imports.sh
	Tests/Walls/declared.py . Server Tests/Fuzz

format: ## Format the sources
	$(SWIFT) format --in-place --recursive $(SWIFT_FOLDERS)

bench: archives ## Measure reading, indexing and searching: make bench CATALOG=file.jsonl LOCALE=de
	$(RELEASE_BUILD) $(BENCHMARKS) --product benchmarks
	$(RELEASE_DIR)/benchmarks "$(or $(CATALOG),Catalogs)" "$(or $(LOCALE),de)" .build/bench

bench-peers: bench ## Measure SQLite FTS5 and ripgrep with the same queries: make bench-peers CATALOG=file.jsonl LOCALE=de
	Benchmarks/peers.py .build/bench

# The server's targets are in a program of their own, because a web server and a database take minutes to build.
fuzz: server-deps ## Fuzz what reads foreign bytes: make fuzz TARGET=segment SECONDS=600
	$(SWIFT) build $(FUZZ) --product Fuzz
	$(SWIFT) build $(FUZZ) --product ServerFuzz
	Tests/Fuzz/fuzz.sh $(SECONDS) $(TARGET)

check-corpus: server-deps ## Read the kept inputs of all fuzz targets, without the fuzzer
	$(SWIFT) test $(DEBUG) $(FUZZ_TESTS)

# The sanitizers of the compiler. Each builds everything in a folder of its own, .build/address and so on.
SANITIZED := Tests/Sanitizers/sanitizers.sh
check-asan check-tsan check-ubsan: export PYTHON = $(CURDIR)/$(PYTHON_DIR)/bin/python3
check-asan check-tsan check-ubsan: export SWIFT := $(SWIFT)
check-asan: check-deps $(PYTHON_DIR)/ready ## Run all unit tests, and test a server, with AddressSanitizer
	$(SANITIZED) address
check-tsan: check-deps $(PYTHON_DIR)/ready ## The same with ThreadSanitizer
	$(SANITIZED) thread
check-ubsan: check-deps $(PYTHON_DIR)/ready ## The same with UndefinedBehaviorSanitizer in the C shims
	$(SANITIZED) undefined

site: deps ## Build the guides and the reference of all libraries in .build/site
	SWIFT_BUILD="$(SWIFT) build $(DEBUG)" Scripts/site.sh

po: build ## Export the texts of the programs as PO files and templates
	$(RELEASE_DIR)/lstrings export --to po --output $(EXPORT_DIR)/po
	$(RELEASE_DIR)/lstrings export --to pot --output $(EXPORT_DIR)/po

mo: build ## Export the texts of the programs as MO files
	$(RELEASE_DIR)/lstrings export --to mo --output $(EXPORT_DIR)/mo

install: ## Install into PREFIX (/usr/local), after make build
	@for program in $(PROGRAMS); do \
	    [ -x $(RELEASE_DIR)/$$program ] || { echo "Run make build first."; exit 1; }; \
	done
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/lsearch"
	install -m 755 $(PROGRAMS:%=$(RELEASE_DIR)/%) "$(DESTDIR)$(PREFIX)/bin"
	strip $(PROGRAMS:%="$(DESTDIR)$(PREFIX)/bin/%")
	cp -R Localizations Catalogs "$(DESTDIR)$(PREFIX)/share/lsearch"
	rm -rf "$(DESTDIR)$(PREFIX)/share/lsearch/Localizations/.synced"
	server=$(RELEASE_DIR)/lsearchd; [ ! -x $$server ] || { \
	    install -m 755 --strip $$server "$(DESTDIR)$(PREFIX)/bin"; \
	    cp -R Server/Page Server/Interface Server/Deployment \
	        "$(DESTDIR)$(PREFIX)/share/lsearch"; \
	}
	extract=.build/key-extraction/release/lstrings-extract; [ ! -x $$extract ] \
	    || install -D -m 755 --strip $$extract "$(DESTDIR)$(PREFIX)/libexec/lsearch/lstrings-extract"
	share="$(DESTDIR)$(PREFIX)/share"; \
	install -d "$$share/bash-completion/completions" "$$share/zsh/site-functions" "$$share/fish/vendor_completions.d"; \
	for page in $(PROGRAMS:%=%.1) lsearchd.8; do \
	    program=$${page%.*}; section=man$${page##*.}; run="$(DESTDIR)$(PREFIX)/bin/$$program"; \
	    [ $$program != lsearchd ] || [ -x $(RELEASE_DIR)/lsearchd ] || continue; \
	    LANGUAGE=en "$$run" --generate-completion-script bash | sed '1{/^#!/d}' > "$$share/bash-completion/completions/$$program"; \
	    LANGUAGE=en "$$run" --generate-completion-script zsh > "$$share/zsh/site-functions/_$$program"; \
	    LANGUAGE=en "$$run" --generate-completion-script fish > "$$share/fish/vendor_completions.d/$$program.fish"; \
	    install -d "$$share/man/$$section"; \
	    LANGUAGE=en "$$run" --generate-manual > "$$share/man/$$section/$$page"; \
	    for language in $(LANGUAGES); do \
	        folder=$${language/zh_Hans/zh_CN}; folder="$$share/man/$${folder/zh_Hant/zh_TW}/$$section"; \
	        install -d "$$folder"; \
	        LANGUAGE=$$language "$$run" --generate-manual > "$$folder/$$page"; \
	    done; \
	done

uninstall: ## Remove the installed files
	rm -f $(PROGRAMS:%="$(DESTDIR)$(PREFIX)/bin/%") "$(DESTDIR)$(PREFIX)/bin/lsearchd"
	rm -rf "$(DESTDIR)$(PREFIX)/share/lsearch" "$(DESTDIR)$(PREFIX)/libexec/lsearch"
	share="$(DESTDIR)$(PREFIX)/share"; rm -f "$$share"/man/man8/lsearchd.8 "$$share"/man/*/man8/lsearchd.8; \
	for program in $(PROGRAMS) lsearchd; do \
	    rm -f "$$share"/man/man1/$$program.1 "$$share"/man/*/man1/$$program.1 \
	        "$$share/bash-completion/completions/$$program" "$$share/zsh/site-functions/_$$program" \
	        "$$share/fish/vendor_completions.d/$$program.fish"; \
	done

include Packaging/packages.mk

clean: ## Remove all build products
	rm -rf .build
