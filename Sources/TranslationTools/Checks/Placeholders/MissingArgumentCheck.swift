// Finds translations that do not show an argument which the source text shows.

internal import Localization

/// An argument that is left out, so that readers do not learn it.
///
/// A plural form may leave out the number it counts; whether it may do so is another check's question.
struct MissingArgumentCheck: MessageCheck {
    let identifier = "missing-argument"
    let category = CheckCategory.formats
    let severity = Severity.warning
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "Copy %1$@ to %2$@", locale: "de", wrong: "%1$@ kopieren", right: "%1$@ nach %2$@ kopieren")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        message.comparisons.filter { !$0.models.isEmpty }.flatMap { comparison in
            let omissible =
                comparison.syntax == .objectiveC ? omissible(comparison, in: message) : { _, _ in false }
            return comparison.forms.flatMap { form -> [TranslationProblem] in
                if form.hasProblems { return [] }
                let leftOut = comparison.leftOutBeforeOthers(in: form)
                if !leftOut.isEmpty {
                    // The others show the wrong arguments.
                    return leftOut.prefix(Self.most).map {
                        Self.problem($0, in: form, of: message, severity: .error)
                    }
                }
                var missing = comparison.models.filter {
                    !comparison.shows($0.argument, in: form) && !omissible($0, form)
                        && !$0.counts(for: form) && !comparison.showsMessage($0)
                }
                if missing.isEmpty { return [] }
                let replacements = comparison.replacements(
                    in: form, besides: comparison.passed(by: message.message.key))
                missing.removeAll { replacements.explained.contains($0.argument) }
                // What GNU msgfmt refuses, unless it is said otherwise.
                var refusable: [Placeholder]?
                if comparison.syntax != .objectiveC, !isForMany(form, message) {
                    missing = comparison.syntax.needed(missing)
                } else if !isFrequent(form, message) {
                    refusable = comparison.syntax.needed(missing)
                }
                return missing.prefix(Self.most).map { placeholder in
                    let isRefused =
                        comparison.isRefused(form, without: placeholder)
                        && refusable?.contains { $0.argument == placeholder.argument } != false
                    return Self.problem(
                        placeholder, in: form, of: message,
                        severity: isRefused ? .error : comparison.isReference(placeholder) ? .note : nil,
                        comparison.syntax)
                }
            }
        }
    }

    /// More of them for one text would not be read.
    private static let most = 8

    /// - Parameter syntax: the syntax of the placeholder; `nil` where its severity is certain.
    private static func problem(
        _ missing: Placeholder, in form: FormatComparison.Form, of message: MessagePair,
        severity: Severity?, _ syntax: PlaceholderSyntax? = nil
    ) -> TranslationProblem {
        let isInBranch =
            form.unconditional != nil && form.placeholders.contains { $0.argument == missing.argument }
        let text = message.message.wholeForms.first { $0.variation == form.variation }?.format.source
        guard !isInBranch, let text, let damaged = DamagedPlaceholder.spelling(of: missing.source, in: text)
        else {
            return TranslationProblem(
                .text(missing.source), variant: isInBranch ? "branch" : nil, severity: severity,
                variation: form.variation)
        }
        let stopsPrograms = syntax == .javaPrintf && damaged.first == "%" && !isReadByJava(damaged)
        return .changedPlaceholder(
            damaged, missing.source, severity: stopsPrograms ? .error : severity, variation: form.variation)
    }

    /// Whether `java.util.Formatter`, other than this library, takes a spelling for a specifier: `% d` has
    /// the flag for numbers that are not negative. At `% s` and `%1 $d` it throws an exception.
    private static func isReadByJava(_ spelling: String) -> Bool {
        let text = PercentGrammar.javaPrintf.read(spelling)
        return text.fault == nil && !text.placeholders.isEmpty
            && text.placeholders.allSatisfy {
                !$0.types.isDisjoint(with: [.integer, .floatingPoint]) && $0.source == spelling
            }
    }

    /// Whether a form of one of Apple's formats may leave out an argument: the number that it counts,
    /// which another check looks after.
    private func omissible(
        _ comparison: FormatComparison, in message: MessagePair
    ) -> (Placeholder, FormatComparison.Form) -> Bool {
        let isPlural = !message.message.plural.isEmpty
        let counted =
            (isPlural ? message.source?.countedPosition ?? message.message.countedPosition : nil)
            .map { ArgumentName.number($0) }
        let isUnvaried = message.counting.integerCategories.count == 1
        let showsCounted = comparison.forms.contains { form in
            form.placeholders.contains { $0.argument == counted }
        }
        return { model, form in
            (isUnvaried && message.source?.onlyCounts(model) == true)
                || (model.argument == counted && (showsCounted || form.variation != .plural(.other)))
        }
    }

    /// Whether GNU msgfmt compares a form with its source strictly: one that is for more than five numbers of
    /// 0 to 1000. A form that returns after each hundred is for at least eight.
    private func isFrequent(_ form: FormatComparison.Form, _ message: MessagePair) -> Bool {
        guard case .plural(let category)? = form.variation else { return true }
        if isForOne(category, message) { return false }
        let integers = message.counting.integers[category] ?? []
        return integers.count { $0 <= 1000 } > 5 || integers.contains { (100..<1000).contains($0) }
    }

    /// Whether a form is for several numbers, so that it has to show which one is meant. For 0 and 1 together
    /// it need not: 0 rarely gets there.
    private func isForMany(_ form: FormatComparison.Form, _ message: MessagePair) -> Bool {
        guard case .plural(let category)? = form.variation, message.message.plural.count > 1 else {
            return true
        }
        return !isForOne(category, message) && (message.counting.integers[category] ?? []).count > 2
    }

    /// Whether a form is for at most one of the numbers that a flag of gettext says there are: `range: 0..6`.
    private func isForOne(_ category: PluralCategory, _ message: MessagePair) -> Bool {
        guard let range = message.message.numberRange ?? message.source?.numberRange else { return false }
        return (message.counting.integers[category] ?? []).count(where: range.contains) < 2
    }
}

extension Message {
    /// The numbers that are counted, where the comment has the flag `range: 0..6`.
    fileprivate var numberRange: ClosedRange<Int>? {
        guard let comment, let flag = comment.utf8.firstRange(of: "range:".utf8) else { return nil }
        let rest = comment[flag.upperBound...].drop { $0 == " " }
        let bounds = rest.prefix { $0 == "." || ("0"..."9").contains($0) }.split(separator: "..")
        guard bounds.count == 2, let first = Int(bounds[0]), let last = Int(bounds[1]), first <= last else {
            return nil
        }
        return first...last
    }

    /// Whether an argument only chooses among forms, and none of them shows it.
    fileprivate func onlyCounts(_ use: Placeholder) -> Bool {
        use.source.utf8.containsPair(0x23, 0x40)
            && substitutions.values.allSatisfy { forms in
                forms.values.allSatisfy { form in
                    form.segments.allSatisfy { segment in
                        switch segment {
                        case .literal: true
                        case .specifier(let specifier):
                            specifier.position.map { .number($0) != use.argument } ?? false
                        case .substitution, .countedArgument: false
                        }
                    }
                }
            }
    }
}

extension Placeholder {
    /// Whether the number of the source's choice among branches chose the form, which another check looks
    /// after.
    fileprivate func counts(for form: FormatComparison.Form) -> Bool {
        guard case .plural = form.variation else { return false }
        return source.contains(", plural,") || source.contains(", selectordinal,")
    }
}

extension PlaceholderSyntax {
    /// Which of the arguments that the form for a single number lacks it must show nevertheless.
    fileprivate func needed(_ missing: [Placeholder]) -> [Placeholder] {
        if rules.contains(.showsAll) { return missing }
        if rules.contains(.mayOmitAnyOne) { return Array(missing.dropFirst()) }
        // Those without numbers are taken one after the other, and Python counts them.
        return rules.contains(.showsUnnumbered) ? missing.filter { !$0.isExplicit } : []
    }
}

extension FormatComparison {
    /// Whether GNU msgfmt refuses a form without a placeholder.
    fileprivate func isRefused(_ form: Form, without placeholder: Placeholder) -> Bool {
        isStrict
            && (!syntax.rules.contains(.mayOmitLower)
                || form.placeholders.allSatisfy { $0.argument < placeholder.argument })
    }
}
