# Packages and releases: what `make build` and `make build-server` built, in the forms of distributions.

PACKAGES := .build/packages
# The one place that says the version. A package that is made between releases is newer than the last one: 0.1.0+7.1a2b3c4.
VERSION_FILE := Sources/KitSupport/KitVersion.swift
KIT_VERSION = $(shell sed -n 's/^public let kitVersion = "\(.*\)"$$/\1/p' $(VERSION_FILE))
PACKAGE_VERSION ?= $(shell Packaging/version.sh $(KIT_VERSION))

.PHONY: dist release

dist: ## Make a tarball of the committed sources in .build/packages
	mkdir -p $(PACKAGES)
	git archive --prefix="lsearch-$(PACKAGE_VERSION)/" -o "$(PACKAGES)/lsearch-$(PACKAGE_VERSION).tar.gz" HEAD
	@ls -l $(PACKAGES)/*.tar.gz

release: ## Set the version everywhere, commit it and tag the commit: make release VERSION=0.2.0
	Packaging/release.py "$(VERSION)"
