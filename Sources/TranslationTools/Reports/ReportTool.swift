// Who reports, and in which words: what every form of report needs beside the findings.

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
    public let explanation: @Sendable (any Check) -> String

    /// Describes the program.
    public init(
        name: String, version: String, message: @escaping @Sendable (Finding) -> String,
        explanation: @escaping @Sendable (any Check) -> String
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
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for (index, part) in fingerprint.enumerated() {
            if index > 0 { hash = (hash ^ 0x1F) &* 0x100_0000_01B3 }
            for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
