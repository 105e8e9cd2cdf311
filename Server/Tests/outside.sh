#!/usr/bin/env bash
# Tests the server and its page from outside, as programs and browsers see them.
#
#     outside.sh PROGRAM [TESTS...]   starts PROGRAM (lsearchd) on the sample catalogs and a store of its own, runs the tests
#                                     of these folders, by default Interface and Page, and stops it. PYTHON names a Python
#                                     that has their packages.
set -euo pipefail
program=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- Interface Page
python=$(realpath --no-symlinks "$(command -v "${PYTHON:-python3}")")
cd "$(dirname "$0")"
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; wait; rm -rf "$folder"' EXIT

export LSEARCHD_ADMIN_TOKEN STOREFRONT_ADMIN_TOKEN STOREFRONT_URL STOREFRONT_ADMIN_URL
# For tests with a server of their own.
export STOREFRONT_PROGRAM=$program
# Low limits, because tests reach them.
export STOREFRONT_READ_LIMIT=5 STOREFRONT_SEARCH_LIMIT=5
LSEARCHD_ADMIN_TOKEN=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
STOREFRONT_ADMIN_TOKEN=$LSEARCHD_ADMIN_TOKEN
# It is read before the server has begun to write.
touch "$folder/log"
# The address of the site must be known when the server starts.
port=$("$python" -c 'import socket; one = socket.socket(); one.bind(("127.0.0.1", 0)); print(one.getsockname()[1])')
LC_ALL=C.UTF-8 LANGUAGE=en "$program" --listen "127.0.0.1:$port" --site "http://127.0.0.1:$port" --catalog ../../Catalogs --cache "$folder/cache" \
    --store "$folder/store.sqlite" --admin-listen 127.0.0.1:0 --read-time "$STOREFRONT_READ_LIMIT" \
    --search-time "$STOREFRONT_SEARCH_LIMIT" --body-memory 32 --query-log "$folder/queries.sqlite" \
    --locale en --localizations ../../Localizations 2> "$folder/log" &
server=$!

# The server chose a free port for changes.
address() { sed -n "s|^lsearchd: $1 \(http://[^/]*\)/.*|\1|p" "$folder/log"; }
for ((tenths = 0; tenths < 300; tenths++)); do
    STOREFRONT_URL=$(address "listening at")
    STOREFRONT_ADMIN_URL=$(address "accepting changes at")
    [ -z "$STOREFRONT_URL" ] || [ -z "$STOREFRONT_ADMIN_URL" ] || break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
done
if [ -z "$STOREFRONT_URL" ] || [ -z "$STOREFRONT_ADMIN_URL" ]; then
    cat "$folder/log" >&2
    exit 1
fi

status=0
for tests in "$@"; do
    (cd "$tests" && exec "$python" -m unittest) || status=1
done
# Whatever was sent, the log shows it as text, and nobody learns the token from it.
if LC_ALL=C grep -q $'[\x01-\x09\x0b-\x1f\x7f]' "$folder/log" || grep -qF "$LSEARCHD_ADMIN_TOKEN" "$folder/log"; then
    echo "The log has controls or the token:" >&2
    cat -v "$folder/log" >&2
    status=1
fi
for words in "Write" "Refused without the token"; do
    grep -q "] $words\$" "$folder/log" || { echo "The log has no “$words”." >&2; status=1; }
done
# It must not have crashed, and must stop on a signal.
kill "$server" 2>/dev/null && wait "$server" || { cat "$folder/log" >&2; status=1; }
server=
exit "$status"
