# Three servers of PostgreSQL under Patroni, with one etcd, on loopback, in a temporary folder.

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

SETTINGS = """
scope: shop
name: n{number}
restapi: {{listen: '127.0.0.1:{rest}', connect_address: '127.0.0.1:{rest}'}}
etcd3: {{hosts: '127.0.0.1:{etcd}'}}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 3
    retry_timeout: 4
    synchronous_mode: quorum
    postgresql:
      use_pg_rewind: true
      parameters: {{wal_log_hints: 'on', shared_buffers: 64MB, max_connections: 60, jit: 'off'}}
  initdb: [{{encoding: UTF8}}, data-checksums]
postgresql:
  listen: 127.0.0.1:{port}
  connect_address: 127.0.0.1:{port}
  data_dir: {folder}/data{number}
  bin_dir: {programs}
  pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  authentication:
    superuser: {{username: postgres, password: p}}
    replication: {{username: replication, password: p}}
    rewind: {{username: postgres, password: p}}
  parameters: {{unix_socket_directories: '{folder}'}}
"""


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def wait(until, seconds, what):
    """Waits until a condition holds."""
    deadline = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError, ValueError):
            if found := until():
                return found
        if time.monotonic() > deadline:
            sys.exit(f"{what}: not after {seconds} seconds")
        time.sleep(0.1)


class Cluster:
    """Runs as the user postgres if this process is root, because the servers refuse to be root."""

    def __init__(self, folder, site):
        self.folder = pathlib.Path(folder)
        # Where the user postgres can read it.
        self.site = shutil.copytree(site, self.folder / "site")
        self.programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        self.etcd, self.peer, *ports = free_ports(8)
        self.ports, self.rest = ports[:3], ports[3:]
        self.processes = {}
        self.prefix = []
        if os.geteuid() == 0:
            self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(self.folder, "postgres")
            self.folder.chmod(0o755)
        for number in range(3):
            (self.folder / f"n{number}.yml").write_text(SETTINGS.format(
                number=number, rest=self.rest[number], port=self.ports[number], etcd=self.etcd, folder=self.folder,
                programs=self.programs))  # fmt: skip

    @property
    def address(self):
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"postgresql://postgres@{hosts}/postgres?connect_timeout=2"

    def run(self, name, *command):
        environment = {"PATH": f"{self.programs}:/usr/bin:/bin", "PYTHONPATH": str(self.site), "HOME": str(self.folder)}
        with open(self.folder / f"{name}.log", "a") as log:
            # A session of its own, so that an interrupt does not end it before its time.
            self.processes[name] = subprocess.Popen(
                [*self.prefix, *command], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=True)  # fmt: skip

    def start(self):
        client, peer = f"http://127.0.0.1:{self.etcd}", f"http://127.0.0.1:{self.peer}"
        self.run("etcd", "etcd", "--data-dir", str(self.folder / "etcd"), "--listen-client-urls", client,
                 "--advertise-client-urls", client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
                 "--initial-cluster", f"default={peer}")  # fmt: skip
        self.start_member(0)
        wait(self.leader, 60, "a leader")
        for number in (1, 2):
            self.start_member(number)
        wait(self.healthy, 60, "two standbys")

    def start_member(self, number):
        # Python of this process may be in a folder of root.
        python = "/usr/bin/python3" if self.prefix else sys.executable
        self.run(f"n{number}", python, "-m", "patroni", f"n{number}.yml")

    def ask(self, number, path="cluster", body=None, timeout=3):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.rest[number]}/{path}", json.dumps(body).encode() if body else None)
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.read()

    def members(self):
        for number in range(3):
            with contextlib.suppress(OSError):
                return json.loads(self.ask(number))["members"]
        return []

    def leader(self):
        """The name of the member that leads; `None` if none does."""
        return next((one["name"] for one in self.members() if one["role"] == "leader" and one["state"] == "running"), None)

    def healthy(self):
        """Whether all members are there again, and each standby may follow the leader: Patroni promotes no other."""
        ready = [one for one in self.members() if one["state"] == "streaming" and one["role"] == "quorum_standby"]
        return self.leader() and len(ready) == 2

    # Faults

    def kill_primary(self, with_patroni=False):
        leader = wait(self.leader, 60, "a leader")
        postmaster = (self.folder / f"data{leader[1]}" / "postmaster.pid").read_text().split()[0]
        if with_patroni:
            self.processes[leader].kill()
            self.processes[leader].wait()
        os.kill(int(postmaster), signal.SIGKILL)
        return leader

    def freeze_patroni(self):
        leader = wait(self.leader, 60, "a leader")
        self.processes[leader].send_signal(signal.SIGSTOP)
        return leader

    def thaw(self, name):
        self.processes[name].send_signal(signal.SIGCONT)

    def revive(self, name):
        self.start_member(int(name[1]))

    def switch_over(self):
        leader = wait(self.leader, 60, "a leader")
        self.ask(int(leader[1]), "switchover", {"leader": leader}, timeout=60)
        return leader

    def last_lines(self, count=25):
        """The ends of the logs, to see why something did not happen."""
        logs = sorted(self.folder.glob("n?.log"))
        return "\n".join(f"{log.name}:\n" + "\n".join(log.read_text().splitlines()[-count:]) for log in logs)

    def stop(self):
        for name, process in self.processes.items():
            if name != "etcd" and process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
        for name, process in self.processes.items():
            if name != "etcd":
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(30)
        for number in range(3):
            file = self.folder / f"data{number}" / "postmaster.pid"
            with contextlib.suppress(FileNotFoundError, ProcessLookupError, ValueError, IndexError):
                os.kill(int(file.read_text().split()[0]), signal.SIGQUIT)
        if "etcd" in self.processes:
            self.processes["etcd"].kill()
            self.processes["etcd"].wait()
