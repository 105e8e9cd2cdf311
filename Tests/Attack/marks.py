"""Families of names and texts with combining marks out of canonical order, which Swift sorts when it compares strings."""

import json

from families import PO_HEADER, QT, RESOURCES, RESX, TMX, XLIFF1, XLIFF2, Family, mo, project, table, unit, xcstrings
from streams import batch, request


def marked(size):
    return "a" + "\u0301\u0316" * size


def escaped(text):
    return json.dumps(text, ensure_ascii=False)


def checked(name, path, text):
    """A file in two languages, checked as a project. `text` gives a file for a marked name or text."""
    return project(f"marks: {name}", ["check", "--fail-on", "never", "."], lambda n: {
        path.format(language): text(marked(n)) for language in ("en", "de")})


def catalog(name, file, text, *options, query="rose", **others):
    arguments = ["lsearch", "--no-cache", "--locale", "en", "--catalog", file, *options]
    return Family(f"marks: {name}", [*arguments, query], lambda n: {
        file: text(marked(n)), **{other.replace("_", "."): more(marked(n)) for other, more in others.items()}})


def record(**members):
    return json.dumps({"id": "1", "title": "rose", **members}, ensure_ascii=False) + "\n"


def sidecar(members):
    return json.dumps({"defaultLocale": "en", **members}, ensure_ascii=False)


PO = PO_HEADER.replace('msgstr "C', 'msgstr "Language: {0}\\nC')

MARKS = [
    checked("a key of .strings", "{}.lproj/a.strings", lambda x: f'"{x}" = "b";\n'),
    checked("a text of .strings", "{}.lproj/a.strings", lambda x: f'"k" = "{x}";\n'),
    checked("an unquoted key of .strings", "{}.lproj/a.strings", lambda x: f'{x} = "b";\n'),
    checked("a msgid", "po/{}.po", lambda x: PO_HEADER + f'msgid "{x}"\nmsgstr "b"\n'),
    checked("a msgctxt", "po/{}.po", lambda x: PO_HEADER + f'msgctxt "{x}"\nmsgid "a"\nmsgstr "b"\n'),
    checked("a comment of PO", "po/{}.po", lambda x: PO_HEADER + f'#. {x}\n#: {x}:1\n#, {x}\nmsgid "a"\nmsgstr "b"\n'),
    checked("a key of .properties", "m_{}.properties", lambda x: f"{x}=b\n"),
    checked("a text of .properties", "m_{}.properties", lambda x: f"k={x}\n"),
    checked("a name of .resx", "R.{}.resx", lambda x: RESX.replace("{}", f'<data name="{x}"><value>a</value></data>')),
    checked("a name of Android", "values-{}/strings.xml", lambda x: RESOURCES.replace("{}", f'<string name="{x}">a</string>')),
    checked("a context of Qt", "a_{}.ts", lambda x: QT.replace("{}", f"<context><name>{x}</name><message><source>a</source><translation>b</translation></message></context>")),
    checked("a source of Qt", "a_{}.ts", lambda x: QT.replace("{}", f"<context><name>c</name><message><source>{x}</source><translation>{x}</translation></message></context>")),
    checked("a key of JSON", "locales/{}.json", lambda x: escaped({x: "b"})),
    checked("a text of JSON", "locales/{}.json", lambda x: escaped({"k": x})),
    checked("a key of ARB", "l10n/app_{}.arb", lambda x: escaped({x: "b", "@" + x: {"description": "c"}})),
    checked("a text of Fluent", "locales/{}.ftl", lambda x: f"k = {x}\n"),
    checked("an attribute of Fluent", "locales/{}.ftl", lambda x: f"k = a\n .{x} = b\n"),
    checked("a placeholder", "locales/{}.json", lambda x: escaped({"k": "{" + x + "} {{" + x + "}}"})),
    checked("a choice", "locales/{}.json", lambda x: escaped({"k": "{" + x + ", plural, other {a}}"})),
    checked("a branch of a choice", "locales/{}.json", lambda x: escaped({"k": "{n, select, " + x + " {a} other {b}}"})),
    checked("an id of XLIFF 1", "{}.xlf", lambda x: XLIFF1.replace("{}", f'<trans-unit id="{x}"><source>a</source><target>b</target></trans-unit>')),
    checked("an id of XLIFF 2", "{}.xlf", lambda x: XLIFF2.replace("{}", f'<unit id="{x}"><segment><source>a</source><target>b</target></segment></unit>')),
    project("marks: a key of .xcstrings", ["check", "--fail-on", "never", "a.xcstrings"], lambda n: {
        "a.xcstrings": xcstrings({marked(n): {"localizations": {"de": unit("b")}}})}),
    project("marks: a text of .xcstrings", ["check", "--fail-on", "never", "a.xcstrings"], lambda n: {
        "a.xcstrings": xcstrings({"k": {"localizations": {"de": unit(marked(n))}}})}),
    project("marks: a msgid of MO", ["dump", "a.mo"], lambda n: {"a.mo": mo(1, lambda _: (marked(n), "b"))}),
    project("marks: imported", ["import", "--dry-run", "--into", ".", "new.po"], lambda n: {
        **table('"k" = "a";', '"k" = "b";'), "new.po": PO.replace("{0}", "de") + f'msgctxt "k"\nmsgid "a"\nmsgstr "{marked(n)}"\n'}),
    project("marks: exported", ["export", "--to", "po", "--locale", "de", "--output", "de.po", "."], lambda n: table(
        f'"k" = "{marked(n)}";', f'"k" = "{marked(n)}";')),
    project("marks: a memory", ["memory", "--locale", "de", "--memory", "a.tmx", "text 1"], lambda n: {
        "a.tmx": TMX.replace("{}", f'<tu><tuv xml:lang="en"><seg>{marked(n)}</seg></tuv><tuv xml:lang="de"><seg>{marked(n)}</seg></tuv></tu>')}),
    project("marks: a glossary", ["check", "--select", "glossary-term", "--glossary", "a.csv", "--fail-on", "never", "."], lambda n: {
        **table('"k" = "a";', '"k" = "x";'), "a.csv": f"en,de\n{marked(n)},Wort\n"}),
    catalog("a name of a member", "shop.jsonl", lambda x: record(**{x: "b"})),
    catalog("a name in an object", "shop.jsonl", lambda x: record(more={x: "b"})),
    catalog("a name as an escape", "shop.jsonl", lambda x: record().replace("}", ', "' + json.dumps(x)[1:-1] + '": 1}')),
    catalog("a locale", "shop.jsonl", lambda x: record(keywords={x: "b"})),
    catalog("a currency", "shop.jsonl", lambda x: record(price={"amount": "1", "currency": x})),
    catalog("a scope", "shop.jsonl", lambda x: record(type=x)),
    catalog("an id", "shop.jsonl", lambda x: record(id=x)),
    catalog("a title", "shop.jsonl", lambda x: record(title=x)),
    catalog("a column", "shop.csv", lambda x: f"id,title,{x}\n1,rose,b\n"),
    catalog("a scope of a table", "shop.csv", lambda x: f"id,title,type\n1,rose,{x}\n"),
    catalog("a value of an attribute", "shop.jsonl", lambda x: record(color=x) * 1, "--facet", "color", shop_catalog_json=lambda x: sidecar(
        {"attributes": {"color": {"type": "text"}}})),
    catalog("an attribute", "shop.jsonl", lambda x: record(), shop_catalog_json=lambda x: sidecar({"attributes": {x: {"type": "text"}}})),
    catalog("a synonym", "shop.jsonl", lambda x: record(), shop_catalog_json=lambda x: sidecar({"synonyms": {"en": [[x, "b"]]}})),
    catalog("a scope's id", "shop.jsonl", lambda x: record(), shop_catalog_json=lambda x: sidecar({"scopes": [{"id": x, "name": {"en": "S"}}]})),
    catalog("a rule", "shop.jsonl", lambda x: record(), shop_catalog_json=lambda x: sidecar({"rules": [{"query": x, "pin": ["1"]}]})),
    batch("marks: a query", lambda n: request(q=marked(n))),
    batch("marks: a filter", lambda n: request(filter=f'brand = "{marked(n)}"')),
    batch("marks: an attribute of a filter", lambda n: request(filter=f"{marked(n)} = 1")),
    batch("marks: a scope of a request", lambda n: request(scope=marked(n))),
    batch("marks: a member of a request", lambda n: request(**{marked(n): 1})),
]
