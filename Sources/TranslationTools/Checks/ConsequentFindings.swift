// Findings that another finding about the same text explains: one slip is one finding.

internal import Localization

/// Findings that follow from others.
enum ConsequentFindings {
    /// The findings of a file without those that another one of the same text explains.
    static func removed(from findings: [Finding]) -> [Finding] {
        withoutExplained(withoutLesserFaults(withoutRepetitions(findings)))
    }

    // MARK: The same twice

    /// The findings without those that say the same of the same place: several plural categories may have one
    /// form of the file, and a text may have the same mistake twice.
    private static func withoutRepetitions(_ findings: [Finding]) -> [Finding] {
        var seen: Set<Repetition> = []
        return findings.filter { finding in
            guard let position = finding.position else { return true }
            let repetition = Repetition(
                check: finding.check, offset: position.byteOffset, key: finding.key,
                messageKey: finding.messageKey, facts: finding.facts)
            return seen.insert(repetition).inserted
        }
    }

    /// What findings that say the same have in common.
    private struct Repetition: Hashable {
        let check: String
        let offset: Int
        let key: String?
        let messageKey: String
        let facts: [FormatValue]
    }

    // MARK: Arguments

    /// The findings without those about the arguments of a text where another one says something worse:
    /// `%s` in the place of `%d` is no number that is left out, too.
    private static func withoutLesserFaults(_ findings: [Finding]) -> [Finding] {
        var worst: [Int: Severity] = [:]
        for finding in findings where isAboutArguments(finding) {
            guard let offset = finding.position?.byteOffset else { continue }
            worst[offset] = max(worst[offset] ?? finding.severity, finding.severity)
        }
        guard Set(worst.values).contains(.error) else { return findings }
        return findings.filter { finding in
            !isAboutArguments(finding) || finding.severity == worst[finding.position?.byteOffset ?? 0]
        }
    }

    private static func isAboutArguments(_ finding: Finding) -> Bool {
        ofArguments.contains(finding.check) && finding.position != nil
    }

    private static let ofArguments = Set(
        CheckRegistry.all.filter { $0.category == .formats }.map(\.identifier)
            + [OmittedNumberCheck().identifier])

    // MARK: Other signs of one slip

    /// The findings without those that follow from another one of the same text.
    private static func withoutExplained(_ findings: [Finding]) -> [Finding] {
        guard findings.contains(where: { explained.contains($0.check) }) else { return findings }
        let texts = Dictionary(grouping: findings.filter { $0.position != nil }) { Text($0) }
        return findings.filter { finding in
            guard explained.contains(finding.check), finding.position != nil, let all = texts[Text(finding)],
                all.count > 1
            else { return true }
            return !all.contains { explains($0, finding) }
        }
    }

    /// The text that a finding is about.
    private struct Text: Hashable {
        let key: String?
        let offset: Int?

        init(_ finding: Finding) { (key, offset) = (finding.key, finding.position?.byteOffset) }
    }

    private static let (brackets, quotes, markdown, urls, markup) = (
        BracketsCheck().identifier, QuotesCheck().identifier, MarkdownCheck().identifier,
        URLsCheck().identifier, MarkupCheck().identifier
    )
    private static let (truncation, escapes) = (TruncationCheck().identifier, EscapesCheck().identifier)
    /// What a text lacks whose end is lost. All findings that others explain are among these.
    private static let explained: Set<String> = [
        brackets, quotes, markdown, urls, markup, EndPunctuationCheck().identifier,
        EndFullStopCheck().identifier, EndExclamationCheck().identifier, LineBreaksCheck().identifier,
        LineCountCheck().identifier, NumbersCheck().identifier, FileNamesCheck().identifier,
        EmailAddressesCheck().identifier,
    ]

    /// Whether a finding is the reason of another one about the same text.
    private static func explains(_ reason: Finding, _ other: Finding) -> Bool {
        let check = other.check
        if reason.check == truncation { return true }
        // A brace of a placeholder is lost, or a bracket of a link.
        if check == brackets, isAboutArguments(reason) { return haveBracketInCommon(reason, other) }
        if check == markdown, reason.check == brackets { return haveBracketInCommon(other, reason) }
        // A quotation mark of an attribute, or one in an escape too many, or a link with its address.
        if check == quotes {
            return reason.messageKey == markup + ".lost"
                || reason.check == escapes && reason.facts.first == .text("\\\"")
        }
        return check == urls
            && (reason.messageKey == markup + ".lost" && reason.facts.first == .text("<a>")
                || reason.check == markdown && reason.facts.first == .text("]("))
    }

    /// Whether a bracket without a partner belongs to what another finding names.
    private static func haveBracketInCommon(_ named: Finding, _ unmatched: Finding) -> Bool {
        guard case .text(let bracket)? = unmatched.facts.first,
            let pair = ["()", "[]", "{}"].first(where: { $0.contains(bracket) })
        else { return false }
        return named.facts.contains { fact in
            if case .text(let text) = fact { text.contains(where: pair.contains) } else { false }
        }
    }
}
