#!/usr/bin/env bash
# Runs all tests. `make check` calls this with SWIFT, and with the FLAGS of debug builds, which all packages share.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
read -ra flags <<< "${FLAGS:-}"
built=.build/debug
make() { command make --no-print-directory "$@"; }
tests() { Tests/run.sh "$swift" test "${flags[@]}" "$@"; }

"$swift" build "${flags[@]}" --build-tests
Tests/Walls/linkage.sh "$built/lsearch"
Tests/Walls/linkage.sh "$built/lstrings"
LANGUAGE=en "$built/lstrings" check --fail-on note
"$swift" run "${flags[@]}" --package-path Tests/Walls/FoundationClient --scratch-path .build FoundationClient
tests --package-path Plugins/KeyExtraction --scratch-path .build/key-extraction
tests --package-path Examples --scratch-path .build
Plugins/GeneratedTexts/check.sh "$built"
Scripts/dependencies.sh database || echo "PostgreSQL is missing: the tests of stores in it are skipped"
# One test after the other: beside others, those that wait for a server or a disk would wait for a processor, too.
tests --package-path Server --scratch-path .build --no-parallel
tests --package-path Tests/Fuzz --scratch-path .build
# Mostly, the cluster waits.
make --jobs=2 --output-sync=target check-documents check-cluster-briefly
if Scripts/dependencies.sh proxy; then Server/Tests/Proxy/proxy.py "$built/lsearchd"
else echo "Skipped because nginx is missing: make check-proxy"; fi
if make .build/python/ready; then make check-python
else echo "Skipped because Python packages are missing: make check-python"; fi
if [ -e .build/python-spark/ready ] && command -v java >/dev/null; then make check-spark
else echo "Skipped because Spark has not been installed: make check-spark"; fi
if make browser-deps; then make check-outside
else echo "Skipped because a browser or a Python package is missing: make check-outside"; fi
tests --skip-build
