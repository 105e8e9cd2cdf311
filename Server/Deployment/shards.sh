#!/usr/bin/env bash
# Runs several shards of one store and their router on this machine, until Ctrl-C:
#
#     shards.sh 2 'postgresql://lsearch_follow@db1/shop' /var/lib/lsearchd
#
# The router answers searches at http://127.0.0.1:8000, the shards answer it at the ports from 8181 on. On several machines run one
# lsearchd with --shard on each, and one with --router before them.
set -euo pipefail
count=${1:?how many shards} store=${2:?the address of the store} folder=${3:?a folder for checkpoints and logs}
lsearchd=${LSEARCHD:-lsearchd}
search=${SEARCH_PORT:-8000} first=${SHARD_PORT:-8181}
command -v "$lsearchd" >/dev/null || { echo "shards.sh: $lsearchd is missing; install it, or set LSEARCHD" >&2; exit 1; }

umask 077
mkdir -p "$folder"
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
    local name=$1 status server
    shift
    while :; do
        "$lsearchd" "$@" 2>> "$folder/$name.log" &
        server=$!
        trap 'kill $server 2>/dev/null; wait $server; exit 0' TERM INT
        status=0
        wait "$server" || status=$?
        if [ "$status" = 2 ]; then
            tail -n 1 "$folder/$name.log" >&2
            exit 2
        fi
        sleep 1
    done
}
addresses=()
for ((number = 1; number <= count; number++)); do
    address=127.0.0.1:$((first + number - 1))
    addresses+=(--router "http://$address")
    keep "shard$number" --shard "$number/$count" --listen "$address" --store "$store" --checkpoints "$folder/checkpoints$number" &
    jobs+=($!)
done
keep router --listen "127.0.0.1:$search" "${addresses[@]}" &
jobs+=($!)
echo "searches at http://127.0.0.1:$search, logs in $folder"
wait
