// How many diagnostics are kept? A broken file of millions of lines must not fill the memory with its faults.

/// The diagnostics of one catalog: all are counted, the first of each severity kept.
public struct DiagnosticLog: Hashable, Sendable {
    /// The first diagnostics, in the order of the file.
    public private(set) var kept: [CatalogDiagnostic] = []
    /// How many errors there were.
    public private(set) var errorCount = 0
    /// How many warnings there were.
    public private(set) var warningCount = 0
    /// How many diagnostics of each severity are kept.
    public let limit: Int

    /// A log that keeps this many errors, and as many warnings.
    public init(limit: Int = 100) { self.limit = limit }

    /// A log as it was.
    init(limit: Int, kept: [CatalogDiagnostic], errorCount: Int, warningCount: Int) {
        self.limit = limit
        self.kept = kept
        self.errorCount = errorCount
        self.warningCount = warningCount
    }

    /// Counts a diagnostic, and keeps it while there is room.
    public mutating func report(_ diagnostic: CatalogDiagnostic) {
        let count: Int
        switch diagnostic.severity {
        case .error:
            errorCount += 1
            count = errorCount
        case .warning:
            warningCount += 1
            count = warningCount
        }
        if count <= limit { kept.append(diagnostic) }
    }
}

extension String {
    /// As much of a text as a message can show: files may hold an id of megabytes.
    var excerpt: String {
        let limit = 100
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return self }
        return String(unicodeScalars[..<end]) + "…"
    }
}
