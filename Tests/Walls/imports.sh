#!/usr/bin/env bash
# Checks that each target imports only the modules on its list.
#
#     imports.sh            checks the sources, and the table in ARCHITECTURE.md
#     imports.sh --table    prints that table in Markdown
#     imports.sh --write    writes it into ARCHITECTURE.md
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C

# Every target may import the standard library's modules, the C library and Support.
common='Swift|Synchronization|Glibc|Musl|Support'
declare -A allowed=(
    [Support]='Swift'
    [Files]='CMappedFiles'
    [ICU]='CICU'
    [Stemming]='CStemmer'
    [CatalogSearch]='ICU|Stemming|CVectors|Dispatch'
    [SearchInterface]='CatalogSearch'
    [Localization]='ICU|Files'
    [JSON]='CSimdJSON'
    [XML]='CXML'
    [TranslationTools]='Localization|ICU|Stemming|JSON|XML'
    [TranslationMemory]='CatalogSearch|Localization'
    [CatalogStorage]='CatalogSearch|Localization|Files|JSON'
    [Embedding]='CatalogSearch|CatalogStorage|Files|JSON|Dispatch'
    [SearchTesting]='CatalogSearch|Localization|SearchInterface|Files|TranslationTools|Testing'
    [ProgramTexts]='Localization'
    [SearchService]='CatalogSearch|Localization|ICU|JSON|ProgramTexts|CatalogStorage'
    [ProgramSupport]='ProgramTexts|Localization|Files|ICU|JSON|ArgumentParser|FoundationEssentials'
    [JSONRPC]='JSON'
    [ModelContextProtocol]='JSONRPC|JSON|Localization|ProgramSupport|ProgramTexts'
    [LanguageServer]='TranslationTools|Localization|Files|ICU|JSON|JSONRPC'
    [lstrings]='LanguageServer|ModelContextProtocol|ProgramSupport|TranslationTools|TranslationMemory|CatalogSearch|CatalogStorage|Embedding|Localization|Files|ICU|JSON|ArgumentParser'
    [lsearch]='ModelContextProtocol|ProgramSupport|CatalogSearch|CatalogStorage|Embedding|SearchInterface|SearchService|Localization|Files|ICU|JSON|ArgumentParser|FoundationEssentials'
    [Benchmarks]='CatalogSearch|CatalogStorage|Files'
    [ProductStore]='CatalogSearch|CatalogStorage|Files|JSON|GRDB|CPostgreSQL|Dispatch|FoundationEssentials'
    [Digests]='COpenSSL'
    [MeilisearchProtocol]='ProductStore|Digests|CatalogSearch|JSON|FoundationEssentials'
    [Storefront]='MeilisearchProtocol|ProductStore|StorefrontPage|CZlib|CatalogSearch|Embedding|JSON|Localization|SearchService|CatalogStorage|Files|HTTPRequests|Hummingbird|HummingbirdCore|HTTPTypes|NIOCore|NIOExtras|NIOHTTP1|NIOHTTPTypes|NIOHTTPTypesHTTP1|NIOPosix|ServiceLifecycle|Logging|Metrics|CoreMetrics|Tracing|FoundationEssentials|Dispatch'
    [HTTPRequests]='CCurl'
    [S3Objects]='Digests|CatalogStorage|HTTPRequests|FoundationEssentials'
    [lsearchd]='Storefront|ProductStore|S3Objects|CatalogSearch|Localization|ProgramSupport|SearchService|CatalogStorage|Files|ArgumentParser|Logging|Tracing|ServiceLifecycle|UnixSignals|FoundationEssentials|Dispatch'
    [SmallStorefront]='CatalogSearch|SearchService|CatalogStorage|Hummingbird|HTTPTypes|NIOCore'
    [StorefrontPage]='CatalogSearch|JSON|Localization|Mustache|FoundationEssentials'
    [Greeting]='Localization'
    [ProductSearch]='CatalogSearch|Localization|SearchInterface'
)

# The folders of targets, those of the root package first.
folders=(Sources/*/ Server/Sources/*/ Plugins/*/Sources/*/ Examples/Sources/*/ Benchmarks/Sources/*/)

# The table of ARCHITECTURE.md: targets in the order of their folders, Sources first.
table() {
    local folder target
    echo "| folder | may import |"
    echo "|---|---|"
    for folder in "${folders[@]}"; do
        target=$(basename "$folder")
        [ -n "${allowed[$target]:-}" ] || continue
        echo "| \`${folder%/}\` | \`${allowed[$target]//|/, }\` |"
    done
}

# ARCHITECTURE.md with the table between its two markers.
document=ARCHITECTURE.md
with_table() {
    table | awk '
        NR == FNR { table = table $0 "\n"; next }
        /^<!-- imports: end/ { isInside = 0 }
        !isInside { print }
        /^<!-- imports: begin/ { isInside = 1; printf "\n%s\n", table }
    ' - "$document"
}

case "${1:-}" in
    --table) table; exit ;;
    --write) text=$(with_table); printf '%s\n' "$text" > "$document"; exit ;;
esac

failures=0
if ! diff -u --label "$document" --label "$document with imports.sh --write" "$document" <(with_table); then
    echo "walls: the table of imports in $document differs from Tests/Walls/imports.sh; run Tests/Walls/imports.sh --write"
    failures=$((failures + 1))
fi
for folder in "${folders[@]}"; do
    target=$(basename "$folder")
    files=$(find "$folder" -name '*.swift')
    [ -n "$files" ] || continue
    if [ -z "${allowed[$target]:-}" ]; then
        echo "walls: $folder has no list of allowed imports; add one to Tests/Walls/imports.sh"
        failures=$((failures + 1))
        continue
    fi
    # Attributes, an access level and a kind may precede the module's name.
    while IFS=: read -r file line text; do
        module=$(sed -E 's/^[[:space:]]*((@[A-Za-z_]+(\([^)]*\))?|public|package|internal|fileprivate|private)[[:space:]]+)*import[[:space:]]+((struct|class|enum|protocol|func|var|typealias)[[:space:]]+)?([A-Za-z_0-9]+).*/\6/' <<<"$text")
        if ! grep -qxE "$common|${allowed[$target]}" <<<"$module"; then
            echo "$file:$line: $target may not import $module"
            failures=$((failures + 1))
        fi
    done < <(grep -nHE '^[[:space:]]*((@[A-Za-z_]+(\([^)]*\))?|public|package|internal|fileprivate|private)[[:space:]]+)*import[[:space:]]' $files)
done

# Only one target includes ICU's headers.
if grep -rnE '<unicode/' Sources --include='*.h' --include='*.c' --include='*.cpp' --include='*.swift' | grep -v '^Sources/C/CICU/'; then
    echo "walls: only Sources/C/CICU may include <unicode/…>"
    failures=$((failures + 1))
fi
# The same for libxml2's headers.
if grep -rnE '<libxml/' Sources --include='*.h' --include='*.c' --include='*.cpp' --include='*.swift' | grep -v '^Sources/C/CXML/'; then
    echo "walls: only Sources/C/CXML may include <libxml/…>"
    failures=$((failures + 1))
fi
# The same for libstemmer's header.
if grep -rnE '<libstemmer' Sources --include='*.h' --include='*.c' --include='*.cpp' --include='*.swift' | grep -v '^Sources/C/CStemmer/'; then
    echo "walls: only Sources/C/CStemmer may include <libstemmer.h>"
    failures=$((failures + 1))
fi
# The wrappers of C libraries, JSON excepted, are not products, and the root package does not depend on a nested one.
if grep -nE 'library\(name: "(ICU|CICU|CSimdJSON|CXML|XML|CStemmer|Stemming|CMappedFiles|CVectors)"' Package.swift; then
    echo "walls: the modules of C libraries may not be products"
    failures=$((failures + 1))
fi
if grep -nE 'package\(.*path:' Package.swift; then
    echo "walls: the root package may not depend on a nested one"
    failures=$((failures + 1))
fi

[ "$failures" = 0 ] || exit 1
echo "walls: all imports are allowed"
