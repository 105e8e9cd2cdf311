// What a translation does with its source's arguments, worked out once for the checks that judge it.

internal import Localization

/// The placeholders of a message's texts beside those of its source, in one syntax.
struct FormatComparison {
    /// A text of the translation with the placeholders in it.
    struct Form {
        let variation: VariationKey.Variation?
        let placeholders: [Placeholder]
        /// The arguments that are shown in all branches of a text of
        /// MessageFormat; `nil` where all are shown.
        let unconditional: Set<ArgumentName>?
        /// What the syntax does not allow in the text.
        let fault: PlaceholderText.Fault?
        /// Whether something in the text was meant as a specifier, such as `% @`: reported by another check.
        let hasProblems: Bool
        /// Whether the placeholders are in another order than the source's without numbers.
        let isReordered: Bool
        /// The arguments of the placeholders.
        let arguments: Set<ArgumentName>

        init(
            variation: VariationKey.Variation?, placeholders: [Placeholder],
            unconditional: Set<ArgumentName>? = nil, fault: PlaceholderText.Fault?, hasProblems: Bool,
            isReordered: Bool
        ) {
            (self.variation, self.placeholders, self.unconditional) = (variation, placeholders, unconditional)
            (self.fault, self.hasProblems, self.isReordered) = (fault, hasProblems, isReordered)
            arguments = Set(placeholders.map(\.argument))
        }
    }

    let syntax: PlaceholderSyntax
    /// Whether GNU msgfmt refuses a translation that differs.
    let isStrict: Bool
    /// The placeholders of the source by argument. A source that shows an argument in two ways has both.
    let expected: [ArgumentName: [Placeholder]]
    /// One placeholder for each argument that a translation is to show, in the order of the arguments.
    let models: [Placeholder]
    /// The arguments that only some branches of the source show.
    private(set) var conditional: Set<ArgumentName> = []
    /// All texts of the translation that are shown whole, but for empty ones,
    /// which are reported by another check.
    let forms: [Form]

    /// Compares in each of the syntaxes in which there is something to compare.
    static func all(
        _ message: Message, source: Message, _ chosen: ChosenSyntaxes, isCompiledByGettext: Bool
    ) -> [FormatComparison] {
        chosen.syntaxes.compactMap { syntax in
            syntax == .objectiveC
                ? FormatComparison(
                    objectiveC: message, source: source, chosen, isCompiledByGettext: isCompiledByGettext)
                : FormatComparison(message, source: source, syntax, chosen.authority)
        }
    }

    /// Compares formats of Apple's; `nil` where either side is no sound format, which is reported by another
    /// check, and where both are plain texts with the same arguments.
    private init?(
        objectiveC message: Message, source: Message, _ chosen: ChosenSyntaxes, isCompiledByGettext: Bool
    ) {
        let authority = chosen.authority
        guard !source.hasBrokenFormat, !source.isDateFormat else { return nil }
        if authority == .flags, !source.isFormatOfGettext { return nil }
        // One text alone does not tell that it is a format, unless nothing else looks like its specifiers.
        let needsEvidence =
            authority == .texts && (source.argumentModels.isEmpty || chosen.hasPercentSigns)
        // Where the source is no format, nothing is reported but the arguments that it does not have.
        if message.hasBrokenFormat && source.isFormat && !chosen.hasPercentSigns { return nil }
        if !message.hasVariations, !source.hasVariations, let text = message.text, let model = source.text,
            text.specifiers.elementsEqual(model.specifiers, by: { $0.source == $1.source })
        {
            return nil
        }
        func placeholders(_ format: FormatString, of message: Message) -> [Placeholder] {
            let uses = message.argumentUses(of: format)
            guard needsEvidence else { return uses.map(Placeholder.init) }
            let evident = format.evidentSpecifiers
            return uses.filter { evident.contains($0.source) }.map(Placeholder.init)
        }
        // No other syntax has `%@`, so gettext's tools flag such a text.
        (syntax, isStrict) = (
            .objectiveC,
            authority == .flags
                || isCompiledByGettext && authority == .texts
                    && source.argumentModels.values.contains { $0.source.hasSuffix("@") }
        )
        models =
            chosen.hasPercentSigns
            ? [] : source.argumentModels.values.sorted { $0.position < $1.position }.map(Placeholder.init)
        expected = Dictionary(
            grouping: source.wholeForms.flatMap { placeholders($0.format, of: source) },
            by: \.argument
        ).mapValues(Self.distinct)
        forms = message.wholeForms.lazy.filter { !$0.format.source.isEmpty }.map { form in
            let own = placeholders(form.format, of: message)
            let model = source.form(nearest: form.variation).map { placeholders($0, of: source) } ?? []
            return Form(
                variation: form.variation, placeholders: own, fault: nil,
                hasProblems: form.format.hasProblems, isReordered: Self.isReordered(own, model))
        }
        if needsEvidence, forms.allSatisfy(\.placeholders.isEmpty) { return nil }
    }

    /// Compares placeholders of another syntax; `nil` where the source is no sound text
    /// of it, so that all of it is text.
    private init?(
        _ message: Message, source: Message, _ syntax: PlaceholderSyntax,
        _ authority: ChosenSyntaxes.Authority
    ) {
        // The same specifiers in the same order are the same in every syntax of this family.
        if case .percent = syntax.grammar, !message.hasVariations, !source.hasVariations,
            let text = message.text,
            let model = source.text, !text.hasProblems, !model.hasProblems,
            text.specifiers.elementsEqual(model.specifiers, by: { $0.source == $1.source })
        {
            return nil
        }
        var texts: [String: PlaceholderText] = [:]
        func read(_ format: FormatString) -> PlaceholderText {
            if let known = texts[format.source] { return known }
            let text = syntax.read(format.source)
            texts[format.source] = text
            return text
        }
        let sources = source.wholeForms.map { (variation: $0.variation, text: read($0.format)) }
        guard sources.allSatisfy({ $0.text.fault == nil }) else { return nil }
        let all = sources.flatMap(\.text.placeholders)
        // If the source has no placeholder, only text that cannot mean anything else is a placeholder, but in
        // files whose texts are all read by the syntax.
        let isAlwaysRead =
            syntax.rules.contains(.isAlwaysFormatted) || syntax.isMessageFormat && authority == .format
        let needsEvidence = all.isEmpty && authority != .flags && !isAlwaysRead
        if needsEvidence, authority == .texts { return nil }
        (self.syntax, isStrict) = (syntax, authority == .flags)
        expected = Dictionary(grouping: all, by: \.argument).mapValues(Self.distinct)
        // What a translation is to show is what the form for most numbers shows.
        let main = sources.first { $0.variation == .plural(.other) } ?? sources.last
        if let main, let unconditional = main.text.unconditional {
            conditional = Set(main.text.placeholders.map(\.argument)).subtracting(unconditional)
        }
        var seen: Set<ArgumentName> = []
        models = (main?.text.placeholders ?? []).filter { seen.insert($0.argument).inserted }
            .sorted { $0.argument < $1.argument }
        let known = expected
        forms = message.wholeForms.lazy.filter { !$0.format.source.isEmpty }.map { form in
            let text = read(form.format)
            let model = source.form(nearest: form.variation).map { read($0).placeholders } ?? []
            let evident = needsEvidence ? form.format.evidentSpecifiers : nil
            let own = text.placeholders.filter { evident?.contains($0.source) ?? true }
                .compactMap { $0.withPercentSignBehind(known, in: form.format.source, source) }
            return Form(
                variation: form.variation,
                placeholders: own,
                unconditional: text.unconditional,
                fault: needsEvidence ? nil : text.fault,
                hasProblems: text.fault != nil,
                isReordered: syntax.numbersArguments && Self.isReordered(text.placeholders, model))
        }
        if forms.allSatisfy({ form in
            form.fault == nil && form.unconditional == nil
                && form.placeholders.elementsEqual(all, by: { $0.source == $1.source })
        }) {
            return nil
        }
    }

    /// One of each kind, the last: a text may show an argument any number of times.
    private static func distinct(_ placeholders: [Placeholder]) -> [Placeholder] {
        var distinct: [Placeholder] = []
        for placeholder in placeholders.reversed()
        where !distinct.contains(where: { $0.isLike(placeholder) }) { distinct.append(placeholder) }
        return distinct.reversed()
    }

    /// The same types in another order, and no numbers that say so.
    private static func isReordered(_ own: [Placeholder], _ model: [Placeholder]) -> Bool {
        guard own.count == model.count, own.count > 1, !own.contains(where: \.isExplicit) else {
            return false
        }
        let types = (
            own.map(\.types.rawValue), model.sorted { $0.argument < $1.argument }.map(\.types.rawValue)
        )
        return types.0 != types.1 && types.0.sorted() == types.1.sorted()
    }

    /// Whether a form shows an argument wherever the source does: in all branches, or in any.
    func shows(_ argument: ArgumentName, in form: Form) -> Bool {
        if let unconditional = form.unconditional, !conditional.contains(argument) {
            return unconditional.contains(argument)
        }
        return form.arguments.contains(argument)
    }

    /// Whether a placeholder shows a term or another text of the same files, as `{ -brand }` of Fluent does.
    /// A language that has to inflect it may write it out.
    func isReference(_ placeholder: Placeholder) -> Bool {
        guard syntax == .fluent, case .name(let name) = placeholder.argument else { return false }
        return !name.hasPrefix("$")
    }

    /// Whether a placeholder shows another message, which unlike a term has no forms for the sentences it is
    /// in: a language that inflects words has to write it out.
    func showsMessage(_ placeholder: Placeholder) -> Bool {
        guard isReference(placeholder), case .name(let name) = placeholder.argument else { return false }
        return !name.hasPrefix("-")
    }

    /// The forms whose order is right or numbered.
    var ordered: [Form] { forms.filter { !$0.isReordered } }

    /// The placeholder of the source that one of the translation stands for,
    /// unless the source has it as it is.
    func model(of placeholder: Placeholder) -> Placeholder? {
        guard let models = expected[placeholder.argument],
            !models.contains(where: { $0.isLike(placeholder) })
        else { return nil }
        return models.last { !$0.types.isDisjoint(with: placeholder.types) } ?? models.last
    }
}

extension Message {
    /// Whether msgfmt(1) takes the texts for formats of Apple's: none leaves out an argument before another,
    /// or shows one with types that exclude each other.
    var isFormatOfGettext: Bool {
        !containsForm { format in
            format.source.skipsArguments || !argumentUses(of: format).map(Placeholder.init).conflicts.isEmpty
        }
    }
}

extension Placeholder {
    /// The placeholder without a percent sign that is text: some languages, such as Turkish and Basque, write
    /// it before a number. `%{share}` translates `{share}%`, and `%100` in a text of Qt `100%`.
    ///
    /// - Parameter expected: the placeholders of the source by argument.
    /// - Returns: `nil` if it is a number of the source.
    fileprivate func withPercentSignBehind(
        _ expected: [ArgumentName: [Placeholder]], in text: String, _ source: Message
    ) -> Placeholder? {
        guard self.source.first == "%", expected[argument] == nil else { return self }
        let name = String(self.source.dropFirst())
        if let models = expected[.name(name)], let model = models.last { return model }
        let digits = text.utf8.dropFirst(range.lowerBound + 1).prefix { (0x30...0x39).contains($0) }
        guard digits.count > 1, case .number = argument else { return self }
        let number = String(Substring(digits)) + "%"
        return source.containsForm { $0.source.contains(number) } ? nil : self
    }

    /// Whether another one shows its argument in the same way.
    fileprivate func isLike(_ other: Placeholder) -> Bool { types == other.types && length == other.length }

    /// A specifier or a reference of one of Apple's formats.
    init(_ use: ArgumentUse) {
        let isReference = use.source.hasSuffix("@") && use.source.utf8.containsPair(0x23, 0x40)
        argument = .number(use.position)
        // A substitution counts numbers of both kinds.
        types = isReference ? [.integer, .floatingPoint] : ArgumentTypes(use.argumentClass)
        length = use.length?.rawValue
        source = use.source
        range = 0..<0
        isExplicit = use.isNumbered
    }
}

extension ArgumentTypes {
    fileprivate init(_ argumentClass: FormatSpecifier.ArgumentClass) {
        self =
            switch argumentClass {
            case .integer: .integer
            case .floatingPoint: .floatingPoint
            case .character: .character
            case .string: .string
            case .object: .object
            case .pointer: .pointer
            }
    }
}

extension PlaceholderSyntax {
    /// Whether a translation can put arguments into another order by numbering them.
    fileprivate var numbersArguments: Bool {
        switch grammar {
        case .objectiveC: true
        case .percent(let grammar): !grammar.naming.isDisjoint(with: [.dollar, .brackets, .colon])
        case .function, .literals: false
        }
    }
}
