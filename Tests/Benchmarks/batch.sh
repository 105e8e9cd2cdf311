#!/usr/bin/env bash
# Times loading a catalog and searching it in one process, warm: words, beginnings and insides of words taken from
# the catalog's own titles, each asked twice, the second time counted.
# Usage: batch.sh LSEARCH CATALOG LOCALE
set -euo pipefail
program=$1 catalog=$2 locale=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

start=$(date +%s%N)
printf '{"q":"","limit":200}\n' | "$program" --batch -l "$locale" -c "$catalog" >"$work/titles"
loaded=$(date +%s%N)
bytes=$(du -cbL "$catalog" | tail -1 | cut -f1)
awk -v ns=$((loaded - start)) -v bytes="$bytes" \
    'BEGIN { printf "load and first answer: %.0f ms, %.0f MB/s\n", ns / 1e6, bytes / 1e6 / (ns / 1e9) }'

# One word of each title, whole, cut behind its third letter, and without its first.
grep -oP '"title":"\K[^"\\]+' "$work/titles" | awk '{ print $(1 + NR % NF) }' | grep -P '^\w{5,}$' | sort -u >"$work/words"
for kind in word prefix infix; do
    case $kind in
        word) cat "$work/words" ;;
        prefix) grep -oP '^.{3}' "$work/words" ;;
        infix) grep -oP '^.\K.{4}' "$work/words" ;;
    esac | sort -u | head -100 | sed 's/.*/{"q":"&"}/' >"$work/$kind"
    count=$(wc -l <"$work/$kind")
    cat "$work/$kind" "$work/$kind" | "$program" --batch -l "$locale" -c "$catalog" | tail -n "$count" |
        grep -oP '"ns":\K[0-9]+(?=}$)' | sort -n |
        awk -v kind=$kind '{ ns[NR] = $1 } END {
            if (NR) printf "%-8s %4d queries  p50 %8.3f ms  p99 %8.3f ms\n", kind, NR, ns[int((NR + 1) / 2)] / 1e6, ns[int((NR * 99 + 99) / 100)] / 1e6 }'
done
