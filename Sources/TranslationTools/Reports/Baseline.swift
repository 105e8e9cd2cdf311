// Findings that are known and accepted, so that only new ones are reported.

public import Localization

/// A baseline: the fingerprints of findings, each as often as it is found.
///
/// Its file is text, one finding to a line and sorted, so that version control shows what changed:
///
///     lstrings-baseline 1
///     # anything after a number sign is a comment
///     missing-key<TAB>Localizable<TAB>de<TAB>Open…<TAB>missing-key<TAB>Open…
///
/// The fields are those of `Finding.fingerprint`; `\t`, `\n`, `\r`, `\#` and `\\` stand for these characters.
public struct Baseline: Sendable, Hashable {
    /// How often each fingerprint is accepted.
    private var counts: [[String]: Int] = [:]
    /// What is wrong with the file that was read.
    public let diagnostics: [BaselineDiagnostic]

    private static let header = "lstrings-baseline 1"

    /// A baseline that accepts findings.
    public init(_ findings: some Sequence<Finding>) {
        for finding in findings { counts[finding.fingerprint, default: 0] += 1 }
        diagnostics = []
    }

    /// Reads a file. Lines that do not belong in a baseline are listed in `diagnostics`; all others count.
    ///
    /// - Parameter bytes: the file's contents, in UTF-8; ill-formed sequences match nothing.
    public init(parsing bytes: [UInt8]) {
        var diagnostics: [BaselineDiagnostic] = []
        var hasHeader = false
        var start = 0
        var number = 0
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            number += 1
            var line = bytes[start..<end]
            if line.last == 0x0D { line.removeLast() }
            let place = SourcePosition(line: number, column: 1, byteOffset: start)
            start = end + 1
            let text = String(decoding: line, as: UTF8.self)
            if text.utf8.allSatisfy({ $0 == 0x20 }) || text.utf8.first == UInt8(ascii: "#") { continue }
            if !hasHeader {
                hasHeader = true
                if text == Self.header { continue }
                diagnostics.append(BaselineDiagnostic(kind: .unknownVersion, place: place))
                // A binary file has many invalid lines; one diagnostic is enough.
                break
            }
            if let fields = Self.fields(of: text) {
                counts[fields, default: 0] += 1
            } else {
                diagnostics.append(
                    BaselineDiagnostic(kind: .invalidLine(String(text.prefix(40))), place: place))
            }
        }
        self.diagnostics = diagnostics
    }

    /// The file's text; the same for the same findings in any order.
    public var text: String {
        let lines = counts.flatMap { fields, count in
            repeatElement(fields.map(Self.escaped).joined(separator: "\t"), count: count)
        }
        let sorted = lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return ([Self.header] + sorted).map { $0 + "\n" }.joined()
    }

    /// Parts new findings from accepted ones.
    ///
    /// - Parameter absent: the checks that did not run: whether their findings remain is not known.
    /// - Returns: the findings that are not in the baseline, in their order, and how many of the
    ///   baseline's are not found any more.
    public func filter(
        _ findings: [Finding], without absent: Set<String> = []
    ) -> (new: [Finding], unneeded: Int) {
        var left = counts
        let new = findings.filter { finding in
            guard let count = left[finding.fingerprint], count > 0 else { return true }
            left[finding.fingerprint] = count - 1
            return false
        }
        let unneeded = left.filter { fields, _ in !absent.contains(fields.first ?? "") }
        return (new, unneeded.values.reduce(0, +))
    }

    // MARK: Lines

    private static func escaped(_ field: String) -> String {
        var line = ""
        for scalar in field.unicodeScalars {
            switch scalar {
            case "\t": line += #"\t"#
            case "\n": line += #"\n"#
            case "\r": line += #"\r"#
            case "\\": line += #"\\"#
            case "#": line += "\\#"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// The fields of a line; `nil` where there are too few, or an escape is invalid.
    private static func fields(of line: String) -> [String]? {
        var fields = [""]
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                isEscaped = false
                switch scalar {
                case "t": fields[fields.count - 1] += "\t"
                case "n": fields[fields.count - 1] += "\n"
                case "r": fields[fields.count - 1].unicodeScalars.append("\r")
                case "\\", "#": fields[fields.count - 1].unicodeScalars.append(scalar)
                default: return nil
                }
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\t" {
                fields.append("")
            } else {
                fields[fields.count - 1].unicodeScalars.append(scalar)
            }
        }
        // Check, table, locale, key and text.
        return isEscaped || fields.count < 5 || fields[0].isEmpty ? nil : fields
    }
}

/// A finding about the file of a baseline.
public struct BaselineDiagnostic: LocalizationDiagnostic {
    public enum Kind: Sendable, Hashable {
        /// The first line does not say that this is a baseline of the version that is known here.
        case unknownVersion
        /// A line that is no fingerprint: its beginning.
        case invalidLine(String)
    }

    public let kind: Kind
    /// Where.
    public let place: SourcePosition

    /// Where it is; never `nil` here.
    public var position: SourcePosition? { place }
    /// An error for a file that is no baseline, a warning for a line.
    public var severity: Severity { kind == .unknownVersion ? .error : .warning }
    /// The keys of all texts; the compiler checks that findings use no other.
    package enum MessageKey: String, CaseIterable {
        case unknownVersion = "Baseline.UnknownVersion"
        case invalidLine = "Baseline.InvalidLine"
    }

    /// `Baseline.` and the kind.
    public var messageKey: String {
        let key: MessageKey =
            switch kind {
            case .unknownVersion: .unknownVersion
            case .invalidLine: .invalidLine
            }
        return key.rawValue
    }
    /// The kind's facts.
    public var arguments: [any FormatArgument] {
        switch kind {
        case .unknownVersion: []
        case .invalidLine(let text): [text]
        }
    }
}
