// One file looked at by all checks: each message is paired and each text is scanned once.

internal import Localization
internal import Support

/// A file on its way through the checks.
struct FileCheckRun {
    let file: LocalizationFile
    /// The same table in the source locale; `nil` where `file` is that, or where there is none.
    let source: LocalizationFile?
    let isSource: Bool
    let checks: ActiveChecks
    let counting: PluralCoverage
    /// Whether U+FFFD in a text replaces bytes that are reported already.
    private let hasInvalidBytes: Bool
    private let lengthRatio: Lazy<Double?>?

    init(
        file: LocalizationFile, source: LocalizationFile?, isSource: Bool, checks: ActiveChecks,
        counting: PluralCoverage
    ) {
        self.file = file
        self.source = source
        self.isSource = isSource
        self.checks = checks
        self.counting = counting
        lengthRatio = source.map { source in Lazy { LengthRatio.of(file, source) } }
        hasInvalidBytes =
            file.parserFindings.contains {
                if case .invalidSequence = $0.kind { true } else { false }
            }
            || file.formatFindings.contains { FileMistake($0) == .encoding }
    }

    /// What the checks find, without what comments ask them not to report; in no order.
    ///
    /// - Parameter part: the indices of the messages to check. What concerns the whole
    ///   file is found with the first one.
    func findings(in part: Range<Int>) -> [Finding] {
        var findings: [Finding] = []
        var texts = UsedTexts()
        for check in checks.files
        where part.lowerBound == 0 && (check.category == .files || !file.locale.isPseudo) {
            for problem in check.problems(in: file, source: source)
            where check.category == .keys || concernsUsedText(problem, &texts) {
                findings.append(checks.finding(problem, by: check, in: file, key: nil))
            }
        }
        if !file.locale.isPseudo, !checks.messages.isEmpty || !checks.texts.isEmpty {
            for index in part {
                let message = file.catalog.list[index]
                examine(message, source: model(of: message, near: index), into: &findings)
            }
        }
        guard !findings.isEmpty else { return [] }
        var scope = IgnoreScope(file: file, source: source)
        findings.removeAll { finding in scope.ignores(finding.check, key: finding.key) }
        return ConsequentFindings.removed(from: findings)
    }

    /// The source text of a message.
    private func model(of message: Message, near index: Int) -> Message? {
        guard let source else { return nil }
        // A translation that the template lacks is compiled all the same, and looked
        // up by the text that it repeats.
        guard
            let model = source.catalog.message(for: message.key, near: index)
                ?? file.repeatedSource(of: message.key)
        else { return nil }
        guard model.hasVariations, !message.hasVariations, !file.companions.isEmpty else { return model }
        // Beside the forms of a `.stringsdict` file readers do not see a plain text: the forms
        // are what translates the source.
        let hasForms = file.companions.contains { $0.catalog[message.key]?.hasVariations == true }
        return hasForms ? nil : model
    }

    /// Whether the text of each key is used: one text may have thousands of problems.
    private typealias UsedTexts = [String: Bool]

    /// Whether a problem is not about a text that GNU msgfmt leaves out.
    private func concernsUsedText(_ problem: TranslationProblem, _ texts: inout UsedTexts) -> Bool {
        guard let key = problem.key else { return true }
        if let isUsed = texts[key] { return isUsed }
        let isUsed = file.catalog[key].map { self.isUsed($0, MessageTraits($0)) } ?? true
        texts[key] = isUsed
        return isUsed
    }

    private func examine(_ message: Message, source: Message?, into findings: inout [Finding]) {
        var traits = MessageTraits(message)
        if let source { traits.formUnion(MessageTraits(source)) }
        // Most messages are plain texts, which no check of messages asks for.
        if !checks.allMessageTriggers.isDisjoint(with: traits) || message.hasVariations
            || source?.hasVariations == true
        {
            examine(pair(message, source), traits, into: &findings)
        } else if let text = message.text?.source {
            guard isUsed(message, traits) else { return }
            examine(
                text, nil, of: message.key, source: source?.text?.source, PlaceholderSyntax.usual,
                comment: message.comment ?? source?.comment, into: &findings)
        }
    }

    private func isUsed(_ message: Message, _ traits: MessageTraits) -> Bool {
        !traits.contains(.annotations) || !file.isCompiledByGettext || isSource || checks.includesUnfinished
            || message.isCompiled
    }

    private func examine(_ pair: MessagePair, _ traits: MessageTraits, into findings: inout [Finding]) {
        let key = pair.message.key
        // GNU msgfmt leaves out what is not translated for certain, so users never see what is wrong with it.
        let isUsed = isUsed(pair.message, traits)
        let said = traits.contains(.annotations) ? EntryAnnotations(pair.message.comment) : nil
        let isNew =
            said.map { said in pair.message.allFormats.allSatisfy { said.isNew($0.variation) } } ?? false
        for index in checks.messages.indices where !checks.messageTriggers[index].isDisjoint(with: traits) {
            guard isUsed || checks.messages[index] is UnfinishedCheck else { continue }
            // The plural forms of a copy of the source are those of the source.
            if isNew, checks.messages[index].category == .plurals { continue }
            for problem in checks.messages[index].problems(in: pair) {
                findings.append(checks.finding(problem, by: checks.messages[index], in: file, key: key))
            }
        }
        if checks.texts.isEmpty || !isUsed { return }
        let whole = pair.message.wholeForms
        for (index, form) in (whole + pair.message.substitutionForms).enumerated() {
            examine(
                form.format.source, form.variation, of: key,
                source: pair.counterpart(of: form.variation)?.source, pair.placeholders.syntaxes,
                isNew: said?.isNew(form.variation) ?? false, isFragment: index >= whole.count,
                comment: pair.message.comment ?? pair.source?.comment, into: &findings)
        }
    }

    /// The messages that have a source text and are shown, beside it.
    func usedPairs() -> [MessagePair] {
        file.catalog.list.indices.compactMap { index in
            let message = file.catalog.list[index]
            guard let source = model(of: message, near: index), isUsed(message, MessageTraits(message)) else {
                return nil
            }
            return pair(message, source)
        }
    }

    private func pair(_ message: Message, _ source: Message?) -> MessagePair {
        // A form that integers never take mostly repeats another one in gettext's files.
        let other = message.plural[.other]?.source
        let message =
            file.isCompiledByGettext && counting.integers[.other] == nil && other != nil
                && message.plural.contains { $0.key != .other && $0.value.source == other }
            ? message.withoutForm(.plural(.other)) : message
        return pair(of: message, source)
    }

    private func pair(of message: Message, _ source: Message?) -> MessagePair {
        MessagePair(
            message: message, source: source, isSource: isSource, locale: file.locale,
            counting: message.hasOrdinalForms ? .ordinals(of: file.locale) : counting,
            isCompiledByGettext: file.isCompiledByGettext,
            isOfTemplate: file.format.sourceTexts == .template, syntax: file.format.placeholderSyntax)
    }

    private func examine(
        _ text: String, _ variation: VariationKey.Variation?, of key: String, source: String?,
        _ placeholders: [PlaceholderSyntax], isNew: Bool = false, isFragment: Bool = false,
        comment: String?, into findings: inout [Finding]
    ) {
        var pair = TextPair(
            text: text, source: source, locale: file.locale, sourceLocale: self.source?.locale,
            hasInvalidBytes: hasInvalidBytes, placeholders: placeholders,
            isCompiledByGettext: file.isCompiledByGettext && file.format.sourceTexts == .template)
        pair.isFragment = isFragment
        pair.showsLines = file.format.showsLines
        (pair.key, pair.variation) = (key, variation)
        (pair.comment, pair.lengthRatio) = (comment, lengthRatio)
        let traits = pair.traits.union(pair.sourceTraits)
        let isCopy = isNew && source?.trimmingWhiteSpace == text.trimmingWhiteSpace
        let isEmpty = text.isEmpty && source?.isEmpty == false
        for index in checks.texts.indices where !checks.textTriggers[index].isDisjoint(with: traits) {
            let category = checks.texts[index].category
            // That a text is not translated yet is said once, by the check of states.
            if isNew, category == .keys || category == .text && isCopy { continue }
            // That it is empty is said once, too.
            if isEmpty, category != .keys { continue }
            for problem in checks.texts[index].problems(in: pair) {
                findings.append(
                    checks.finding(
                        problem, by: checks.texts[index], in: file, key: key, variation: variation))
            }
        }
    }
}

extension LocaleIdentifier {
    /// Whether the locale stands for no language: its texts describe the
    /// messages, or try out a program's layout.
    ///
    /// These are the codes for private use (`qaa` to `qtz`), such as `qqq` of MediaWiki and `qps` of Windows,
    /// and those of ISO 639-2 for no language and for several: `zxx`, `mul`, `und`, `mis`.
    var isPseudo: Bool {
        let bytes = Array(language.utf8)
        guard bytes.count == 3 else { return false }
        return bytes[0] == UInt8(ascii: "q") && (UInt8(ascii: "a")...UInt8(ascii: "t")).contains(bytes[1])
            || ["zxx", "mul", "und", "mis"].contains(language)
    }
}

extension Message {
    fileprivate func withoutForm(_ variation: VariationKey.Variation) -> Message {
        var forms = MessageForms()
        for form in allFormats where form.variation != variation {
            forms.set(form.format, for: form.variation)
        }
        return forms.message(key, comment: comment, position: position)
    }
}

extension EntryAnnotations {
    /// Whether a form is not translated yet.
    fileprivate func isNew(_ variation: VariationKey.Variation?) -> Bool {
        state == .new && formStates[variation] ?? .new == .new
    }
}
