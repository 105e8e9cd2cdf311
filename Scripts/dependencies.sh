#!/usr/bin/env bash
# Installs what is missing for a purpose, on Debian and Ubuntu.
#
#     dependencies.sh PURPOSE...
#
# With DEPS=check in the environment it installs nothing: it names what is missing, and fails.
set -euo pipefail

# PURPOSE PACKAGE TEST: the package is there if the test succeeds.
table() {
    cat <<'TABLE'
libraries  pkg-config              command -v pkg-config
libraries  libicu-dev              pkg-config --exists icu-i18n
libraries  libsimdjson-dev         pkg-config --exists simdjson
libraries  libxml2-dev             pkg-config --exists libxml-2.0
libraries  libstemmer-dev          test -e /usr/include/libstemmer.h || test -e /usr/local/include/libstemmer.h
server     libsqlite3-dev          pkg-config --exists sqlite3
server     zlib1g-dev              pkg-config --exists zlib
server     libpq-dev               pkg-config --exists libpq
server     libssl-dev              pkg-config --exists libcrypto
server     libcurl4-openssl-dev    pkg-config --exists libcurl
tests      tmux                    command -v tmux
tests      python3                 command -v python3
tests      curl                    command -v curl
tests      gettext-base            command -v gettext
tests      man-db                  command -v man
python     python3-venv            python3 -c 'import ensurepip, venv'
browser    chromium                command -v chromium || command -v chromium-browser || command -v google-chrome
browser    chromium-driver         command -v chromedriver
database   postgresql              ls /usr/lib/postgresql/*/bin/initdb
cluster    etcd-server             command -v etcd
balancer   haproxy                 command -v haproxy
proxy      nginx-light             PATH="$PATH:/usr/sbin" command -v nginx
service    systemd                 command -v systemd-analyze
service    libseccomp2             ls /usr/lib/*/libseccomp.so.2
spark      openjdk-17-jre-headless command -v java
deb        debhelper               command -v dh
deb        lintian                 command -v lintian
rpm        rpm                     command -v rpmbuild
TABLE
}

missing=()
while read -r purpose package test; do
    [[ " $* " == *" $purpose "* ]] || continue
    bash -c "$test" >/dev/null 2>&1 || missing+=("$package")
done < <(table)
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "${DEPS:-}" = check ]; then
    echo "Missing: ${missing[*]}" >&2
    exit 1
fi
command -v apt-get >/dev/null || {
    echo "Install ${missing[*]} (or what your system calls them) and try again." >&2
    exit 1
}
sudo=()
[ "$(id -u)" = 0 ] || sudo=(sudo)
echo "Installing with ${sudo[*]:+sudo }apt-get: ${missing[*]}"
"${sudo[@]}" apt-get update -qq
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
