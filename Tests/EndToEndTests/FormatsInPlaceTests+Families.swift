// The texts of `FormatsInPlaceTests` in adjacent files, among files of other programs with the same
// extensions.

extension FormatsInPlaceTests {
    static let properties = Project(
        name: "properties",
        files: [
            "src/messages.properties": """
            hello = Hello, %1$s, from %2$s
            n = {0, plural, one {%d file} other {%d files}}
            bye = Goodbye

            """,
            "src/messages_de.properties": """
            hello = Hallo, \\
              %1$s
            n = {0, plural, one {%d Datei} other {%d Dateien}}

            """,
            "gradle.properties": "org.gradle.daemon=true\n", "src/log4j.properties": "log4j.level=%d\n",
        ], mistake: "src/messages_de.properties:1:", missing: "src/messages_de.properties:")

    static let fluent = Project(
        name: "fluent",
        files: [
            "locales/en/app.ftl": """
            hello = Hello, %1$s, from %2$s
            n =
                { $count ->
                    [one] %d file
                   *[other] %d files
                }
            bye = Goodbye

            """,
            "locales/de/app.ftl": """
            hello = Hallo, %1$s
            n =
                { $count ->
                    [one] %d Datei
                   *[other] %d Dateien
                }

            """,
        ], mistake: "locales/de/app.ftl:1:", missing: "locales/de/app.ftl:")

    static let resx = Project(
        name: "resx",
        files: [
            "Properties/App.resx": """
            <root>
              <data name="hello" xml:space="preserve"><value>Hello, %1$s, from %2$s</value></data>
              <data name="n"><value>{0, plural, one {%d file} other {%d files}}</value></data>
              <data name="bye" xml:space="preserve"><value>Goodbye</value></data>
            </root>
            """,
            "Properties/App.de.resx": """
            <root>
              <data name="hello" xml:space="preserve"><value>Hallo, %1$s</value></data>
              <data name="n"><value>{0, plural, one {%d Datei} other {%d Dateien}}</value></data>
            </root>
            """,
            "Form.resx": "<root><data name=\"a\"><value>A %d</value></data></root>",
        ], mistake: "Properties/App.de.resx:2:", missing: "Properties/App.de.resx:")

    static let qt = Project(
        name: "qt",
        files: [
            "i18n/app_de.ts": """
            <?xml version="1.0" encoding="utf-8"?>
            <!DOCTYPE TS>
            <TS version="2.1" language="de" sourcelanguage="en">
            <context>
                <name></name>
                <message id="hello">
                    <source>Hello, %1$s, from %2$s</source>
                    <translation>Hallo, %1$s</translation>
                </message>
                <message id="n" numerus="yes">
                    <source>%d file(s)</source>
                    <translation>
                        <numerusform>%d Datei</numerusform>
                        <numerusform>%d Dateien</numerusform>
                    </translation>
                </message>
                <message id="bye">
                    <source>Goodbye</source>
                    <translation type="unfinished"></translation>
                </message>
            </context>
            </TS>

            """,
            "src/main.ts": "const a: Array<string> = [];\n",
            "src/strings_fr.ts": "export const a = '<TS>';\n",
        ], mistake: "i18n/app_de.ts:8:", missing: "i18n/app_de.ts:")
}
