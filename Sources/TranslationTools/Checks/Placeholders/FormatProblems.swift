// How the checks of single formats share what the parser of formats found.

internal import Localization

extension MessagePair {
    /// The problems of some kinds in all texts, where the message is a format at all.
    ///
    /// A text that programs show as it is may contain any `%`. The source text decides, because translators
    /// follow it. What is wrong in the source text is reported there alone.
    func formatProblems(_ kinds: Set<FormatProblem.Kind>) -> [TranslationProblem] {
        guard hasFormatProblems, placeholders.syntaxes.contains(.objectiveC), !placeholders.hasPercentSigns,
            (source ?? message).isFormat, !hasSyntaxOfItsOwn
        else {
            return []
        }
        // Where nothing but the source text itself tells that it is a format, a program may have another one
        // with percent signs.
        let kinds =
            source == nil && placeholders.authority == .texts ? kinds.subtracting([.invalidSpecifier]) : kinds
        return (message.wholeForms + message.substitutionForms).flatMap { form -> [TranslationProblem] in
            let known = counterpart(of: form.variation)?.problems ?? []
            return form.format.problems.filter { kinds.contains($0.kind) }.compactMap { problem in
                if known.contains(where: { $0.kind == problem.kind }) { return nil }
                if problem.kind == .mixedPositions, !isCompiledByGettext,
                    form.format.namesArguments(in: form.variation)
                {
                    return nil
                }
                if let changed = changedPlaceholder(problem, in: form.format, form.variation) {
                    return changed
                }
                return TranslationProblem(problem, variation: form.variation)
            }
        }
    }

    /// A problem as what it is if the text has a specifier of the source with a slip in it: `% @` for `%@`.
    private func changedPlaceholder(
        _ problem: FormatProblem, in format: FormatString, _ variation: VariationKey.Variation?
    ) -> TranslationProblem? {
        guard [.strayPercent, .invalidSpecifier, .spaceFlag, .mixedPositions].contains(problem.kind),
            let model = counterpart(of: variation)
        else { return nil }
        let known = Set(format.specifiers.map(\.source))
        for specifier in model.specifiers where !known.contains(specifier.source) {
            let written = DamagedPlaceholder.spelling(of: specifier.source, in: format.source)
            // What mixes its specifiers is the whole text.
            guard let written,
                problem.kind == .mixedPositions || written.hasPrefix(problem.source)
                    || problem.source.hasPrefix(written)
            else { continue }
            return .changedPlaceholder(
                written, specifier.source, severity: problem.severity, variation: variation)
        }
        return nil
    }

    /// Whether the percent signs of an unflagged source text are not those of `printf`, because some of them
    /// begin no specifier: `%T (%u unread)%?F? matching '%F'&?` of newsboat.
    private var hasSyntaxOfItsOwn: Bool {
        isOfTemplate && placeholders.authority == .texts
            && (source ?? message).containsForm { format in
                format.problems.contains { $0.kind == .strayPercent || $0.kind == .invalidSpecifier }
            }
    }
}

extension FormatString {
    /// Whether a text with numbered and unnumbered specifiers is clear to Foundation and to Java,
    /// which count the unnumbered ones for themselves: there is one of them, and it is the argument
    /// that chose the form (`initialArgPosition` in Foundation's `CFString.c`), or the first argument,
    /// which no other specifier shows.
    fileprivate func namesArguments(in variation: VariationKey.Variation?) -> Bool {
        let unnumbered = specifiers.filter { $0.position == nil }
        guard unnumbered.count == 1, substitutions.allSatisfy({ $0.position != nil }),
            unnumbered[0].width != .argument(position: nil),
            unnumbered[0].precision != .argument(position: nil)
        else { return false }
        switch variation {
        case .plural, .substitution, .devicePlural: return unnumbered[0].conversion.argumentClass == .integer
        case nil, .device, .alternative: return !specifiers.contains { $0.position == 1 }
        }
    }
}
