#!/usr/bin/env bash
# Installs the programs that `make build` and the like have built, or removes what it has installed.
#
#     install.sh install|uninstall PROGRAM...
#
# PREFIX is where to, DESTDIR a folder in the place of the root. lsearchd is installed if it was built.
set -euo pipefail
cd "$(dirname "$0")/.."
action=$1
shift
prefix=${DESTDIR:-}${PREFIX:-/usr/local}
share=$prefix/share
built=.build/release

# A program's manual page has its section as suffix.
section() { if [ "$1" = lsearchd ]; then echo 8; else echo 1; fi; }

if [ "$action" = uninstall ]; then
    for program in "$@" lsearchd; do
        number=$(section "$program")
        rm -f "$prefix/bin/$program" "$share/man/man$number/$program.$number" "$share"/man/*/man"$number/$program.$number" \
            "$share/bash-completion/completions/$program" "$share/zsh/site-functions/_$program" \
            "$share/fish/vendor_completions.d/$program.fish"
    done
    rm -rf "$share/lsearch"
    exit
fi

for program in "$@"; do
    [ -x "$built/$program" ] || { echo "Run make build first." >&2; exit 1; }
done
programs=("$@")
install -d "$prefix/bin" "$share/lsearch"
cp -R Localizations Catalogs "$share/lsearch"
rm -rf "$share/lsearch/Localizations/.synced"
if [ -x "$built/lsearchd" ]; then
    programs+=(lsearchd)
    cp -R Server/Page Server/Interface Server/Deployment "$share/lsearch"
fi

install -d "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
for program in "${programs[@]}"; do
    install -m 755 --strip "$built/$program" "$prefix/bin"
    run=$prefix/bin/$program
    export LANGUAGE=en
    "$run" --generate-completion-script bash | sed '1{/^#!/d}' > "$share/bash-completion/completions/$program"
    "$run" --generate-completion-script zsh > "$share/zsh/site-functions/_$program"
    "$run" --generate-completion-script fish > "$share/fish/vendor_completions.d/$program.fish"
    number=$(section "$program")
    for folder in Localizations/*.lproj; do
        language=$(basename "$folder" .lproj)
        # The names of languages in folders of man(1); English is the default.
        case "$language" in
            en) manual= ;;
            zh_Hans) manual=/zh_CN ;;
            zh_Hant) manual=/zh_TW ;;
            *) manual=/$language ;;
        esac
        install -d "$share/man$manual/man$number"
        LANGUAGE=$language "$run" --generate-manual > "$share/man$manual/man$number/$program.$number"
    done
done
