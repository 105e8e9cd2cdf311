// The test suite of the working group of MessageFormat, whose messages are data in Tests/MessageFormat2Suite.

import JSON
import Localization
import TestSupport
import Testing

@Suite struct MessageFormat2SuiteTests {
    /// A file of the suite, and how many tests it has.
    static let files = [
        ("bidi", 27), ("data-model-errors", 23), ("fallback", 8), ("pattern-selection", 22),
        ("syntax-errors", 133), ("syntax", 114), ("u-options", 10), ("functions/currency", 12),
        ("functions/date", 7), ("functions/datetime", 7), ("functions/integer", 13), ("functions/number", 41),
        ("functions/offset", 16), ("functions/percent", 13), ("functions/string", 9), ("functions/time", 6),
    ]

    /// Of several errors the suite lists all that a program may report. We report what is wrong with a value
    /// once, and nothing of what cannot be done with it for that reason.
    @Test(arguments: files)
    func messagesShowWhatTheSuiteExpects(file: String, count: Int) throws {
        let path = packageFolder + "/Tests/MessageFormat2Suite/tests/\(file).json"
        let suite = try JSONReader.value(of: try bytes(of: path))
        let defaults = try #require(suite["defaultTestProperties"])
        let tests = try #require(suite["tests"]?.elements)
        #expect(tests.count == count)
        for test in tests {
            func property(_ name: String) -> JSON? { test[name] ?? defaults[name] }
            let source = try #require(property("src")?.string)
            let locale = try #require(property("locale")?.string.flatMap { LocaleIdentifier($0) })
            var formatter = MessageFormat2Formatter(locale)
            formatter.functions.merge(SuiteFunctions.all) { $1 }
            formatter.isolatesDirections = property("bidiIsolation")?.string != "none"
            let shown = formatter.format(source, Self.arguments(property("params")))
            if let expected = property("exp")?.string { #expect(shown.text == expected, "\(source)") }
            let kinds = Set(shown.faults.map(\.kind.rawValue))
            var expected = property("expErrors")?.elements?.compactMap { $0["type"]?.string } ?? []
            // What follows from a variable without a value is listed in "pattern-selection" alone.
            if expected.contains("unresolved-variable") { expected.append("bad-selector") }
            #expect(kinds.isSubset(of: expected) && kinds.isEmpty == expected.isEmpty, "\(source): \(kinds)")
        }
    }

    private static func arguments(_ parameters: JSON?) -> [String: any FormatArgument] {
        var arguments: [String: any FormatArgument] = [:]
        for parameter in parameters?.elements ?? [] {
            guard let name = parameter["name"]?.string, let value = parameter["value"] else { continue }
            if let number = value.integer {
                arguments[name] = number
            } else if let number = value.double {
                arguments[name] = number
            } else {
                arguments[name] = value.string ?? "true"
            }
        }
        return arguments
    }
}

/// The functions that the suite defines for tests alone.
private enum SuiteFunctions {
    static let all: [String: MessageFormat2Function] = [
        "test:function": { call throws(MessageFormat2Fault.Kind) in try value(&call) },
        "test:select": { call throws(MessageFormat2Fault.Kind) in try value(&call, formats: false) },
        "test:format": { call throws(MessageFormat2Fault.Kind) in try value(&call, selects: false) },
    ]

    private static func value(
        _ call: inout MessageFormat2Call, formats: Bool = true, selects: Bool = true
    ) throws(MessageFormat2Fault.Kind) -> MessageFormat2Value {
        guard let operand = call.operand, let number = MessageFormat2Number(operand.plainText) else {
            throw .badOperand
        }
        var options = operand.options.filter { ["decimalPlaces", "fails"].contains($0.key) }
        if let places = call.options["decimalPlaces"] {
            guard ["0", "1"].contains(places.text) else { throw .badOption }
            options["decimalPlaces"] = places
        }
        if let fails = call.options["fails"] {
            if ["never", "select", "format", "always"].contains(fails.text) {
                options["fails"] = fails
            } else {
                call.problems.append(.badOption)
            }
        }
        let hasDecimal = options["decimalPlaces"]?.text == "1"
        let fails = options["fails"]?.text ?? "never"
        let shown = text(number.text, hasDecimal: hasDecimal)
        let isShown = formats && fails != "format" && fails != "always"
        var value = MessageFormat2Value(.number(number)) { () throws(MessageFormat2Fault.Kind) -> String in
            guard isShown else { throw .badOption }
            return shown
        }
        value.options = options
        if selects, fails != "select", fails != "always" {
            let keys = number.text == "1" ? (hasDecimal ? ["1.0", "1"] : ["1"]) : []
            value.selection = MessageFormat2Value.Selection(
                matches: { keys.contains($0) }, isBetter: { key, _ in key == "1.0" })
        }
        return value
    }

    /// A number with no digit after the decimal point, or one.
    private static func text(_ number: String, hasDecimal: Bool) -> String {
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard hasDecimal else { return String(parts[0]) }
        return parts[0] + "." + (parts.count > 1 ? parts[1].prefix(1) : "0")
    }
}
