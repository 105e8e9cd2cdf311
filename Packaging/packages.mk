# Packages and releases: what `make build` and `make build-server` built, in the forms of distributions.

PACKAGES := .build/packages
# The one place that says the version. A package that is made between releases is newer than the last one: 0.1.0+7.1a2b3c4.
VERSION_FILE := Sources/Support/ProgramVersion.swift
PROGRAM_VERSION = $(shell sed -n 's/^public let programVersion = "\(.*\)"$$/\1/p' $(VERSION_FILE))
PACKAGE_VERSION ?= $(shell Packaging/version.sh $(PROGRAM_VERSION))
BUILT = $(RELEASE_DIR)/lsearch $(RELEASE_DIR)/lstrings $(RELEASE_DIR)/lsearchd
# Who answers for the packages.
MAINTAINER ?= The lsearch developers <lsearch@example.org>

.PHONY: deb rpm dist sbom wheels artifacts release deb-deps rpm-deps

deb-deps: server-deps
	@$(DEPENDENCIES) deb

# Packages use Debian's ICU: its data of 30 MB is on the disk once, and security updates reach it.
deb rpm sbom: ICU = shared
deb: build build-server deb-deps ## Make Debian packages in .build/packages, and examine them with lintian
	Packaging/hardened.sh $(BUILT)
	rm -rf $(PACKAGES)/deb; mkdir -p $(PACKAGES)/deb
	cp -R Packaging/debian $(PACKAGES)/deb/debian
	printf 'lsearch (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
	    "$(PACKAGE_VERSION)" "$(MAINTAINER)" "$$(LC_ALL=C date -R -d "$$(git log -1 --format=%cI 2>/dev/null || echo now)")" \
	    > $(PACKAGES)/deb/debian/changelog
	sed -i 's/^Maintainer: .*/Maintainer: $(MAINTAINER)/' $(PACKAGES)/deb/debian/control
	rm -f $(PACKAGES)/*.deb
	cd $(PACKAGES)/deb && SOURCE="$(CURDIR)" debian/rules binary
	lintian --fail-on error,warning --tag-display-limit 0 $(PACKAGES)/*.deb
	@ls -l $(PACKAGES)/*.deb

rpm-deps: server-deps
	@$(DEPENDENCIES) rpm

# For the distribution on which it is built: the package needs its version of ICU and of the other libraries.
rpm: build build-server rpm-deps ## Make RPM packages in .build/packages
	Packaging/hardened.sh $(BUILT)
	rm -rf $(PACKAGES)/rpm $(PACKAGES)/*.rpm
	rpmbuild -bb --define "_topdir $(CURDIR)/$(PACKAGES)/rpm" --define "_rpmdir $(CURDIR)/$(PACKAGES)" \
	    --define "_rpmfilename %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm" \
	    --define "source $(CURDIR)" --define "package_version $(subst -,~,$(PACKAGE_VERSION))" Packaging/lsearch.spec
	@ls -l $(PACKAGES)/*.rpm

dist: ## Make a tarball of the committed sources in .build/packages
	mkdir -p $(PACKAGES)
	git archive --prefix="lsearch-$(PACKAGE_VERSION)/" -o "$(PACKAGES)/lsearch-$(PACKAGE_VERSION).tar.gz" HEAD
	@ls -l $(PACKAGES)/*.tar.gz

sbom: build build-server ## Write the bill of materials of the programs in .build/packages, as SPDX
	mkdir -p $(PACKAGES)
	Packaging/sbom.py "$(PACKAGE_VERSION)" "$(PACKAGES)/lsearch-$(PACKAGE_VERSION).spdx.json" $(BUILT)

wheels: ## Make wheels of the Python packages in .build/packages
	mkdir -p $(PACKAGES)
	python3 -m pip wheel --quiet --no-deps --wheel-dir $(PACKAGES) Clients/Python Clients/Spark
	@ls -l $(PACKAGES)/*.whl

artifacts: ## Make all that a release publishes in .build/packages, with checksums
	rm -rf $(PACKAGES)
	$(MAKE) deb sbom dist wheels
	cd $(PACKAGES) && sha256sum -- *.deb *.json *.tar.gz *.whl > SHA256SUMS && cat SHA256SUMS

release: ## Set the version everywhere, commit it and tag the commit: make release VERSION=0.2.0
	Packaging/release.py "$(VERSION)"
