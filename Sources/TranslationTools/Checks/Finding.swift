// A finding: a problem with its place.

public import Localization

/// A finding of a check.
public struct Finding: LocalizationDiagnostic {
    /// The identifier of the check.
    public let check: String
    /// How much it matters.
    public let severity: Severity
    /// The file, as it is shown to people.
    public let path: String
    /// Where in the file it is; `nil` where it concerns the whole file.
    public let position: SourcePosition?
    public let table: String
    /// The locale of the file.
    public let locale: LocaleIdentifier
    /// Whether the file has texts in other locales too, so that its path does not tell the locale.
    public let isInFileOfAllLocales: Bool
    /// The message's key, without a variation; `nil` where it concerns the whole file.
    public let key: String?
    /// The key of the text that describes it, in `messageTable`.
    public let messageKey: String
    /// The table with that text: `Checks`, or `Diagnostics` for what parsers find.
    public let messageTable: String
    /// The facts, in the order of the text's arguments.
    public let facts: [FormatValue]
    /// Another place that it refers to.
    public let related: RelatedLocation?

    public var arguments: [any FormatArgument] { facts }

    /// Describes a finding.
    public init(
        check: String, severity: Severity, path: String, position: SourcePosition? = nil, table: String,
        locale: LocaleIdentifier, isInFileOfAllLocales: Bool = false, key: String? = nil, messageKey: String,
        messageTable: String = "Checks", facts: [FormatValue] = [], related: RelatedLocation? = nil
    ) {
        self.check = check
        self.severity = severity
        self.path = path
        self.position = position
        self.table = table
        self.locale = locale
        self.isInFileOfAllLocales = isInFileOfAllLocales
        self.key = key
        self.messageKey = messageKey
        self.messageTable = messageTable
        self.facts = facts
        self.related = related
    }

    /// What stays the same while other entries change: check, table, locale, key, text and facts, but neither
    /// line nor path. Numbers among the facts are left out, because they often are lines or lengths.
    public var fingerprint: [String] {
        let facts = facts.compactMap { if case .text(let text) = $0 { text } else { nil } }
        return [check, table, locale.identifier, key ?? "", messageKey] + facts
    }

    /// All errors, and the first warnings and notes of each group of findings. For the others of a group one
    /// more finding for each check counts them, so that nothing is hidden.
    ///
    /// - Parameters:
    ///   - most: how many warnings and notes of a group are listed.
    ///   - group: what a finding belongs to.
    package static func limited<Group: Hashable>(
        _ findings: [Finding], most: Int = FurtherFindings.limit, by group: (Finding) -> Group
    ) -> [Finding] {
        var limited: [Finding] = []
        var counts: [Group: Int] = [:]
        var others: [Further: (first: Finding, count: Int)] = [:]
        var order: [Further] = []
        for finding in findings {
            let count = counts[group(finding), default: 0]
            if finding.severity == .error || (finding.count == 1 && count < most) {
                if finding.severity < .error { counts[group(finding)] = count + 1 }
                limited.append(finding)
                continue
            }
            let further = Further(
                path: finding.path, locale: finding.locale, check: finding.check, severity: finding.severity)
            if others[further] == nil { order.append(further) }
            others[further, default: (finding, 0)].count += finding.count
        }
        for further in order {
            guard let (first, count) = others[further] else { continue }
            limited.append(
                Finding(
                    check: first.check, severity: first.severity, path: first.path, position: first.position,
                    table: first.table, locale: first.locale, messageKey: FurtherFindings.messageKey,
                    messageTable: "Diagnostics", facts: [.integer(Int64(count))]))
        }
        return limited
    }

    /// The same for people who read the findings of a project: of a check with hundreds of them only the
    /// first ones of all files are listed, and one finding more counts the others.
    ///
    /// - Parameters:
    ///   - most: how many warnings and notes of a check are listed for each file.
    ///   - mostOfCheck: how many warnings and notes a check may have before they are counted over all files.
    package static func listed(_ findings: [Finding], most: Int, mostOfCheck: Int) -> [Finding] {
        var counts: [String: Int] = [:]
        for finding in findings where finding.severity < .error { counts[finding.check, default: 0] += 1 }
        var shown: [String: Int] = [:]
        var others: [String: (first: Finding, severity: Severity, count: Int, paths: Set<String>)] = [:]
        let rest = findings.filter { finding in
            guard finding.severity < .error, counts[finding.check] ?? 0 > mostOfCheck else { return true }
            shown[finding.check, default: 0] += 1
            guard shown[finding.check] ?? 0 > most else { return true }
            var further = others[finding.check] ?? (finding, finding.severity, 0, [])
            further.severity = max(further.severity, finding.severity)
            further.count += finding.count
            further.paths.insert(finding.path)
            others[finding.check] = further
            return false
        }
        return limited(rest, most: most) { [$0.path, $0.check] }
            + others.values.sorted { isInOrder($0.first, $1.first) }.map { further in
                Finding(
                    check: further.first.check, severity: further.severity, path: further.first.path,
                    table: further.first.table, locale: further.first.locale,
                    messageKey: Self.furtherOfCheck, messageTable: "Diagnostics",
                    facts: [.integer(Int64(further.count)), .integer(Int64(further.paths.count))])
            }
    }

    private static let furtherOfCheck = "FurtherFindingsOfCheck: %1$ld %2$ld"

    /// Findings that are counted together.
    private struct Further: Hashable {
        let path: String
        let locale: LocaleIdentifier
        let check: String
        let severity: Severity
    }

    /// The same, limited by file and locale: in a string catalog what one language lacks does not
    /// hide the mistakes of the others.
    package static func limited(_ findings: [Finding]) -> [Finding] {
        limited(findings) { [$0.path, $0.locale.identifier] }
    }

    /// How many findings this is: a parser lists only the first of its own, and counts the others in the
    /// last.
    package var count: Int {
        guard [FurtherFindings.messageKey, Self.furtherOfCheck].contains(messageKey),
            case .integer(let count)? = facts.first
        else {
            return 1
        }
        return Int(count)
    }

    /// Findings in the order of reports. That a string catalog's key is stale is said
    /// once, not for each of its languages.
    package static func inOrder(_ findings: consuming [Finding]) -> [Finding] {
        var stale: Set<[String]> = []
        findings.sort(by: isInOrder)
        findings.removeAll { finding in
            finding.messageKey == ObsoleteKeyCheck.staleMessage
                && !stale.insert([finding.path, finding.key ?? ""]).inserted
        }
        return findings
    }

    /// The order of reports: by file, then by place; what concerns the whole file comes first.
    package static func isInOrder(_ left: Finding, _ right: Finding) -> Bool {
        if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
        let lines = (left.position?.line ?? -1, right.position?.line ?? -1)
        if lines.0 != lines.1 { return lines.0 < lines.1 }
        let columns = (left.position?.column ?? -1, right.position?.column ?? -1)
        if columns.0 != columns.1 { return columns.0 < columns.1 }
        if left.check != right.check { return left.check < right.check }
        // A place may have the same finding for each of many locales: the parts of the
        // fingerprints, without making these.
        if left.table != right.table { return left.table < right.table }
        if left.locale != right.locale { return left.locale.identifier < right.locale.identifier }
        if left.key != right.key { return left.key ?? "" < right.key ?? "" }
        return left.fingerprint.lexicographicallyPrecedes(right.fingerprint)
    }
}
