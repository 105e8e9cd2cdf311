// How the text of one key in one locale is read, with all its variations.

internal import JSON
internal import Localization

/// Reads a member of `localizations`.
struct CatalogLocalizationReader {
    let key: String
    let locale: String
    /// The number of the key among those of the file.
    let entry: Int
    private var parts = MessageParts()
    private var isRefused = false

    init(key: String, locale: String, entry: Int) {
        self.key = key
        self.locale = locale
        self.entry = entry
    }

    /// The text; `nil` where there is none that a message can represent.
    mutating func read(_ value: JSONValue, _ findings: inout CatalogFindings) -> CatalogLocalization? {
        guard value.kind == .object else {
            findings.report(.stringCatalogUnexpectedValue, key, locale, entry: entry, locale: locale)
            return nil
        }
        var substitutions: [CatalogSubstitution] = []
        let hasUnit = value.member("stringUnit") != nil
        for member in value.members {
            let name = String(wellFormed: member.name.utf8)
            switch name {
            case "stringUnit":
                set(unit(member.value, &findings), for: nil)
            case "variations":
                if hasUnit {
                    refuse(.stringCatalogMixedVariations, &findings)
                } else {
                    read(variations: member.value, &findings)
                }
            case "stringSet": read(stringSet: member.value, &findings)
            case "substitutions":
                for substitution in member.value.members {
                    substitutions.append(read(substitution: substitution, &findings))
                }
            default:
                findings.report(.stringCatalogNotKept, key, name, entry: entry, locale: locale)
            }
        }
        guard !isRefused else { return nil }
        resolve(substitutions)
        guard let message = parts.message(key) else { return nil }
        return CatalogLocalization(message: message, states: parts.formStates)
    }

    private mutating func set(_ unit: Unit?, for variation: VariationKey.Variation?) {
        if let unit { parts.set(unit.text, for: variation, state: unit.state) }
    }

    /// Texts that all say the same, as the phrases of an app shortcut do.
    private mutating func read(stringSet: JSONValue, _ findings: inout CatalogFindings) {
        guard let values = stringSet.member("values"), values.kind == .list else {
            return unexpected("stringSet", &findings)
        }
        let state = state(of: stringSet, &findings)
        for (index, value) in values.elements.enumerated() {
            guard let text = value.string else { return unexpected("values", &findings) }
            parts.set(text, for: .alternative(index + 1), state: state)
        }
    }

    /// Spells out what a catalog says apart from the texts: the arguments' numbers and specifiers.
    private mutating func resolve(_ substitutions: [CatalogSubstitution]) {
        guard !substitutions.isEmpty else { return }
        let arguments = CatalogReferences.arguments(substitutions)
        parts.mapTexts { _, text in CatalogReferences.numbered(text, arguments) }
        for substitution in substitutions {
            for form in substitution.forms {
                let text = CountedArgumentText.spelledOut(
                    CatalogReferences.numbered(form.text, arguments), as: substitution.spelledOut)
                parts.set(
                    text, for: .substitution(name: substitution.name, form.category), state: form.state)
            }
        }
    }

    private mutating func read(variations: JSONValue, _ findings: inout CatalogFindings) {
        let members = Array(variations.members)
        guard members.count < 2 else { return refuse(.stringCatalogMixedVariations, &findings) }
        for member in members {
            if member.name.utf8.equals("plural") {
                for form in forms(of: member.value, &findings) {
                    parts.set(form.text, for: .plural(form.category), state: form.state)
                }
            } else if member.name.utf8.equals("device") {
                for device in member.value.members {
                    let name = String(wellFormed: device.name.utf8)
                    if let plural = plural(of: device.value) {
                        for form in forms(of: plural, &findings) {
                            parts.set(form.text, for: .devicePlural(name, form.category), state: form.state)
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
        substitution member: (name: JSONValue, value: JSONValue), _ findings: inout CatalogFindings
    ) -> CatalogSubstitution {
        var substitution = CatalogSubstitution(name: String(wellFormed: member.name.utf8))
        for field in member.value.members {
            let name = String(wellFormed: field.name.utf8)
            switch name {
            case "argNum":
                substitution.argument = field.value.integer.flatMap { (1...999).contains($0) ? $0 : nil }
                if substitution.argument == nil { unexpected(name, &findings) }
            case "formatSpecifier":
                substitution.specifier = field.value.string
                if substitution.specifier == nil { unexpected(name, &findings) }
            case "variations":
                for axis in field.value.members {
                    guard axis.name.utf8.equals("plural") else {
                        refuse(.stringCatalogNestedVariations, &findings)
                        continue
                    }
                    substitution.forms += forms(of: axis.value, &findings)
                }
            default: findings.report(.stringCatalogNotKept, key, name, entry: entry, locale: locale)
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
        of plural: JSONValue, _ findings: inout CatalogFindings
    ) -> [CatalogSubstitution.Form] {
        var forms: [CatalogSubstitution.Form] = []
        for member in plural.members {
            let name = String(wellFormed: member.name.utf8)
            guard let category = PluralCategory(rawValue: name) else {
                unexpected(name, &findings)
                continue
            }
            if let unit = text(of: member.value, &findings) {
                forms.append(.init(category: category, text: unit.text, state: unit.state))
            }
        }
        return forms
    }

    private typealias Unit = (text: String, state: TranslationState)

    /// The text of a variation, which may be varied further; the forms of a message vary
    /// once, and by number within devices.
    private mutating func text(of variation: JSONValue, _ findings: inout CatalogFindings) -> Unit? {
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

    private mutating func unit(_ unit: JSONValue, _ findings: inout CatalogFindings) -> Unit? {
        guard let text = unit.member("value")?.string else {
            unexpected("value", &findings)
            return nil
        }
        return (text, state(of: unit, &findings))
    }

    private func state(of unit: JSONValue, _ findings: inout CatalogFindings) -> TranslationState {
        let name = unit.member("state")?.string ?? StringCatalog.name(of: .translated)
        if let state = StringCatalog.state(named: name) { return state }
        findings.report(.stringCatalogUnknownState, key, name, entry: entry, locale: locale)
        return .needsReview
    }

    private mutating func unexpected(_ member: String, _ findings: inout CatalogFindings) {
        isRefused = true
        findings.report(.stringCatalogUnexpectedValue, key, member, entry: entry, locale: locale)
    }

    private mutating func refuse(_ kind: ExchangeDiagnostic.Kind, _ findings: inout CatalogFindings) {
        isRefused = true
        findings.report(kind, key, locale, entry: entry, locale: locale)
    }
}
