#!/usr/bin/env bash
# Builds the guides and the reference of all libraries as one static site in .build/site, without a network.
#
#     Scripts/site.sh && python3 -m http.server --directory .build/site
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
work=.build/site-work
site=.build/site
built=.build/debug
docc=$(dirname "$(realpath "$(command -v "$swift")")")/docc
rm -rf "$work" "$site"
mkdir -p "$work/archives"

# The libraries are the products that the manifest names.
products=$("$swift" package describe --type json | python3 -c '
import json, sys
print(*sorted(product["name"] for product in json.load(sys.stdin)["products"] if "library" in product["type"]))')
for product in $products; do "$swift" build --target "$product"; done

# Makes an archive of a catalog: convert NAME CATALOG OPTION...
convert() {
    local name=$1 catalog=$2
    shift 2
    "$docc" convert ${catalog:+"$catalog"} --output-path "$work/archives/$name.doccarchive" --transform-for-static-hosting \
        --fallback-display-name "$name" --fallback-bundle-identifier "lsearch.$name" \
        --disable-parameters-and-returns-validation "$@"
}

triple=$("$swift" -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["unversionedTriple"])')
modules=()
for map in "$built"/C*.build/module.modulemap Sources/C/*Library/module.modulemap; do
    modules+=(-Xcc "-fmodule-map-file=$map")
done
for product in $products; do
    mkdir -p "$work/symbols/$product"
    "$swift" symbolgraph-extract -module-name "$product" -target "$triple" -I "$built/Modules" "${modules[@]}" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$work/symbols/$product"
    catalog=Sources/$product/$product.docc
    [ -d "$catalog" ] || catalog=
    convert "$product" "$catalog" --additional-symbol-graph-dir "$work/symbols/$product"
done

python3 Scripts/guides.py "$work/Guides.docc"
convert Guides "$work/Guides.docc"

archives=("$work/archives/Guides.doccarchive")
for product in $products; do archives+=("$work/archives/$product.doccarchive"); done
"$docc" merge "${archives[@]}" --synthesized-landing-page-name lsearch \
    --synthesized-landing-page-kind Package --output-path "$work/merged"
mv "$work/merged" "$site"
# A static server shows this first; docc's own first page has no contents.
cat > "$site/index.html" <<'HTML'
<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=documentation/">
<title>lsearch</title>
<a href="documentation/">lsearch: guides and libraries</a>
HTML
echo "Built $site; look at it with: python3 -m http.server --directory $site"
