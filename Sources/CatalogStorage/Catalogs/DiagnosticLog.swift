// A log of diagnostics of bounded size, for files with millions of faults.

/// The diagnostics of one catalog. All are counted; the first ones of each severity, and the first one of
/// each mistake, are stored.
public struct DiagnosticLog: Hashable, Sendable {
    /// The first diagnostics, in the order of the file.
    public private(set) var kept: [CatalogDiagnostic] = []
    /// How often each mistake was reported; of more than ``limit`` mistakes the first ones.
    public private(set) var counts: [CatalogDiagnostic.Mistake: Int] = [:]
    /// The number of errors.
    public private(set) var errorCount = 0
    /// The number of warnings.
    public private(set) var warningCount = 0
    /// The most stored diagnostics of each severity.
    public let limit: Int

    /// A log that stores up to this many errors, and as many warnings.
    public init(limit: Int = 100) { self.limit = limit }

    /// Restores a log. A stored diagnostic without a count was reported once.
    init(
        limit: Int, kept: [CatalogDiagnostic], counts: [CatalogDiagnostic.Mistake: Int], errorCount: Int,
        warningCount: Int
    ) {
        self.limit = limit
        self.kept = kept
        self.counts = counts
        for mistake in kept.map(\.mistake) where self.counts[mistake] == nil && self.counts.count < limit {
            self.counts[mistake] = 1
        }
        self.errorCount = errorCount
        self.warningCount = warningCount
    }

    /// Counts diagnostics without storing them.
    mutating func count(_ number: Int, _ severity: CatalogDiagnostic.Severity) {
        switch severity {
        case .error: errorCount += number
        case .warning: warningCount += number
        }
    }

    /// Whether the next diagnostic of a severity will be stored, whatever mistake it is.
    func keeps(_ severity: CatalogDiagnostic.Severity) -> Bool {
        switch severity {
        case .error: errorCount < limit
        case .warning: warningCount < limit
        }
    }

    /// Counts a diagnostic, and stores it up to the limit, or if it is the first one of a mistake.
    public mutating func report(_ diagnostic: CatalogDiagnostic) {
        let mistake = diagnostic.mistake
        let known = counts[mistake]
        let isFirst = known == nil && counts.count < limit
        if isFirst || known != nil { counts[mistake] = (known ?? 0) + 1 }
        let count: Int
        switch diagnostic.severity {
        case .error:
            errorCount += 1
            count = errorCount
        case .warning:
            warningCount += 1
            count = warningCount
        }
        if count <= limit || isFirst { kept.append(diagnostic) }
    }
}
