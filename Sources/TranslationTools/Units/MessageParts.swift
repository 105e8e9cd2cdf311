// Collects the forms of a message while a file is read, and lists the forms that a locale needs.

internal import ICU
internal import Localization

/// A message while its forms and their states are collected.
struct MessageParts {
    private var forms = MessageForms()
    private var states: [VariationKey.Variation?: TranslationState] = [:]

    var isEmpty: Bool { forms.isEmpty }

    /// Takes in a form; `nil` is the plain text.
    mutating func set(
        _ text: String, for variation: VariationKey.Variation?, state: TranslationState = .translated
    ) {
        forms.set(text, for: variation)
        states[variation] = state
    }

    /// Changes the texts of some forms.
    mutating func mapTexts(_ transform: (VariationKey.Variation?, String) -> String) {
        var changed = MessageForms()
        for (variation, text) in forms.message("").forms {
            changed.set(transform(variation, text), for: variation)
        }
        forms = changed
    }

    /// The message; `nil` without any form. The device `other` of Apple's formats is our plain text.
    func message(_ key: String) -> Message? {
        guard !isEmpty else { return nil }
        var forms = forms
        if hasOtherDeviceAlone { forms.text = forms.devices.removeValue(forKey: Message.otherDevice) }
        return forms.message(key)
    }

    /// The states of the forms of `message`.
    var formStates: [VariationKey.Variation?: TranslationState] {
        guard hasOtherDeviceAlone else { return states }
        var states = states
        states[nil] = states.removeValue(forKey: .device(Message.otherDevice))
        return states
    }

    private var hasOtherDeviceAlone: Bool {
        forms.text == nil && forms.plural.isEmpty && forms.devices[Message.otherDevice] != nil
    }
}

extension Message {
    /// Whether any text is for certain devices.
    var variesByDevice: Bool { !devices.isEmpty || !devicePlurals.isEmpty }

    /// Whether there is a plain text and a text for all other devices, which Apple's formats cannot tell
    /// apart.
    var hasTwoTextsForOtherDevices: Bool {
        text != nil && (devices[Self.otherDevice] != nil || devicePlurals[Self.otherDevice] != nil)
            || devices.keys.contains { devicePlurals[$0] != nil }
    }

    /// The forms as Apple's formats name them: beside device texts, the plain
    /// text is that of the device `other`.
    var appleForms: [(variation: VariationKey.Variation?, text: String)] {
        guard variesByDevice, plural.isEmpty, !hasTwoTextsForOtherDevices else { return forms }
        return forms.map { ($0.variation ?? .device(Self.otherDevice), $0.text) }
    }
}

extension LocaleIdentifier {
    /// The plural categories of the language, in CLDR's order; `other` where ICU has no rules.
    package var pluralCategories: [PluralCategory] {
        let keywords = (try? PluralRules(self))?.keywords ?? []
        let categories = keywords.compactMap(PluralCategory.init(rawValue:)).sorted()
        return categories.isEmpty ? [.other] : categories
    }
}

extension TranslationState {
    /// The state of a message whose forms are in different states: the one that leaves the most to do.
    static func earliest(_ states: some Sequence<TranslationState>) -> TranslationState? {
        states.min { $0.rank < $1.rank }
    }

    private var rank: Int {
        switch self {
        case .new: 0
        case .needsReview: 1
        case .translated: 2
        case .obsolete: 3
        }
    }
}

extension Message {
    /// Whether the plural forms are those of ordinal numbers, as a flag says.
    var hasOrdinalForms: Bool {
        guard !plural.isEmpty, let comment, comment.containsASCII("ordinal") else { return false }
        return EntryAnnotations(comment).flags.contains(TranslationUnit.ordinalFlag)
    }
}
