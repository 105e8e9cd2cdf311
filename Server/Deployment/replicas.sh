#!/usr/bin/env bash
# Runs several lsearchd with one store behind HAProxy on this machine, until Ctrl-C:
#
#     replicas.sh 3 'postgresql://lsearch_write@db1/shop' /var/lib/lsearchd
#
# Searches are answered at http://127.0.0.1:8000, and writes at http://127.0.0.1:8001 with the token in FOLDER/token. A server that ends
# is started again. On several machines run one lsearchd on each, by its unit (lsearchd.service), and HAProxy by haproxy.cfg.
set -euo pipefail
count=${1:?how many servers} store=${2:?the address of the store} folder=${3:?a folder for the token, checkpoints and logs}
here=$(cd "$(dirname "$0")" && pwd)
lsearchd=${LSEARCHD:-lsearchd}
search=${SEARCH_PORT:-8000} administration=${ADMIN_PORT:-8001}
command -v haproxy >/dev/null || { echo 'replicas.sh: haproxy is missing; install it' >&2; exit 1; }
command -v "$lsearchd" >/dev/null || { echo "replicas.sh: $lsearchd is missing; install it, or set LSEARCHD" >&2; exit 1; }

umask 077
mkdir -p "$folder"
[ -s "$folder/token" ] || od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$folder/token"

# The servers of the file are replaced by those that run here.
grep -v '^ *server shop' "$here/haproxy.cfg" | sed "s/bind :8000/bind :$search/; s/bind 127.0.0.1:8001/bind 127.0.0.1:$administration/" |
    awk -v count="$count" -v search="$search" -v administration="$administration" '
        function servers(first,  number) {
            for (number = 1; number <= count; number++) printf "    server shop%d 127.0.0.1:%d\n", number, first + number
        }
        /^# Writers reach/ { servers(search + 80) }
        { print }
        END { servers(administration + 1079) }' > "$folder/haproxy.cfg"

jobs=()
stop() {
    trap - INT TERM EXIT
    kill "${jobs[@]}" 2>/dev/null || true
    wait
}
trap stop EXIT
trap 'exit 0' INT TERM

# Keeps one server running. A server that refuses to start (status 2) says why, and is not started again.
keep() {
    local number=$1 status server
    while :; do
        "$lsearchd" --listen "127.0.0.1:$((search + 80 + number))" --trusted-proxy 127.0.0.1 \
            --admin-listen "127.0.0.1:$((administration + 1079 + number))" --admin-token-file "$folder/token" \
            --store "$store" --checkpoints "$folder/checkpoints" --stop-delay 3 2>> "$folder/shop$number.log" &
        server=$!
        trap 'kill $server 2>/dev/null; wait $server; exit 0' TERM INT
        status=0
        wait "$server" || status=$?
        if [ "$status" = 2 ]; then
            tail -n 1 "$folder/shop$number.log" >&2
            exit 2
        fi
        sleep 1
    done
}
for ((number = 1; number <= count; number++)); do
    keep "$number" &
    jobs+=($!)
done
haproxy -f "$folder/haproxy.cfg" > "$folder/haproxy.log" 2>&1 &
jobs+=($!)
echo "searches at http://127.0.0.1:$search, writes at http://127.0.0.1:$administration, logs in $folder"
wait
