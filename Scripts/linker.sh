#!/usr/bin/env bash
# Prints the options of `swift build` that link programs so that they start soon, as far as this system has what they need.
#
#     linker.sh ARCHIVES
#
# The toolchain's own linker packs the addresses that are adjusted at each start (RELR, which glibc reads since 2.36), and no
# name is exported, since nothing is loaded that would look for one. Where the C++ library is linked in (`archives.sh`), its
# unwinder is as well.
set -euo pipefail
tools=$(dirname "$(realpath "$(command -v "${SWIFT:-swift}")")")
options=(-Xlinker --no-export-dynamic)
if [ -x "$tools/ld.lld" ]; then
    options+=(-Xswiftc -use-ld=lld)
    libc=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
    if printf '2.36\n%s\n' "${libc#glibc }" | sort --version-sort --check=quiet; then
        options+=(-Xlinker -z -Xlinker pack-relative-relocs)
    fi
fi
[ ! -e "$1/libstdc++.a" ] || options+=(-Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
echo "${options[@]}"
