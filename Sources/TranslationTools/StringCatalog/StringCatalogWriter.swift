// Writes the tables of all locales as one string catalog.

internal import ICU
internal import JSONCoding
internal import Localization

extension StringCatalog {
    /// Writes a table in all its locales, as Xcode would save it.
    ///
    /// The source texts are those of the source locale's own table; without one, the sources of the other tables'
    /// units. Messages that the format cannot represent are left out in that locale, with a finding.
    ///
    /// - Parameter tables: tables of one name and one source locale; others are reported.
    public static func write(
        _ tables: [TranslationTable]
    ) -> (bytes: [UInt8], findings: [ExchangeDiagnostic]) {
        guard let first = tables.first else { return ([], []) }
        var writer = StringCatalogWriter(sourceLocale: first.sourceLocale)
        for table in tables {
            if table.name == first.name, table.sourceLocale == first.sourceLocale {
                writer.collect(table)
            } else {
                writer.findings.append(ExchangeDiagnostic(.stringCatalogOtherTable, table.name))
            }
        }
        writer.write()
        return (writer.json.bytes, writer.findings)
    }
}

private struct StringCatalogWriter {
    var json = CatalogJSON()
    var findings: [ExchangeDiagnostic] = []
    private let sourceLocale: LocaleIdentifier
    private var entries: [Entry] = []
    private var indices: [ByteString: Int] = [:]
    /// The place of each locale among those of a key.
    private var ranks: [String: Int] = [:]

    private struct Entry {
        let about: TranslationUnit
        var isStale = false
        var source: CatalogLocalization?
        var localizations: [(tag: String, localization: CatalogLocalization)] = []
    }

    init(sourceLocale: LocaleIdentifier) { self.sourceLocale = sourceLocale }

    mutating func collect(_ table: TranslationTable) {
        let isSource = table.locale == sourceLocale
        let tag = table.locale?.languageTag
        for unit in table.units {
            let index = index(of: unit)
            if unit.state == .obsolete { entries[index].isStale = true }
            if isSource, let message = unit.translation ?? unit.source {
                entries[index].source = CatalogLocalization(message: message, state: unit.state)
            } else if entries[index].source == nil, let message = unit.source {
                entries[index].source = CatalogLocalization(message: message, state: .translated)
            }
            if !isSource, let tag, let message = unit.translation {
                entries[index].localizations.append(
                    (tag, CatalogLocalization(message: message, state: unit.state)))
            }
            for (name, value) in [
                ("translatorComment", unit.translatorComment), ("previousSource", unit.previousSource),
                ("previousKey", unit.previousKey),
            ] where value != nil {
                findings.append(ExchangeDiagnostic(.stringCatalogNotKept, unit.key, name))
            }
        }
    }

    private mutating func index(of unit: TranslationUnit) -> Int {
        let key = ByteString(unit.key)
        if let index = indices[key] { return index }
        indices[key] = entries.count
        entries.append(Entry(about: unit))
        return entries.count - 1
    }

    // MARK: Writing

    mutating func write() {
        let sourceTag = sourceLocale.languageTag
        let tags = Array(Set(entries.flatMap { $0.localizations.map(\.tag) } + [sourceTag]))
        for (rank, index) in CatalogOrder.sorted(tags).enumerated() { ranks[tags[index]] = rank }
        json.start()
        json.set("sourceLanguage", sourceTag)
        json.start("strings")
        for index in CatalogOrder.sorted(entries.map(\.about.key)) { write(entries[index], sourceTag) }
        json.end()
        json.set("version", StringCatalog.version)
        json.end()
    }

    private mutating func write(_ entry: Entry, _ sourceTag: String) {
        let about = entry.about
        json.start(about.key)
        if let comment = about.catalogComment { json.set("comment", comment) }
        if about.catalogComment.map({ EntryAnnotations($0).comment }) ?? nil != about.comment {
            findings.append(ExchangeDiagnostic(.stringCatalogNotKept, about.key, "comment"))
        }
        let extraction = about.flags.lazy.compactMap(StringCatalog.Flag.extractionState).first
        if let state = entry.isStale ? StringCatalog.stale : extraction { json.set("extractionState", state) }
        var localizations = entry.localizations
        if let source = entry.source, extraction == "extracted_with_value" || !isImplied(source, entry) {
            localizations.append((sourceTag, source))
        }
        if !localizations.isEmpty {
            json.start("localizations")
            for (tag, localization) in localizations.sorted(by: {
                ranks[$0.tag, default: 0] < ranks[$1.tag, default: 0]
            }) {
                write(localization, about.key, tag)
            }
            json.end()
        }
        if about.flags.contains(StringCatalog.Flag.untranslatable) {
            json.set("shouldTranslate", json: "false")
        }
        json.end()
    }

    /// Whether the key alone says the source text.
    private func isImplied(_ source: CatalogLocalization, _ entry: Entry) -> Bool {
        guard !entry.isStale, source.state == .translated, let message = source.message,
            message.appleForms.count == 1,
            let text = message.text
        else { return false }
        return text.source.utf8.elementsEqual(entry.about.key.utf8)
    }

    private mutating func write(_ localization: CatalogLocalization, _ key: String, _ tag: String) {
        guard let message = localization.message, !message.forms.isEmpty else { return }
        let hasTwoTexts = message.text != nil && message.devices[MessageParts.otherDevice] != nil
        let isMixed =
            message.plural.isEmpty ? hasTwoTexts : !message.devices.isEmpty || !message.substitutions.isEmpty
        guard !isMixed else {
            findings.append(ExchangeDiagnostic(.stringCatalogMixedVariations, key, tag))
            return
        }
        if message.hasOtherDeviceAlone { findings.append(ExchangeDiagnostic(.stringCatalogDeviceOther, key)) }
        if message.text != nil, !message.plural.isEmpty {
            findings.append(ExchangeDiagnostic(.stringCatalogPlainTextLeftOut, key, tag))
        }
        for (name, forms) in message.substitutions.sorted(by: { $0.key < $1.key })
        where forms.values.contains(where: { $0.segments.contains(.countedArgument) }) {
            findings.append(ExchangeDiagnostic(.stringCatalogArgumentSpelledOut, key, name))
        }
        let state = StringCatalog.name(of: localization.state)
        let names = Array(message.substitutions.keys)
        let positions = names.isEmpty ? [:] : message.substitutionPositions
        let substitutions = CatalogOrder.sorted(names).map {
            CatalogSubstitution(names[$0], of: message, positions: positions[names[$0]] ?? [])
        }
        let arguments = CatalogReferences.arguments(substitutions)
        json.start(tag)
        if message.plural.isEmpty, message.devices.isEmpty, let text = message.text {
            unit(CatalogReferences.unnumbered(text.source, arguments), state)
        }
        if !substitutions.isEmpty {
            json.start("substitutions")
            for substitution in substitutions { write(substitution, state) }
            json.end()
        }
        if !message.plural.isEmpty {
            json.start("variations")
            variations("plural", message.plural.map { ($0.key.rawValue, $0.value.source) }, state)
            json.end()
        } else if !message.devices.isEmpty {
            json.start("variations")
            let forms = message.appleForms.compactMap { form -> (String, String)? in
                guard case .device(let name)? = form.variation else { return nil }
                return (name, CatalogReferences.unnumbered(form.text, arguments))
            }
            variations("device", forms, state)
            json.end()
        }
        json.end()
    }

    private mutating func write(_ substitution: CatalogSubstitution, _ state: String) {
        json.start(substitution.name)
        if let argument = substitution.argument { json.set("argNum", json: String(argument)) }
        json.set("formatSpecifier", substitution.specifier ?? StringsdictRule.defaultValueType)
        json.start("variations")
        variations("plural", substitution.forms.map { ($0.category.rawValue, $0.text) }, state)
        json.end()
        json.end()
    }

    private mutating func variations(_ axis: String, _ forms: [(name: String, text: String)], _ state: String)
    {
        json.start(axis)
        for index in CatalogOrder.sorted(forms.map(\.name)) {
            json.start(forms[index].name)
            unit(forms[index].text, state)
            json.end()
        }
        json.end()
    }

    private mutating func unit(_ text: String, _ state: String) {
        json.start("stringUnit")
        json.set("state", state)
        json.set("value", text)
        json.end()
    }
}

extension TranslationUnit {
    /// Comment, places, flags and length in the one text that a catalog has for them.
    fileprivate var catalogComment: String? {
        var lines = comment.map { [$0] } ?? []
        lines += references.map { "File: " + $0 }
        let own = flags.filter {
            !StringCatalog.Flag.isExtraction($0) && $0 != StringCatalog.Flag.untranslatable
        }
        if !own.isEmpty { lines.append("Flag: " + own.joined(separator: ", ")) }
        if let maximumLength { lines.append("max-length: \(maximumLength)") }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
