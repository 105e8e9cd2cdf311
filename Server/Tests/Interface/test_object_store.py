# Checkpoints in an S3-compatible store, whose server checks the signature of each request.

import hashlib
import http.client
import http.server
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

import boto3
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from moto.server import ThreadedMotoServer

PROGRAM = os.environ.get("STOREFRONT_PROGRAM")
TEXTS = pathlib.Path(__file__).resolve().parents[3] / "Localizations"
TOKEN = secrets.token_hex(32)
KEY, SECRET = "shop-key", secrets.token_hex(20)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def ask(port, method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


class SignatureCheck(http.server.BaseHTTPRequestHandler):
    """Forwards requests to a server of S3 if Amazon's own library gives them the same signature."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def fault(self, body):
        pattern = r"AWS4-HMAC-SHA256 Credential=(.*)/\d{8}/(.*)/s3/aws4_request, ?SignedHeaders=(.*), ?Signature=(.*)"
        found = re.fullmatch(pattern, self.headers.get("Authorization", ""))
        if not found or found[1] != KEY:
            return "InvalidAccessKeyId"
        signed = {name: self.headers[name] for name in found[3].split(";")}
        if not {"host", "x-amz-content-sha256", "x-amz-date"} <= set(signed):
            return "AccessDenied"
        if hashlib.sha256(body).hexdigest() != signed["x-amz-content-sha256"]:
            return "XAmzContentSHA256Mismatch"
        request = AWSRequest(self.command, f"http://{signed['host']}{self.path}", headers=signed)
        request.context["timestamp"] = signed["x-amz-date"]
        own = S3SigV4Auth(Credentials(KEY, SECRET), "s3", found[2])
        signature = own.signature(own.string_to_sign(request, own.canonical_request(request)), request)
        return None if signature == found[4] else "SignatureDoesNotMatch"

    def do_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if fault := self.fault(body):
            status, headers, content = 403, {}, f"<Error><Code>{fault}</Code></Error>".encode()
        else:
            connection = http.client.HTTPConnection("127.0.0.1", self.server.behind, timeout=60)
            connection.request(self.command, self.path, body, dict(self.headers))
            answer = connection.getresponse()
            status, headers, content = answer.status, dict(answer.headers), answer.read()
            connection.close()
        self.send_response(status)
        for name, value in headers.items():
            if name.lower() not in ("content-length", "connection", "transfer-encoding", "server", "date"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_PUT = do_POST = do_DELETE = do_any


class ObjectStore:
    """A server of S3 (moto), behind a check of signatures, because moto rejects signatures with encoded
    slashes, even Amazon's."""

    def __init__(self):
        self.moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.moto.start()
        host, port = self.moto.get_host_and_port()
        # moto stores its objects in this process.
        ask(port, "POST", "/moto-api/reset")
        self.check = http.server.ThreadingHTTPServer(("127.0.0.1", 0), SignatureCheck)
        # Servers are killed while they are connected.
        self.check.handle_error = lambda *_: None
        self.check.behind = port
        threading.Thread(target=self.check.serve_forever, daemon=True).start()
        self.bucket = boto3.client(
            "s3", endpoint_url=f"http://{host}:{port}", region_name="us-east-1", aws_access_key_id=KEY, aws_secret_access_key=SECRET
        )
        self.bucket.create_bucket(Bucket="shop")

    def variables(self):
        address = f"http://127.0.0.1:{self.check.server_port}"
        return {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_ENDPOINT_URL": address}

    def objects(self):
        """Sizes by name."""
        return {one["Key"]: one["Size"] for one in self.bucket.list_objects_v2(Bucket="shop").get("Contents", [])}

    def close(self):
        self.check.shutdown()
        self.check.server_close()
        self.moto.stop()


class Machine:
    """A folder with a store and a cache, in which lsearchd runs."""

    def __init__(self, folder, variables, place="s3://shop/teas"):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.port, self.administration = free_port(), free_port()
        own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        self.environment = {**own, **variables, "LSEARCHD_ADMIN_TOKEN": TOKEN, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
        self.command = [
            PROGRAM, "--listen", f"127.0.0.1:{self.port}", "--admin-listen", f"127.0.0.1:{self.administration}", "--no-page",
            "--store", folder / "store.sqlite", "--cache", folder / "cache", "--checkpoints", place, "--localizations", TEXTS,
        ]  # fmt: skip
        self.process = None

    def start(self):
        with open(self.folder / "log", "w") as log:
            self.process = subprocess.Popen(self.command, env=self.environment, stderr=log)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                if ask(self.port, "GET", "/readyz")[0] == 200:
                    return self
            except OSError:
                pass
            time.sleep(0.05)
        raise AssertionError(self.log)

    def stop(self):
        """Ends the server, which writes a last checkpoint."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(120)
            # It must not have crashed.
            assert self.process.returncode == 0, self.log

    @property
    def log(self):
        return (self.folder / "log").read_text()

    def write(self, path, body=b"{}", method="PUT", media_type="application/json"):
        status, answer = ask(
            self.administration, method, f"/admin/v1/catalogs/teas{path}", body, Authorization="Bearer " + TOKEN,
            Content_Type=media_type,
        )  # fmt: skip
        assert status in (200, 201), answer

    def found(self, query="assam"):
        return json.loads(ask(self.port, "GET", f"/v1/search?q={query}&locale=en")[1])["total"]


@unittest.skipUnless(PROGRAM, "STOREFRONT_PROGRAM does not name lsearchd")
class ObjectStoreTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.store = ObjectStore()
        self.addCleanup(self.store.close)

    def machine(self, name, variables=None, **more):
        machine = Machine(self.folder / name, variables or self.store.variables(), **more)
        self.addCleanup(machine.stop)
        return machine

    def wait_for_checkpoint(self, revision):
        """Waits until the store has a checkpoint of at least a revision."""
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:
            names = [name for name in self.store.objects() if "checkpoint-" in name]
            if any(int(name.split("-")[1]) >= revision for name in names):
                return
            time.sleep(0.2)
        self.fail("there is no checkpoint")

    def filled(self):
        """A machine that has uploaded a checkpoint of one record, and was stopped."""
        first = self.machine("first").start()
        first.write("")
        first.write("/records/1", b'{"id": "1", "title": "assam"}')
        first.stop()
        self.wait_for_checkpoint(2)
        return first

    def copied(self, first, name, variables=None):
        """Another machine with the same store, without its cache."""
        machine = self.machine(name, variables)
        for file in first.folder.glob("store.sqlite*"):
            shutil.copy(file, machine.folder)
        return machine

    def test_a_machine_starts_from_what_another_has_uploaded(self):
        first = self.filled()
        for name in self.store.objects():
            self.assertRegex(name, r"^teas/(checkpoint-\d{19}-[0-9a-f]{32}\.json|[0-9a-f]{16}-\d+\.(segment|deleted))$")
        second = self.copied(first, "second").start()
        self.assertIn("The store starts from a checkpoint", second.log)
        self.assertEqual(second.found(), 1)
        second.write("/records/2", b'{"id": "2", "title": "assam"}')
        second.stop()
        self.wait_for_checkpoint(3)
        third = self.copied(second, "third").start()
        self.assertIn("The store starts from a checkpoint", third.log)
        self.assertEqual(third.found(), 2)
        for log in (first.log, second.log, third.log):
            self.assertNotIn("No checkpoint", log)
            self.assertNotIn(SECRET, log)

    def test_large_files_are_uploaded_in_parts(self):
        first = self.machine("first").start()
        first.write("")
        lines = "".join(
            json.dumps({"id": str(number), "title": "assam", "note": secrets.token_hex(200_000)}) + "\n" for number in range(100)
        )
        first.write("/records?mode=whole", lines.encode(), "POST", "application/x-ndjson")
        first.stop()
        self.wait_for_checkpoint(2)
        self.assertGreater(max(self.store.objects().values()), 33 << 20)
        self.assertNotIn("Uploads", self.store.bucket.list_multipart_uploads(Bucket="shop"))
        second = self.copied(first, "second").start()
        self.assertIn("The store starts from a checkpoint", second.log)
        self.assertEqual(second.found(), 100)
        self.assertNotIn("No checkpoint", first.log + second.log)

    def test_damaged_objects_are_not_used(self):
        first = self.filled()
        name, size = next(one for one in self.store.objects().items() if one[0].endswith(".segment"))
        for body in (b"x" * size, b"x", b""):
            self.store.bucket.put_object(Bucket="shop", Key=name, Body=body)
            machine = self.copied(first, f"size{len(body)}").start()
            self.assertIn("A checkpoint is not used", machine.log)
            self.assertIn("its files are damaged", machine.log)
            self.assertEqual(machine.found(), 1)
            machine.process.kill()
            machine.process.wait()

    def test_without_the_service_or_the_right_it_starts_from_the_database(self):
        first = self.filled()
        rights = self.store.variables()
        for name, change, reason in (
            ("unreachable", {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{free_port()}"}, "refused"),
            ("secret", {"AWS_SECRET_ACCESS_KEY": "wrong"}, "SignatureDoesNotMatch"),
            ("key", {"AWS_ACCESS_KEY_ID": "unknown"}, "InvalidAccessKeyId"),
        ):
            machine = self.copied(first, name, {**rights, **change}).start()
            self.assertEqual(machine.found(), 1)
            machine.write("/records/2", b'{"id": "2", "title": "assam"}')
            machine.stop()
            lines = [line for line in machine.log.splitlines() if "No checkpoint can be written or read" in line]
            self.assertEqual(len(lines), 1, machine.log)
            self.assertIn(reason, lines[0])
            # The next start uses the machine's own cache.
            again = machine.start()
            self.assertIn("The store starts from a checkpoint", again.log)
            self.assertEqual(again.found(), 2)
            again.stop()

    def test_wrong_options_end_the_start(self):
        rights = self.store.variables()
        for place, variables, words in (
            ("s3://Shop/teas", rights, "s3://BUCKET/FOLDER"),
            ("s3://shop/../teas", rights, "s3://BUCKET/FOLDER"),
            ("s3://shop/teas", {}, "AWS_ACCESS_KEY_ID"),
            ("s3://shop/teas", {**rights, "AWS_ENDPOINT_URL": "ftp://host"}, "AWS_ENDPOINT_URL"),
        ):
            machine = self.machine("options", variables or {"X": ""}, place=place)
            done = subprocess.run(machine.command, env=machine.environment, stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)
        machine = self.machine("options", rights)
        done = subprocess.run(
            [*machine.command, "--no-cache"], env=machine.environment, stderr=subprocess.PIPE, text=True, timeout=60
        )
        self.assertEqual(done.returncode, 2)
        self.assertIn("--cache", done.stderr)


if __name__ == "__main__":
    unittest.main()
