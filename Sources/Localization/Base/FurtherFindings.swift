// Limits the findings about a file: one of a megabyte can have a million.

/// Says how many findings about a file are not listed. It follows the ones that are.
public struct FurtherFindings: LocalizationDiagnostic {
    /// How many findings about one file are listed.
    public static let limit = 1_000

    /// How many more there are.
    public private(set) var count: Int
    /// The severity of the most serious one.
    public private(set) var severity: Severity
    /// Where the first one is.
    public let position: SourcePosition?

    /// One more finding.
    init(_ finding: some LocalizationDiagnostic) {
        count = 1
        severity = finding.severity
        position = finding.position
    }

    mutating func add(_ finding: some LocalizationDiagnostic) {
        count += 1
        severity = max(severity, finding.severity)
    }

    /// The key of the text.
    public var messageKey: String { Self.messageKey }

    /// The number.
    public var arguments: [any FormatArgument] { [count] }

    package static let messageKey = "FurtherFindings: %ld"
}

/// Collects the findings about a file: lists the first ones and counts the others.
package struct FindingCollector<Finding: LocalizationDiagnostic> {
    /// The listed findings, in the order in which they were added.
    package private(set) var kept: [Finding] = []
    /// The others; `nil` if there are none.
    package private(set) var further: FurtherFindings?

    /// How many findings are listed where many are errors, which a limit for warnings must not hide.
    private static var mostErrors: Int { 10 * FurtherFindings.limit }

    package init() {}

    /// Adds a finding.
    package mutating func append(_ finding: Finding) {
        if kept.count < FurtherFindings.limit
            || (finding.severity == .error && kept.count < Self.mostErrors)
        {
            kept.append(finding)
        } else if further == nil {
            further = FurtherFindings(finding)
        } else {
            further!.add(finding)
        }
    }

    /// The listed findings, and last how many others there are.
    package var all: [any LocalizationDiagnostic] { kept + (further.map { [$0] } ?? []) }

    /// Whether further findings are only counted.
    package var isFull: Bool { further != nil }

    /// A state to go back to.
    struct Mark {
        fileprivate let count: Int
        fileprivate let further: FurtherFindings?
    }

    /// The present state.
    var mark: Mark { Mark(count: kept.count, further: further) }

    /// Drops all findings added since.
    mutating func rollBack(to mark: Mark) {
        kept.removeSubrange(mark.count...)
        further = mark.further
    }

    /// The listed findings in order of position, then those that the others become.
    func sorted(closing: (FurtherFindings) -> Finding) -> [Finding] {
        let start = SourcePosition(line: 1, column: 1, byteOffset: 0)
        // Sorting is stable: findings at the same position stay in the order of their creation.
        return kept.sorted { $0.position ?? start < $1.position ?? start }
            + (further.map { [closing($0)] } ?? [])
    }
}
