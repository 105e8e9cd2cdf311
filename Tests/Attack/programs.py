"""Kinds of the attack by the files and streams that programs read. Each takes an `Attack`, and tells what it did."""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import tempfile

import catalogs
import families
import hostile
import marks
import streams
from target import PROGRAM_TIME, limited


def formats(attack):
    """Files of translations, sources and catalogs that are broken or very repetitive."""
    every = attack.chosen(families.FAMILIES + catalogs.CATALOGS + streams.STREAMS + marks.MARKS, 26)
    longest, slowest = 0.0, ""
    for family in every:
        with tempfile.TemporaryDirectory(dir=attack.folder) as folder:
            family.write(pathlib.Path(folder), family.first * (20 if attack.long else 2))
            with open(pathlib.Path(folder, family.given) if family.given else os.devnull, "rb") as given:
                taken = attack.run(family.name, family.arguments, folder, given=given)
            longest, slowest = max((longest, slowest), (taken, family.name))
    return f"{len(every)} families, longest {longest:.1f} s ({slowest})"


def folders(attack):
    """Pipes, devices, circles of links, sparse files and names with controls where files are expected."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=attack.folder))
    (folder / "sound.jsonl").write_text('{"id": "1", "title": "rose"}\n')
    os.mkfifo(folder / "pipe.jsonl")
    os.mkfifo(folder / "pipe.catalog.json")
    (folder / "zero.jsonl").symlink_to("/dev/zero")
    (folder / "random.csv").symlink_to("/dev/urandom")
    (folder / "circle.jsonl").symlink_to("circle.jsonl")
    (folder / "folder.jsonl").mkdir()
    (folder / "up.lproj").symlink_to("..")
    with open(folder / "sparse.jsonl", "wb") as sparse:
        sparse.truncate(1 << 28)
    (folder / "con\x1b[2Jtrol\u202e.jsonl").write_text('{"id": "2", "title": "rose"}\n')
    (folder / "en.lproj").mkdir()
    os.mkfifo(folder / "en.lproj" / "Pipe.strings")
    (folder / "en.lproj" / "Zero.strings").symlink_to("/dev/zero")
    deep = folder / "/".join(["d"] * 400)
    deep.mkdir(parents=True)
    (deep / "a.strings").write_text('"k" = "v";')
    commands = [
        ["lsearch", "--no-cache", "--catalog", ".", "rose"], ["lsearch", "--cache", "cache", "--catalog", ".", "rose"],
        ["lsearch", "--no-cache", "--catalog", "sparse.jsonl", "rose"], ["lsearch", "--no-cache", "--catalog", "zero.jsonl", "rose"],
        ["lstrings", "check", "."], ["lstrings", "stats", "."], ["lstrings", "extract", "."], ["lstrings", "dump", "en.lproj/Zero.strings"],
        ["lstrings", "check", "en.lproj/Zero.strings"], ["lstrings", "merge-file", "sound.jsonl", "sparse.jsonl", "sound.jsonl", "a.strings"],
    ]  # fmt: skip
    for command in commands:
        attack.run("folders", command, folder)
    return f"{len(commands)} runs"


XLIFF = (
    '<xliff version="1.2"><file original="{file}" source-language="en" target-language="{locale}" datatype="plaintext"><body>'
    '<trans-unit id="k"><source>v</source><target>out</target></trans-unit></body></file></xliff>'
)


def links(attack):
    """Links in a project that lead out of it, and names in files that do: nothing outside of the project is written."""
    outside = pathlib.Path(tempfile.mkdtemp(dir=attack.folder))
    folder = outside / "named"
    (outside / "other.lproj").mkdir()
    for path, text in {"other.lproj/T.strings": "old", "T.strings": "old", "named/en.lproj/T.strings": "v", "named/de.lproj/T.strings": "w"}.items():
        (outside / path).parent.mkdir(parents=True, exist_ok=True)
        (outside / path).write_text(f'"k" = "{text}";\n')
    (folder / "it.lproj").symlink_to("../other.lproj")
    (folder / "es.lproj").mkdir()
    (folder / "es.lproj" / "T.strings").symlink_to("../../T.strings")
    (folder / "fr.lproj").symlink_to("../missing.lproj")
    out = ("../x", "/tmp/x", "..", "de/../../x", "../it.lproj", "en.lproj/../../other.lproj")
    files = []
    for number, name in enumerate(out):
        one, two = XLIFF.replace("{file}", name).replace("{locale}", "de"), XLIFF.replace("{file}", "T.strings").replace("{locale}", name)
        for kind, text in (("a", one), ("b", two), ("c", XLIFF.replace("{file}", "T.strings").replace("{locale}", ("it", "es", "fr")[number % 3]))):
            files.append(outside / f"{number}{kind}.xliff")
            files[-1].write_text(text)
    entries = {"k": {"localizations": {name: {"stringUnit": {"state": "translated", "value": "a"}} for name in (*out, "en", "de")}}}
    (folder / "S.xcstrings").write_text(json.dumps({"sourceLanguage": "en", "version": "1.0", "strings": entries}))

    def state():
        return {path: path.read_bytes() for path in outside.rglob("*") if path.is_file() and folder not in path.parents}

    before = state()
    commands = [
        *(["import", file, "--into", folder] for file in files), ["sync", folder], ["compile", "--output", folder / "out", folder],
        *(["export", "--to", to, "--output", folder / "out", folder] for to in ("po", "xliff2", "android", "strings", "arb", "qt", "html")),
        ["pseudo", "--output", folder / "out", folder], ["format", folder],
    ]  # fmt: skip
    for command in commands:
        attack.run("links", ["lstrings", *command], folder)
        attack.failures.check(state() == before, f"links: {command[:2]} wrote outside of the folder that it names")
    return f"{len(commands) + linked_reads(attack)} runs"


def linked_reads(attack):
    """Links in a folder that lead out of it: nothing there is read."""
    outside = pathlib.Path(tempfile.mkdtemp(dir=attack.folder))
    folder, secret = outside / "named", "S3CRET"
    for path, text in {
        "locales/en.json": '{"k": "v"}', "en.lproj/T.strings": '"k" = "v";', "de.lproj/T.strings": '"k" = "w";', "po/de.po": "",
        "shop.catalog.json": '{"columns": {"#": "id", "root": "title"}}',
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    for name, text in {"a.json": f'{{"k": "{secret}"}}', "T.strings": f'"{secret}" = {secret}', "shop.csv": f"root\n{secret}\n", "a.po": f'msgid "{secret}"\nmsgstr "a"\n'}.items():
        (outside / name).write_text(text)
    for link, leads in {"locales/de.json": "../../a.json", "es.lproj/T.strings": "../../T.strings", "shop.csv": "../shop.csv", "po/fr.po": "../../a.po", "fr.lproj": ".."}.items():
        (folder / link).parent.mkdir(parents=True, exist_ok=True)
        (folder / link).symlink_to(leads)
    commands = [
        ["lsearch", "--no-cache", "--catalog", folder, ""], ["lstrings", "check", folder], ["lstrings", "stats", folder],
        ["lstrings", "export", "--to", "po", "--output", outside / "out", folder],
    ]  # fmt: skip
    for command in commands:
        ran = subprocess.run(
            [attack.programs / command[0], *command[1:]], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROGRAM_TIME,
            preexec_fn=limited, env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        attack.failures.check(ran.returncode in (0, 1, 2), f"links: {command[:2]}: {ran.returncode}")
        shown = ran.stdout + ran.stderr + b"".join(path.read_bytes() for path in (outside / "out").rglob("*") if path.is_file())
        attack.failures.check(secret.encode() not in shown, f"links: {command[:2]} reads a file to which a link leads")
    return len(commands)


XML = {
    "entities within entities": '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12)) + "]>{}&m;",
    "a file as an entity": '<!DOCTYPE x [<!ENTITY m SYSTEM "file:///etc/passwd">]>{}&m;',
    "an address as an entity": '<!DOCTYPE x [<!ENTITY % m SYSTEM "http://127.0.0.1:9/"> %m;]>{}',
    "elements within elements": "{}" + "<a>" * 200_000,
    "attributes": "{}<a " + " ".join(f'a{number}="b"' for number in range(100_000)) + "/>",
    "namespaces": "{}<a " + " ".join(f'xmlns:a{number}="b"' for number in range(100_000)) + "/>",
    "a name of a megabyte": "{}<" + "a" * 1_000_000 + "/>",
    "a comment that does not end": "{}<!--" + "-" * 1_000_000,
    "an instruction that does not end": "{}<?a " + "?" * 1_000_000,
    "another encoding": '<?xml version="1.0" encoding="UTF-7"?>{}',
    "an inclusion": '{}<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>',
}
XML_FILES = {
    "a.xliff": '<xliff version="1.2"><file original="a" source-language="en" target-language="de"><body>',
    "a.stringsdict": '<plist version="1.0"><dict>', "values-de/strings.xml": "<resources>", "a.tmx": "<tmx><body>", "a.tbx": "<martif><text><body>",
    "a.storyboard": "<document>",
}  # fmt: skip


def xml(attack):
    """Entities, inclusions, depth and width of XML in each format that is written in it."""
    every = attack.chosen([(file, root, name) for file, root in XML_FILES.items() for name in XML], 9)
    for file, root, name in every:
        with tempfile.TemporaryDirectory(dir=attack.folder) as folder:
            path = pathlib.Path(folder, file)
            path.parent.mkdir(exist_ok=True)
            path.write_text(XML[name].replace("{}", root))
            command = {"a.tmx": ["memory", "--locale", "de", "--memory", file, "text"], "a.storyboard": ["extract", file]}.get(file, ["dump", file])
            if file == "a.tbx":
                (pathlib.Path(folder) / "a.strings").write_text('"k" = "v";')
                command = ["check", "--glossary", file, "a.strings"]
            attack.run(f"XML: {name}", ["lstrings", *command], folder)
    return f"{len(every)} files"


def terminal(attack):
    """Catalogs, texts and names of files with controls: none reaches the terminal."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=attack.folder))
    controls = "".join(map(chr, [*range(1, 10), *range(11, 32), 127, *range(128, 160)])) + "\u202e\u2066\u2028\U000e0001"
    shop = folder / f"sh{controls[26]}[2Jop.jsonl"
    shop.write_text(json.dumps({"id": "i" + controls, "title": "rose" + controls, "color": controls, "description": controls}) + "\n{" + controls + "\n")
    strings = folder / "a.strings"
    strings.write_text(f'"k{controls}" = "v{controls}%d";\n"k{controls}" = broken{controls}\n')
    commands = [
        ["lsearch", "--no-cache", "--locale", "en", "--catalog", shop, "rose"],
        *(["lsearch", "--no-cache", "--locale", "en", "--catalog", shop, "--format", form, "rose"] for form in ("json", "jsonl", "csv", "tsv")),
        ["lsearch", "--no-cache", "--catalog", shop, "--explain", "rose"], ["lsearch", "--no-cache", "--list-catalogs", "--catalog", shop],
        ["lsearch", "--no-cache", "--catalog", shop, "x" + controls], ["lsearch", "--no-cache", "--catalog", shop, "--sort", controls, "rose"],
        *(["lstrings", "check", "--format", form, strings] for form in ("text", "json", "sarif", "junit", "github")),
        ["lstrings", "dump", strings], ["lstrings", "stats", strings], ["lstrings", "sync", "--dry-run", folder], ["lstrings", "check", "--select", controls],
        ["lsearchd", "--verify", shop], ["lsearchd", "--restore", shop, "--store", folder / "store.sqlite"], ["lsearchd", "--listen", controls],
        ["lstrings", "get", "k" + controls, "--path", folder], ["lstrings", "dump", "none" + controls],
    ]  # fmt: skip
    for command in commands:
        ran = subprocess.run(
            [attack.programs / command[0], *command[1:]], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROGRAM_TIME,
            preexec_fn=limited, env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        attack.failures.check(ran.returncode in (0, 1, 2), f"terminal: {command[:5]}: {ran.returncode}")
        # CSV and TSV are for programs, which get values as they are. A terminal does not: below.
        table = "csv" in command or "tsv" in command
        for name, shown in (("output", b"" if table else ran.stdout), ("errors", ran.stderr)):
            found = set(re.findall("[\x01-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066]", shown.decode("utf-8", "surrogateescape")))
            attack.failures.check(not found, f"terminal: {command[:5]}: {name} has {sorted(map(ord, found))}")
    # Tables, templates and texts are for programs, too, but a terminal gets no controls of theirs.
    (folder / "Localizations" / "en.lproj").mkdir(parents=True)
    (folder / "Localizations" / "en.lproj" / "Localizable.strings").write_text(f'"k" = "v{controls}";\n')
    (folder / "Source.swift").write_text(f'let text = NSLocalizedString("k{controls}", comment: "c{controls}")\n')
    to_terminal = [
        *(["lsearch", "--no-cache", "--locale", "en", "--catalog", shop, "--format", form, "rose"] for form in ("csv", "tsv")),
        ["lstrings", "get", "k"], ["lstrings", "extract", "Source.swift"],
    ]  # fmt: skip
    for command in to_terminal:
        shown = on_terminal(attack, command, folder)
        found = set(re.findall("[\x01-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066]", shown.decode("utf-8", "surrogateescape")))
        attack.failures.check(shown and not found, f"terminal: {command[:5]}: the terminal gets {sorted(map(ord, found))}")
    return f"{len(commands) + len(to_terminal)} runs"


def on_terminal(attack, command, folder):
    """What a program writes to a terminal."""
    terminal, other = os.openpty()
    process = subprocess.Popen(
        [attack.programs / command[0], *command[1:]], cwd=folder, stdin=subprocess.DEVNULL, stdout=other, stderr=subprocess.DEVNULL,
        preexec_fn=limited, env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8", "TERM": "xterm"},
    )  # fmt: skip
    os.close(other)
    written = b""
    # The other end is closed when the program has ended.
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 65_536):
            written += piece
    os.close(terminal)
    attack.failures.check(process.wait() in (0, 1, 2), f"terminal: {command[:5]}: {process.returncode}")
    return written.replace(b"\r\n", b"\n")


def standard_input(attack):
    """What programs read from their standard input: requests, lines, and messages of editors."""
    def message(text, length=None):
        return f"Content-Length: {len(text) if length is None else length}\r\n\r\n".encode() + text

    opened = json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": "file:///a.strings", "languageId": "strings", "version": 1, "text": '"k" = ' * 20_000}}}).encode()
    start = message(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
    batch = ["lsearch", "--no-cache", "--catalog", "shop.jsonl", "--batch"]
    inputs = [
        *((batch, content + b"\n" + b'{"q": "rose"}\n') for _, _, _, _, content in list(hostile.bodies())[:22]),
        (batch, b"\n" * 1_000_000), (batch, b"x" * 20_000_000),
        (["lsearch", "--lines", "rose"], b"x" * 3_000_000), (["lsearch", "--lines", "rose"], b"\xff\xfe\0" * 500_000),
        (["lsearch", "--lines", "rose"], b"rose\n" * 200_000),
        *((["lsearch", "--lines", "-d", delimiter, "--with-nth", "1", "rose"], b"a rose\n") for delimiter in ("[a", "a{1", "\\p{", "(?<", "*", "(")),
        *((["lstrings", "lsp"], content) for content in (
            b"", b"\0" * 100_000, b"Content-Length: -1\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n{}", b"X: " * 1_000_000,
            message(b"{}", 1 << 40), message(b"[" * 200_000), start + message(opened) + message(b"null") + message(b'{"id":2,"method":"x"}'),
            start + message(opened) * 20, message(opened), message(b'{"jsonrpc":"2.0","id":[],"method":{},"params":7}'),
        )),
    ]  # fmt: skip
    inputs = attack.chosen(inputs, 9)
    with tempfile.TemporaryDirectory(dir=attack.folder) as folder:
        pathlib.Path(folder, "shop.jsonl").write_text('{"id": "1", "title": "rose"}\n')
        for command, content in inputs:
            file = pathlib.Path(folder, "input")
            file.write_bytes(content)
            with open(file, "rb") as given:
                attack.run("standard input", command, folder, given=given)
    return f"{len(inputs)} runs"
