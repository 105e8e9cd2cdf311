// How a translation that came back changes what a document has, in whatever format the two are.

public import Localization

/// Merges translations into units of a document.
///
/// Invariant: a unit that came back as it was handed out changes nothing, also if the format that it went through could not
/// hold all of it: forms that it lacks stay, and so do states that it cannot say.
public struct UnitMerger: Sendable {
    private let facts: ExchangedFacts
    private let locale: LocaleIdentifier

    /// A merger for translations in one locale.
    ///
    /// - Parameter facts: what the format that they come from knows.
    public init(_ locale: LocaleIdentifier, facts: ExchangedFacts) {
        self.locale = locale
        self.facts = facts
    }

    /// The result for one message.
    public struct Outcome: Sendable {
        /// The unit as the document is to have it; `nil` where nothing changes.
        public var unit: TranslationUnit?
        /// What was found.
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
        let keepsEmpty = facts.contains(.sources) && known.translation == nil
        guard let translation = new.translation,
            keepsEmpty || translation.forms.contains(where: { !$0.text.isEmpty })
        else {
            let hasText = known.translation?.forms.contains { !$0.text.isEmpty } == true
            let isLost = hasText && known.state != .new && new.state != .obsolete
            return Outcome(finding: isLost ? .emptyTranslation : nil)
        }
        var texts: [VariationKey.Variation?: String] = [:]
        for form in known.translation?.forms ?? [] { texts[form.variation] = form.text }
        let names = Set(texts.keys)
        var changed: Set<VariationKey.Variation?> = []
        for form in translation.forms {
            let variation = placed(form.variation, names)
            // A form that the document leaves out is shown as another one, and was handed out as that.
            let before = texts[variation] ?? known.translation?.substitute(for: variation, in: locale)
            let text = CountedArgumentStyle.text(form.text, of: variation, like: before ?? "")
            if before?.utf8.elementsEqual(text.utf8) == true { continue }
            texts[variation] = text
            changed.insert(variation)
        }
        let states = states(new, known, changed, names, isSource: isSource)
        let isSame = changed.isEmpty && states.allSatisfy { $0.value == known.state(of: $0.key) }
        if isSame { return Outcome() }
        var unit = known
        var forms = MessageForms()
        for (variation, text) in texts { forms.set(text, for: variation) }
        unit.translation = forms.message(known.key)
        unit.setStates(states)
        unit.previousSource = nil
        var finding: MergeDiagnostic.Kind?
        if !isSource, let now = known.source?.principalText, let then = new.source?.principalText,
            then != now, !then.isEmpty
        {
            finding = .sourceChanged(previous: then)
            (unit.state, unit.formStates, unit.previousSource) = (.needsReview, [:], then)
        }
        return Outcome(unit: unit, finding: finding)
    }

    /// The text for all other devices has a name in some formats, and is the plain text in others.
    private func placed(
        _ variation: VariationKey.Variation?, _ names: Set<VariationKey.Variation?>
    ) -> VariationKey.Variation? {
        let other = VariationKey.Variation.device(Message.otherDevice)
        return variation == nil && names.contains(other) && !names.contains(nil) ? other : variation
    }

    /// The states of all forms that the document will have.
    private func states(
        _ new: TranslationUnit, _ known: TranslationUnit, _ changed: Set<VariationKey.Variation?>,
        _ names: Set<VariationKey.Variation?>, isSource: Bool
    ) -> [VariationKey.Variation?: TranslationState] {
        var states: [VariationKey.Variation?: TranslationState] = [:]
        for name in names { states[name] = known.state(of: name) }
        // The document says itself whether a message is obsolete.
        let isNews = new.state != .obsolete && facts.contains(.states)
        // One state for all forms says that of the form that leaves the most to do.
        let saysTheSame = !facts.contains(.formStates) && new.state == known.state
        if isNews, !saysTheSame || !changed.isEmpty {
            for form in new.translation?.forms ?? [] {
                let name = placed(form.variation, names)
                let state = new.state(of: form.variation)
                if state != .new || facts.contains(.sources) { states[name] = state }
            }
        }
        for name in changed {
            let state = facts.contains(.states) ? new.state(of: name) : .translated
            // A translator who wrote another text did not vouch for it.
            states[name] =
                state == .obsolete
                ? .needsReview
                : state == .new && !facts.contains(.sources) && !isSource ? .needsReview : state
        }
        return states.filter { names.contains($0.key) || changed.contains($0.key) }
    }
}

extension Message {
    /// What readers see in the place of a plural form that the message does not have; `nil` for other forms.
    func substitute(for variation: VariationKey.Variation?, in locale: LocaleIdentifier) -> String? {
        let forms: [PluralCategory: FormatString]
        switch variation {
        case .plural: forms = plural
        case .substitution(let name, _): forms = substitutions[name] ?? [:]
        case .devicePlural(let name, _): forms = devicePlurals[name] ?? [:]
        case nil, .device, .alternative: return nil
        }
        let substitute = locale.pluralSubstitutes.lazy.compactMap { forms[$0] }.first
        return (substitute ?? forms.max { $0.key < $1.key }?.value)?.source
    }
}
