"""Families of hostile inputs: what a program is given, by its size.

Each family is a name, the arguments of a program, and a function from a size to the files that it reads, by name. Arguments name the
program first. What grows is named in the family's name; everything else stays. `catalogs.py` has those of
catalogs, `streams.py` those of standard input.
"""

import json
import struct

# Numbers from this one on have as many digits.
ALIKE = 1_000_000
STRINGS = '"key {0}" = "value {0}";\n'
PO_HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
ENTRY = 'msgid "text {0}"\nmsgstr "Text {0}"\n\n'
XLIFF1 = '<xliff version="1.2"><file original="a" source-language="en" target-language="de"><body>{}</body></file></xliff>'
XLIFF2 = '<xliff version="2.0" srcLang="en" trgLang="de"><file id="a">{}</file></xliff>'
UNIT1 = '<trans-unit id="k{0}"><source>a {0}</source><target>b {0}</target></trans-unit>'
UNIT2 = '<unit id="k{0}"><segment><source>a {0}</source><target>b {0}</target></segment></unit>'
TBX = '<martif type="TBX"><text><body>{}</body></text></martif>'
CONCEPT = (
    '<termEntry id="c{0}"><langSet xml:lang="en"><tig><term>word {0}</term></tig></langSet>'
    '<langSet xml:lang="de"><tig><term>Wort {0}</term></tig></langSet></termEntry>'
)
TMX = '<tmx version="1.4"><header srclang="en"/><body>{}</body></tmx>'
PAIR = '<tu><tuv xml:lang="en"><seg>text {0}</seg></tuv><tuv xml:lang="de"><seg>Text {0}</seg></tuv></tu>'
RESOURCES = "<resources>{}</resources>"
QT = '<!DOCTYPE TS><TS version="2.1" language="de">{}</TS>'
CONTEXT = "<context><name>c{0}</name>{}</context>"
MESSAGE = "<message><source>a {0}</source><translation>b</translation></message>"
RESX = "<root>{}</root>"
DATA = '<data name="k{0}"><value>a</value></data>'
PLIST = '<plist version="1.0"><dict>{}</dict></plist>'
RULE = (
    "<key>k{0}</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@a@</string><key>a</key><dict><key>NSStringFormatSpecTypeKey"
    "</key><string>NSStringPluralRuleType</string><key>one</key><string>x</string><key>other</key><string>%d x</string></dict></dict>"
)


def each(pattern, size, first=0):
    return "".join(pattern.replace("{0}", str(number)) for number in range(first, first + size))


def mo(size, message=lambda number: (f"text {number:08}", f"Text {number}")):
    """A file of as many messages, in order, without a hash table."""
    pairs = [("", "Content-Type: text/plain; charset=UTF-8\n"), *map(message, range(size))]
    tables, texts, place = [b"", b""], b"", 28 + 16 * len(pairs)
    chunks = []
    for side in (0, 1):
        table = []
        for pair in pairs:
            text = pair[side].encode()
            table.append(struct.pack("<II", len(text), place))
            chunks.append(text + b"\0")
            place += len(text) + 1
        tables[side] = b"".join(table)
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, place)
    return head + tables[0] + tables[1] + b"".join(chunks)


def xcstrings(entries):
    return json.dumps({"sourceLanguage": "en", "version": "1.0", "strings": entries})


def unit(value):
    return {"stringUnit": {"state": "translated", "value": value}}


class Family:
    """With `given`, standard input is the file of this name."""

    def __init__(self, name, arguments, files, first=500, given=None):
        self.name, self.arguments, self.files, self.first, self.given = name, arguments, files, first, given

    def write(self, folder, size):
        """Writes the files into a folder, and returns how many bytes they have."""
        written = 0
        for name, text in self.files(size).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            written += path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        return written


def dump(name, file, text, first=500):
    return Family(name, ["lstrings", "dump", file], lambda size: {file: text(size)}, first)


def check(name, file, text, first=500):
    return Family(name, ["lstrings", "check", "--fail-on", "never", file], lambda size: {file: text(size)}, first)


def merge(name, file, versions, first=500):
    """`versions` gives base, ours and theirs."""
    arguments = ["lstrings", "merge-file", "base", "ours", "theirs", file]
    return Family(name, arguments, lambda size: dict(zip(("base", "ours", "theirs"), versions(size))), first)


def lines(size, inserted=lambda number: ""):
    return "".join(inserted(number) + f"line {number}\n" for number in range(size))


def project(name, command, files, first=500):
    return Family(name, ["lstrings", *command], files, first)


def table(text, other):
    return {"en.lproj/Localizable.strings": text, "de.lproj/Localizable.strings": other}


FAMILIES = [
    # .strings
    dump("strings: entries", "a.strings", lambda n: each(STRINGS, n)),
    dump("strings: one key", "a.strings", lambda n: '"k" = "v";\n' * n),
    dump("strings: comments before an entry", "a.strings", lambda n: "/* note */\n" * n + '"k" = "v";\n'),
    dump("strings: open comments", "a.strings", lambda n: "/* " * n),
    dump("strings: open quotes", "a.strings", lambda n: '"k = \n' * n),
    dump("strings: no semicolons", "a.strings", lambda n: '"k" = "v"\n' * n),
    dump("strings: escapes in a text", "a.strings", lambda n: '"k" = "' + "\\U00e4\\n" * n + '";'),
    dump("strings: bad escapes", "a.strings", lambda n: '"k" = "' + "\\Uzz\\x" * n + '";'),
    dump("strings: broken UTF-8", "a.strings", lambda n: b'"k" = "' + b"\xff\xc3" * n + b'";'),
    check("strings: placeholders in a text", "a.strings", lambda n: '"k" = "' + "%d %@ " * n + '";'),
    check("strings: numbered placeholders", "a.strings", lambda n: '"k" = "' + each("%{0}$d ", n, 1) + '";'),
    check("strings: tags in a text", "a.strings", lambda n: '"k" = "' + "<b>" * n + '";'),
    check("strings: open tags", "a.strings", lambda n: '"k" = "' + "<a " * n + '";'),
    check("strings: brackets", "a.strings", lambda n: '"k" = "' + "{([" * n + '";'),
    check("strings: flags", "a.strings", lambda n: "/* Flag: " + each("flag-{0}, ", n) + '*/\n"k" = "v";'),
    project(
        "check: pairs of two languages", ["check", "--fail-on", "never", "."],
        lambda n: table(each(STRINGS, n), each('"key {0}" = "Wert {0}";\n', n)),
    ),
    project(
        "check: placeholders of two languages", ["check", "--fail-on", "never", "."],
        lambda n: table('"k" = "' + "%d " * n + '";', '"k" = "' + "%@ " * n + '";'),
    ),
    project(
        "check: tags of two languages", ["check", "--fail-on", "never", "."],
        lambda n: table('"k" = "' + each("<a{0}>", n) + '";', '"k" = "' + each("<b{0}>", n) + '";'),
    ),
    project(
        "check: words of two languages", ["check", "--select", "all", "--fail-on", "never", "."],
        lambda n: table('"k" = "' + each("word{0} ", n) + '";', '"k" = "' + each("Wort{0} ", n) + '";'),
    ),
    *(
        project(
            f"check: {what} of two languages", ["check", "--select", "all", "--fail-on", "never", "."],
            lambda n, one=one, other=other: table(f'"k" = "{each(one, n, 1)}";', f'"k" = "{each(other, n, 1)}";'),
        )
        for what, one, other in (
            ("numbered placeholders", "%{0}$d ", "%{0}$@ "), ("named placeholders", "%(a{0})s ", "%(b{0})s "), ("braces", "{a{0}} ", "{b{0}} "),
            ("addresses", "https://a{0}.example/ ", "https://b{0}.example/ "), ("names of files", "a{0}/b.txt ", "b{0}/b.txt "),
            ("numbers", "{0} ", "1{0} "), ("quotes", "'a' ", "'b "), ("brackets", "[a] ", "[b "), ("sentences", "One two. ", "Eins zwei? "),
            ("references", "&#{0}; ", "&a{0}; "), ("options", "--a{0} ", "--b{0} "), ("choices", "{n, plural, one {a} other {b}} ", "{n, plural, other {b}} "),
        )
    ),
    project(
        "check: one translation for all", ["check", "--select", "all", "--fail-on", "never", "."],
        lambda n: table(each(STRINGS, n), each('"key {0}" = "same";\n', n)),
    ),
    project(
        "sync: new keys", ["sync", "--dry-run", "."], lambda n: table(each(STRINGS, n), '"a" = "b";\n'),
    ),
    project(
        "sync: renamed keys", ["sync", "--dry-run", "."],
        # A search reads a bounded number of keys: fewer ones cost their square. Numbers of as many digits make all names equally alike.
        lambda n: table(
            each('"key {0} new" = "value {0}";\n', n, ALIKE), each('"key {0} old" = "value {0}";\n', n, ALIKE)), 2_000,
    ),
    project(
        "sync: languages", ["sync", "--dry-run", "."],
        lambda n: {f"en.lproj/T{number}.strings": '"k" = "v";' for number in range(n)} | {"de.lproj/A.strings": '"k" = "v";'}, 50,
    ),
    project("stats: entries", ["stats", "."], lambda n: table(each(STRINGS, n), each(STRINGS, n))),
    project("pseudo: a text", ["pseudo", "--output", "out", "."], lambda n: table('"k" = "' + "word <b>%d</b> " * n + '";', "")),
    project("generate: members", ["generate", "--to", "swift", "."], lambda n: table(each(STRINGS, n), "")),
    project("generate: one name", ["generate", "--to", "swift", "."], lambda n: table(each('"a{0}" = "b";\n"a {0}" = "b";\n', n), "")),
    project("export: to PO", ["export", "--to", "po", "--output", "out", "."], lambda n: table(each(STRINGS, n), each(STRINGS, n))),
    project(
        "export: one text of many keys to PO", ["export", "--to", "po", "--output", "out", "."],
        lambda n: table(each('"key {0}" = "v";\n', n), each('"key {0}" = "w";\n', n)),
    ),
    project("export: to XLIFF", ["export", "--to", "xliff2", "--output", "out", "."], lambda n: table(each(STRINGS, n), each(STRINGS, n))),
    project("export: to MO", ["export", "--to", "mo", "--output", "out", "."], lambda n: table(each(STRINGS, n), each(STRINGS, n))),
    # PO
    dump("PO: entries", "de.po", lambda n: PO_HEADER + each(ENTRY, n)),
    dump("PO: one entry", "de.po", lambda n: PO_HEADER + 'msgid "a"\nmsgstr "b"\n\n' * n),
    dump("PO: lines of a text", "de.po", lambda n: PO_HEADER + 'msgid "a"\nmsgstr ""\n' + '"line\\n"\n' * n),
    dump("PO: comments", "de.po", lambda n: PO_HEADER + "#. note\n#: file:1\n#, fuzzy\n" * n + 'msgid "a"\nmsgstr "b"\n'),
    dump("PO: references in a line", "de.po", lambda n: PO_HEADER + "#: " + each("file:{0} ", n) + '\nmsgid "a"\nmsgstr "b"\n'),
    dump("PO: flags in a line", "de.po", lambda n: PO_HEADER + "#, " + each("flag-{0}, ", n) + 'x\nmsgid "a"\nmsgstr "b"\n'),
    dump("PO: obsolete entries", "de.po", lambda n: PO_HEADER + each('#~ msgid "a {0}"\n#~ msgstr "b"\n\n', n)),
    dump("PO: previous texts", "de.po", lambda n: PO_HEADER + '#| msgid "a"\n' * n + 'msgid "a"\nmsgstr "b"\n'),
    dump("PO: plural forms", "de.po", lambda n: PO_HEADER + 'msgid "a"\nmsgid_plural "b"\n' + each('msgstr[{0}] "c"\n', n)),
    dump("PO: open strings", "de.po", lambda n: PO_HEADER + 'msgid "a\n' * n),
    dump("PO: header fields", "de.po", lambda n: 'msgid ""\nmsgstr ""\n' + each('"X-{0}: a\\n"\n', n)),
    dump("PO: a plural condition", "de.po", lambda n: f'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural={"(n!=1)&&" * n}1;\\n"\n'),
    dump("PO: parentheses in the condition", "de.po", lambda n: f'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural={"(" * n}n;\\n"\n'),
    check("PO: checked entries", "de.po", lambda n: PO_HEADER + each(ENTRY, n)),
    check("PO: checked contexts", "de.po", lambda n: PO_HEADER + each('msgctxt "c{0}"\nmsgid "a"\nmsgstr "b"\n\n', n)),
    dump("MO: messages", "de.mo", mo),
    dump("MO: contexts", "de.mo", lambda n: mo(n, lambda number: (f"c{number:08}\4a", "b"))),
    dump("MO: plural forms", "de.mo", lambda n: mo(1, lambda _: ("a\0as", "\0".join(["b"] * n)))),
    # XLIFF
    dump("XLIFF 1.2: units", "de.xliff", lambda n: XLIFF1.format(each(UNIT1, n))),
    dump("XLIFF 2.0: units", "de.xliff", lambda n: XLIFF2.format(each(UNIT2, n))),
    *(
        dump(f"XLIFF {version}: {what}", "de.xliff", lambda n, form=form, part=part: form.replace("{0}", "k").replace("{}", part * n))
        for version, form, parts in (
            (
                "1.2",
                XLIFF1.replace("{}", '<trans-unit id="k"><source>a</source><target>b</target>{}</trans-unit>'),
                {"empty notes": "<note/>", "notes": "<note>a</note>", "other elements": "<x/>", "alternatives": "<alt-trans/>"},
            ),
            (
                "2.0",
                XLIFF2.replace("{}", '<unit id="k"><notes>{}</notes><segment><source>a</source><target>b</target></segment></unit>'),
                {"empty notes": "<note/>", "notes": "<note>a</note>", "other elements": "<x/>"},
            ),
            (
                "2.0",
                XLIFF2.replace("{}", '<unit id="k">{}</unit>'),
                {"segments": "<segment><source>a </source><target>b </target></segment>", "empty segments": "<segment/>"},
            ),
            (
                "1.2",
                XLIFF1.replace("{}", '<trans-unit id="k"><source>{}</source><target>b</target></trans-unit>'),
                {"codes": '<x id="1"/>', "pairs": '<g id="1">a</g>', "characters": "&#228;", "comments": "<!---->", "sections": "<![CDATA[a]]>"},
            ),
        )
        for what, part in parts.items()
    ),
    dump("XLIFF: files", "de.xliff", lambda n: '<xliff version="1.2">' + each(
        '<file original="{0}" source-language="en" target-language="de"><body/></file>', n) + "</xliff>"),
    dump("XLIFF: groups", "de.xliff", lambda n: XLIFF1.format("<group>" * 200 + "</group>" * 200 + "<group/>" * n)),
    dump("XLIFF: one identifier", "de.xliff", lambda n: XLIFF1.format(UNIT1.replace("{0}", "") * n)),
    # .stringsdict, .xcstrings, Android, TBX, TMX
    dump("stringsdict: rules", "de.lproj/a.stringsdict", lambda n: PLIST.format(each(RULE, n))),
    dump("stringsdict: one key", "de.lproj/a.stringsdict", lambda n: PLIST.format(RULE * n)),
    dump("stringsdict: empty values", "de.lproj/a.stringsdict", lambda n: PLIST.format("<key/><string/>" * n)),
    dump("stringsdict: variables", "de.lproj/a.stringsdict", lambda n: PLIST.format(
        "<key>k</key><dict><key>NSStringLocalizedFormatKey</key><string>" + each("%#@a{0}@", n) + "</string></dict>")),
    dump("xcstrings: entries", "a.xcstrings", lambda n: xcstrings({f"k{i}": {"localizations": {"de": unit("b")}} for i in range(n)})),
    dump("xcstrings: languages", "a.xcstrings", lambda n: xcstrings({"k": {"localizations": {f"de-x-{i}": unit("b") for i in range(n)}}}), 100),
    dump("xcstrings: one key", "a.xcstrings", lambda n: '{"sourceLanguage":"en","version":"1.0","strings":{' + ",".join(['"k":{}'] * n) + "}}"),
    dump("xcstrings: substitutions", "a.xcstrings", lambda n: xcstrings({"k": {"localizations": {"de": {
        **unit(each("%#@s{0}@", n)), "substitutions": {f"s{i}": {"formatSpecifier": "d", "variations": {"plural": {"other": unit("%arg")}}}
                                                       for i in range(n)}}}}}), 100),
    dump("Android: strings", "values-de/strings.xml", lambda n: RESOURCES.format(each('<string name="k{0}">a</string>', n))),
    dump("Android: items of an array", "values-de/strings.xml", lambda n: RESOURCES.format(
        f'<string-array name="k">{each("<item>a{0}</item>", n)}</string-array>')),
    dump("Android: items of plurals", "values-de/strings.xml", lambda n: RESOURCES.format(
        '<plurals name="k">' + '<item quantity="one">a</item>' * n + "</plurals>")),
    dump("Android: tags in a string", "values-de/strings.xml", lambda n: RESOURCES.format('<string name="k">' + "<b>a</b>" * n + "</string>")),
    dump("Android: one name", "values-de/strings.xml", lambda n: RESOURCES.format('<string name="k">a</string>' * n)),
    # .properties, .resx, Qt, JSON
    *(
        dump(f"properties: {what}", "m_de.properties", text)
        for what, text in (
            ("entries", lambda n: each("k{0}=a\n", n)), ("one key", lambda n: "k=a\n" * n), ("comments", lambda n: "# note\n" * n + "k=a\n"),
            ("lines of a text", lambda n: "k=" + "a\\\n" * n), ("escapes in a text", lambda n: "k=" + "\\u00e4" * n),
            ("bad escapes", lambda n: "k=" + "\\uzz" * n), ("backslashes", lambda n: "k=" + "\\" * n), ("broken UTF-8", lambda n: b"k=\xff\xc3" * n),
            ("a plural", lambda n: "k={n, plural, " + each("={0} {a} ", n) + "other {b}}"), ("braces", lambda n: "k=" + "{" * n),
        )
    ),
    *(
        dump(f"resx: {what}", "R.de.resx", lambda n, text=text: RESX.replace("{}", text(n)))
        for what, text in (
            ("entries", lambda n: each(DATA, n)), ("one name", lambda n: DATA.replace("{0}", "") * n),
            ("comments of an entry", lambda n: '<data name="k">' + "<comment>a</comment>" * n + "<value>a</value></data>"),
            ("values of an entry", lambda n: '<data name="k">' + "<value>a</value>" * n + "</data>"),
            ("headers", lambda n: each('<resheader name="h{0}"><value>a</value></resheader>', n)),
        )
    ),
    *(
        dump(f"Qt: {what}", "a_de.ts", lambda n, text=text: QT.replace("{}", text(n)))
        for what, text in (
            ("messages", lambda n: CONTEXT.replace("{}", each(MESSAGE, n))), ("contexts", lambda n: each(CONTEXT.replace("{}", MESSAGE), n)),
            ("one message", lambda n: CONTEXT.replace("{}", MESSAGE.replace("{0}", "") * n)),
            ("forms", lambda n: CONTEXT.replace("{}", '<message numerus="yes"><source>%n</source><translation>' + "<numerusform>a</numerusform>" * n
                                                + "</translation></message>")),
            ("locations", lambda n: CONTEXT.replace("{}", MESSAGE.replace("<source>", each('<location filename="a" line="{0}"/>', n) + "<source>", 1))),
        )
    ),
    *(
        dump(f"Fluent: {what}", "locales/de.ftl", text)
        for what, text in (
            ("messages", lambda n: each("k{0} = a\n", n)), ("one message", lambda n: "k = a\n" * n), ("attributes", lambda n: "k =\n" + each(" .a{0} = a\n", n)),
            ("comments", lambda n: "# a\n" * n + "k = a\n"), ("a group", lambda n: "## a\n" * n + "\n" + each("k{0} = a\n", n)),
            ("lines", lambda n: "k =\n" + " a\n" * n), ("blank lines", lambda n: "k = a\n" + "\n" * n + " b\n"), ("junk", lambda n: "k = }\n" * n),
            ("open braces", lambda n: "k = " + "{" * n), ("open calls", lambda n: "k = " + "{F(" * n), ("literals", lambda n: "k = " + '{"{"}' * n),
            ("variants", lambda n: "k = { $n ->\n" + each(" [v{0}] a\n", n) + " *[w] b\n }\n"), ("open choices", lambda n: "k = " + "{ $n ->\n [a] " * n),
        )
    ),
    *(
        dump(f"JSON: {what}", "locales/de.json", text)
        for what, text in (
            ("members", lambda n: json.dumps({f"k{i}": "a" for i in range(n)})), ("one member", lambda n: "{" + ",".join(['"k":"a"'] * n) + "}"),
            ("objects", lambda n: json.dumps({f"o{i}": {"a": "b"} for i in range(n)})), ("a list", lambda n: json.dumps({"k": ["a"] * n})),
            ("nesting", lambda n: '{"k":' * n + '"a"' + "}" * n), ("open objects", lambda n: '{"k":' * n),
            ("plurals", lambda n: json.dumps({f"k{i}_{form}": "a" for i in range(n) for form in ("one", "other")})),
            ("comments", lambda n: "/* a */" * n + '{"k": "a"}'), ("commas", lambda n: '{"k": "a"' + "," * n + "}"),
            ("escapes", lambda n: '{"k": "' + "\\u00e4" * n + '"}'), ("half surrogates", lambda n: '{"k": "' + "\\ud800" * n + '"}'),
            ("a choice", lambda n: '{"k": "{n, plural, ' + each("={0} {a} ", n) + 'other {b}}"}'),
        )
    ),
    dump("ARB: entries", "a_de.arb", lambda n: json.dumps({f"{at}k{i}": {"description": "a"} if at else "a" for i in range(n) for at in ("", "@")})),
    *(
        project(f"import: new {what}", ["import", "--dry-run", "--into", ".", "new.po"], lambda n, path=path, text=text: {
            path.format("en"): json.dumps(text(n, 0), indent=1), path.format("de"): json.dumps(text(n, 1), indent=1),
            "new.po": PO_HEADER.replace('msgstr "', 'msgstr "Language: de\\n') + each('msgctxt "k{0}"\nmsgid "a {0}"\nmsgstr "b {0}"\n\n', n)})
        for what, path, text in (
            ("members of JSON", "locales/{}.json", lambda n, least: {f"k{i}": f"a {i}" for i in range(n) if i % 2 >= least}),
            ("entries of ARB", "l10n/app_{}.arb", lambda n, least: {f"k{i}": f"a {i}" for i in range(n) if i % 2 >= least}),
        )
    ),
    *(
        check(f"checked {name}: entries", file, text)
        for name, file, text in (
            ("properties", "m_de.properties", lambda n: each("k{0}=a {0}\n", n)), ("resx", "R.de.resx", lambda n: RESX.replace("{}", each(DATA, n))),
            ("Qt", "a_de.ts", lambda n: QT.replace("{}", CONTEXT.replace("{}", each(MESSAGE, n)))),
            ("JSON", "locales/de.json", lambda n: json.dumps({f"k{i}": f"a {i}" for i in range(n)})),
            ("Fluent", "locales/de.ftl", lambda n: each("k{0} = a { $x } {0}\n", n)),
        )
    ),
    project("TBX: concepts", ["check", "--select", "glossary-term", "--glossary", "a.tbx", "--fail-on", "never", "."], lambda n: {
        **table('"k" = "word 1";', '"k" = "x";'), "a.tbx": TBX.format(each(CONCEPT, n))}),
    project("TBX: terms of a concept", ["check", "--select", "glossary-term", "--glossary", "a.tbx", "--fail-on", "never", "."], lambda n: {
        **table('"k" = "word 1";', '"k" = "x";'),
        "a.tbx": TBX.format('<termEntry id="c">' + each('<langSet xml:lang="en"><tig><term>word {0}</term></tig></langSet>', n) + "</termEntry>")}),
    project("CSV glossary: concepts", ["check", "--select", "glossary-term", "--glossary", "a.csv", "--fail-on", "never", "."], lambda n: {
        **table('"k" = "' + each("word{0} ", n) + '";', '"k" = "x";'), "a.csv": "en,de\n" + each("word{0},Wort{0}\n", n)}),
    project("TMX: pairs", ["memory", "--locale", "de", "--memory", "a.tmx", "text 1"], lambda n: {"a.tmx": TMX.format(each(PAIR, n))}),
    project("TMX: one pair", ["memory", "--locale", "de", "--memory", "a.tmx", "text 1"], lambda n: {"a.tmx": TMX.format(PAIR * n)}),
    project("TMX: variants of a pair", ["memory", "--locale", "de", "--memory", "a.tmx", "text 1"], lambda n: {
        "a.tmx": TMX.format("<tu>" + '<tuv xml:lang="en"><seg>text</seg></tuv>' * n + "</tu>")}),
    project("baseline: findings", ["check", "--baseline", "b.json", "--fail-on", "never", "."], lambda n: {
        **table('"k" = "%d";', each('"k{0}" = "%@";\n', n)), "b.json": '{"version": 1, "findings": []}'}),
    # sources
    *(
        project(f"source: {what}", ["extract", file], lambda n, file=file, text=text: {file: text(n)})
        for what, file, text in (
            ("calls in Swift", "a.swift", lambda n: each('NSLocalizedString("k{0}", comment: "c")\n', n)),
            ("open parentheses in Swift", "a.swift", lambda n: "f(" * n),
            ("open calls in Swift", "a.swift", lambda n: "NSLocalizedString(" * n),
            ("braces in Swift", "a.swift", lambda n: "{" * n),
            ("interpolations in Swift", "a.swift", lambda n: 'String(localized: "' + each("\\(a{0}) ", n) + '")'),
            ("nested interpolations in Swift", "a.swift", lambda n: '"\\(' * n),
            ("nested comments in Swift", "a.swift", lambda n: "/*" * n),
            ("generic parameters in Swift", "a.swift", lambda n: "let a: " + "A<" * n),
            ("members in Swift", "a.swift", lambda n: "let x = a" + ".b" * n),
            ("operators in Swift", "a.swift", lambda n: 'String(localized: "a" ' + '+ "b" ' * n + ")"),
            ("declarations in Swift", "a.swift", lambda n: each("struct S{0} { let a{0}: Int }\n", n)),
            ("overloads in Swift", "a.swift", lambda n: "func f(a: Int) -> String { a }\n" * n + 'String(localized: "\\(f(a: 1))")\n' * n),
            ("variables that follow each other in Swift", "a.swift", lambda n: "let a0 = 1\n" + "".join(
                f"let a{i + 1} = a{i}\n" for i in range(n)) + f'String(localized: "\\(a{n})")'),
            ("quotes of raw strings in Swift", "a.swift", lambda n: "#" * n + '"a'),
            ("calls in Objective-C", "a.m", lambda n: each('NSLocalizedString(@"k{0}", @"c");\n', n)),
            ("adjacent strings in C", "a.c", lambda n: "gettext(" + '"a" ' * n + ");"),
            ("open calls in C", "a.c", lambda n: "gettext(" * n),
            ("lines of a macro in C", "a.c", lambda n: "#define A \\\n" + "gettext(\"a\") \\\n" * n),
            ("calls in Python", "a.py", lambda n: each('_("k{0}")\n', n)),
            ("open quotes in Python", "a.py", lambda n: '"""' * n),
            ("texts of a storyboard", "a.storyboard", lambda n: "<document>" + each('<label id="l{0}" text="t{0}"/>', n) + "</document>"),
        )
    ),
    # merging
    merge("merge: inserted lines", "a.txt", lambda n: (
        lines(n), lines(n, lambda i: f"ours {i}\n" if i % 3 == 0 else ""), lines(n, lambda i: f"theirs {i}\n" if i % 5 == 0 else ""))),
    merge("merge: equal inserted lines", "a.txt", lambda n: (
        lines(n), lines(n, lambda i: "x\n" if i % 3 == 0 else ""), lines(n, lambda i: "y\n" if i % 5 == 0 else ""))),
    merge("merge: all lines changed", "a.txt", lambda n: (lines(n), each("ours {0}\n", n), each("theirs {0}\n", n))),
    merge("merge: lines in reverse", "a.txt", lambda n: (lines(n), "".join(reversed(lines(n).splitlines(True))), lines(n))),
    merge("merge: lines of few kinds", "a.txt", lambda n: tuple("".join(f"{i * k % 7}\n" for i in range(n)) for k in (1, 2, 3))),
    merge("merge: removed lines", "a.txt", lambda n: (lines(n), "".join(f"line {i}\n" for i in range(0, n, 2)), "".join(f"line {i}\n" for i in range(0, n, 3)))),
    merge("merge: unreadable lines of strings", "a.strings", lambda n: ("= ;\n" * n, each("= {0};\n", n), each("= x{0};\n", n))),
    merge("merge: lines of open quotes", "a.strings", lambda n: ('"k = \n' * n, '"k = a\n' * n, '"k = b\n' * n)),
    merge("merge: entries of strings", "a.strings", lambda n: (each(STRINGS, n), each('"key {0}" = "ours {0}";\n', n), each('"key {0}" = "theirs {0}";\n', n))),
    merge("merge: inserted entries of strings", "a.strings", lambda n: (
        each(STRINGS, n), each(STRINGS + '"o{0}" = "a";\n', n), each('"t{0}" = "a";\n' + STRINGS, n))),
    merge("merge: one key of strings", "a.strings", lambda n: ('"k" = "a";\n' * n, '"k" = "b";\n' * n, '"k" = "c";\n' * n)),
    merge("merge: entries of PO", "de.po", lambda n: (PO_HEADER + each(ENTRY, n), PO_HEADER + each(ENTRY, n, 5), PO_HEADER + each(ENTRY, n, n // 2))),
    merge("merge: units of XLIFF", "de.xliff", lambda n: (
        XLIFF1.format(each(UNIT1, n)), XLIFF1.format(each(UNIT1, n, 5)), XLIFF1.format(each(UNIT1, n, n // 2)))),
    merge("merge: unreadable XLIFF", "de.xliff", lambda n: ("<\n" * n, each("<{0}\n", n), each("<x{0}\n", n))),
    merge("merge: elements of Android", "values-de/strings.xml", lambda n: tuple(
        RESOURCES.format(each(f'<string name="k{{0}}">{kind}</string>\n', n)) for kind in "abc")),
    merge("merge: entries of xcstrings", "a.xcstrings", lambda n: tuple(
        xcstrings({f"k{i}": {"localizations": {"de": unit(kind)}} for i in range(n)}) for kind in "abc")),
    *(
        merge(f"merge: entries of {name}", file, lambda n, text=text: tuple(text(n, kind) for kind in "abc"))
        for name, file, text in (
            ("properties", "m_de.properties", lambda n, kind: each(f"k{{0}}={kind}\n", n)),
            ("Fluent", "locales/de.ftl", lambda n, kind: each(f"k{{0}} = {kind}\n", n)),
            ("resx", "R.de.resx", lambda n, kind: RESX.replace("{}", each(DATA.replace(">a<", f">{kind}<"), n))),
            ("Qt", "a_de.ts", lambda n, kind: QT.replace("{}", CONTEXT.replace("{}", each(MESSAGE.replace(">b<", f">{kind}<"), n)))),
            ("JSON", "locales/de.json", lambda n, kind: json.dumps({f"k{i}": kind for i in range(n)}, indent=1)),
            ("stringsdict", "de.lproj/a.stringsdict", lambda n, kind: PLIST.format(each(RULE.replace(">x<", f">{kind}<"), n))),
        )
    ),
]
