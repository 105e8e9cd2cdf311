// Brings a string catalog in line with the keys that sources use, as Xcode does when it builds.

internal import JSON
internal import Localization

extension StringCatalog {
    /// A catalog with the keys of sources.
    ///
    /// New keys are added; a text that a call says itself is stored as `extracted_with_value`. Where such a
    /// text has changed, its translations need review. Of keys that no source uses, those with translations
    /// become stale, and others go, unless a person added them (`manual`). What comes back is stale no more.
    /// Everything else keeps its bytes.
    ///
    /// - Parameters:
    ///   - extracted: the keys with the texts that sources say, in the order of the sources.
    ///   - old: the catalog; `nil` for a new one.
    ///   - isUsed: whether sources may use a key that is not among them.
    /// - Returns: the bytes, `nil` where the document cannot be read and must stay as
    ///   it is; and how many keys changed.
    package static func extracting(
        _ extracted: [TranslationUnit], into old: [UInt8]?, name: String, sourceLocale: LocaleIdentifier,
        isUsed: (String) -> Bool
    ) -> (bytes: [UInt8]?, changedKeys: Int, findings: [ExchangeDiagnostic]) {
        let known = StringCatalogDocument(old ?? empty(sourceLocale))
        guard let source = known.sourceLocale else { return (nil, 0, known.findings) }
        let tables = changes(extracted, known.tables(name), name: name, sourceLocale: source)
        var editor = StringCatalogEditor(known, sourceLocale: source)
        var writer = StringCatalogWriter(tables, sourceLocale: source)
        for entry in writer.entries { editor.update(entry, &writer) }
        let changed = Set(writer.entries.map { ByteString($0.about.key) })
        var states = StringCatalogEditor(StringCatalogDocument(editor.edited()), sourceLocale: source)
        let stated = states.setExtractionStates(
            found: Set(extracted.map { ByteString($0.key) }), isUsed: isUsed)
        return (
            states.edited(), changed.union(stated).count, writer.findings + editor.findings
        )
    }

    /// A catalog without keys, as Xcode makes one.
    private static func empty(_ sourceLocale: LocaleIdentifier) -> [UInt8] {
        var writer = StringCatalogWriter([], sourceLocale: sourceLocale)
        var json = IndentedJSON()
        json.append(writer.document())
        return json.bytes
    }

    /// The units of each locale that sources change: those of new keys, and of
    /// keys with another text or comment.
    private static func changes(
        _ extracted: [TranslationUnit], _ known: [TranslationTable], name: String,
        sourceLocale: LocaleIdentifier
    ) -> [TranslationTable] {
        let own = known.map { ($0, $0.unitsByKey) }
        let ofSource = own.first { $0.0.locale == sourceLocale }?.1 ?? [:]
        var source = TranslationTable(name: name, sourceLocale: sourceLocale, locale: sourceLocale, units: [])
        var others: [TranslationTable] = []
        let valued = CatalogFlag.extractionPrefix + "extracted_with_value"
        for unit in extracted {
            let hasValue = unit.source?.text?.source != unit.key
            guard var entry = ofSource[unit.key] else {
                var new = TranslationUnit(key: unit.key, source: unit.source, translation: unit.source)
                new.comment = unit.comment
                if hasValue { (new.flags, new.state) = ([valued], .new) }
                source.units.append(new)
                continue
            }
            // Where the catalog says no text, the key was the text until now.
            let isOwn =
                entry.flags.contains(valued)
                || entry.catalogFlags.isEmpty && entry.translation?.text?.source == unit.key
            let isOther = hasValue && isOwn && entry.translation?.text != unit.source?.text
            let hasComment = unit.comment != nil && unit.comment != entry.comment
            guard isOther || hasComment else { continue }
            if hasComment { entry.comment = unit.comment }
            if isOther {
                (entry.source, entry.translation) = (unit.source, unit.source)
                (entry.flags, entry.state) = (entry.flags.filter { $0 != valued } + [valued], .new)
                for (table, units) in own where table.locale != sourceLocale {
                    guard var translated = units[unit.key], translated.hasText,
                        translated.state == .translated
                    else { continue }
                    translated.setStates(translated.allStates.mapValues { _ in .needsReview })
                    var changed = table
                    changed.units = [translated]
                    others.append(changed)
                }
            }
            source.units.append(entry)
        }
        return [source] + others
    }
}

extension StringCatalogEditor {
    /// Marks what no source uses, and takes the mark from what one uses again.
    ///
    /// - Returns: the keys that changed.
    fileprivate mutating func setExtractionStates(
        found: Set<ByteString>, isUsed: (String) -> Bool
    ) -> Set<ByteString> {
        var changed: Set<ByteString> = []
        var unused: Set<Int> = []
        for (number, entry) in document.members.enumerated() {
            let members = places.members(ofObjectAt: entry.valueOffset)
            func index(of name: String) -> Int? { members.lastIndex { $0.name.elementsEqual(name.utf8) } }
            let key = entry.decodedName
            let place = index(of: "extractionState")
            let state = place.flatMap { text(members[$0]) }
            if found.contains(ByteString(key)) {
                guard let place, state == StringCatalog.stale else { continue }
                remove([place], of: members, ofObjectAt: entry.valueOffset, depth: 2)
            } else {
                guard state == nil || state == "extracted_with_value", !isUsed(key) else { continue }
                let localizations = index(of: "localizations").map {
                    places.members(ofObjectAt: members[$0].valueOffset)
                }
                // A text that a call said is no work of a person.
                let isExtracted =
                    state != nil && localizations?.count == 1 && localizations?[0].decodedName == sourceTag
                if localizations == nil || isExtracted {
                    unused.insert(number)
                } else if let place {
                    replace(members[place], with: .string(StringCatalog.stale), depth: 3)
                } else {
                    insert(
                        [.init("extractionState", .string(StringCatalog.stale))],
                        intoObjectAt: entry.valueOffset,
                        depth: 3)
                }
            }
            changed.insert(ByteString(key))
        }
        if let strings = document.strings {
            remove(unused, of: document.members, ofObjectAt: strings.valueOffset, depth: 1)
        }
        return changed
    }
}
