// Finds specifiers that no formatter understands.

internal import Localization

/// Unknown conversions, `%n`, argument 0, and numbered beside unnumbered specifiers.
struct InvalidFormatCheck: MessageCheck {
    let identifier = "invalid-format"
    let category = CheckCategory.formats
    let severity = Severity.error
    let triggers = MessageTraits.formats
    let example = CheckExample(
        "%1$@ of %2$@", locale: "es", wrong: "%1$@ de %@", right: "%1$@ de %2$@")

    func problems(in message: MessagePair) -> [TranslationProblem] {
        let found =
            message.formatProblems([.invalidSpecifier, .writesToMemory, .mixedPositions, .zeroPosition])
            + faults(in: message) + selectors(in: message) + conflicts(in: message)
        return found.isEmpty ? unnumbered(in: message) : found
    }

    /// What the syntax of the source's placeholders does not allow.
    private func faults(in message: MessagePair) -> [TranslationProblem] {
        guard message.source != nil else { return faultsOfSource(message) }
        return message.comparisons.flatMap { comparison in
            comparison.forms.compactMap { form in
                form.fault.map { Self.problem($0, comparison.syntax, form.variation) }
            }
        }
    }

    /// What no program can show of a source text that chooses among branches, or of a format whose programs read
    /// all texts as MessageFormat.
    private func faultsOfSource(_ message: MessagePair) -> [TranslationProblem] {
        message.message.wholeForms.compactMap { form in
            let text = form.format.source
            let syntax: PlaceholderSyntax
            if ICUMessage.selects(text) {
                syntax = .icu
            } else if MessageFormat2.declares(text) || message.placeholders.syntaxes == [.messageFormat2] {
                syntax = .messageFormat2
            } else if message.placeholders.authority == .format,
                let format = message.placeholders.syntaxes.first(where: \.isMessageFormat)
            {
                syntax = format
            } else {
                return nil
            }
            return syntax.read(text).fault.map { Self.problem($0, syntax, form.variation) }
        }
    }

    private static func problem(
        _ fault: PlaceholderText.Fault, _ syntax: PlaceholderSyntax, _ variation: VariationKey.Variation?
    ) -> TranslationProblem {
        guard let detail = fault.detail else {
            return TranslationProblem(
                .text(fault.source), .text(syntax.flag), variant: "syntax", variation: variation)
        }
        return TranslationProblem(
            .text(fault.source), .text(detail.kind), .integer(Int64(detail.line)),
            .integer(Int64(detail.column)),
            variant: syntax.isMessageFormat ? "messageformat" : "messageformat2", variation: variation)
    }

    /// Selectors of a choice of words that the source does not have: programs choose among the source's.
    private func selectors(in message: MessagePair) -> [TranslationProblem] {
        guard let source = message.source?.text?.source, let text = message.message.text?.source else {
            return []
        }
        let (known, own) = Self.words(source, text)
        return own.sorted { $0.key < $1.key }.flatMap {
            argument, selectors -> [TranslationProblem] in
            guard let expected = known[argument] else { return [] }
            return selectors.filter { !expected.contains($0) }.sorted().map {
                TranslationProblem(
                    .text($0), .text(expected.sorted().joined(separator: ", ")), variant: "selector",
                    severity: .warning)
            }
        }
    }

    /// The words among which the arguments of a source text and of its translation choose.
    private static func words(
        _ source: String, _ text: String
    ) -> (source: [String: Set<String>], text: [String: Set<String>]) {
        if ICUMessage.selects(source) {
            guard let model = try? ICUMessage(source), let own = try? ICUMessage(text) else {
                return ([:], [:])
            }
            return (model.selectors, own.selectors)
        }
        guard MessageFormat2.declares(source), let model = try? MessageFormat2(source),
            let own = try? MessageFormat2(text), model.faults.isEmpty, own.faults.isEmpty
        else { return ([:], [:]) }
        return (model.words, own.words)
    }

    /// Several specifiers, some without a number, in Android's resources: aapt2 refuses each such file.
    /// It looks at `<string>` alone, and there at texts that are translatable and have no elements.
    private func unnumbered(in message: MessagePair) -> [TranslationProblem] {
        guard message.placeholders.syntaxes.contains(.javaPrintf), message.placeholders.authority == .format,
            !message.message.hasVariations, let text = message.message.text?.source,
            message.message.key.utf8.last != UInt8(ascii: "]"), !text.utf8.containsPair(0x3C, 0x2F),
            !message.message.isSameEverywhere, message.source?.isSameEverywhere != true
        else { return [] }
        let refused = ResourceSpecifiers.refused(in: text)
        guard !refused.isEmpty else { return [] }
        return [TranslationProblem(.text(refused.joined(separator: " ")), variant: "unnumbered")]
    }

    /// One argument that a source text shows with two types. Translations can do no better.
    private func conflicts(in message: MessagePair) -> [TranslationProblem] {
        guard message.source == nil, !message.message.hasVariations, let text = message.message.text else {
            return []
        }
        return message.placeholders.syntaxes.flatMap { syntax in
            syntax.read(text.source).placeholders.conflicts.map { placeholder, earlier in
                TranslationProblem(.text(placeholder.source), .text(earlier.source), variant: "types")
            }
        }
    }
}
