// How the text of one key in one locale is read, with all its variations.

internal import JSON
internal import Localization

/// Reads a member of `localizations`.
struct StringCatalogLocalizationReader {
    let key: String
    let locale: String
    /// The locale where it is in the document.
    private let name: JSONValue
    private var parts = MessageParts()
    private var places = TextLocations()
    private var isRefused = false

    init(key: String, locale: String, name: JSONValue) {
        self.key = key
        self.locale = locale
        self.name = name
    }

    /// The text; `nil` where there is none that a message can represent.
    mutating func read(_ value: JSONValue, _ findings: inout StringCatalogFindings)
        -> StringCatalogLocalization?
    {
        guard value.kind == .object else {
            findings.report(.stringCatalogUnexpectedValue, key, locale, at: name)
            return nil
        }
        var substitutions: [StringCatalogSubstitution] = []
        let hasUnit = value.member("stringUnit") != nil
        for member in value.members {
            let memberName = String(wellFormed: member.name.utf8)
            switch memberName {
            case "stringUnit":
                set(unit(member.value, &findings), for: nil)
            case "variations":
                if hasUnit {
                    refuse(.stringCatalogMixedVariations, &findings)
                } else {
                    read(variations: member.value, &findings)
                }
            case "stringSet": read(stringSet: member, &findings)
            case "substitutions":
                for substitution in member.value.members {
                    substitutions.append(read(substitution: substitution, &findings))
                }
            default:
                findings.report(.stringCatalogNotKept, key, memberName, at: name)
            }
        }
        guard !isRefused else { return nil }
        resolve(substitutions)
        guard let message = parts.message(key) else { return nil }
        // The device `other` alone is the plain text.
        if places[nil] == nil { places[nil] = places[.device(Message.otherDevice)] }
        return StringCatalogLocalization(message: message, states: parts.formStates, places: places)
    }

    private mutating func set(_ unit: Unit?, for variation: VariationKey.Variation?) {
        guard let unit else { return }
        parts.set(unit.text, for: variation, state: unit.state)
        places[variation] = unit.place
    }

    /// Texts that all say the same, as the phrases of an app shortcut do.
    private mutating func read(
        stringSet member: (name: JSONValue, value: JSONValue), _ findings: inout StringCatalogFindings
    ) {
        guard let values = member.value.member("values"), values.kind == .list else {
            return unexpected("stringSet", &findings)
        }
        let state = state(of: member.value, &findings)
        let place = findings.places.position(of: member.name)
        for (index, value) in values.elements.enumerated() {
            guard let text = value.string else { return unexpected("values", &findings) }
            set((text, state, place), for: .alternative(index + 1))
        }
    }

    /// Spells out what a catalog says apart from the texts: the arguments' numbers and specifiers.
    private mutating func resolve(_ substitutions: [StringCatalogSubstitution]) {
        guard !substitutions.isEmpty else { return }
        let arguments = StringCatalogReferences.arguments(substitutions)
        parts.mapTexts { _, text in StringCatalogReferences.numbered(text, arguments) }
        for substitution in substitutions {
            for form in substitution.forms {
                let text = CountedArgumentText.spelledOut(
                    StringCatalogReferences.numbered(form.text, arguments), as: substitution.spelledOut)
                let variation = VariationKey.Variation.substitution(name: substitution.name, form.category)
                parts.set(text, for: variation, state: form.state)
                places[variation] = form.place
            }
        }
    }

    private mutating func read(variations: JSONValue, _ findings: inout StringCatalogFindings) {
        let members = Array(variations.members)
        guard members.count < 2 else { return refuse(.stringCatalogMixedVariations, &findings) }
        for member in members {
            if member.name.utf8.equals("plural") {
                for (category, unit) in forms(of: member.value, &findings) {
                    set(unit, for: .plural(category))
                }
            } else if member.name.utf8.equals("device") {
                for device in member.value.members {
                    let name = String(wellFormed: device.name.utf8)
                    if let plural = plural(of: device.value) {
                        for (category, unit) in forms(of: plural, &findings) {
                            set(unit, for: .devicePlural(name, category))
                        }
                    } else {
                        set(text(of: device.value, &findings), for: .device(name))
                    }
                }
            } else {
                unexpected(String(wellFormed: member.name.utf8), &findings)
            }
        }
    }

    private mutating func read(
        substitution member: (name: JSONValue, value: JSONValue), _ findings: inout StringCatalogFindings
    ) -> StringCatalogSubstitution {
        var substitution = StringCatalogSubstitution(name: String(wellFormed: member.name.utf8))
        for field in member.value.members {
            let fieldName = String(wellFormed: field.name.utf8)
            switch fieldName {
            case "argNum":
                substitution.argument = field.value.integer.flatMap { (1...999).contains($0) ? $0 : nil }
                if substitution.argument == nil { unexpected(fieldName, &findings) }
            case "formatSpecifier":
                substitution.specifier = field.value.string
                if substitution.specifier == nil { unexpected(fieldName, &findings) }
            case "variations":
                for axis in field.value.members {
                    guard axis.name.utf8.equals("plural") else {
                        refuse(.stringCatalogNestedVariations, &findings)
                        continue
                    }
                    substitution.forms += forms(of: axis.value, &findings).map { category, unit in
                        .init(category: category, text: unit.text, state: unit.state, place: unit.place)
                    }
                }
            default: findings.report(.stringCatalogNotKept, key, fieldName, at: name)
            }
        }
        return substitution
    }

    /// The plural forms within the variation for a device; `nil` where there is nothing
    /// else, or something else as well.
    private func plural(of device: JSONValue) -> JSONValue? {
        guard device.member("stringUnit") == nil, let axes = device.member("variations"),
            Array(axes.members).count == 1
        else { return nil }
        return axes.member("plural")
    }

    private mutating func forms(
        of plural: JSONValue, _ findings: inout StringCatalogFindings
    ) -> [(category: PluralCategory, unit: Unit)] {
        var forms: [(PluralCategory, Unit)] = []
        for member in plural.members {
            let name = String(wellFormed: member.name.utf8)
            guard let category = PluralCategory(rawValue: name) else {
                unexpected(name, &findings)
                continue
            }
            if let unit = text(of: member.value, &findings) { forms.append((category, unit)) }
        }
        return forms
    }

    private typealias Unit = (text: String, state: TranslationState, place: SourcePosition)

    /// The text of a variation, which may be varied further; the forms of a message vary
    /// once, and by number within devices.
    private mutating func text(of variation: JSONValue, _ findings: inout StringCatalogFindings) -> Unit? {
        guard variation.member("variations") == nil else {
            refuse(.stringCatalogNestedVariations, &findings)
            return nil
        }
        guard let member = variation.member("stringUnit") else {
            unexpected("stringUnit", &findings)
            return nil
        }
        return unit(member, &findings)
    }

    private mutating func unit(_ unit: JSONValue, _ findings: inout StringCatalogFindings) -> Unit? {
        guard let value = unit.member("value"), let text = value.string else {
            unexpected("value", &findings)
            return nil
        }
        return (text, state(of: unit, &findings), findings.places.position(of: value))
    }

    private func state(of unit: JSONValue, _ findings: inout StringCatalogFindings) -> TranslationState {
        let state = unit.member("state")?.string ?? StringCatalog.name(of: .translated)
        if let known = StringCatalog.state(named: state) { return known }
        findings.report(.stringCatalogUnknownState, key, state, at: name)
        return .needsReview
    }

    private mutating func unexpected(_ member: String, _ findings: inout StringCatalogFindings) {
        isRefused = true
        findings.report(.stringCatalogUnexpectedValue, key, member, at: name)
    }

    private mutating func refuse(_ kind: ExchangeDiagnostic.Kind, _ findings: inout StringCatalogFindings) {
        isRefused = true
        findings.report(kind, key, locale, at: name)
    }
}
