// Who reports, and in which words: what every form of report needs beside the findings.

internal import Support

/// The program that reports, and how it words what it found.
///
/// Reports are pure: findings in, text out. The words come from the program, in the language of its user.
public struct ReportTool: Sendable {
    /// The program's name.
    public let name: String
    /// The program's version.
    public let version: String
    /// What is wrong and what to do, in one sentence.
    public let message: @Sendable (Finding) -> String
    /// What a check finds and why that matters.
    public let explanation: @Sendable (any TranslationCheck) -> String

    /// Describes the program.
    public init(
        name: String, version: String, message: @escaping @Sendable (Finding) -> String,
        explanation: @escaping @Sendable (any TranslationCheck) -> String
    ) {
        self.name = name
        self.version = version
        self.message = message
        self.explanation = explanation
    }
}

extension ReportTool {
    /// What is wrong and what to do, for reports that have no place for the locale of a finding.
    func messageWithLocale(_ finding: Finding) -> String { finding.namingLocale(in: message(finding)) }
}

extension Finding {
    /// Words about the finding after its locale, where the path of the file does not tell it: `de: …`.
    package func namingLocale(in words: String) -> String {
        (isInFileOfAllLocales ? locale.identifier + ": " : "") + words
    }

    /// `fingerprint` as 16 hexadecimal digits (FNV-1a, 64 bits), for programs that compare reports.
    public var fingerprintDigest: String {
        var digest = Fingerprint()
        for (index, part) in fingerprint.enumerated() {
            if index > 0 { digest.add(CollectionOfOne(0x1F)) }
            digest.add(part.utf8)
        }
        let digits = digest.text
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension String {
    /// The text with U+FFFD for controls and bidirectional controls, for forms of reports that have no
    /// escapes for them. Line breaks and tabs stay: each form has its own way with these.
    var withoutControls: String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar {
            case "\t", "\n", "\r": false
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
            default: scalar.properties.generalCategory == .control
            }
        }
        guard unicodeScalars.contains(where: isControl) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
    }
}
