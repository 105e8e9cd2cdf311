"""Families of what programs read from their standard input: requests, lines, and messages of agents and editors."""

import json

from catalogs import titles
from families import STRINGS, Family, each


def stream(name, arguments, text, first=500, files=lambda _: {}):
    return Family(name, arguments, lambda size: {**files(size), "input": text(size)}, first, given="input")


def batch(name, text, first=500):
    """Requests, a line each, for a catalog of ten records with an attribute."""
    arguments = ["lsearch", "--no-cache", "--catalog", "shop.jsonl", "--batch"]
    return stream(name, arguments, text, first, lambda _: {"shop.jsonl": titles(10, lambda number: {"brand": f"b{number % 3}"})})


def request(**members):
    return json.dumps({"q": "rose", "locale": "en", **members}) + "\n"


def call(tool, **arguments):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}) + "\n"


def message(method, number=None, **params):
    """A message of an editor."""
    text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **({} if number is None else {"id": number})})
    return f"Content-Length: {len(text.encode())}\r\n\r\n{text}"


START = message("initialize", 0, capabilities={})
DOCUMENT = {"uri": "file:///a/en.lproj/a.strings"}


def editor(name, text, first=500):
    return stream(name, ["lstrings", "lsp"], lambda n: START + text(n), first)


def opened(text):
    return message("textDocument/didOpen", textDocument={**DOCUMENT, "languageId": "strings", "version": 1, "text": text})


def asked(method, **params):
    return message(method, 1, textDocument=DOCUMENT, position={"line": 0, "character": 2}, **params)


def changed(line):
    change = {"range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}}, "text": "/* */"}
    return message("textDocument/didChange", textDocument={**DOCUMENT, "version": 2}, contentChanges=[change])


STREAMS = [
    batch("requests: one after the other", lambda n: request() * n, 100),
    batch("requests: broken ones", lambda n: '{"q": \n' * n),
    batch("requests: one member", lambda n: '{"q": "rose"' + ', "q": "rose"' * n + "}\n"),
    batch("requests: unknown members", lambda n: request(**{f"m{i}": i for i in range(n)})),
    batch("requests: brackets", lambda n: '{"q": ' + "[" * n + "\n"),
    batch("query: words", lambda n: request(q=each("w{0} ", n))),
    batch("query: one word", lambda n: request(q="rose " * n)),
    batch("query: a long word", lambda n: request(q="rose" * n)),
    batch("query: quotes", lambda n: request(q='"' * n)),
    batch("query: parentheses", lambda n: request(q="(" * n)),
    batch("query: operators", lambda n: request(q="OR " * n)),
    batch("query: attributes", lambda n: request(q="brand:b1 " * n)),
    batch("query: plain signs", lambda n: request(q="-" * n, syntax="plain")),
    batch("filter: alternatives", lambda n: request(filter=" OR ".join(f"brand = b{i}" for i in range(n)))),
    batch("filter: one alternative", lambda n: request(filter=" OR ".join(["brand = b1"] * n))),
    batch("filter: a list", lambda n: request(filter=f"brand IN [{', '.join(f'b{i}' for i in range(n))}]")),
    batch("filter: parentheses", lambda n: request(filter="(" * n + "brand = b1" + ")" * n)),
    batch("filter: negations", lambda n: request(filter="NOT " * n + "brand = b1")),
    batch("filter: a long value", lambda n: request(filter="brand = " + "b" * n)),
    batch("filter: an open quote", lambda n: request(filter='brand = "' + "b " * n)),
    batch("filter: conditions of a list", lambda n: request(filter=["brand = b1"] * n)),
    batch("filter: nested lists", lambda n: '{"q": "rose", "filter": ' + "[" * n + '"brand = b1"' + "]" * n + "}\n"),
    batch("lists: locales of the chain", lambda n: request(chain=[f"de-x-{i}" for i in range(n)])),
    batch("lists: catalogs", lambda n: request(catalogs=[f"c{i}" for i in range(n)])),
    batch("lists: facets", lambda n: request(facets=["brand"] * n)),
    batch("lists: sort keys", lambda n: request(sort=",".join(["brand:desc"] * n))),
    batch("lists: preferences", lambda n: request(prefer="brand = b1 * 2; " * n)),
    *(
        stream(f"lines: {what}", ["lsearch", "--lines", *options, "rose"], text)
        for what, options, text in (
            ("found", [], lambda n: "a rose\n" * n), ("different", [], lambda n: each("rose {0}\n", n)), ("one line", [], lambda n: "rose " * n + "\n"),
            ("broken UTF-8", [], lambda n: b"rose \xff\xc3\n" * n), ("fields", ["--with-nth", "1"], lambda n: "rose " * n + "\n"),
            ("colors", ["--ansi"], lambda n: "\x1b[31mrose\x1b[0m " * n + "\n"), ("open colors", ["--ansi"], lambda n: "rose\x1b[" + "1;" * n + "\n"),
            ("empty ones", [], lambda n: "\n" * n), ("a regular expression", ["-d", ", *", "--with-nth", "1"], lambda n: "rose" + ",  a" * n + "\n"),
        )
    ),
    *(
        stream(f"agents: {what}", command, text, first, lambda n: {
            "shop.jsonl": titles(10), "en.lproj/Localizable.strings": each(STRINGS, 10), "de.lproj/Localizable.strings": each(STRINGS, 5)})
        for command in (["lsearch", "--no-cache", "--catalog", "shop.jsonl", "--mcp"], ["lstrings", "mcp", "."])
        for what, first, text in (
            (f"calls of {command[0]}", 20, lambda n, command=command: (call("search", q="rose") if command[0] == "lsearch" else call("check")) * n),
            (f"broken messages to {command[0]}", 500, lambda n: '{"jsonrpc": \n' * n),
            (f"nesting for {command[0]}", 500, lambda n: "[" * n + "\n"),
            (f"members for {command[0]}", 500, lambda n: call("search", **{f"m{i}": i for i in range(n)})),
            (f"a long text for {command[0]}", 500, lambda n: call("search", q="rose " * n, text="rose " * n)),
        )
    ),
    editor("editors: an opened document", lambda n: opened(each(STRINGS, n))),
    editor("editors: a broken document", lambda n: opened('"k = \n' * n)),
    editor("editors: one long line", lambda n: opened('"k" = "v"; ' * n)),
    editor("editors: changes", lambda n: opened(each(STRINGS, 10)) + changed(0) * n, 20),
    editor("editors: a change of a long document", lambda n: opened(each(STRINGS, n)) + changed(n - 1)),
    editor("editors: broken messages", lambda n: "Content-Length: 2\r\n\r\n{]" * n),
    editor("editors: headers", lambda n: "X: y\r\n" * n + "\r\n"),
    editor("editors: unknown methods", lambda n: message("x", 1) * n),
    editor("editors: documents", lambda n: "".join(
        message("textDocument/didOpen", textDocument={"uri": f"file:///a/en.lproj/a{i}.strings", "languageId": "strings", "version": 1, "text": '"k" = "v";'})
        for i in range(n)), 20),
    *(
        editor(f"editors: {method} in a long document", lambda n, method=method, params=params: opened(each(STRINGS, n)) + asked(f"textDocument/{method}", **params))
        for method, params in (
            ("documentSymbol", {}), ("formatting", {"options": {"tabSize": 4, "insertSpaces": True}}), ("hover", {}), ("completion", {}),
            ("rename", {"newName": "x"}), ("references", {"context": {"includeDeclaration": True}}), ("definition", {}),
            ("codeAction", {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 1 << 30, "character": 0}}, "context": {"diagnostics": []}}),
        )
    ),
]
