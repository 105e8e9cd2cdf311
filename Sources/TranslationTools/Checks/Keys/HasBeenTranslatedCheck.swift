// Finds messages without a translation whose source text is translated elsewhere in the file.

internal import Localization

/// `Open` is untranslated under one key and translated under another one, or in an obsolete
/// entry: the work is done already.
struct HasBeenTranslatedCheck: FileCheck {
    let identifier = "has-been-translated"
    let category = CheckCategory.keys
    let severity = Severity.note
    let example = CheckExample(
        source: "\"menu.open\" = \"Open file\";\n\"button.open\" = \"Open file\";", locale: "de",
        wrong: "\"menu.open\" = \"Datei öffnen\";",
        right: "\"menu.open\" = \"Datei öffnen\";\n\"button.open\" = \"Datei öffnen\";")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        guard let source else { return [] }
        let missing = MissingKeyCheck.untranslated(in: file, source)
        guard !missing.isEmpty else { return [] }
        let translated = Self.translations(
            of: Set(missing.compactMap { $0.text?.source }), in: file, source)
        return missing.compactMap { message in
            guard !Self.isPreferenceValue(message.key), file.listStart(of: message.key) == nil,
                let text = message.text?.source,
                let earlier = translated[text]?.first(where: {
                    file.mayMeanTheSame($0.key, as: message.key, text)
                })
            else { return nil }
            return TranslationProblem(
                .text(text), .text(earlier.text), key: message.key, related: file.place(of: earlier.key))
        }
    }

    /// Whether an item is of an array such as `theme_values`, which Android's preferences
    /// store (`entryValues`) while they show the items of another array: a word for the
    /// program, even where it reads as a text.
    private static func isPreferenceValue(_ key: String) -> Bool {
        key.utf8.last == UInt8(ascii: "]") && key.prefix { $0 != "[" }.lowercased().hasSuffix("values")
    }

    /// The first few translations of each of some source texts. In gettext's files contexts tell the
    /// meanings of a text apart, so that only an obsolete entry without one counts: it may be from
    /// before the program had the context.
    private static func translations(
        of texts: Set<String>, in file: LocalizationFile, _ source: LocalizationFile
    ) -> [String: [(key: String, text: String)]] {
        var found: [String: [(key: String, text: String)]] = [:]
        for (index, message) in file.catalog.list.enumerated() {
            guard let text = message.text?.source, !text.isEmpty, file.listStart(of: message.key) == nil
            else { continue }
            let model = source.catalog.message(for: message.key, near: index)?.text?.source
            // The key of an entry of gettext is its source text, also where the
            // source does not have it any more.
            guard let original = model ?? (file.isCompiledByGettext ? message.key : nil),
                texts.contains(original), found[original, default: []].count < 8, text != original
            else { continue }
            let state = EntryAnnotations(message.comment).state
            guard file.tellsApart(message, of: original) ? state == .obsolete : state != .needsReview else {
                continue
            }
            found[original, default: []].append((message.key, text))
        }
        return found
    }
}

extension LocalizationFile {
    /// Whether keys of one source text do not say that it has two meanings: `last_m` and `last_f` are words
    /// for men and women, and the classes of Qt's keys are contexts, where a short text may mean anything.
    fileprivate func mayMeanTheSame(_ one: String, as other: String, _ source: String) -> Bool {
        func context(_ key: String) -> Substring? {
            key.firstRange(of: "|" + source).map { key[..<$0.lowerBound] }
        }
        if source.words.count < 3, let mine = context(one), let its = context(other), mine != its {
            return false
        }
        return !Self.differInGender(one, other)
    }

    private static func differInGender(_ one: String, _ other: String) -> Bool {
        func parts(_ key: String) -> (stem: Substring, ending: String)? {
            guard let sign = key.lastIndex(where: { "_.-".contains($0) }) else { return nil }
            return (key[..<sign], key[key.index(after: sign)...].lowercased())
        }
        guard let one = parts(one), let other = parts(other) else { return false }
        return one.stem == other.stem && one.ending != other.ending
            && genders.isSuperset(of: [one.ending, other.ending])
    }

    private static let genders: Set<String> = [
        "m", "f", "n", "male", "female", "masculine", "feminine", "neuter", "neutral", "man", "woman", "he",
        "she",
    ]

    /// Whether contexts tell the meanings of a source text apart: in gettext's files
    /// it has several entries only then.
    func tellsApart(_ message: Message, of source: String) -> Bool {
        repeatedSource(of: message.key)?.text?.source == source
    }
}
