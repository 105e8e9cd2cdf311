#!/usr/bin/env bash
# Fuzzes with the programs that `make fuzz` has built.
#
#     fuzz.sh SECONDS [TARGET...]      runs these targets one after the other, or all; what breaks is kept in .build/fuzz/found
#     fuzz.sh --minimize [TARGET...]   rewrites the archives of Corpus: the smallest inputs that cover the code that all known ones cover
#
# New inputs are collected in .build/fuzz/corpus, so that the next run goes on where the last one ended.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=.build/fuzz
# Leaks cannot be detected: Swift keeps tags in unused bits of pointers, which the detector then does not recognize. Swift's own
# handler of faults would come before libFuzzer's, which writes the input. Long stacks of allocations cost a fifth of the time.
options=detect_leaks=0:allocator_may_return_null=1:malloc_context_size=2:quarantine_size_mb=32
export ASAN_OPTIONS=$options${ASAN_OPTIONS:+:$ASAN_OPTIONS} SWIFT_BACKTRACE=enable=no
# At most so many bytes of a target's inputs are kept with the sources.
kept=12000

# TARGET PROGRAM LIMIT, a line for each target.
targets() {
    local program
    for program in Fuzz ServerFuzz; do
        [ ! -x "$build/release/$program" ] || "$build/release/$program" --list | sed "s| | $build/release/$program |"
    done
}

# Unpacks the kept inputs of a target.
unpack() {
    rm -rf "$build/kept/$1"
    mkdir -p "$build/kept/$1"
    [ ! -f "Tests/Fuzz/Corpus/$1.tar" ] || tar -xf "Tests/Fuzz/Corpus/$1.tar" -C "$build/kept/$1"
}

# Packs them: the same files make the same bytes.
pack() {
    (cd "$build/kept/$1" && tar --format=ustar --blocking-factor=1 --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
        --mode=644 -c -- *) > "Tests/Fuzz/Corpus/$1.tar"
}

minimize() {
    local folder new size input
    folder=$build/kept/$1
    new=$build/minimized/$1
    unpack "$1"
    rm -rf "$new"
    mkdir -p "$new" "$build/corpus/$1"
    "$2" "$1" -merge=1 "-max_len=$3" "$new" "$folder" "$build/corpus/$1" > "$build/minimized/$1.log" 2>&1
    [ -n "$(ls "$new")" ] || { tail "$build/minimized/$1.log"; return 1; }
    # Small inputs cover most for their size.
    rm -f "$folder"/*
    size=0
    while read -r bytes input; do
        size=$((size + bytes))
        [ "$size" -le "$kept" ] || break
        cp "$input" "$folder/"
    done < <(find "$new" -type f -printf '%s %p\n' | sort -n)
    pack "$1"
    echo "$1: $(find "$folder" -type f | wc -l) of $(find "$new" -type f | wc -l) inputs"
}

run() {
    mkdir -p "$build/corpus/$1" "$build/found/$1"
    unpack "$1"
    "$2" --seeds "$1" "$build/corpus/$1"
    local options=("-max_total_time=$seconds" "-max_len=$3" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
        "-artifact_prefix=$build/found/$1/")
    local dictionary=Tests/Fuzz/Dictionaries/$1.dict
    [ ! -f "$dictionary" ] || options+=("-dict=$dictionary")
    echo "$1: $seconds seconds"
    "$2" "$1" "${options[@]}" "$build/corpus/$1" "$build/kept/$1" $(ls -d Tests/Fuzz/Findings/"$1" 2>/dev/null) \
        > "$build/found/$1.log" 2>&1 || { tail -n 40 "$build/found/$1.log"; return 1; }
    grep -E 'DONE|number_of_executed_units' "$build/found/$1.log"
}

seconds=$1
shift
status=0
while read -r target program limit; do
    [ $# -eq 0 ] || [[ " $* " == *" $target "* ]] || continue
    if [ "$seconds" = --minimize ]; then minimize "$target" "$program" "$limit" </dev/null
    else run "$target" "$program" "$limit" </dev/null || status=1; fi
done < <(targets)
exit "$status"
