#!/usr/bin/env bash
# Makes a folder of archives in which the linker finds libraries before the shared ones, with entries for pkg-config.
#
#     archives.sh FOLDER
#
# Without archives of ICU on the system, or with ICU=shared (packages depend on the libraries of their distribution), it is empty.
set -euo pipefail
folder=$1
rm -rf "$folder"
[ "${ICU:-archives}" != shared ] || exit 0
mkdir -p "$folder"
libraries=$(pkg-config --variable=libdir icu-i18n)
for name in icui18n icuuc icudata; do
    [ -e "$libraries/lib$name.a" ] || exit 0
    ln -s "$libraries/lib$name.a" "$folder"
done
[ ! -e "$libraries/libstemmer.a" ] || ln -s "$libraries/libstemmer.a" "$folder"

# entry PACKAGE LIBRARY...: an entry for pkg-config that names the archives.
entry() {
    cat > "$folder/$1.pc" <<ENTRY
Name: $1
Description: $1 as archives
Version: $(pkg-config --modversion "$1")
Cflags: $(pkg-config --cflags "$1")
Libs: -L$folder ${*:2}
ENTRY
}
entry icu-i18n -licui18n -licuuc -licudata

# The shared libxml2 brings the shared ICU.
if [ -e "$libraries/libxml2.a" ] && [ -e "$libraries/libz.a" ] && [ -e "$libraries/liblzma.a" ]; then
    ln -s "$libraries"/lib{xml2,z,lzma}.a "$folder"
    entry libxml-2.0 -lxml2 -lz -llzma -licuuc -licudata
fi

# The C++ library is needed by ICU, and by simdjson, of which distributions have no archive: it is loaded when it is used.
compiler=$(command -v clang || command -v cc) || exit 0
standard=$("$compiler" -print-file-name=libstdc++.a)
shared=$(realpath -e "$(pkg-config --variable=libdir simdjson)/libsimdjson.so" 2>/dev/null) || exit 0
[ -e "$standard" ] && command -v readelf >/dev/null && command -v ar >/dev/null || exit 0
size=$(readelf --dyn-syms --wide "$shared" | awk '$8 ~ /^_ZN8simdjson8internal11error_codesE(@|$)/ { print $3 }')
soname=$(readelf --dynamic "$shared" | sed -nE 's/.*\(SONAME\).*\[(.*)\]/\1/p')
# A library without that table has other names.
[ -n "$size" ] && [ -n "$soname" ] || exit 0
cd "$folder"
sources=$OLDPWD/Scripts made=(simdjson.o CSimdJSON.o linked.so)
if "$compiler" -O2 -fPIC -fstack-protector-strong -DLIBRARY="\"$soname\"" -DERROR_CODES_SIZE="$size" \
    -c "$sources/simdjson.c" -o simdjson.o 2>/dev/null \
    && "$compiler" -std=c++17 -fPIC -I"$sources/../Sources/C/CSimdJSON/include" \
        -c "$sources/../Sources/C/CSimdJSON/CSimdJSON.cpp" -o CSimdJSON.o 2>/dev/null \
    && "$compiler" -shared -Wl,-z,defs simdjson.o CSimdJSON.o -lstdc++ -o linked.so 2>/dev/null; then
    ar rcs libsimdjson.a simdjson.o
    ln -s "$standard" .
fi
rm -f "${made[@]}"
