#!/usr/bin/env bash
# Runs all unit tests, and the tests that query a running server, with a sanitizer of the compiler.
#
#     sanitizers.sh address      accesses out of bounds and after the end of an object's life
#     sanitizers.sh thread       races
#     sanitizers.sh undefined    undefined behaviour in the C shims; Swift has none
#
# Each builds in a folder of its own, .build/NAME. PYTHON names a Python with the packages of the server's tests; without it those
# tests are skipped. SWIFT names another compiler. Further arguments choose parts: root, storefront, outside.
set -euo pipefail
cd "$(dirname "$0")/../.."
sanitizer=$1
shift
parts=${*:-root storefront outside}
here=$PWD/Tests/Sanitizers
flags=(--disable-build-manifest-caching -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
skipped=()
run=()
# The symbolizer reads the debugging information of the whole program for the first frame.
export LC_ALL=C.UTF-8 SWIFT_BACKTRACE=enable=no
# A sanitizer takes ten times the processor time. Where all tests run at once, those that wait for a database's time limits miss them.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-4}
build=.build/$sanitizer
# Reports are files: tests read what the programs under test write to their outputs.
reports=$PWD/$build/reports
rm -rf "$reports"
mkdir -p "$reports"
options=exitcode=66:log_path="'$reports/report'"
case "$sanitizer" in
    address)
        # Leaks cannot be detected: Swift keeps tags in unused bits of pointers, which the detector then does not recognize.
        flags+=(--sanitize address)
        export ASAN_OPTIONS=$options:detect_leaks=0:suppressions=$here/address.suppressions${ASAN_OPTIONS:+:$ASAN_OPTIONS}
        ;;
    thread)
        clang -O1 -c -o "$build/mutex.o" "$here/mutex.c"
        flags+=(--sanitize thread -Xlinker "$PWD/$build/mutex.o")
        export TSAN_OPTIONS=$options:suppressions=$here/thread.suppressions:halt_on_error=0${TSAN_OPTIONS:+:$TSAN_OPTIONS}
        # Its memory layout leaves no room for addresses as random as those of newer kernels.
        run=(setarch -R)
        ;;
    undefined)
        # swiftc does not know this sanitizer on Linux. Clang checks the C shims, and the inline functions of their headers.
        flags+=(-Xcc -fsanitize=undefined -Xcc -fno-sanitize=vptr,function -Xcc -fno-sanitize-recover=undefined
            -Xswiftc -Xclang-linker -Xswiftc -fsanitize=undefined)
        # Faults end a process by their signal, as tests expect.
        export UBSAN_OPTIONS=$options:print_stacktrace=1:handle_segv=0:handle_sigbus=0${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}
        ;;
    *)
        echo "usage: sanitizers.sh address|thread|undefined [root|storefront|outside]..."
        exit 2
        ;;
esac
# Tests that cannot run with this sanitizer, a pattern a line, each after a comment with the reason.
while IFS= read -r pattern; do
    skipped+=(--skip "$pattern")
done < <(grep -v '^#' "$here/$sanitizer.skipped" | grep . || true)

swift=${SWIFT:-swift}
status=0
for part in $parts; do
    case "$part" in
        root) "${run[@]}" "$swift" test "${flags[@]}" --scratch-path "$build" "${skipped[@]}" || status=1 ;;
        storefront)
            "${run[@]}" "$swift" test "${flags[@]}" --package-path Server --scratch-path "$build" "${skipped[@]}" \
                || status=1
            ;;
        outside)
            [ -n "${PYTHON:-}" ] || { echo "Skipped without PYTHON: the tests that query a running server"; continue; }
            "$swift" build "${flags[@]}" --package-path Server --scratch-path "$build" --product lsearchd
            "${run[@]}" Server/Tests/outside.sh "$build/debug/lsearchd" Interface || status=1
            ;;
    esac
done
for report in "$reports"/*; do
    [ -e "$report" ] || continue
    cat "$report"
    status=1
done
exit "$status"
