// How a `.properties` file spells what the syntax leaves open.

internal import Localization

/// How new entries of a file are written.
struct PropertiesSpelling: Sendable, Hashable {
    /// The last character that is written as it is; those behind it are `\u` and four digits.
    private enum Characters: Sendable, Hashable { case ascii, latin, all }

    private var characters = Characters.ascii
    private var hasLowercaseDigits = false
    /// What is between key and text.
    private(set) var separator = "="
    private(set) var lineBreak = "\n"

    /// The spelling of a file that is read in any encoding.
    init() {}

    /// The spelling of a file, with the model's where the file does not tell.
    init(of file: PropertiesFile, like model: PropertiesSpelling) {
        self = model
        let text = file.text
        if file.isLatin {
            characters = .latin
        } else if text.contains(where: { $0 >= 0x80 }) {
            characters = .all
        } else if !file.entries.isEmpty, file.entries.contains(where: { !$0.text.isASCII }) {
            characters = .ascii
        }
        if let escape = text.firstRange(of: Array("\\u".utf8)) {
            let digits = text[escape.upperBound...].prefix(4)
            let isUpper = digits.contains { (0x41...0x46).contains($0) }
            hasLowercaseDigits = !isUpper && digits.contains { (0x61...0x66).contains($0) }
        }
        if let end = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            lineBreak = text[end] == 0x0A ? "\n" : text[end...].starts(with: [0x0D, 0x0A]) ? "\r\n" : "\r"
        }
        let first = file.entries.first { !$0.text.isEmpty }
        if let first {
            let signs = text[first.keyRange.upperBound..<first.range.lowerBound]
            if signs.allSatisfy({ $0 != 0x5C && $0 < 0x80 }) {
                separator = String(decoding: signs, as: UTF8.self)
            }
        }
    }

    func key(_ text: String) -> String {
        spelled(text) { scalar, isFirst in
            switch scalar {
            case " ", "=", ":": true
            case "#", "!": isFirst
            default: false
            }
        }
    }

    /// A text as it is spelled.
    ///
    /// - Parameter isStart: whether nothing of the text is before this part, so that blanks would be dropped.
    func text(_ text: String, isStart: Bool = true) -> String {
        spelled(text) { scalar, isFirst in isStart && isFirst && scalar == " " }
    }

    /// A comment as lines of their own.
    func comment(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
            let line = String(
                String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" }))
            return "# \(characters == .all ? line : spelledCharacters(line))\(lineBreak)"
        }.joined()
    }

    /// The characters of a comment, in which a backslash is itself.
    private func spelledCharacters(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { line, scalar in
            if isWritten(scalar) { line.unicodeScalars.append(scalar) } else { line += escape(scalar) }
        }
    }

    private func spelled(_ text: String, needsBackslash: (Unicode.Scalar, Bool) -> Bool) -> String {
        var result = ""
        var isFirst = true
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case "\u{C}": result += "\\f"
            case _ where needsBackslash(scalar, isFirst):
                result += "\\"
                result.unicodeScalars.append(scalar)
            case _ where isWritten(scalar): result.unicodeScalars.append(scalar)
            default: result += escape(scalar)
            }
            isFirst = false
        }
        return result
    }

    private func isWritten(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: true
        case 0..<0xA0, 0xFEFF: false
        default: characters == .all || characters == .latin && scalar.value <= 0xFF
        }
    }

    private func escape(_ scalar: Unicode.Scalar) -> String {
        let escape = Self.escape(scalar)
        return hasLowercaseDigits ? escape.lowercased() : escape
    }

    /// `\u00C4`, or two of these for a character behind U+FFFF.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }.joined()
    }
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
