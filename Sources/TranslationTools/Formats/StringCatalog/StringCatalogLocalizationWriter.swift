// The text of one key in one locale as a string catalog has it, with all its variations.

internal import JSON
internal import Localization

/// Makes members of `localizations`.
struct StringCatalogLocalizationWriter {
    private(set) var findings: [ExchangeDiagnostic] = []

    /// The value of a member; `nil` where there is no text, or none that the format can represent.
    ///
    /// - Parameter specifiers: what `%arg` stands for in substitutions, by their names, where
    ///   it is not for the forms to say.
    mutating func node(
        _ localization: StringCatalogLocalization, key: String, tag: String,
        specifiers: [String: String] = [:]
    ) -> JSON? {
        let message = localization.message
        guard !message.forms.isEmpty else { return nil }
        guard !Self.isMixed(message) else {
            findings.append(ExchangeDiagnostic(.stringCatalogMixedVariations, key, tag))
            return nil
        }
        if message.text != nil, !message.plural.isEmpty {
            findings.append(ExchangeDiagnostic(.stringCatalogPlainTextLeftOut, key, tag))
        }
        for (name, forms) in message.substitutions.sorted(by: { $0.key < $1.key })
        where forms.values.contains(where: { $0.segments.contains(.countedArgument) }) {
            findings.append(ExchangeDiagnostic(.stringCatalogArgumentSpelledOut, key, name))
        }
        func state(_ variation: VariationKey.Variation?) -> TranslationState {
            localization.states[variation] ?? .translated
        }
        let names = Array(message.substitutions.keys)
        let positions = names.isEmpty ? [:] : message.substitutionPositions
        let substitutions = FinderOrder.sorted(names).map { index in
            let name = names[index]
            return StringCatalogSubstitution(
                name, of: message, positions: positions[name] ?? [], specifier: specifiers[name])
        }
        let arguments = StringCatalogReferences.arguments(substitutions)
        var members: [JSON.Member] = []
        if let phrases = Self.phrases(message, state) { members.append(phrases) }
        if message.plural.isEmpty, !message.variesByDevice, let text = message.text {
            members.append(Self.unit(StringCatalogReferences.unnumbered(text.source, arguments), state(nil)))
        }
        if !substitutions.isEmpty {
            members.append(
                .init("substitutions", .object(substitutions.map { Self.member($0, state) })))
        }
        if !message.plural.isEmpty {
            let forms = message.plural.map {
                ($0.key.rawValue, [Self.unit($0.value.source, state(.plural($0.key)))])
            }
            members.append(Self.variations("plural", forms))
        } else if message.variesByDevice {
            members.append(Self.devices(message, arguments, state))
        }
        return .object(members)
    }

    private static func isMixed(_ message: Message) -> Bool {
        if !message.alternatives.isEmpty { return message.alternatives.count < message.forms.count }
        if !message.plural.isEmpty { return message.variesByDevice || !message.substitutions.isEmpty }
        return message.hasTwoTextsForOtherDevices
    }

    private static func phrases(
        _ message: Message, _ state: (VariationKey.Variation?) -> TranslationState
    ) -> JSON.Member? {
        guard !message.alternatives.isEmpty else { return nil }
        let phrases = message.alternatives.sorted { $0.key < $1.key }
        let common = TranslationState.earliest(phrases.map { state(.alternative($0.key)) }) ?? .translated
        return .init(
            "stringSet",
            .object([
                .init("state", .string(StringCatalog.name(of: common))),
                .init("values", .strings(phrases.map(\.value.source))),
            ]))
    }

    private static func devices(
        _ message: Message, _ arguments: [String: Int], _ state: (VariationKey.Variation?) -> TranslationState
    ) -> JSON.Member {
        var devices: [(String, [JSON.Member])] = []
        for form in message.appleForms {
            guard case .device(let name)? = form.variation else { continue }
            let isPlainText = message.text != nil && name == Message.otherDevice
            let text = StringCatalogReferences.unnumbered(form.text, arguments)
            devices.append((name, [unit(text, state(isPlainText ? nil : form.variation))]))
        }
        for (name, forms) in message.devicePlurals {
            let forms = forms.map {
                ($0.key.rawValue, [unit($0.value.source, state(.devicePlural(name, $0.key)))])
            }
            devices.append((name, [variations("plural", forms)]))
        }
        return variations("device", devices)
    }

    private static func member(
        _ substitution: StringCatalogSubstitution, _ state: (VariationKey.Variation?) -> TranslationState
    ) -> JSON.Member {
        var members: [JSON.Member] = []
        if let argument = substitution.argument { members.append(.init("argNum", .number(argument))) }
        let specifier = substitution.specifier ?? StringsdictRule.defaultValueType
        members.append(.init("formatSpecifier", .string(specifier)))
        let forms = substitution.forms.map {
            (
                $0.category.rawValue,
                [unit($0.text, state(.substitution(name: substitution.name, $0.category)))]
            )
        }
        members.append(variations("plural", forms))
        return .init(substitution.name, .object(members))
    }

    private static func variations(
        _ axis: String, _ forms: [(name: String, members: [JSON.Member])]
    ) -> JSON.Member {
        let sorted = FinderOrder.sorted(forms.map(\.name)).map { index in
            JSON.Member(forms[index].name, .object(forms[index].members))
        }
        return .init("variations", .object([.init(axis, .object(sorted))]))
    }

    private static func unit(_ text: String, _ state: TranslationState) -> JSON.Member {
        .init(
            "stringUnit",
            .object([.init("state", .string(StringCatalog.name(of: state))), .init("value", .string(text))]))
    }
}
