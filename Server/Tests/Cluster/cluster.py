# Three servers of PostgreSQL under Patroni, with one etcd, in a temporary folder: on loopback, or each in a network namespace.

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
restapi: {{listen: '{host}:{rest}', connect_address: '{host}:{rest}'}}
etcd3: {{hosts: '{hub}:{etcd}'}}
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
  listen: {host}:{port}
  connect_address: {host}:{port}
  data_dir: {folder}/data{number}
  bin_dir: {programs}
  pg_hba: ['local all all trust', 'host all all {network} trust', 'host replication all {network} trust']
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
    """Waits until a condition holds; the limit is this many seconds on an idle machine, and more on a busy
    one."""
    waited, last = 0, time.monotonic()
    while True:
        with contextlib.suppress(OSError, ValueError):
            if found := until():
                return found
        if waited > seconds:
            sys.exit(f"{what}: not after {seconds} seconds")
        time.sleep(0.1)
        now = time.monotonic()
        # If several processes compete for each processor, everything takes that many times longer.
        waited += (now - last) / max(1, os.getloadavg()[0] / os.cpu_count())
        last = now


class Loopback:
    """All members at one address."""

    hub, network, hosts, prefixes = "127.0.0.1", "127.0.0.1/32", ["127.0.0.1"] * 3, [[], [], []]
    can_part = False

    def close(self):
        pass


class Namespaces:
    """Each member in a network namespace, at the end of a cable that can be pulled. This process must be in a namespace of its own."""

    hub, network, hosts = "10.97.0.1", "10.97.0.0/24", [f"10.97.0.{number + 10}" for number in range(3)]
    can_part = True

    def __init__(self):
        self.holders = []
        self.ip("link", "set", "lo", "up")
        self.ip("link", "add", "hub0", "type", "bridge")
        self.ip("address", "add", self.hub + "/24", "dev", "hub0")
        self.ip("link", "set", "hub0", "up")
        for number, host in enumerate(self.hosts):
            # This process keeps the namespace in existence.
            holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"], stdin=subprocess.DEVNULL)
            self.holders.append(holder)
            mine = os.readlink("/proc/self/ns/net")
            wait(lambda path=f"/proc/{holder.pid}/ns/net", mine=mine: os.readlink(path) != mine, 10, "a namespace")
            self.ip("link", "add", f"cable{number}", "type", "veth", "peer", "name", f"end{number}")
            self.ip("link", "set", f"end{number}", "netns", str(holder.pid))
            self.ip("link", "set", f"cable{number}", "master", "hub0", "up")
            inside = ["nsenter", f"--net=/proc/{holder.pid}/ns/net", "ip"]
            for command in (["link", "set", "lo", "up"], ["address", "add", host + "/24", "dev", f"end{number}"], ["link", "set", f"end{number}", "up"]):
                subprocess.run([*inside, *command], check=True)
        self.prefixes = [["nsenter", f"--net=/proc/{holder.pid}/ns/net"] for holder in self.holders]

    def ip(self, *command):
        subprocess.run(["ip", *command], check=True)

    def set_cable(self, number, state):
        """Plugs or pulls the cable of a member: "up" or "down"."""
        self.ip("link", "set", f"cable{number}", state)

    def close(self):
        for holder in self.holders:
            holder.kill()
            holder.wait()


class Cluster:
    """Runs as the user postgres if this process is root, because the servers refuse to run as root."""

    def __init__(self, folder, site, network):
        self.network = network
        self.folder = pathlib.Path(folder)
        # The user postgres must be able to read it.
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
                programs=self.programs, host=network.hosts[number], hub=network.hub, network=network.network))  # fmt: skip

    @property
    def address(self):
        hosts = ",".join(f"{host}:{port}" for host, port in zip(self.network.hosts, self.ports))
        return f"postgresql://postgres@{hosts}/postgres?connect_timeout=2"

    def run(self, name, *command, prefix=()):
        environment = {"PATH": f"{self.programs}:/usr/bin:/bin", "PYTHONPATH": str(self.site), "HOME": str(self.folder)}
        with open(self.folder / f"{name}.log", "a") as log:
            # It gets a session of its own, so that an interrupt does not end it early.
            self.processes[name] = subprocess.Popen(
                [*prefix, *self.prefix, *command], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=True)  # fmt: skip

    def start(self):
        client, peer = f"http://{self.network.hub}:{self.etcd}", f"http://{self.network.hub}:{self.peer}"
        self.run("etcd", "etcd", "--data-dir", str(self.folder / "etcd"), "--listen-client-urls", client,
                 "--advertise-client-urls", client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
                 "--initial-cluster", f"default={peer}")  # fmt: skip
        self.start_member(0)
        # A busy machine takes long to create a database.
        wait(self.leader, 180, "a leader")
        for number in (1, 2):
            self.start_member(number)
        wait(self.healthy, 180, "two standbys")

    def start_member(self, number):
        # The Python of this process may be in a folder that only root can read.
        python = "/usr/bin/python3" if self.prefix else sys.executable
        self.run(f"n{number}", python, "-m", "patroni", f"n{number}.yml", prefix=self.network.prefixes[number])

    def ask(self, number, path="cluster", body=None, timeout=10):
        request = urllib.request.Request(
            f"http://{self.network.hosts[number]}:{self.rest[number]}/{path}", json.dumps(body).encode() if body else None)
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
        """Whether all members run again, and each standby may follow the leader: Patroni promotes no
        other."""
        ready = [one for one in self.members() if one["state"] == "streaming" and one["role"] == "quorum_standby"]
        return self.leader() and len(ready) == 2

    # Faults

    def kill_primary(self, with_patroni=False):
        leader = wait(self.leader, 60, "a leader")
        self.kill(leader, with_patroni)
        return leader

    def kill(self, name, with_patroni=True):
        postmaster = (self.folder / f"data{name[1]}" / "postmaster.pid").read_text().split()[0]
        if with_patroni:
            self.processes[name].kill()
            self.processes[name].wait()
        os.kill(int(postmaster), signal.SIGKILL)

    def kill_standby(self):
        """Kills a standby with its Patroni."""
        standby = wait(lambda: next((one["name"] for one in self.members() if one["role"] == "quorum_standby"), None), 60, "a standby")
        self.kill(standby)
        return standby

    def cut_primary(self):
        leader = wait(self.leader, 60, "a leader")
        self.network.set_cable(int(leader[1]), "down")
        return leader

    def join(self, name):
        self.network.set_cable(int(name[1]), "up")

    def freeze_patroni(self):
        leader = wait(self.leader, 60, "a leader")
        self.processes[leader].send_signal(signal.SIGSTOP)
        return leader

    def thaw(self, name):
        self.processes[name].send_signal(signal.SIGCONT)

    def revive(self, name):
        self.start_member(int(name[1]))

    def switch_over(self):
        def switched():
            # Patroni refuses while it finds no standby that is up to date enough.
            if leader := self.leader():
                self.ask(int(leader[1]), "switchover", {"leader": leader}, timeout=60)
            return leader

        return wait(switched, 60, "a switchover")

    def last_lines(self, count=25):
        """The ends of the logs, to see why a condition did not hold."""
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
