#!/usr/bin/env bash
# Runs tests, and repeats at the end which of them failed: their messages may be thousands of lines before.
#
#     run.sh swift test ...
set -euo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log" && exit
status=$?
echo
echo "Failed:"
grep -a -A 4 -E '^(✘|.\[[0-9;]*m✘)|error: ' "$log" | cut -c 1-1000 | head -n 200 || true
exit "$status"
