// A message while its parts are collected from the entries of a gettext file.

internal import Localization

/// A unit, entry by entry.
struct UnitDraft {
    let table: Int
    let isObsolete: Bool
    private(set) var diagnostics: [GettextDiagnostic] = []
    private var about: TranslationUnit
    private var source = MessageForms()
    private var translation = MessageForms()
    /// The part of the first entry. Most messages have no other.
    private var firstPart: GettextContext.Part?
    private var otherParts: [GettextContext.Part] = []
    private var isFuzzy = false
    private var isRefused = false
    /// Whether some forms of a translation are missing.
    private var isIncomplete = false

    /// Begins a unit with what its first entry says about it.
    init(
        key: String, table: Int, main entry: POEntry, comments: [String], notes: GettextNotes?,
        identifiers: GettextOptions.Identifiers
    ) {
        self.table = table
        isObsolete = entry.isObsolete
        about = TranslationUnit(key: key)
        about.places.unit = entry.identifierPosition
        about.comment = comments.joinedLines
        about.translatorComment = nil
        about.references = entry.references
        about.flags = entry.flags
        about.maximumLength = notes?.maximumLength
        if identifiers == .key {
            about.previousSource = notes?.previousSource
            about.previousKey = entry.previousIdentifier == entry.identifier ? nil : entry.previousIdentifier
            return
        }
        if notes?.origin == .previous {
            about.previousSource = entry.identifier
        } else if let previous = entry.previousIdentifier, !previous.utf8.elementsEqual(entry.identifier.utf8)
        {
            about.previousSource = previous
        }
        if let previous = entry.previousContext, previous != entry.context, previous != key {
            about.previousKey = previous
        }
    }

    /// Takes in an entry.
    mutating func add(
        _ entry: POEntry, _ part: GettextContext.Part, _ notes: GettextNotes?,
        _ identifiers: GettextOptions.Identifiers, _ forms: inout FormReader
    ) {
        // A suffix in the key changes nothing about the entry's contents.
        let part =
            part == .plural || (part == .message && entry.plural != nil)
            ? .plural : part == .message ? .plain : part
        guard firstPart != part, !otherParts.contains(part) else {
            // Nothing reads obsolete entries, so GNU msgfmt accepts several for a text.
            if !entry.isObsolete {
                diagnostics.append(
                    GettextDiagnostic(.duplicatePart, key: about.key, position: entry.position))
            }
            return
        }
        if firstPart == nil { firstPart = part } else { otherParts.append(part) }
        if entry.isFuzzy { isFuzzy = true }
        if let comment = entry.translatorComments.joinedLines {
            if about.translatorComment != comment {
                about.translatorComment.appendLine(comment)
            }
        }
        switch part {
        case .plural, .substitution, .devicePlural:
            readSource(entry, part, notes, identifiers)
            guard let texts = forms.forms(of: entry, key: about.key) else {
                isRefused = true
                return
            }
            for (category, text) in texts.forms {
                set(text, for: Self.variation(part, category), entry, index: texts.indices[category] ?? 0)
            }
            if texts.isIncomplete { isIncomplete = true }
        case .plain, .message:
            if let text = Self.singleSource(entry, notes, identifiers) { source.set(text, for: nil) }
            if let text = entry.translations.first, !text.utf8.isEmpty {
                set(text, for: nil, entry, index: 0)
            }
        case .form(let variation):
            // Without notes it is unknown whether the original is this form's own.
            if notes != nil, let text = Self.singleSource(entry, notes, identifiers) {
                source.set(text, for: variation)
            }
            if let text = entry.translations.first, !text.utf8.isEmpty {
                set(text, for: variation, entry, index: 0)
            }
        }
    }

    /// Sets the text of a form, which is the `msgstr` of an index.
    private mutating func set(
        _ text: String, for variation: VariationKey.Variation?, _ entry: POEntry, index: Int
    ) {
        translation.set(text, for: variation)
        guard entry.translationPositions.indices.contains(index) else { return }
        about.places.translation[variation] = entry.translationPositions[index]
    }

    private mutating func readSource(
        _ entry: POEntry, _ part: GettextContext.Part, _ notes: GettextNotes?,
        _ identifiers: GettextOptions.Identifiers
    ) {
        if identifiers == .source {
            switch notes?.origin {
            case nil:
                source.set(entry.identifier, for: Self.variation(part, .one))
                source.set(entry.plural ?? entry.identifier, for: Self.variation(part, .other))
            case .form(let category): source.set(entry.identifier, for: Self.variation(part, category))
            case .key, .previous, .message: break
            }
        }
        for case (let category?, let text) in notes?.sourceTexts ?? [] {
            source.set(text, for: Self.variation(part, category))
        }
    }

    private static func singleSource(
        _ entry: POEntry, _ notes: GettextNotes?, _ identifiers: GettextOptions.Identifiers
    ) -> String? {
        if identifiers == .key { return notes?.sourceTexts.first { $0.category == nil }?.text }
        return notes?.origin == nil ? entry.identifier : nil
    }

    private static func variation(
        _ part: GettextContext.Part, _ category: PluralCategory
    ) -> VariationKey.Variation {
        switch part {
        case .substitution(let name): return .substitution(name: name, category)
        case .devicePlural(let name): return .devicePlural(name, category)
        case .message, .plural, .plain, .form: return .plural(category)
        }
    }

    /// Whether everything that the file has of the message was refused: then nothing is said about it.
    var isWithoutUse: Bool { isRefused && translation.isEmpty }

    private static let nothing = TranslationUnit(key: "")

    /// The unit, which leaves the draft without one.
    mutating func takeUnit() -> TranslationUnit {
        var unit = Self.nothing
        swap(&unit, &about)
        unit.source = source.isEmpty ? nil : source.message(unit.key)
        unit.translation = translation.isEmpty ? nil : translation.message(unit.key)
        unit.state =
            isObsolete ? .obsolete : isFuzzy ? .needsReview : unit.translation == nil ? .new : .translated
        // The missing forms get the text of another one, which needs review.
        if isIncomplete, unit.state == .translated, let translation = unit.translation {
            let forms = translation.allFormats.map { ($0.variation, TranslationState.translated) }
            unit.state = .needsReview
            unit.formStates = Dictionary(uniqueKeysWithValues: forms)
        }
        // The writer adds the flag by itself.
        if !unit.flags.isEmpty, let flag = unit.formatFlag {
            let forms = (unit.source?.forms ?? []) + (unit.translation?.forms ?? [])
            let skips = forms.contains { $0.text.skipsArguments }
            unit.places.isMarkedAsFormat =
                flag == PlaceholderSyntax.objectiveC.flag && unit.flags.contains(flag)
            unit.flags.removeAll { $0 == flag || skips && $0 == GettextOptions.noFormatFlag }
        }
        return unit
    }
}
