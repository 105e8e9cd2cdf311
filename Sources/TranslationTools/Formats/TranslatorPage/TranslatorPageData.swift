// The messages of a page for translators, as the JSON that is in the page.

internal import ICU
internal import JSON
internal import Localization
internal import Support

struct TranslatorPageData {
    /// The value of the member `format`, by which files that a page saved are known.
    static let formatName = "lstrings-page"
    static let version = 1

    private let tables: [TranslationTable]
    private let locale: LocaleIdentifier
    private let sourceLocale: LocaleIdentifier
    private let options: TranslatorPageOptions
    private let terms: GlossaryTerms?
    private let counting: PluralCoverage
    private let ordinals: PluralCoverage

    /// - Parameter tables: tables in this locale, at least one.
    init(_ tables: [TranslationTable], _ locale: LocaleIdentifier, _ options: TranslatorPageOptions) {
        (self.tables, self.locale, self.options) = (tables, locale, options)
        sourceLocale = tables[0].sourceLocale
        counting = .of(locale)
        ordinals = .ordinals(of: locale)
        let terms = GlossaryTerms(options.glossary, from: sourceLocale, to: locale)
        self.terms = terms.isEmpty ? nil : terms
    }

    /// The JSON in UTF-8, without a `<`: nothing in it ends the element that it is in.
    func json(_ texts: TranslatorPageTexts) -> [UInt8] {
        var pictures = TranslatorPagePictures(read: options.picture)
        let tables = tables.map { self.object($0, &pictures) }
        var identity = Fingerprint()
        identity.add(locale.identifier)
        for table in tables { identity.add(table.text) }
        var object = JSONObject()
        object.set("format", Self.formatName)
        object.set("version", Self.version)
        // The changes that a browser keeps are those of one page.
        object.set("page", identity.text)
        object.set("source", sourceLocale.languageTag)
        object.set("sourceDirection", sourceLocale.isRightToLeft ? "rtl" : "ltr")
        object.set("locale", locale.languageTag)
        object.set("direction", locale.isRightToLeft ? "rtl" : "ltr")
        object.set("plurals", examples(counting, .cardinal))
        object.set("ordinals", examples(ordinals, .ordinal))
        var own = JSONObject()
        for text in TranslatorPageText.allCases { own.set(text.name, texts[text]) }
        object.set("texts", own)
        object.set("tables", tables)
        if !pictures.addresses.isEmpty { object.set("pictures", pictures.addresses) }
        var bytes: [UInt8] = []
        for byte in object.text.utf8 {
            if byte == UInt8(ascii: "<") { bytes += #"\u003c"#.utf8 } else { bytes.append(byte) }
        }
        return bytes
    }

    /// Some numbers of each plural category. A category that no integer has is for fractions.
    private func examples(_ counting: PluralCoverage, _ kind: PluralRules.Kind) -> JSONObject {
        let rules = try? PluralRules(locale, kind: kind)
        var object = JSONObject()
        for category in counting.categories {
            let integers = (counting.integers[category] ?? []).prefix(5).map { JSON.number($0) }
            let isFraction = rules?.keyword(for: 1.5, fractionDigits: 1) == category.rawValue
            let numbers = integers.isEmpty && isFraction ? [JSON.number(1.5)] : integers
            object.set(category.rawValue, json: JSON.array(numbers).text)
        }
        // Zero means none in every language.
        if !counting.categories.contains(.zero) { object.set(PluralCategory.zero.rawValue, json: "[0]") }
        return object
    }

    private func object(_ table: TranslationTable, _ pictures: inout TranslatorPagePictures) -> JSONObject {
        var object = JSONObject()
        object.set("name", table.name)
        if let folder = table.folder { object.set("folder", folder) }
        object.set(
            "units",
            table.units.filter { $0.isTranslatable && $0.state != .obsolete }.compactMap {
                self.object($0, of: table, &pictures)
            })
        return object
    }

    private func object(
        _ unit: TranslationUnit, of table: TranslationTable, _ pictures: inout TranslatorPagePictures
    ) -> JSONObject? {
        guard let source = unit.source else { return nil }
        let isOrdinal = unit.flags.contains(TranslationUnit.ordinalFlag)
        var object = JSONObject()
        object.set("key", unit.key)
        object.set("source", texts(source))
        object.set(
            "forms", forms(of: unit, source, isOrdinal ? ordinals : counting).map(TranslatorPageForm.name))
        if let translation = unit.translation { object.set("translation", texts(translation)) }
        object.set("state", unit.state.rawValue)
        if !unit.formStates.isEmpty {
            var states = JSONObject()
            for (form, state) in unit.formStates.map({ (TranslatorPageForm.name($0), $1.rawValue) }).sorted(
                by: <)
            {
                states.set(form, state)
            }
            object.set("states", states)
        }
        if isOrdinal { object.set("ordinal", true) }
        if let comment = unit.comment { object.set("comment", comment) }
        if let note = unit.translatorComment { object.set("note", note) }
        if let previous = unit.previousSource { object.set("previous", previous) }
        if !unit.references.isEmpty { object.set("uses", unit.references) }
        if let length = unit.maximumLength { object.set("length", length) }
        setPlaceholders(of: unit, source, table.placeholderSyntax, in: &object)
        setTerms(of: source, in: &object)
        let numbers = unit.screenshots.compactMap { pictures.number(of: $0, in: table) }
        if !numbers.isEmpty { object.set("pictures", json: JSON.array(numbers.map { .number($0) }).text) }
        setRemarks(options.remarks(table, unit.key), in: &object)
        return object
    }

    private func texts(_ message: Message) -> JSONObject {
        var object = JSONObject()
        for form in message.forms { object.set(TranslatorPageForm.name(form.variation), form.text) }
        return object
    }

    /// The forms that the translation is to have, then others that it has.
    private func forms(
        of unit: TranslationUnit, _ source: Message, _ counting: PluralCoverage
    ) -> [VariationKey.Variation?] {
        let needed = source.untranslated(counting.categories).forms.map(\.variation)
        let known = Set(needed)
        return needed + (unit.translation?.forms.map(\.variation) ?? []).filter { !known.contains($0) }
    }

    /// Where placeholders are in the source texts: offset and length of each, in UTF-16 code units.
    private func setPlaceholders(
        of unit: TranslationUnit, _ source: Message, _ syntax: PlaceholderSyntax?, in object: inout JSONObject
    ) {
        let described = source.described(by: unit.describingComment, at: source.position)
        let chosen = ChosenSyntaxes(flags: unit.flags, format: syntax, source: described)
        var places = JSONObject()
        var hasPlaces = false
        var hasBranches = false
        for (variation, format) in source.allFormats {
            let text = format.source
            let ranges = Self.ranges(in: format, chosen.syntaxes)
            if ranges.isEmpty { continue }
            hasPlaces = true
            if ICUMessage.selects(text) || MessageFormat2.declares(text) || text.containsASCII("->") {
                hasBranches = true
            }
            var numbers: [JSON] = []
            let utf8 = text.utf8
            for range in ranges {
                let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
                let end = utf8.index(start, offsetBy: range.count)
                numbers.append(.number(text.utf16.distance(from: text.startIndex, to: start)))
                numbers.append(.number(text.utf16.distance(from: start, to: end)))
            }
            places.set(TranslatorPageForm.name(variation), json: JSON.array(numbers).text)
        }
        guard hasPlaces else { return }
        object.set("keep", places)
        // Forms and choices of a language are not those of another.
        if hasBranches { object.set("branches", true) }
    }

    /// Where placeholders are: half-open ranges of UTF-8 code units, in order. Of two that overlap the first
    /// counts.
    private static func ranges(in format: FormatString, _ syntaxes: [PlaceholderSyntax]) -> [Range<Int>] {
        let all = syntaxes.flatMap { syntax in
            if case .objectiveC = syntax.grammar {
                format.isPlain ? [] : format.specifiers.map(\.range) + format.substitutions.map(\.range)
            } else {
                syntax.ranges(in: format.source)
            }
        }
        var end = 0
        return all.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }.filter {
            range in
            guard range.lowerBound >= end else { return false }
            end = range.upperBound
            return true
        }
    }

    private func setRemarks(_ remarks: [TranslatorPageRemark], in object: inout JSONObject) {
        guard !remarks.isEmpty else { return }
        let lists = remarks.map { JSON.strings([$0.severity.rawValue, $0.name, $0.text]) }
        object.set("remarks", json: JSON.array(lists).text)
    }

    private func setTerms(of source: Message, in object: inout JSONObject) {
        guard let terms, let text = source.principalText else { return }
        let found = terms.found(in: text)
        guard !found.isEmpty else { return }
        let pairs = found.map { JSON.strings([$0.term, $0.translations.joined(separator: " | ")]) }
        object.set("terms", json: JSON.array(pairs).text)
    }
}

/// The names of forms in the data of pages: those of Xcode's XLIFF, and nothing for the plain text.
enum TranslatorPageForm {
    static func name(_ variation: VariationKey.Variation?) -> String { variation?.suffix ?? "" }

    /// - Returns: `nil` for a name that no form has.
    static func variation(_ name: String) -> VariationKey.Variation?? {
        name.isEmpty ? .some(nil) : VariationKey.Variation(suffix: name).map { .some($0) }
    }
}
