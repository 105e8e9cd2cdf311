#!/usr/bin/env bash
# Runs all tests. `make check` calls this with SWIFT, and with the FLAGS of its builds, which all packages share.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
read -ra flags <<< "${FLAGS:-}"
built=$PWD/.build/check/debug
make() { command make --no-print-directory "$@"; }
build() { "$swift" build "${flags[@]}" "$@"; }
tests() { Tests/run.sh "$swift" test "${flags[@]}" "$@"; }
# Runs the built tests of the package in a folder, there. `swift test` would keep the others from their builds meanwhile.
built_tests() {
    (cd "$1" && NO_COLOR=1 "$OLDPWD/Tests/run.sh" "$built/$2PackageTests.xctest" --testing-library swift-testing "${@:3}")
}
skip() { echo "Skipped because $1 is missing: make $2"; }

logs=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$logs"' EXIT

# Downloads take minutes: they run beside the first build. What fails to install is named by the test that lacks it.
{
    for purpose in database browser cluster proxy python service; do Scripts/dependencies.sh "$purpose" || true; done
    make .build/python/patroni || true
} > "$logs/downloads" 2>&1 &
downloads=$!

build --build-tests
# Its tests run beside the builds that follow, which leave a processor idle now and then.
built_tests . lsearch > "$logs/of_root" 2>&1 &
root=$!
Tests/API/api.py --built "$built"
Tests/Walls/linkage.sh "$built/lsearch"
Tests/Walls/linkage.sh "$built/lstrings"
LANGUAGE=en "$built/lstrings" check --fail-on note
"$swift" run "${flags[@]}" --package-path Tests/Walls/FoundationClient FoundationClient
tests --package-path Examples
Plugins/GeneratedTexts/check.sh "$built"
Examples/Parcels/check.sh "$built"
build --package-path Server --build-tests
wait "$downloads"
cat "$logs/downloads"

# Most tests wait for a server, a browser or a disk, so rows of them run side by side, and beside the last build.
of_servers() {
    Scripts/dependencies.sh database || echo "PostgreSQL is missing: the tests of stores in it are skipped"
    # One test after the other: they start servers and databases of their own.
    built_tests Server Storefront --no-parallel
}
of_clusters() {
    if Scripts/dependencies.sh proxy; then Server/Tests/Proxy/proxy.py "$built/lsearchd"; else skip nginx check-proxy; fi
    make check-cluster-briefly
}
of_interface() {
    if make .build/python/ready; then outside Interface; else skip "a Python package" check-outside; fi
}
of_pages() {
    if make browser-deps; then outside Page; make check-page
    else skip "a browser or a Python package" "check-outside check-page"; fi
}
# Without `make check-outside`, which would build the server beside the last build.
outside() { PYTHON=.build/python/bin/python3 Server/Tests/outside.sh "$built/lsearchd" "$1"; }
of_documents() {
    make check-documents
    if make .build/python/ready; then make check-python; else skip "a Python package" check-python; fi
    if [ -e .build/python-spark/ready ] && command -v java >/dev/null; then make check-spark
    else skip "Spark, or Java," check-spark; fi
    built_tests Tests/Fuzz Fuzz
    Tests/Attack/attack.py "$built"
}
declare -A processes=([of_root]=$root)
start() {
    "$1" > "$logs/$1" 2>&1 &
    processes[$1]=$!
}
rows=(of_pages of_interface of_servers of_clusters)
for row in "${rows[@]}"; do start "$row"; done
build --package-path Tests/Fuzz --build-tests
start of_documents
passed=() failed=()
for row in "${rows[@]}" of_documents of_root; do
    if wait "${processes[$row]}"; then passed+=("$row"); else failed+=("$row"); fi
done
# What failed comes last, where it is seen.
for row in "${passed[@]}" "${failed[@]}"; do cat "$logs/$row"; done
for row in "${failed[@]}"; do printf '\n%s ended so:\n' "$row"; tail -n 25 "$logs/$row" | cut -c 1-500; done
[ ${#failed[@]} = 0 ] || { echo "Failed: ${failed[*]}"; exit 1; }
