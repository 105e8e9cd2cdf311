#!/usr/bin/env bash
# Checks that programs are linked and compiled against exploits: hardened.sh PROGRAM...
#
# Their code may be loaded anywhere (PIE), what the loader has filled in is read-only from the start (full RELRO), no stack is
# executable, C code notices an overwritten stack, and no library is looked for beside the program.
set -euo pipefail
status=0
fail() { echo "$program: $1" >&2; status=1; }
for program in "$@"; do
    headers=$(readelf --wide --file-header --program-headers --dynamic --dyn-syms "$program")
    has() { grep -qE "$1" <<< "$headers"; }
    has 'Type: +DYN' || fail "is no position-independent executable"
    has 'GNU_RELRO' || fail "has no section that becomes read-only"
    has '\(FLAGS_1\).*NOW' || fail "is bound late; link it with -z now"
    has 'GNU_STACK.* RW ' || fail "has an executable stack"
    has '__stack_chk_fail' || fail "has no stack protector"
    ! has '\((RPATH|RUNPATH)\)' || fail "looks for libraries in a folder of its own"
done
exit "$status"
