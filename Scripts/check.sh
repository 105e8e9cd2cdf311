#!/usr/bin/env bash
# Runs all tests. `make check` calls this with SWIFT, and with the FLAGS of debug builds, which all packages share.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
read -ra flags <<< "${FLAGS:-}"
built=.build/debug
make() { command make --no-print-directory "$@"; }
tests() { Tests/run.sh "$swift" test "${flags[@]}" "$@"; }
skip() { echo "Skipped because $1 is missing: make $2"; }

# Downloads take minutes: they run beside the first build. What fails to install is named by the test that lacks it.
downloads=$(mktemp)
trap 'rm -f "$downloads"' EXIT
{
    for purpose in database browser cluster proxy python; do Scripts/dependencies.sh "$purpose" || true; done
    make .build/python/patroni || true
} > "$downloads" 2>&1 &

"$swift" build "${flags[@]}" --build-tests
Tests/Walls/linkage.sh "$built/lsearch"
Tests/Walls/linkage.sh "$built/lstrings"
LANGUAGE=en "$built/lstrings" check --fail-on note
"$swift" run "${flags[@]}" --package-path Tests/Walls/FoundationClient --scratch-path .build FoundationClient
tests --package-path Plugins/KeyExtraction --scratch-path .build/key-extraction
tests --package-path Examples --scratch-path .build
Plugins/GeneratedTexts/check.sh "$built"
wait
cat "$downloads"
Scripts/dependencies.sh database || echo "PostgreSQL is missing: the tests of stores in it are skipped"
# One test after the other: beside others, those that wait for a server or a disk would wait for a processor, too.
tests --package-path Server --scratch-path .build --no-parallel
tests --package-path Tests/Fuzz --scratch-path .build
# Mostly, the cluster waits.
together=(check-documents check-cluster-briefly)
if make .build/python/ready; then together+=(check-python); else skip "a Python package" check-python; fi
make --jobs=2 --output-sync=target "${together[@]}"
if Scripts/dependencies.sh proxy; then Server/Tests/Proxy/proxy.py "$built/lsearchd"; else skip nginx check-proxy; fi
if [ -e .build/python-spark/ready ] && command -v java >/dev/null; then make check-spark
else skip "Spark, or Java," check-spark; fi
if make browser-deps; then make check-outside; else skip "a browser or a Python package" check-outside; fi
tests --skip-build
