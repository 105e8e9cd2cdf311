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

extension Finding {
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
