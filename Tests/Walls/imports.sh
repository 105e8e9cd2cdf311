#!/usr/bin/env bash
# Checks that each target imports only the modules on its list.
#
#     imports.sh            checks the sources, and the table in ARCHITECTURE.md
#     imports.sh --table    prints that table in Markdown
#     imports.sh --write    writes it into ARCHITECTURE.md
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C

# Every target may import the standard library's modules, the C library and KitSupport.
common='Swift|Synchronization|Glibc|Musl|KitSupport'
declare -A allowed=(
    [KitSupport]='Swift'
    [ICU]='CICU'
    [Stemming]='CStemmer'
    [CatalogSearch]='ICU|Stemming|Dispatch'
    [SearchInterface]='CatalogSearch'
    [Localization]='ICU'
    [JSONCoding]='CSimdJSON'
    [XMLCoding]='CXML'
    [TranslationTools]='Localization|ICU|Stemming|JSONCoding|XMLCoding'
    [TranslationMemory]='CatalogSearch|Localization'
    [Storage]='CatalogSearch|Localization|JSONCoding|CMappedFiles'
    [SearchTesting]='CatalogSearch|Localization|SearchInterface|Storage|TranslationTools|Testing'
    [ProgramTexts]='Localization|Storage'
    [ManualPages]='JSONCoding'
    [SearchService]='CatalogSearch|Localization|ICU|JSONCoding|ProgramTexts|Storage'
    [ProgramSupport]='ProgramTexts|Localization|Storage|ICU|JSONCoding|ManualPages|ArgumentParser|FoundationEssentials'
    [LanguageServer]='TranslationTools|Localization|Storage|ICU|JSONCoding'
    [lstrings]='LanguageServer|ProgramSupport|TranslationTools|TranslationMemory|CatalogSearch|Localization|Storage|ICU|JSONCoding|ArgumentParser'
    [lsearch]='ProgramSupport|CatalogSearch|SearchInterface|SearchService|Localization|Storage|ICU|JSONCoding|ArgumentParser|FoundationEssentials'
    [KeyExtraction]='SwiftParser|SwiftSyntax'
    [Benchmarks]='CatalogSearch|Storage'
    [ProductStore]='CatalogSearch|Storage|GRDB|CPostgreSQL|Dispatch|FoundationEssentials'
    [MeilisearchProtocol]='ProductStore|CatalogSearch|Crypto|FoundationEssentials'
    [Storefront]='MeilisearchProtocol|ProductStore|StorefrontPage|CZlib|CatalogSearch|Localization|SearchService|Storage|Hummingbird|HummingbirdCore|HTTPTypes|NIOCore|NIOHTTP1|NIOHTTPTypes|NIOHTTPTypesHTTP1|NIOPosix|ServiceLifecycle|Logging|Metrics|CoreMetrics|Tracing|FoundationEssentials|Dispatch'
    [S3Objects]='Storage|AsyncHTTPClient|Crypto|NIOCore|NIOHTTP1|NIOPosix|FoundationEssentials'
    [lsearchd]='Storefront|ProductStore|S3Objects|CatalogSearch|Localization|ManualPages|SearchService|Storage|ArgumentParser|Logging|Tracing|ServiceLifecycle|UnixSignals|FoundationEssentials|Dispatch'
    [SmallStorefront]='CatalogSearch|SearchService|Storage|Hummingbird|HTTPTypes|NIOCore'
    [StorefrontPage]='CatalogSearch|Localization|Mustache|FoundationEssentials'
    [Greeting]='Localization|Storage'
    [ProductSearch]='CatalogSearch|Localization|SearchInterface'
    [lstrings-extract]='KeyExtraction|FoundationEssentials'
)

# The table of ARCHITECTURE.md: targets in the order of their folders, Sources first.
table() {
    local folder target
    echo "| folder | may import |"
    echo "|---|---|"
    for folder in Sources/*/ Integrations/*/Sources/*/; do
        target=$(basename "$folder")
        [ -n "${allowed[$target]:-}" ] || continue
        echo "| \`${folder%/}\` | $(sed 's/|/, /g; s/[A-Za-z0-9]*/`&`/g; s/``//g' <<<"${allowed[$target]}") |"
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
for folder in Sources/*/ Integrations/*/Sources/*/; do
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
if grep -rnE '<unicode/' Sources --include='*.h' --include='*.c' --include='*.cpp' --include='*.swift' | grep -v '^Sources/CICU/'; then
    echo "walls: only Sources/CICU may include <unicode/…>"
    failures=$((failures + 1))
fi
# The same for libxml2's headers.
if grep -rnE '<libxml/' Sources --include='*.h' --include='*.c' --include='*.cpp' --include='*.swift' | grep -v '^Sources/CXML/'; then
    echo "walls: only Sources/CXML may include <libxml/…>"
    failures=$((failures + 1))
fi
# The same for libstemmer's header.
if grep -rnE '<libstemmer' Sources --include='*.h' --include='*.c' --include='*.cpp' --include='*.swift' | grep -v '^Sources/CStemmer/'; then
    echo "walls: only Sources/CStemmer may include <libstemmer.h>"
    failures=$((failures + 1))
fi
# The modules of C libraries are not products, and the root package does not depend on Integrations.
if grep -nE 'library\(name: "(ICU|CICU|CSimdJSON|JSONCoding|CXML|XMLCoding|CStemmer|Stemming|CMappedFiles)"' Package.swift; then
    echo "walls: the modules of C libraries may not be products"
    failures=$((failures + 1))
fi
if grep -n 'Integrations' Package.swift; then
    echo "walls: the root package may not depend on Integrations"
    failures=$((failures + 1))
fi

[ "$failures" = 0 ] || exit 1
echo "walls: all imports are allowed"
