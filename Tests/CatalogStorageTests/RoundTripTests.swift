// Records of any content survive a round trip through every format.

import CatalogSearch
import CatalogStorage
import Testing
import TestSupport

@Suite struct RoundTripTests {
    private static let locales = ["en", "de", "pt_BR", "zh_Hant", "sr_Latn", "he", "ja", "th"]
    /// Characters that formats treat specially, and scripts of one to four bytes.
    private static let characters = Array(
        "abc \"\\,;:'{}[]\t\n\r/\u{1}\u{7F}äßéあ漢ไทยعש🍀👩‍👧\u{0}\u{301}\u{FEFF}\u{FFFD}\u{10FFFF}")

    private func text(_ random: inout SeededGenerator, without excluded: Set<Character> = []) -> String {
        var text = "x"
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let character = Self.characters.randomElement(using: &random)!
            if !excluded.contains(character) { text.append(character) }
        }
        return text
    }

    private func record(_ number: Int, _ random: inout SeededGenerator) -> CatalogRecord {
        var record = CatalogRecord(id: "\(number)-" + text(&random))
        if Bool.random(using: &random) { record.scope = text(&random) }
        for field in FieldName.standard {
            for locale in Self.locales where Int.random(in: 0..<3, using: &random) == 0 {
                let count = field == .keywords ? Int.random(in: 1...3, using: &random) : 1
                for _ in 0..<count {
                    // Keywords of a table are separated by semicolons and trimmed.
                    let value =
                        field == .keywords ? text(&random, without: [";", " ", "\t"]) : text(&random)
                    record.texts.append(.init(field, LocaleIdentifier(locale)!, value))
                }
            }
        }
        if Bool.random(using: &random) { record.year = Int.random(in: -3000...3000, using: &random) }
        if Bool.random(using: &random) {
            record.price = Price("\(Int.random(in: 0...9999, using: &random)).50", currency: "EUR")
        }
        if Bool.random(using: &random) { record.popularity = Double.random(in: 0...1, using: &random) }
        if Bool.random(using: &random) {
            record.additionalMembers = [.init(name: "shade", json: quoted(text(&random)))]
        }
        return record
    }

    private func records(seed: UInt64) -> [CatalogRecord] {
        var random = SeededGenerator(seed: seed)
        return (0..<60).map { record($0, &random) }
    }

    /// Shows only the first records that differ.
    private func expectEqual(_ found: [CatalogRecord], _ expected: [CatalogRecord]) {
        #expect(found.count == expected.count)
        if let (found, expected) = zip(found, expected).first(where: { $0 != $1 }) {
            #expect(found == expected)
        }
    }

    @Test(arguments: 1...8) func jsonLines(seed: Int) {
        let records = records(seed: UInt64(seed))
        let outcome = read(records.map(json).joined(separator: "\n"), blockSize: 64 << (seed % 4))
        expectEqual(outcome.records, records)
        #expect(outcome.diagnostics == [])
    }

    @Test(arguments: 1...8) func recordsAsJSON(seed: Int) {
        let records = records(seed: UInt64(seed))
        let description = CatalogDescription(id: "shop")
        let outcome = read(records.map { $0.json(in: description) }.joined(separator: "\n"))
        expectEqual(outcome.records, records)
        #expect(outcome.diagnostics == [])
    }

    @Test func pricesAndAttributesAsJSON() {
        let sidecar = #"""
            {"defaultLocale": "en", "attributes": {
              "color": {"type": "text", "many": true}, "brand": {"type": "text", "member": "vendor"},
              "stock": {"type": "number"}, "added": {"type": "date"}, "sale": {"type": "boolean"},
              "store": {"type": "place", "many": true}}}
            """#
        let line =
            #"{"id":"1","title":{"en":"x"},"price":{"amount":"5.00","currency":"EUR"},"#
            + #""prices":[{"amount":"4","currency":"EUR","market":"AT"},{"amount":"900","currency":"JPY"}],"#
            + #""color":{"en":["red","blue"],"de":["rot","blau"]},"vendor":"Alm","stock":12.50,"#
            + #""added":"2026-01-31","sale":true,"store":["52.52,13.405","0,1"],"shelf":[1,{"a":null}]}"#
        let first = read(line, sidecar: sidecar)
        #expect(first.diagnostics == [] && first.records.first?.attributes.count == 8)
        let lines = first.records.map { $0.json(in: first.reading.description) }
        #expect(read(lines.joined(separator: "\n"), sidecar: sidecar).records == first.records)
    }

    /// What was HTML is not read as HTML again.
    @Test(arguments: [true, false]) func textsAboutHTMLAsJSON(readsHTML: Bool) {
        let sidecar =
            #"{"defaultLocale": "en", "html": \#(readsHTML), "attributes": {"#
            + #""color": {"type": "text", "many": true}, "shape": {"type": "text"}}}"#
        let line =
            #"{"id": "1", "type": "&amp;amp;", "title": "&amp;nbsp; &amp; more", "#
            + #""description": "Use  the\n&lt;p&gt; tag, &amp;lt; and 1 < 2", "#
            + #""color": {"en": ["&amp;gt;", "a & b"]}, "shape": "&amp;lt;"}"#
        let first = read(line, sidecar: sidecar)
        let lines = first.records.map { $0.json(in: first.reading.description) }
        let hasTag = first.records.first?.texts.contains { $0.value.contains("<p>") }
        #expect(first.records.count == 1 && hasTag == readsHTML)
        #expect(read(lines.joined(separator: "\n"), sidecar: sidecar).records == first.records)
    }

    @Test(arguments: 1...8) func jsonList(seed: Int) {
        let records = records(seed: UInt64(seed))
        let text = "[" + records.map(json).joined(separator: seed % 2 == 0 ? "," : ",\n  ") + "]"
        let outcome = read(text, as: "shop.json", blockSize: 64 << (seed % 4))
        expectEqual(outcome.records, records)
        #expect(outcome.diagnostics == [])
    }

    @Test(arguments: 1...8) func tables(seed: Int) {
        let records = records(seed: UInt64(seed))
        for (name, separator) in [("shop.csv", ","), ("shop.tsv", "\t")] {
            let text = table(records, separator: separator, lineEnd: seed % 2 == 0 ? "\r\n" : "\n")
            let outcome = read(text, as: name, blockSize: 64 << (seed % 4))
            expectEqual(outcome.records, records)
            #expect(outcome.diagnostics == [])
        }
    }

    // MARK: A writer of its own

    private func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case ..<" ", "\u{7F}":
                json += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    private func json(_ record: CatalogRecord) -> String {
        var members = ["\"id\":" + quoted(record.id)]
        if let scope = record.scope { members.append("\"type\": " + quoted(scope)) }
        for field in FieldName.standard {
            var texts: [String] = []
            for locale in Self.locales {
                let values = record.texts.filter { $0.field == field && $0.locale.identifier == locale }.map {
                    quoted($0.value)
                }
                if values.isEmpty { continue }
                let value = field == .keywords ? "[" + values.joined(separator: ", ") + "]" : values[0]
                texts.append("\(quoted(locale)):\(value)")
            }
            if !texts.isEmpty { members.append("\"\(field)\":{" + texts.joined(separator: ",") + "}") }
        }
        if let year = record.year { members.append("\"year\":\(year)") }
        if let price = record.price {
            members.append("\"price\":{\"amount\":\"\(price.spelling)\",\"currency\":\"\(price.currency)\"}")
        }
        members.append("\"popularity\":\(record.popularity)")
        for member in record.additionalMembers { members.append("\(quoted(member.name)):\(member.json)") }
        return "{" + members.joined(separator: ",") + "}"
    }

    private func table(_ records: [CatalogRecord], separator: String, lineEnd: String) -> String {
        func row(_ cells: [String]) -> String {
            cells.map(doubled).joined(separator: separator) + lineEnd
        }
        var heading = ["id", "type", "year", "price[EUR]", "popularity", "shade"]
        for field in FieldName.standard { heading += Self.locales.map { "\(field)[\($0)]" } }
        var text = row(heading)
        for record in records {
            var cells = [record.id, record.scope ?? "", record.year.map(String.init) ?? ""]
            cells += [record.price?.spelling ?? "", "\(record.popularity)"]
            cells.append(record.additionalMembers.first.map { unquoted($0.json) } ?? "")
            for field in FieldName.standard {
                for locale in Self.locales {
                    cells.append(
                        record.texts.filter { $0.field == field && $0.locale.identifier == locale }.map(
                            \.value
                        )
                        .joined(separator: ";"))
                }
            }
            text += row(cells)
        }
        return text
    }

    /// A field in quotation marks. Works on scalars: a mark with a combining accent is one character.
    private func doubled(_ text: String) -> String {
        var field = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            if scalar == "\"" { field.append(scalar) }
            field.append(scalar)
        }
        return String(field) + "\""
    }

    /// The inverse of `quoted`.
    private func unquoted(_ json: String) -> String {
        var text = String.UnicodeScalarView()
        var scalars = json.unicodeScalars.dropFirst().dropLast()
        while let scalar = scalars.popFirst() {
            guard scalar == "\\", let escaped = scalars.popFirst() else {
                text.append(scalar)
                continue
            }
            switch escaped {
            case "n": text.append("\n")
            case "r": text.append("\r")
            case "t": text.append("\t")
            case "u":
                let digits = String(String.UnicodeScalarView(scalars.prefix(4)))
                text.append(Unicode.Scalar(UInt32(digits, radix: 16)!)!)
                scalars.removeFirst(4)
            default: text.append(escaped)
            }
        }
        return String(text)
    }
}
