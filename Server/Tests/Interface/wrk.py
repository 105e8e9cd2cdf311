# Measures requests per second with wrk.

import json
import subprocess
import sys
import urllib.parse
import urllib.request

from processes import Peak, program

SCRIPT = """
local paths, ports = {{}}, {{{ports}}}
for line in io.lines("{paths}") do paths[#paths + 1] = line end
local threads = 0

function setup(thread)
  thread:set("place", threads * 7919)
  if #ports > 0 then thread.addr = wrk.lookup("127.0.0.1", ports[threads % #ports + 1])[1] end
  threads = threads + 1
end

function request()
  place = place + 1
  return wrk.format("GET", paths[place % #paths + 1])
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\\nRESULT {{"rate": %f, "p50": %f, "p99": %f, "failed": %d}}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed))
end
"""


class Storefront:
    """The storefront over HTTP."""

    def __init__(self, options, all_queries, folder):
        self.options, self.folder, self.all_queries = options, folder, all_queries
        self.peak = Peak()

    def paths(self, path):
        locale = self.options.locale
        common = {"locale": locale, "chain": locale, "catalogs": self.options.catalog, "limit": 10}
        if self.options.crop and path == "/v1/search":
            common["crop"] = self.options.crop
        if self.options.relax and path == "/v1/search":
            common["relax"] = self.options.relax
        return [f"{path}?{urllib.parse.urlencode({'q': ' '.join(words), **common})}" for words in self.all_queries]

    def found(self):
        """The number of records that each query finds. This also warms up."""
        totals = []
        for path in self.paths("/v1/search"):
            with urllib.request.urlopen(self.options.url + path) as answer:
                totals.append(json.load(answer)["total"])
        return totals

    def measured(self, path, connections):
        with self.peak.watched(self.options.pid):
            result = measured(
                self.options.url, self.paths(path), connections, self.options.threads, self.options.seconds, self.folder)
        if result["failed"]:
            print(f"{path}, {connections} connections: {result['failed']} requests failed", file=sys.stderr)
        return result


def measured(url, paths, connections, threads, seconds, folder, ports=()):
    """Requests these paths repeatedly: from one server, or from those with these ports on this machine, each
    by threads of its own."""
    script, list_of_paths = folder / "requests.lua", folder / "paths.txt"
    list_of_paths.write_text("".join(path + "\n" for path in paths))
    script.write_text(SCRIPT.format(paths=list_of_paths, ports=", ".join(map(str, ports))))
    command = [program("wrk"), "-t", min(connections, max(threads, len(ports))), "-c", connections, "-d", f"{seconds}s", "-s", script, url]
    output = subprocess.run(map(str, command), check=True, capture_output=True, text=True).stdout
    return json.loads(output.split("RESULT ")[1])
