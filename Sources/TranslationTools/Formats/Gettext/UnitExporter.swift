// Writes a message as entries of a PO file: one for what gettext has a place for, and one for each other
// part.

internal import Localization

/// Makes entries of the messages of tables in one locale. Tables that share a file
/// share its contexts and `msgid`s.
struct UnitExporter {
    /// The entries of all messages so far.
    private(set) var entries: [POEntry] = []
    private(set) var diagnostics: [GettextDiagnostic] = []
    /// The contexts and `msgid`s of the entries.
    private var keys: Set<UTF8Key> = []
    private let options: GettextOptions
    /// Whether each entry notes its table.
    private let notesTables: Bool
    /// The category of each form that the locale has; `nil` in templates.
    private let counting: [PluralCategory]?
    /// The categories that stand in for a missing one.
    private let substitutes: [PluralCategory]
    /// The name of the table whose messages become entries now.
    private var tableName = ""
    /// How many messages of that table have a source text, where that matters.
    private var sharers: [UTF8Key: Int] = [:]
    /// Whether the next entry is the first one of its message.
    private var isMain = true

    /// - Parameter locale: the locale of the translations; `nil` for a template.
    init(locale: LocaleIdentifier?, options: GettextOptions, notesTables: Bool, capacity: Int) {
        self.options = options
        self.notesTables = notesTables
        counting = locale.map { PluralFormsDerivation.forms(for: $0).categories }
        substitutes = locale?.pluralSubstitutes ?? [.other]
        entries.reserveCapacity(capacity)
        keys.reserveCapacity(capacity)
    }

    mutating func export(_ table: TranslationTable) {
        tableName = table.name
        sharers = [:]
        if options.contexts == .needed, options.identifiers == .source {
            for unit in table.units {
                for (_, text) in unit.source?.forms ?? [] { sharers[UTF8Key(text), default: 0] += 1 }
            }
        }
        for unit in table.units { export(unit) }
    }

    private mutating func export(_ unit: TranslationUnit) {
        isMain = true
        if unit.state == .new, counting != nil { reportUntranslated(unit) }
        let isTranslated = unit.state != .new && counting != nil
        let isLiteral = GettextContext(unit.key).part != .message
        // Most messages are one text in both languages.
        if !isLiteral, unit.source?.hasVariations != true, unit.translation?.hasVariations != true {
            let translation = isTranslated ? unit.translation?.text?.source : nil
            return appendText(unit, .message, source: unit.source?.text?.source, translation: translation)
        }
        // A message without any text says nothing.
        let translation = isTranslated && unit.translation?.isEmpty == false ? unit.translation : nil
        exportParts(of: unit, translation, isLiteral)
    }

    private mutating func exportParts(of unit: TranslationUnit, _ translation: Message?, _ isLiteral: Bool) {
        let parts = UnitParts(unit, translation: translation, counting: counting)
        if parts.hasPlural {
            append(
                unit, isLiteral ? .plural : .message, source: unit.source?.plural ?? [:],
                translations: slots(unit, translation?.plural))
        }
        if parts.hasText {
            appendText(
                unit, parts.hasPlural || isLiteral ? .plain : .message, source: unit.source?.text?.source,
                translation: translation?.text?.source)
        }
        for category in parts.categories {
            appendText(
                unit, .form(.plural(category)), source: unit.source?.plural[category]?.source,
                translation: translation?.plural[category]?.source, fallback: unit.source?.plural ?? [:])
        }
        for name in parts.substitutions {
            let source = unit.source?.substitutions[name] ?? [:]
            let forms = translation?.substitutions[name]
            append(
                unit, .substitution(name), source: source,
                translations: slots(unit, forms))
            for category in UnitParts.extraCategories(source: source, translation: forms ?? [:], counting) {
                appendText(
                    unit, .form(.substitution(name: name, category)), source: source[category]?.source,
                    translation: forms?[category]?.source, fallback: source)
            }
        }
        for name in parts.devices {
            appendText(
                unit, .form(.device(name)), source: unit.source?.devices[name]?.source,
                translation: translation?.devices[name]?.source)
        }
        for name in parts.devicePlurals {
            let source = unit.source?.devicePlurals[name] ?? [:]
            let forms = translation?.devicePlurals[name]
            append(unit, .devicePlural(name), source: source, translations: slots(unit, forms))
            for category in UnitParts.extraCategories(source: source, translation: forms ?? [:], counting) {
                appendText(
                    unit, .form(.devicePlural(name, category)), source: source[category]?.source,
                    translation: forms?[category]?.source, fallback: source)
            }
        }
        for number in parts.alternatives {
            appendText(
                unit, .form(.alternative(number)), source: unit.source?.alternatives[number]?.source,
                translation: translation?.alternatives[number]?.source)
        }
    }

    private mutating func report(_ kind: GettextDiagnostic.Kind, _ unit: TranslationUnit) {
        diagnostics.append(GettextDiagnostic(kind, key: unit.key))
    }

    private mutating func reportUntranslated(_ unit: TranslationUnit) {
        guard let translation = unit.translation else { return }
        let source = Set((unit.source?.forms ?? []).map { UTF8Key($0.text) })
        if translation.forms.contains(where: { !source.contains(UTF8Key($0.text)) }) {
            report(.untranslatedText, unit)
        }
    }

    // MARK: Forms

    /// The translation for each form of the locale. A form that is missing gets what readers see in its
    /// place.
    private mutating func slots(
        _ unit: TranslationUnit, _ forms: [PluralCategory: FormatString]?
    ) -> [String] {
        guard let counting else { return ["", ""] }
        guard let forms, !forms.isEmpty else { return counting.map { _ in "" } }
        var isReported = false
        return counting.map { category in
            if let form = forms[category] {
                if form.source.utf8.isEmpty, !isReported {
                    report(.emptyTranslation, unit)
                    isReported = true
                }
                return form.source
            }
            let substitute = substitutes.lazy.compactMap { forms[$0]?.source }.first
            // One finding for each message is enough.
            if !isReported {
                report(.missingForm(category), unit)
                isReported = true
            }
            // An empty form among others would be shown as nothing at all.
            return substitute ?? forms.max { $0.key < $1.key }?.value.source ?? ""
        }
    }

    private mutating func appendText(
        _ unit: TranslationUnit, _ part: GettextContext.Part, source: String?, translation: String?,
        fallback: [PluralCategory: FormatString] = [:]
    ) {
        if translation?.utf8.isEmpty == true { report(.emptyTranslation, unit) }
        var notes = GettextNotes()
        let text: String
        if let source {
            text = source
        } else if let other = fallback[.other] ?? fallback[.one] {
            text = other.source
            notes.origin = .form(fallback[.other] != nil ? .other : .one)
        } else {
            (text, notes.origin) = substitute(for: unit)
        }
        if options.identifiers == .key, let source { notes.sourceTexts = [(nil, source)] }
        append(unit, part, identifier: text, plural: nil, notes: notes, translations: [translation ?? ""])
    }

    private mutating func append(
        _ unit: TranslationUnit, _ part: GettextContext.Part, source: [PluralCategory: FormatString],
        translations: [String]
    ) {
        var notes = GettextNotes()
        notes.categories = counting ?? []
        let (singular, plural): (String, String)
        switch (source[.one]?.source, source[.other]?.source) {
        case (let one?, let other?): (singular, plural) = (one, other)
        case (nil, let other?):
            (singular, plural) = (other, other)
            notes.origin = .form(.other)
        case (let one?, nil):
            (singular, plural) = (one, one)
            notes.origin = .form(.one)
        case (nil, nil):
            let found = substitute(for: unit)
            (singular, plural) = (found.text, found.text)
            notes.origin = found.origin
        }
        let isKeyed = options.identifiers == .key
        for (category, form) in source.sorted(by: { $0.key < $1.key }) {
            let isSaid = category == .one || category == .other
            if isSaid ? isKeyed : !Self.isExtra(category, counting) {
                notes.sourceTexts.append((category, form.source))
            }
        }
        append(unit, part, identifier: singular, plural: plural, notes: notes, translations: translations)
    }

    /// The text in the place of a source text that does not exist.
    private func substitute(for unit: TranslationUnit) -> (text: String, origin: GettextNotes.Origin?) {
        if let text = unit.source?.text { return (text.source, .message) }
        if let text = unit.source?.plural[.other] { return (text.source, .message) }
        if let text = unit.source?.form(nearest: nil) { return (text.source, .message) }
        if unit.source == nil, let previous = unit.previousSource { return (previous, .previous) }
        return (unit.key, .key)
    }

    /// Whether a form of the source has an entry of its own.
    private static func isExtra(_ category: PluralCategory, _ counting: [PluralCategory]?) -> Bool {
        category == .zero && counting?.contains(.zero) != true
    }

    // MARK: Entries

    private mutating func append(
        _ unit: TranslationUnit, _ part: GettextContext.Part, identifier: String, plural: String?,
        notes: GettextNotes, translations: [String]
    ) {
        var notes = notes
        let origin = notes.origin
        notes.maximumLength = unit.maximumLength
        notes.table = notesTables ? tableName : nil
        var entry = POEntry(identifier: identifier, plural: plural, translations: translations)
        let context = part == .message ? unit.key : GettextContext(key: unit.key, part: part).text
        if options.identifiers == .key {
            entry.identifier = context
            if plural != nil { entry.plural = context }
            guard !context.utf8.isEmpty else { return report(.emptyIdentifier, unit) }
            notes.origin = nil
            if isMain { notes.previousSource = unit.previousSource }
        } else if options.contexts == .always || part != .message || !isItsOwnSource(unit.key, identifier) {
            entry.context = context
        }
        if notesTables, options.tellsTablesApart, options.identifiers == .source,
            keys.contains(UTF8Key(context: entry.context, identifier: entry.identifier))
        {
            // Another table has the same message, whose translation may be another one.
            notes.context = context
            entry.context = tableName + "|" + context
        }
        if let comment = unit.comment { entry.extractedComments = comment.lines.map(GettextNotes.escaped) }
        notes.write(to: &entry.extractedComments)
        if let comment = unit.translatorComment { entry.translatorComments = comment.lines }
        entry.references = unit.references
        entry.flags = unit.flags
        if options.identifiers == .source, let flag = unit.formatFlag,
            !unit.flags.contains(where: { $0.hasSuffix("objc-format") })
        {
            // The specifiers of another text say nothing about those of a part.
            let isBorrowed = part.isPart && (origin == .message || origin == .key)
            // A form without the number is a good text, but no format to msgfmt(1).
            let skips = ([identifier, plural ?? ""] + translations).contains(where: \.skipsArguments)
            entry.flags.append(isBorrowed || skips ? GettextOptions.noFormatFlag : flag)
        }
        entry.isObsolete = unit.state == .obsolete
        entry.isFuzzy = unit.state == .needsReview && (isMain || entry.isTranslated)
        if isMain { notePrevious(unit, &entry) }
        isMain = false
        guard !entry.containsNullCharacter else { return report(.nullCharacter, unit) }
        guard keys.insert(UTF8Key(context: entry.context, identifier: entry.identifier)).inserted else {
            return report(.conflictingKeys(table: tableName), unit)
        }
        entries.append(entry)
    }

    private func notePrevious(_ unit: TranslationUnit, _ entry: inout POEntry) {
        guard unit.previousSource != nil || unit.previousKey != nil else { return }
        if options.identifiers == .key {
            // In such a file the key is what a text was translated under.
            entry.previousIdentifier = unit.previousKey
        } else {
            entry.previousContext = unit.previousKey
            // The format has no context without an identifier.
            entry.previousIdentifier = unit.previousSource ?? entry.identifier
        }
    }

    private func isItsOwnSource(_ key: String, _ identifier: String) -> Bool {
        !key.utf8.isEmpty && key.utf8.elementsEqual(identifier.utf8)
            && sharers[UTF8Key(identifier), default: 0] == 1
    }
}
