// Finds messages that the source has and a translation does not.

internal import Localization

/// A message without a translation: it is shown in the source language.
struct MissingKeyCheck: FileCheck {
    static let name = "missing-key"
    let identifier = name
    let category = CheckCategory.keys
    let severity = Severity.warning
    let example = CheckExample(
        source: "\"Open\" = \"Open\";\n\"Close\" = \"Close\";", locale: "de",
        wrong: "\"Open\" = \"Öffnen\";", right: "\"Open\" = \"Öffnen\";\n\"Close\" = \"Schließen\";")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        guard let source else { return Self.textsOfInterfaces(lackingIn: file) }
        return Self.untranslated(in: file, source).map { message in
            var problem = Self.problem(message, in: source)
            if file.placesOfData[message.key] != nil { problem.variant = "data" }
            return problem
        }
    }

    /// - Parameter file: the file that has the message.
    private static func problem(_ message: Message, in file: LocalizationFile) -> TranslationProblem {
        TranslationProblem(.text(message.key), key: message.key, related: file.place(of: message.key))
    }

    /// The texts of storyboards and their like that translations have and the file in the source language lacks:
    /// translators of that file do not see them.
    private static func textsOfInterfaces(lackingIn file: LocalizationFile) -> [TranslationProblem] {
        file.interfaces.flatMap { interface in
            interface.catalog.list.filter(\.needsTranslation).map { problem($0, in: interface) }
        }
    }

    /// The messages of a source that a file does not translate, though it should.
    static func untranslated(in file: LocalizationFile, _ source: LocalizationFile) -> [Message] {
        // `de_AT` may contain only what differs from `de`.
        guard !file.isCompanion, !file.locale.isVariant(of: source.locale) else { return [] }
        return source.catalog.list.enumerated().compactMap { index, message in
            let key = message.key
            guard file.catalog.message(for: key, near: index) == nil, !file.has(key),
                // Readers of `de_AT` see the text of `de`.
                !file.parents.contains(where: { $0.catalog[key] != nil }),
                !file.hasOwnList(with: key), message.needsTranslation
            else { return nil }
            return message
        }
    }
}

extension LocaleIdentifier {
    /// Whether this is a regional form of a language, which readers fall back from to the language alone.
    func isVariant(of other: LocaleIdentifier) -> Bool {
        self != other && lineage.dropFirst().contains(other)
    }
}

extension Message {
    /// Whether there is anything to translate: Xcode has the empty key as soon as a view shows an empty text.
    var hasWords: Bool { forms.contains { !$0.text.isBlank } }

    /// Whether a language without the message misses it. A number or a dash is the same in most languages.
    var needsTranslation: Bool { !isSameEverywhere && hasLetters }

    private var hasLetters: Bool {
        forms.contains { $0.text.unicodeScalars.contains(where: \.properties.isAlphabetic) }
    }
}

extension LocalizationFile {
    /// The key of the first element of the list that a message is an element of: `terms.0` for `terms.3`.
    func listStart(of key: String) -> String? {
        guard format.hasListsOfTexts, let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let number = key.utf8[dot...].dropFirst()
        return !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) } ? key[..<dot] + ".0" : nil
    }

    /// Whether a key is an element of a list, and this file has a list of its own there. Synonyms are not
    /// translated one by one: of a missing list only the first element counts.
    func hasOwnList(with key: String) -> Bool {
        listStart(of: key).map { catalog[$0] != nil || $0 != key } ?? false
    }

    /// Whether the file has a message, or an entry that is no text.
    func has(_ key: String) -> Bool {
        catalog[key] != nil || strings?[key] != nil
            || (companions + interfaces).contains { $0.catalog[key] != nil }
    }

    /// Where a message begins.
    func place(of key: String) -> RelatedLocation? {
        // Forms come after the texts of the other files.
        let own =
            strings.map { $0[key]?.position }
            ?? (catalog[key]?.text == nil || !hasOwnUnit(key) ? nil : catalog[key]?.position)
        if let own { return RelatedLocation(path: path, position: catalog[key]?.position ?? own) }
        for file in companions {
            if let place = file.catalog[key]?.position {
                return RelatedLocation(path: file.path, position: place)
            }
        }
        return catalog[key]?.position.map { RelatedLocation(path: path, position: $0) }
    }
}
