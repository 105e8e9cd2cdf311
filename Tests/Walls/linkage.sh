#!/usr/bin/env bash
# Usage: linkage.sh PROGRAM
#
# Checks that a program links neither Foundation nor FoundationInternationalization, which increase start-up time
# and contain their own ICU. FoundationEssentials is allowed, because ArgumentParser uses it.
set -euo pipefail
program=$1

needed=$(readelf -d "$program" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p')
if grep -E '^lib(Foundation|FoundationInternationalization|_FoundationICU|FoundationNetworking|FoundationXML)\.so' <<<"$needed"; then
    echo "walls: $program links the libraries above dynamically"
    exit 1
fi
# lsearch needs no XML; only lstrings reads and writes XML formats.
if [ "$(basename "$program")" = lsearch ] && grep -E '^libxml2' <<<"$needed"; then
    echo "walls: $program links libxml2"
    exit 1
fi
# A statically linked module appears in the mangled names of its symbols, as the length of its name and the name.
symbols=$(nm "$program" 2>/dev/null | grep -E '[$]s(10Foundation|30FoundationInternationalization|14_FoundationICU)[A-Z]' | head -3 || true)
if [ -n "$symbols" ]; then
    echo "$symbols"
    echo "walls: $program contains Foundation or FoundationInternationalization"
    exit 1
fi
echo "walls: $(basename "$program") links neither Foundation nor FoundationInternationalization"
