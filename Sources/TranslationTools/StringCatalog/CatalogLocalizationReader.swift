// How the text of one key in one locale is read, with all its variations.

internal import JSONCoding
internal import Localization

/// Reads a member of `localizations`.
struct CatalogLocalizationReader {
    let key: String
    let locale: String
    /// The number of the key among those of the file.
    let entry: Int
    private var parts = MessageParts()
    private var states: [TranslationState] = []
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
                if let text = text(unit: member.value, &findings) { parts.text = text }
            case "variations":
                if hasUnit {
                    refuse(.stringCatalogMixedVariations, &findings)
                } else {
                    read(variations: member.value, &findings)
                }
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
        if Set(states).count > 1 {
            findings.report(.stringCatalogMixedStates, key, locale, entry: entry, locale: locale)
        }
        return CatalogLocalization(message: message, state: .earliest(states) ?? .translated)
    }

    /// Spells out what a catalog says apart from the texts: the arguments' numbers and specifiers.
    private mutating func resolve(_ substitutions: [CatalogSubstitution]) {
        guard !substitutions.isEmpty else { return }
        let arguments = CatalogReferences.arguments(substitutions)
        parts.text = parts.text.map { CatalogReferences.numbered($0, arguments) }
        parts.devices = parts.devices.mapValues {
            FormatString(CatalogReferences.numbered($0.source, arguments))
        }
        for substitution in substitutions {
            for form in substitution.forms {
                let text = CountedArgumentText.spelledOut(
                    CatalogReferences.numbered(form.text, arguments), as: substitution.spelledOut)
                parts.set(text, for: .substitution(name: substitution.name, form.category))
            }
        }
    }

    private mutating func read(variations: JSONValue, _ findings: inout CatalogFindings) {
        let members = Array(variations.members)
        guard members.count < 2 else { return refuse(.stringCatalogMixedVariations, &findings) }
        for member in members {
            if member.name.utf8.equals("plural") {
                for (category, text) in forms(of: member.value, &findings) {
                    parts.set(text, for: .plural(category))
                }
            } else if member.name.utf8.equals("device") {
                for device in member.value.members {
                    guard let text = text(of: device.value, &findings) else { continue }
                    parts.set(text, for: .device(String(wellFormed: device.name.utf8)))
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

    private mutating func forms(
        of plural: JSONValue, _ findings: inout CatalogFindings
    ) -> [(category: PluralCategory, text: String)] {
        var forms: [(category: PluralCategory, text: String)] = []
        for member in plural.members {
            let name = String(wellFormed: member.name.utf8)
            guard let category = PluralCategory(rawValue: name) else {
                unexpected(name, &findings)
                continue
            }
            if let text = text(of: member.value, &findings) { forms.append((category, text)) }
        }
        return forms
    }

    /// The text of a variation, which may be varied further; messages vary once.
    private mutating func text(of variation: JSONValue, _ findings: inout CatalogFindings) -> String? {
        guard variation.member("variations") == nil else {
            refuse(.stringCatalogNestedVariations, &findings)
            return nil
        }
        guard let unit = variation.member("stringUnit") else {
            unexpected("stringUnit", &findings)
            return nil
        }
        return text(unit: unit, &findings)
    }

    private mutating func text(unit: JSONValue, _ findings: inout CatalogFindings) -> String? {
        guard let text = unit.member("value")?.string else {
            unexpected("value", &findings)
            return nil
        }
        let name = unit.member("state")?.string ?? StringCatalog.name(of: .translated)
        if let state = StringCatalog.state(named: name) {
            states.append(state)
        } else {
            states.append(.needsReview)
            findings.report(.stringCatalogUnknownState, key, name, entry: entry, locale: locale)
        }
        return text
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
