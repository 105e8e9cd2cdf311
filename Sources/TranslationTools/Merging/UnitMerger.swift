// How a translation that came back changes what a document has, in whatever format the two are.

public import Localization

/// Merges translations into units of a document.
///
/// Invariant: a unit that came back as it was handed out changes nothing, also if the format that it went
/// through could not hold all of it: forms that it lacks stay, and so do states that it cannot say.
public struct UnitMerger: Sendable {
    private let facts: ExchangedFacts
    private let ownFacts: ExchangedFacts
    private let locale: LocaleIdentifier

    /// A merger for translations in one locale.
    ///
    /// - Parameters:
    ///   - facts: what the format that they come from knows.
    ///   - ownFacts: what the document's format knows.
    public init(_ locale: LocaleIdentifier, from facts: ExchangedFacts, into ownFacts: ExchangedFacts) {
        (self.locale, self.facts, self.ownFacts) = (locale, facts, ownFacts)
    }

    // MARK: A table

    /// The units of a document that translations change, and what was found.
    ///
    /// - Parameters:
    ///   - table: the translations that came back.
    ///   - known: the units of the document, each with the source text as it is now, by key.
    ///   - isSource: whether the translations are in the source language.
    ///   - added: the keys that the document gets. With sources, those of the source language are new.
    public func changes(
        of table: TranslationTable, in known: [String: TranslationUnit], isSource: Bool = false,
        added: Set<String> = []
    ) -> (table: TranslationTable, findings: [MergeDiagnostic]) {
        var changes = table
        changes.units = []
        var findings: [MergeDiagnostic] = []
        for unit in table.units where unit.isTranslatable || facts.contains(.sources) {
            guard let own = known[unit.key] else {
                let isNew = facts.contains(.sources) && (isSource || added.contains(unit.key))
                let isKept = facts.contains(.sources) && unit.state == .obsolete
                if isNew || isKept {
                    if unit.translation != nil { changes.units.append(unit) }
                } else if unit.state != .obsolete, unit.hasText {
                    findings.append(MergeDiagnostic(.unknownKey, key: unit.key))
                }
                continue
            }
            let outcome = merged(unit, into: own, isSource: isSource)
            if let finding = outcome.finding {
                findings.append(
                    MergeDiagnostic(finding, key: unit.key, position: own.places.translation.first))
            }
            if let unit = outcome.unit { changes.units.append(unit) }
        }
        return (changes, findings)
    }

    // MARK: A unit

    /// The result for one message.
    public struct Outcome: Sendable {
        /// The unit as the document is to have it; `nil` where nothing changes.
        public var unit: TranslationUnit?
        public var finding: MergeDiagnostic.Kind?
    }

    /// Merges a unit.
    ///
    /// - Parameters:
    ///   - new: the unit that came back.
    ///   - known: the unit that the document has, with the source text as it is now.
    ///   - isSource: whether the translations are in the source language.
    public func merged(
        _ new: TranslationUnit, into known: TranslationUnit, isSource: Bool
    ) -> Outcome {
        let new = new.embeddingPlurals(like: known, in: locale)
        var unit = known
        if ownFacts.contains(.history), let note = new.translatorComment { unit.translatorComment = note }
        let keepsEmpty = facts.contains(.sources) && known.translation == nil
        guard let translation = new.translation, keepsEmpty || new.hasText else {
            let isLost = known.hasText && known.state != .new && new.state != .obsolete
            return Outcome(unit: unit == known ? nil : unit, finding: isLost ? .emptyTranslation : nil)
        }
        var texts: [VariationKey.Variation?: String] = [:]
        for form in known.translation?.forms ?? [] { texts[form.variation] = form.text }
        let names = Set(texts.keys)
        var changed: Set<VariationKey.Variation?> = []
        for form in translation.forms {
            let variation = placed(form.variation, known)
            // A form that the document leaves out is shown as another one, and was handed out as that.
            let before = texts[variation] ?? known.translation?.substitute(for: variation, in: locale)
            let text = CountedArgumentStyle.text(form.text, of: variation, like: before ?? "")
            if before?.utf8.elementsEqual(text.utf8) == true { continue }
            texts[variation] = text
            changed.insert(variation)
        }
        let states = states(new, known, changed, names, isSource: isSource)
        let isSame = changed.isEmpty && states.allSatisfy { $0.value == known.state(of: $0.key) }
        if !isSame {
            var forms = MessageForms()
            for (variation, text) in texts { forms.set(text, for: variation) }
            unit.translation = forms.message(known.key)
            unit.setStates(states, as: [known, new], ownFacts)
            (unit.previousSource, unit.previousKey) = (nil, nil)
        }
        if ownFacts.contains(.history) {
            unit.previousSource = new.previousSource ?? unit.previousSource
            unit.previousKey = new.previousKey ?? unit.previousKey
            if isSource, facts.contains(.sources) { unit.catalogFlags = new.catalogFlags }
        }
        var finding: MergeDiagnostic.Kind?
        if !isSame || ownFacts.contains(.history), !isSource, unit.state != .obsolete,
            let now = known.source?.principalText, let then = new.source?.principalText, then != now,
            !then.isEmpty
        {
            finding = .sourceChanged(previous: then)
            (unit.state, unit.formStates, unit.previousSource) = (.needsReview, [:], then)
        }
        return Outcome(unit: isSame && unit == known ? nil : unit, finding: finding)
    }

    /// The text for all other devices has a name in some formats, and is the plain text in others.
    private func placed(
        _ variation: VariationKey.Variation?, _ known: TranslationUnit
    ) -> VariationKey.Variation? {
        guard variation == nil, let own = known.translation ?? known.source, own.text == nil,
            own.devices[Message.otherDevice] != nil
        else { return variation }
        return .device(Message.otherDevice)
    }

    /// The states of all forms that the document will have.
    private func states(
        _ new: TranslationUnit, _ known: TranslationUnit, _ changed: Set<VariationKey.Variation?>,
        _ names: Set<VariationKey.Variation?>, isSource: Bool
    ) -> [VariationKey.Variation?: TranslationState] {
        var states: [VariationKey.Variation?: TranslationState] = [:]
        for name in names { states[name] = known.state(of: name) }
        // The document says itself whether a message is obsolete, in each language:
        // other formats say it once for all.
        let isNews = new.state != .obsolete && known.state != .obsolete && facts.contains(.states)
        let saysNew = !facts.isDisjoint(with: [.sources, .ownStates])
        // One state for all forms says that of the form that leaves the most to do.
        let saysOne = !facts.contains(.formStates)
        if isNews, !saysOne || new.state != known.state || !changed.isEmpty {
            var said = Dictionary(
                (new.translation?.forms ?? []).map {
                    (placed($0.variation, known), new.state(of: $0.variation))
                }
            ) { first, _ in first }
            // Also of those that the format has no place for.
            if saysOne { for name in names { said[name] = new.state } }
            for (name, state) in said where state != .new || saysNew {
                states[name] = state
            }
        }
        for name in changed {
            let state = facts.contains(.states) ? new.state(of: name) : .translated
            states[name] =
                switch state {
                case .obsolete where known.source != nil: .needsReview
                // A translator who wrote another text did not vouch for it.
                case .new where !saysNew && !isSource:
                    known.isCopied(in: new) ? .new : .needsReview
                default: state
                }
        }
        return states.filter { names.contains($0.key) || changed.contains($0.key) }
    }
}

extension TranslationUnit {
    /// Sets the states of all forms. Takes the spelling of a unit with the same states if the document stores
    /// states of forms.
    fileprivate mutating func setStates(
        _ states: [VariationKey.Variation?: TranslationState], as models: [TranslationUnit],
        _ facts: ExchangedFacts
    ) {
        setStates(states)
        let model = models.first { model in states.allSatisfy { model.state(of: $0.key) == $0.value } }
        guard let model, facts.contains(.formStates) else { return }
        state = model.state
        formStates = model.formStates.filter { states[$0.key] != nil }
    }

    /// Whether a translation has the texts of the source.
    fileprivate func isCopied(in other: TranslationUnit) -> Bool {
        guard let source = source ?? other.source, let translation = other.translation else { return false }
        return !translation.differs(from: source)
    }
}

extension Message {
    /// What readers see in the place of a plural form that the message does not have: another form, or the
    /// text for all numbers; `nil` for other forms.
    func substitute(for variation: VariationKey.Variation?, in locale: LocaleIdentifier) -> String? {
        let forms: [PluralCategory: FormatString]
        switch variation {
        case .plural:
            if plural.isEmpty { return text?.source }
            forms = plural
        case .substitution(let name, _): forms = substitutions[name] ?? [:]
        case .devicePlural(let name, _): forms = devicePlurals[name] ?? [:]
        case nil, .device, .alternative: return nil
        }
        let substitute = locale.pluralSubstitutes.lazy.compactMap { forms[$0] }.first
        return (substitute ?? forms.max { $0.key < $1.key }?.value)?.source
    }
}
