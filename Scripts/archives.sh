#!/usr/bin/env bash
# Makes a folder of archives in which the linker finds ICU and Snowball before their shared libraries, with an entry for pkg-config.
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
cat > "$folder/icu-i18n.pc" <<ENTRY
Name: icu-i18n
Description: ICU as archives
Version: $(pkg-config --modversion icu-i18n)
Cflags: $(pkg-config --cflags icu-i18n)
Libs: -L$folder -licui18n -licuuc -licudata
ENTRY
