#!/usr/bin/env bash
# Proves what a program links: neither Foundation nor FoundationInternationalization, which cost start-up time and
# bring an ICU of their own. FoundationEssentials is allowed; the argument library uses it.
# Usage: linkage.sh PROGRAM
set -euo pipefail
program=$1

needed=$(readelf -d "$program" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p')
if grep -E '^lib(Foundation|FoundationInternationalization|_FoundationICU|FoundationNetworking|FoundationXML)\.so' <<<"$needed"; then
    echo "walls: $program links the libraries above dynamically"
    exit 1
fi
# XML is for translators' formats only.
if [ "$(basename "$program")" = lsearch ] && grep -E '^libxml2' <<<"$needed"; then
    echo "walls: $program links libxml2"
    exit 1
fi
# Statically linked, a module shows in the mangled names of its symbols: its length and its name.
symbols=$(nm "$program" 2>/dev/null | grep -E '[$]s(10Foundation|30FoundationInternationalization|14_FoundationICU)[A-Z]' | head -3 || true)
if [ -n "$symbols" ]; then
    echo "$symbols"
    echo "walls: $program contains Foundation or FoundationInternationalization"
    exit 1
fi
echo "walls: $(basename "$program") links neither Foundation nor FoundationInternationalization"
