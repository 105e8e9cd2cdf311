// Random tables: messages of every shape, with all data that messages can have.

internal import Localization
internal import TestSupport
internal import TranslationTools

struct RandomTables {
    private var generator: SeededGenerator
    /// Control characters in some of the texts.
    var hasControlCharacters = false

    /// Whether forms of one message are in different states.
    var hasFormStates = false

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    static let locales = ["de", "ru", "ja", "ar", "pl", "zh_Hant", "pt_BR", "cy", "sr_Latn"].compactMap {
        LocaleIdentifier($0)
    }

    private static let pieces = [
        "file", "%ld", "%1$ld", "%2$@", "%@", "%arg", "%%", " ", "\n", "\t", "\r", "\r\n", "<b>", "&amp;",
        "&",
        "]]>", "\"", "'", "é", "日本語", "ب", "👩‍👩‍👧", "%lld", "%1$.2f", "%#@files@", "%2$#@folders@", "\u{7F}",
        "\\",
        "/", "%*d",
    ]
    private static let names = ["files", "folders", "value", "a.b", "x"]
    private static let devices = ["iphone", "mac", "other", "applewatch"]

    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    mutating func text() -> String {
        var text = ""
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            text += Self.pieces.randomElement(using: &generator) ?? ""
        }
        if hasControlCharacters, chance(8) { text += "\u{1}" }
        return text
    }

    private mutating func words() -> String {
        ["A word", "Two\nlines", "Ünïcödé <&>", "  spaces "].randomElement(using: &generator) ?? ""
    }

    private mutating func forms() -> [PluralCategory: String] {
        var forms: [PluralCategory: String] = [:]
        for category in PluralCategory.allCases where category == .other ? !chance(10) : chance(3) {
            forms[category] = text()
        }
        return forms
    }

    mutating func message(_ key: String) -> Message {
        var plain: String? = text()
        var plural: [PluralCategory: FormatString] = [:]
        var substitutions: [String: [PluralCategory: FormatString]] = [:]
        var devices: [String: FormatString] = [:]
        var devicePlurals: [String: [PluralCategory: FormatString]] = [:]
        var alternatives: [Int: FormatString] = [:]
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1:
            plural = forms().mapValues { FormatString($0) }
            if !chance(4), !plural.isEmpty { plain = nil }
            if chance(8) { devices["mac"] = FormatString(text()) }
        case 2, 3:
            for name in Self.names where chance(2) {
                let forms = forms()
                if !forms.isEmpty {
                    substitutions[name] = forms.mapValues { FormatString($0, isSubstitution: true) }
                }
            }
            plain = [
                "%1$#@files@ in %2$#@folders@", "%#@files@", "%2$#@value@", "%#@x@ of %#@files@", text(),
            ]
            .randomElement(using: &generator)
            if chance(6) { devices["iphone"] = FormatString(text()) }
        case 4:
            for name in Self.devices where chance(2) { devices[name] = FormatString(text()) }
            if !devices.isEmpty, devices["other"] == nil, chance(4) { plain = nil }
            if chance(3) { devicePlurals["ipad"] = forms().mapValues { FormatString($0) } }
            devicePlurals = devicePlurals.filter { !$0.value.isEmpty }
            // The device `other` by itself is the plain text.
            if devices["other"] == nil, devicePlurals["ipad"] != nil, chance(3) { plain = nil }
        case 5 where chance(4):
            plain = nil
            for number in 1...Int.random(in: 1...3, using: &generator) {
                alternatives[number] = FormatString(text())
            }
        default: break
        }
        return Message(
            key: key, text: plain.map { FormatString($0) }, plural: plural, substitutions: substitutions,
            devices: devices, devicePlurals: devicePlurals, alternatives: alternatives)
    }

    mutating func unit(_ key: String) -> TranslationUnit {
        var unit = TranslationUnit(key: key, source: message(key))
        if chance(12) { unit.source = Message(key: key, text: key) }
        if !chance(4) {
            unit.translation = message(key)
            unit.state =
                [.translated, .translated, .needsReview, .new].randomElement(using: &generator) ?? .new
            if let forms = unit.translation?.allFormats, unit.state != .new, hasFormStates, chance(3) {
                var states: [VariationKey.Variation?: TranslationState] = [:]
                for form in forms {
                    states[form.variation] = [.translated, .needsReview].randomElement(using: &generator)
                }
                unit.setStates(states)
            }
            if chance(10) {
                unit.state = .obsolete
                unit.formStates = [:]
                unit.source = nil
            }
        }
        if chance(3) { unit.comment = words() }
        if chance(6) { unit.translatorComment = words() }
        if chance(5) { unit.references = ["Sources/Shop.swift:12", "a b.swift", "c:d"] }
        if chance(6) { unit.flags = ["objc-format"] }
        if unit.state != .obsolete, chance(9) { unit.flags.append("xcode-manual") }
        if chance(6) { unit.maximumLength = 20 }
        if chance(8) { unit.previousSource = text() }
        if chance(8) { unit.previousKey = text() }
        return unit
    }

    mutating func table(_ name: String = "Localizable") -> TranslationTable {
        let locale = Self.locales.randomElement(using: &generator) ?? Self.locales[0]
        var keys: [String] = []
        for number in 0..<Int.random(in: 0...12, using: &generator) {
            keys.append(chance(4) ? text() + "\(number)" : "key \(number)")
        }
        // Written this way because a literal locale cannot fail.
        let source = LocaleIdentifier("en") ?? locale
        return TranslationTable(
            name: name, sourceLocale: source, locale: locale, units: keys.map { unit($0) })
    }
}

extension TranslationTable {
    /// The units by their keys, without those that have findings.
    func units(without findings: [ExchangeDiagnostic]) -> [TranslationUnit] {
        let keys = Set(findings.compactMap(\.facts.first))
        return units.filter { !keys.contains($0.key) }
    }
}

/// A file that was damaged: bytes removed, doubled, or exchanged.
func mutated(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
        guard !bytes.isEmpty else { return bytes }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.removeLast(bytes.count - place)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 2: bytes.remove(at: place)
        default:
            let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
            bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
        }
    }
    return bytes
}
