// One message with its translation, in one shape for all formats.

public import Localization

/// A message in the source language and in another one.
///
/// The two messages carry texts only. What is said *about* them (comments, places, flags) is here, once for
/// both.
///
/// A unit is a single reference regardless of its size, because tables of many
/// units are often copied and joined.
public struct TranslationUnit: Sendable, Hashable {
    /// The key under which programs ask for the message.
    public var key: String {
        get { facts[0].key }
        _modify { yield &facts[0].key }
    }
    /// The message in the source language; `nil` where the source does not have it any more, or where a
    /// file that was read does not say.
    public var source: Message? {
        get { facts[0].source }
        _modify { yield &facts[0].source }
    }
    /// The message in the other language; `nil` where there is none yet, and in templates.
    public var translation: Message? {
        get { facts[0].translation }
        _modify { yield &facts[0].translation }
    }
    /// How far the translation is: of forms in different states, the one that leaves the most to do.
    public var state: TranslationState {
        get { facts[0].state }
        _modify { yield &facts[0].state }
    }
    /// The states of those forms that are in another one than `state`; the plain text has no variation.
    public var formStates: [VariationKey.Variation?: TranslationState] {
        get { facts[0].rare?.formStates ?? [:] }
        set { if !newValue.isEmpty || hasRareFacts { setRare(\.formStates, newValue) } }
    }
    /// What the programmer says to translators; `nil` where there is nothing.
    public var comment: String? {
        get { facts[0].comment }
        _modify { yield &facts[0].comment }
    }
    /// What a translator says to others; `nil` where there is nothing.
    public var translatorComment: String? {
        get { facts[0].rare?.translatorComment }
        set { if newValue != nil || hasRareFacts { setRare(\.translatorComment, newValue) } }
        // In place: a file may have thousands of notes about one message.
        _modify {
            if facts[0].rareFacts.isEmpty { facts[0].rareFacts = [RareFacts()] }
            defer { facts[0].dropEmptyFacts() }
            yield &facts[0].rareFacts[0].translatorComment
        }
    }
    /// Where the text is used, as `file:line`.
    public var references: [String] {
        get { facts[0].references }
        _modify { yield &facts[0].references }
    }
    /// Flags of gettext beyond those that say the state.
    public var flags: [String] {
        get { facts[0].flags }
        _modify { yield &facts[0].flags }
    }
    /// The source text that the translation was made for, where it has changed since.
    public var previousSource: String? {
        get { facts[0].rare?.previousSource }
        set { if newValue != nil || hasRareFacts { setRare(\.previousSource, newValue) } }
    }
    /// The key that the translation stood under, where it has changed since.
    public var previousKey: String? {
        get { facts[0].rare?.previousKey }
        set { if newValue != nil || hasRareFacts { setRare(\.previousKey, newValue) } }
    }
    /// The most characters (grapheme clusters) that the translation may have.
    public var maximumLength: Int? {
        get { facts[0].rare?.maximumLength }
        set { if newValue != nil || hasRareFacts { setRare(\.maximumLength, newValue) } }
    }
    /// Where the texts are in the file that the unit was read from.
    public var places: UnitLocations {
        get { facts[0].places }
        _modify { yield &facts[0].places }
    }
    /// One element, which is copied when it is changed and others refer to it.
    private var facts: [Facts]

    private struct Facts: Sendable, Hashable {
        var key: String
        var source: Message?
        var translation: Message?
        var comment: String?
        var references: [String] = []
        var flags: [String] = []
        /// None or one: most units of large files need no room for what few have.
        var rareFacts: [RareFacts] = []
        var places: UnitLocations = UnitLocations()
        var state: TranslationState

        var rare: RareFacts? { rareFacts.first }

        /// Equal units are equal whatever was set in between.
        mutating func dropEmptyFacts() { if rareFacts.first == RareFacts() { rareFacts = [] } }
    }

    private struct RareFacts: Sendable, Hashable {
        var formStates: [VariationKey.Variation?: TranslationState] = [:]
        var translatorComment: String?
        var previousSource: String?
        var previousKey: String?
        var maximumLength: Int?
    }

    private var hasRareFacts: Bool { !facts[0].rareFacts.isEmpty }

    private mutating func setRare<Value>(_ fact: WritableKeyPath<RareFacts, Value>, _ value: Value) {
        if !hasRareFacts { facts[0].rareFacts = [RareFacts()] }
        facts[0].rareFacts[0][keyPath: fact] = value
        facts[0].dropEmptyFacts()
    }

    /// A unit without a word about it.
    public init(
        key: String, source: Message? = nil, translation: Message? = nil, state: TranslationState? = nil
    ) {
        let state = state ?? (translation == nil ? .new : .translated)
        facts = [Facts(key: key, source: source, translation: translation, state: state)]
    }

    /// The state of one form of the translation.
    public func state(of variation: VariationKey.Variation?) -> TranslationState {
        formStates[variation] ?? state
    }

    /// Sets the states of all forms.
    public mutating func setStates(_ states: [VariationKey.Variation?: TranslationState]) {
        state = .earliest(states.values) ?? (translation == nil ? .new : .translated)
        formStates = states.filter { $0.value != state }
    }

    /// The states of forms as comments tell them: those that differ from `state`; and if a form is new though
    /// its text is not the source's, the states of all forms.
    var explicitFormStates: [VariationKey.Variation?: TranslationState] {
        guard state == .new, let source, let translation, translation.differs(from: source) else {
            return formStates
        }
        return Dictionary(
            translation.allFormats.map { ($0.variation, state(of: $0.variation)) }
        ) { first, _ in first }
    }

    /// The flag of messages that are the same in every language.
    public static let untranslatableFlag = CatalogFlag.untranslatable

    /// The flag of messages whose plural forms are those of ordinal numbers: 1st, 2nd.
    static let ordinalFlag = "ordinal"

    /// Whether any text of the translation is more than nothing.
    package var hasText: Bool { translation?.forms.contains { !$0.text.isEmpty } == true }

    var catalogFlags: [String] {
        get { flags.filter(CatalogFlag.isOwn) }
        set {
            guard newValue != catalogFlags else { return }
            flags = flags.filter { !CatalogFlag.isOwn($0) } + newValue
        }
    }

    /// Whether translators are to translate the message.
    public var isTranslatable: Bool { !flags.contains(Self.untranslatableFlag) }
}

/// A table of one locale beside that of the source language.
public struct TranslationTable: Sendable, Hashable {
    /// The folder of the table's `.lproj` folders, as a file names it that has tables of several folders:
    /// relative to where it was exported; `nil` where it is there itself, and where the file does not say.
    public var folder: String?
    /// The table's name, such as `Localizable`: the `.strings` file's without its ending.
    public var name: String
    /// The locale in which the program's texts were written first.
    public var sourceLocale: LocaleIdentifier
    /// The locale of the translations; `nil` in templates.
    public var locale: LocaleIdentifier?
    /// The messages: in the order of the source table, then those that the source does not have.
    public var units: [TranslationUnit]
    /// How the file that the table was read from says that it counts, where that is not how the locale
    /// counts.
    var counting: PluralCoverage?
    /// The syntax of placeholders in the source's format, as `TranslationFormat` has it.
    var placeholderSyntax: PlaceholderSyntax?
    /// Whether the source texts are in a file that has all languages: a string catalog.
    var isInCatalog = false
    /// Where the file has values that are no texts, such as numbers, by their keys.
    var placesOfData: [String: SourcePosition] = [:]

    /// A table of given units.
    public init(
        name: String, sourceLocale: LocaleIdentifier, locale: LocaleIdentifier?, units: [TranslationUnit]
    ) {
        self.name = name
        self.sourceLocale = sourceLocale
        self.locale = locale
        self.units = units
    }

    /// Puts two catalogs side by side.
    ///
    /// Comments and places come from the source, the state from the translation's comments:
    /// `Flag: untranslated` (to be reviewed where the text is not the source's), `Flag: fuzzy`; a message
    /// that the source does not have is obsolete. A catalog beside itself is translated.
    ///
    /// - Parameter translation: the catalog in the other language; `nil` for a template.
    public init(name: String, source: MessageCatalog, translation: MessageCatalog?) {
        self.init(name: name, sourceLocale: source.locale, locale: translation?.locale, units: [])
        units.reserveCapacity(source.list.count)
        Self.forEachUnit(source, translation) { units.append($0) }
    }

    /// Makes the units of two catalogs side by side, one after the other.
    static func forEachUnit(
        _ source: MessageCatalog, _ translation: MessageCatalog?, _ body: (TranslationUnit) -> Void
    ) {
        for (index, message) in source.list.enumerated() {
            let translated = translation?.message(for: message.key, near: index)
            body(Self.unit(message.key, source: message, translation: translated))
        }
        for (index, message) in (translation?.list ?? []).enumerated()
        where source.message(for: message.key, near: index) == nil {
            var unit = Self.unit(message.key, source: nil, translation: message)
            unit.state = .obsolete
            body(unit)
        }
    }

    private static func unit(_ key: String, source: Message?, translation: Message?) -> TranslationUnit {
        var unit = TranslationUnit(
            key: key, source: source?.withoutComment, translation: translation?.withoutComment)
        let about = EntryAnnotations(source?.comment ?? translation?.comment)
        unit.comment = about.comment
        unit.references = about.references
        unit.flags = about.flags
        unit.maximumLength = about.maximumLength
        guard let translation else { return unit }
        unit.places.translation[nil] = translation.position
        let own = EntryAnnotations(translation.comment)
        unit.translatorComment = own.translatorComment(besides: source == nil ? own.comment : about.comment)
        unit.state = own.state.known(toSource: source != nil)
        // A text of its own under the flag `untranslated` is a translation that waits for review, unless a
        // flag says of the form itself that it is new.
        if unit.state == .new, let source, translation.differs(from: source) {
            if own.formStates.values.contains(.new) {
                let forms = translation.allFormats.map(\.variation)
                unit.setStates(
                    Dictionary(uniqueKeysWithValues: forms.map { ($0, own.formStates[$0] ?? .needsReview) }))
            } else {
                unit.state = .needsReview
            }
        } else if unit.state != .obsolete, !own.formStates.isEmpty {
            let forms = Set(translation.allFormats.map(\.variation))
            unit.formStates = own.formStates.filter { $0.value != unit.state && forms.contains($0.key) }
        }
        unit.previousSource = own.previousSource
        unit.previousKey = own.previousKey
        return unit
    }
}

extension TranslationTable {
    /// The units by their keys; of two with the same key the first.
    public var unitsByKey: [String: TranslationUnit] {
        Dictionary(units.map { ($0.key, $0) }) { first, _ in first }
    }
}

extension TranslationTable {
    /// Parts the folder that a project has before the name of a table, as files
    /// that hold several tables name it.
    package mutating func splitFolder() {
        guard folder == nil, let slash = name.lastIndex(of: "/") else { return }
        folder = String(name[..<slash])
        name = String(name[name.index(after: slash)...])
    }

    /// The path of a file of the table without an extension, in a `.lproj` folder in the folder of the table.
    func pathInLocaleFolder(of name: String) -> String {
        let (folder, table) = pathInFolder
        return folder + "\(name)/\(table)"
    }

    /// The folder of the table, with a slash at the end, and its name there.
    var pathInFolder: (folder: String, name: String) {
        var table = self
        table.splitFolder()
        return (table.folder.map { $0 + "/" } ?? "", table.name)
    }
}

extension TranslationState {
    /// What a flag of a translation means where the source is at hand: a message that the source has is not
    /// obsolete, whatever was said of it once.
    func known(toSource isKnown: Bool) -> TranslationState {
        self == .obsolete && isKnown ? .translated : self
    }
}

extension TranslationUnit {
    /// Comment, places, flags and length in one text, in the grammar of `EntryAnnotations`.
    var describingComment: String? {
        // Most units of large files have nothing but one place.
        if comment == nil, references.count == 1, flags.isEmpty, maximumLength == nil {
            return "File: " + references[0]
        }
        var text = comment
        for reference in references { text.appendLine("File: " + reference) }
        if !flags.isEmpty {
            let general = flags.filter { !CatalogFlag.isOwn($0) }
            if !general.isEmpty { text.appendLine("Flag: " + general.joined(separator: ", ")) }
        }
        if let maximumLength { text.appendLine("max-length: \(maximumLength)") }
        return text
    }
}
