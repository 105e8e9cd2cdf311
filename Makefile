# lsearch: localized search over many catalogs. `make help` lists what can be done here.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
PROGRAMS := lsearch
# A statically linked Swift starts in milliseconds and runs where no toolchain is installed.
RELEASE := --configuration release --static-swift-stdlib
RELEASE_DIR := .build/release
# The helper of `lstrings extract`: a package of its own, with a parser that takes minutes to build.
EXTRACT := --package-path Integrations/KeyExtraction --scratch-path .build/key-extraction

.PHONY: help build build-extract run check lint format bench deps install uninstall clean

help: ## Say what can be done here
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

deps: ## Install the C libraries that are missing (Debian, Ubuntu)
	@missing=(); \
	pkg-config --exists icu-i18n 2>/dev/null || missing+=(libicu-dev); \
	pkg-config --exists simdjson 2>/dev/null || missing+=(libsimdjson-dev); \
	pkg-config --exists libxml-2.0 2>/dev/null || missing+=(libxml2-dev); \
	command -v pkg-config >/dev/null || missing+=(pkg-config); \
	if [ $${#missing[@]} -gt 0 ]; then \
	    command -v apt-get >/dev/null || { \
	        echo "Install $${missing[*]} (or what your system calls them) and try again."; exit 1; }; \
	    sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	    echo "Installing $${missing[*]}"; \
	    $$sudo apt-get update -qq; \
	    DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq "$${missing[@]}"; \
	fi
	@command -v $(SWIFT) >/dev/null || { echo "Install Swift 6.2 or newer: https://www.swift.org/install"; exit 1; }

build: deps ## Build the programs for use
	for program in $(PROGRAMS); do $(SWIFT) build $(RELEASE) --product $$program; done

build-extract: deps ## Build lstrings-extract, which finds keys in Swift sources
	$(SWIFT) build $(EXTRACT) $(RELEASE) --product lstrings-extract

run: build ## Build, and search the sample catalogs in German
	@echo
	$(RELEASE_DIR)/lsearch --locale de_DE "geburtstag"

check: deps ## Run all tests, and prove what the programs link
	$(SWIFT) build --build-tests
	Tests/Walls/linkage.sh .build/debug/lsearch
	$(SWIFT) run --package-path Tests/Walls/FoundationClient --scratch-path .build/client FoundationClient
	$(SWIFT) test $(EXTRACT)
	$(SWIFT) test --skip-build

lint: ## Check the sources' form, and who imports whom
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Integrations
	Tests/Walls/imports.sh

format: ## Bring the sources into form
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Integrations

bench: build ## Time loading and searching: make bench CATALOG=file.jsonl LOCALE=de
	Tests/Benchmarks/batch.sh $(RELEASE_DIR)/lsearch "$(or $(CATALOG),Catalogs)" "$(or $(LOCALE),de)"

install: ## Install below PREFIX (/usr/local), after make build
	@[ -x $(RELEASE_DIR)/lsearch ] || { echo "Run make build first."; exit 1; }
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/lsearch"
	install -m 755 $(PROGRAMS:%=$(RELEASE_DIR)/%) "$(DESTDIR)$(PREFIX)/bin"
	strip "$(DESTDIR)$(PREFIX)/bin/lsearch"
	cp -R Localizations Catalogs "$(DESTDIR)$(PREFIX)/share/lsearch"

uninstall: ## Remove what install put there
	rm -f $(PROGRAMS:%="$(DESTDIR)$(PREFIX)/bin/%")
	rm -rf "$(DESTDIR)$(PREFIX)/share/lsearch"

clean: ## Remove what was built
	rm -rf .build
