# Measures searches per second of the storefront and of PostgreSQL with pg_trgm.
#
# Both get the same words in the same texts, one after the other on the same machine: the storefront over HTTP
# by wrk, PostgreSQL over its socket by pgbench. Each returns ten records, the storefront the best ten and PostgreSQL
# the first ten by id, and the number of matches.

import argparse
import os
import pathlib
import tempfile

from postgresql import PostgreSQL
from queries import queries
from wrk import Storefront


def row(name, connections, result, peer=None):
    cells = [name, connections, f"{result['rate']:.0f}", f"{result['p50']:.2f}", f"{result['p99']:.2f}"]
    if peer:  # The factor over the peer: more searches per second, less time.
        ratios = (result["rate"] / peer["rate"], peer["p50"] / result["p50"], peer["p99"] / result["p99"])
        cells += [f"{ratio:.2f}" for ratio in ratios]
    else:
        cells += [""] * 3
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measures searches of the storefront and of PostgreSQL with pg_trgm.")
    parser.add_argument("--url", required=True, help="the address of the storefront, which serves the catalog")
    parser.add_argument("--queries", required=True, type=pathlib.Path, help="JSON Lines with q, locale, catalog, kind")
    parser.add_argument("--records", required=True, type=pathlib.Path, help="the catalog as JSON Lines, for PostgreSQL")
    parser.add_argument("--catalog", help="the catalog's id; by default the name of its file")
    parser.add_argument("--locale", default="de", help="the locale whose texts are searched (de)")
    parser.add_argument(
        "--count", type=int, default=200, help="fill up with queries out of the texts until there are so many (200)"
    )
    parser.add_argument("--crop", type=int, default=0, help="characters of a text in the storefront's hits, 0 for whole ones (0)")
    parser.add_argument("--relax", help="the storefront's policy for similar words; PostgreSQL's question is never")
    parser.add_argument("--connections", default="1,16,64", help="numbers of connections (1,16,64)")
    parser.add_argument("--seconds", type=int, default=10, help="how long each measurement takes (10)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of wrk and pgbench at most")
    parser.add_argument("--pid", type=int, help="the process of the storefront, to tell its memory")
    parser.add_argument("--postgres", help="the folder of PostgreSQL's programs; by default what pg_config says")
    parser.add_argument("--user", default="postgres", help="who runs PostgreSQL where this runs as root (postgres)")
    options = parser.parse_args()
    options.url = options.url.rstrip("/")
    options.catalog = options.catalog or options.records.stem
    all_queries = queries(options)

    with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as theirs:
        storefront = Storefront(options, all_queries, pathlib.Path(ours))
        with PostgreSQL(options, pathlib.Path(theirs)) as postgres:
            postgres.fill(all_queries)
            found = (sum(storefront.found()), sum(postgres.found()))
            print(f"{len(all_queries)} queries in {options.locale}, {options.seconds} seconds each.")
            print("The last columns say how many times better the storefront is than PostgreSQL.\n")
            print("| | connections | per second | p50 ms | p99 ms | rate | p50 | p99 |")
            print("|---|--:|--:|--:|--:|--:|--:|--:|")
            for connections in map(int, options.connections.split(",")):
                peer = postgres.measured(connections)
                row("PostgreSQL, search", connections, peer)
                row("storefront, search", connections, storefront.measured("/v1/search", connections), peer)
                row("storefront, suggestions", connections, storefront.measured("/v1/suggest", connections))
            print("\n| | memory MB | records found by all queries |\n|---|--:|--:|")
            for name, peer, count in (("PostgreSQL", postgres, found[1]), ("storefront", storefront, found[0])):
                size = peer.peak.megabytes
                print(f"| {name} | {'' if size is None else f'{size:.0f}'} | {count} |")


if __name__ == "__main__":
    main()
