// How Android's resource files become tables.

internal import JSON
internal import Localization
internal import Support
internal import XML

/// Android's `res/values-LOCALE/strings.xml`: texts, plurals and lists of texts of one locale.
///
/// A text of a list has the key `NAME[INDEX]`, from 0. Texts with `translatable="false"`, and references to
/// other resources, are flagged as the same in every language.
public enum AndroidResources {
    /// Reads a file as the translations of one table; it says nothing about their source.
    ///
    /// - Parameters:
    ///   - source: the project's source texts: they tell the keys that names stand for,
    ///     and the specifiers of their texts.
    ///   - translations: what the project has in the locale. A text that differs from these in the spelling
    ///     of specifiers and tags alone is theirs.
    public static func read(
        _ bytes: [UInt8], name: String, sourceLocale: LocaleIdentifier, locale: LocaleIdentifier?,
        source: MessageCatalog? = nil, translations: MessageCatalog? = nil
    ) -> (tables: [TranslationTable], findings: [ExchangeDiagnostic]) {
        let read = reading(
            bytes, name: name, sourceLocale: sourceLocale, locale: locale, source: source,
            translations: translations)
        return (read.tables, read.findings)
    }

    /// The same, and how the texts are written.
    static func reading(
        _ bytes: [UInt8], name: String, sourceLocale: LocaleIdentifier, locale: LocaleIdentifier?,
        source: MessageCatalog?, translations: MessageCatalog?
    ) -> (tables: [TranslationTable], findings: [ExchangeDiagnostic], spellings: AndroidSpellings) {
        var reader = AndroidReader(bytes, source: source, translations: translations)
        let document = XMLParser.parse(bytes)
        for fault in document.faults { reader.xml.report(fault) }
        if let root = document.root {
            if root.name == "resources" {
                reader.read(root)
            } else {
                reader.xml.report(.androidUnexpectedDocument, root.name, at: root.byteOffset)
            }
        }
        let table = TranslationTable(
            name: name, sourceLocale: sourceLocale, locale: locale, units: reader.units)
        return ([table], reader.xml.findings, reader.spellings)
    }

    /// The qualifier of a locale in the names of folders: `pt-rBR`, `b+sr+Latn`.
    static func qualifier(_ locale: LocaleIdentifier) -> String {
        let parts = locale.languageTag.split(separator: "-").map(String.init)
        if parts.count == 1 { return parts[0] }
        if parts.count == 2, parts[0].utf8.count <= 3, parts[1].utf8.count == 2 {
            return "\(parts[0])-r\(parts[1])"
        }
        return "b+" + parts.joined(separator: "+")
    }

    /// The qualifiers of folders that may be there for a locale: the one of today, and the one with the
    /// former code of the language, which Android still reads.
    static func qualifiers(_ locale: LocaleIdentifier) -> [String] {
        let current = qualifier(locale)
        let former = legacyLanguages.filter { $0.value == locale.language }.keys
        return [current]
            + former.map { $0 + current.dropFirst(locale.language.utf8.count) }
            .filter { !current.hasPrefix("b+") && $0 != current }
    }

    /// The locale of a folder; `.some(nil)` for `values` itself, `nil` for a folder of
    /// something else or for certain devices.
    static func locale(ofFolder name: String) -> LocaleIdentifier?? {
        var parts = name.split(separator: "-", omittingEmptySubsequences: false)[...]
        guard parts.popFirst() == "values" else { return nil }
        guard let first = parts.popFirst() else { return .some(nil) }
        if first.hasPrefix("b+") {
            let tag = first.dropFirst(2).split(separator: "+").joined(separator: "-")
            return parts.isEmpty ? LocaleIdentifier(tag).map { .some($0) } : nil
        }
        // `car` is a kind of devices.
        guard (2...3).contains(first.utf8.count), first != "car" else { return nil }
        var tag = legacyLanguages[String(first)] ?? String(first)
        if let region = parts.popFirst() {
            guard region.first == "r", region.utf8.count == 3 else { return nil }
            tag += "-" + region.dropFirst()
        }
        guard parts.isEmpty, let locale = LocaleIdentifier(tag), locale.isKnown else { return nil }
        return .some(locale)
    }

    private static let legacyLanguages = ["iw": "he", "in": "id", "ji": "yi"]

    /// Whether a resource is only for some devices that the platform is built for. Such texts stay as they
    /// are: the one of the same name for all other devices is the message.
    static func isOfProduct(_ element: XMLElement) -> Bool {
        element[attribute: "product"].map { $0 != "default" } ?? false
    }

    /// The name of the table of all texts of a module, after the file that most modules have.
    package static let tableName = "strings"

    /// The folder of a locale that is not the source's: `values-de`.
    package static func folder(of locale: LocaleIdentifier) -> String { "values-" + qualifier(locale) }

    /// A name that resources can have for a key: the key itself where it is one.
    package static func name(ofKey key: String) -> String {
        if isName(key) { return key }
        var name = ""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9", ".": name.unicodeScalars.append(scalar)
            case "A"..."Z": name += String(scalar).lowercased()
            default: if name.last != "_" { name += "_" }
            }
        }
        while name.last == "_" { name.removeLast() }
        if name.isEmpty || !(name.first.map { ("a"..."z").contains($0) } ?? false) { name = "text_" + name }
        return name
    }

    /// The names of the resources of keys, those of lists for all of their texts.
    ///
    /// Keys whose names would be the same get names that follow from the keys alone, so that a
    /// name stands for the same key whatever keys come before it, and none stands for another
    /// key when there are more of them.
    static func names(ofKeys keys: [String]) -> [String: String] {
        distinctNames(Set(keys.map { item(ofKey: $0)?.name ?? $0 }), name: name(ofKey:))
    }

    /// The names of the files of tables, in lower case as they have to be, without an extension.
    static func fileNames(ofTables tables: [String]) -> [String: String] {
        distinctNames(Set(tables)) { name(ofKey: $0.lowercased()) }
    }

    private static func distinctNames(
        _ keys: Set<String>, name: (String) -> String
    ) -> [String: String] {
        var counts: [String: Int] = [:]
        for key in keys { counts[name(key), default: 0] += 1 }
        return Dictionary(
            uniqueKeysWithValues: keys.map { key in
                let name = name(key)
                return (key, name == key || counts[name] == 1 ? name : longName(of: key, name))
            })
    }

    /// The name of a key whose name others would have as well.
    private static func longName(of key: String, _ name: String) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add(key)
        return name + "_" + String(UInt32(truncatingIfNeeded: fingerprint.value), radix: 16)
    }

    /// The key of each name under which a file may have one of these keys: who wrote it may
    /// have known others that share a name with it.
    fileprivate static func keysByName(_ keys: [String]) -> [String: String] {
        var found: [String: String] = [:]
        for (key, name) in names(ofKeys: keys) { found[name] = key }
        for key in keys {
            let key = item(ofKey: key)?.name ?? key
            let name = name(ofKey: key)
            if name != key { found[longName(of: key, name)] = key }
        }
        return found
    }

    private static func isName(_ key: String) -> Bool {
        guard let first = key.utf8.first, isLetter(first) else { return false }
        return key.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2E }
    }

    /// Whether aapt2 accepts a name (`IsValidResourceEntryName`).
    static func isAccepted(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isXIDStart || first == "_" else {
            return false
        }
        return name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "." || $0 == "-" }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }

    /// The name and the index of a key such as `days[2]`; `nil` for another key.
    static func item(ofKey key: String) -> (name: String, index: Int)? {
        guard key.utf8.last == UInt8(ascii: "]"), let open = key.lastIndex(of: "["),
            let index = Int(key[key.index(after: open)...].dropLast()), index >= 0, index < mostItems
        else { return nil }
        return (String(key[..<open]), index)
    }

    /// The most texts of a list.
    static let mostItems = 10_000
}

private struct AndroidReader {
    private(set) var units: [TranslationUnit] = []
    private(set) var spellings = AndroidSpellings()
    private let hasCDATA: Bool
    var xml: XMLFindings
    private let text: [UInt8]
    private let source: MessageCatalog?
    private let translations: MessageCatalog?
    /// The keys of the project, by the names of their resources.
    private let keys: [String: String]
    private var names: Set<ByteString> = []
    /// What the file's outermost element says that Lint is to ignore, for all of its resources.
    private var ignoredEverywhere: [String] = []

    init(_ bytes: [UInt8], source: MessageCatalog?, translations: MessageCatalog?) {
        self.translations = translations
        xml = XMLFindings(bytes)
        text = XMLParser.utf8(bytes) ?? bytes
        hasCDATA = text.firstRange(of: "<![CDATA[".utf8) != nil
        self.source = source
        var keys: [String: String] = [:]
        // Each PO file of a project without a template has keys of its own, and a name that two keys
        // share is that of the one that programs still ask for.
        let ofSource = source?.keysByUse
        for known in [translations?.keysByUse.current, ofSource?.current, ofSource?.obsolete] {
            keys.merge(AndroidResources.keysByName(known ?? [])) { first, _ in first }
        }
        self.keys = keys
    }

    mutating func read(_ root: XMLElement) {
        ignoredEverywhere = Self.ignoredChecks(of: root)
        for element in root.elements where element.isComplete && !AndroidResources.isOfProduct(element) {
            switch element.name {
            case "string": read(string: element)
            case "plurals": read(plurals: element)
            case "string-array", "array": read(list: element)
            case "item" where element[attribute: "type"] == "string": read(string: element)
            default: break
            }
        }
    }

    /// The name of a resource; `nil`, with a finding, where it has none of its own.
    private mutating func name(of element: XMLElement) -> String? {
        guard let name = element[attribute: "name"], !name.isEmpty else {
            xml.report(.missingName, at: element.byteOffset)
            return nil
        }
        if !AndroidResources.isAccepted(name) {
            xml.report(.androidInvalidName, name, at: element.byteOffset)
        }
        guard names.insert(ByteString(element.name == "string" ? name : element.name + " " + name)).inserted
        else {
            xml.report(.duplicateName, name, at: element.byteOffset)
            return nil
        }
        return name
    }

    private func unit(_ key: String, _ element: XMLElement, _ position: SourcePosition) -> TranslationUnit {
        var unit = TranslationUnit(key: key)
        unit.places.unit = position
        let about = EntryAnnotations(
            XMLElementRange.comment(before: element.byteOffset, in: text).map {
                String(
                    $0.split(whereSeparator: \.isNewline).map { $0.trimmingBlanks }.joined(separator: "\n"))
            })
        unit.comment = about.comment
        unit.references = about.references
        unit.flags = about.flags
        unit.maximumLength = about.maximumLength
        if element[attribute: "translatable"] == "false" {
            unit.flags.append(TranslationUnit.untranslatableFlag)
        }
        // What `formatted` and Lint say is said by the flags of gettext and Weblate.
        if element[attribute: "formatted"] == "false" { unit.flags.append("no-java-printf-format") }
        for check in ignoredEverywhere + Self.ignoredChecks(of: element) {
            let flag = "ignore-" + check
            if !unit.flags.contains(flag) { unit.flags.append(flag) }
        }
        return unit
    }

    /// The checks that are silent about an element, as it says itself.
    private static func ignoredChecks(of element: XMLElement) -> [String] {
        (element[attribute: "tools:ignore"] ?? "").split { $0 == "," || $0 == " " }.flatMap(checks)
    }

    /// The checks that look for the same mistake as an issue of Android's Lint.
    private static func checks(ofIssue issue: Substring) -> [String] {
        switch issue {
        case "all": ["all"]
        case "MissingTranslation": ["missing-key"]
        case "ExtraTranslation": ["obsolete-key"]
        case "MissingQuantity": ["missing-plural-category", "missing-other"]
        case "UnusedQuantity": ["unused-plural-category"]
        case "ImpliedQuantity": ["omitted-number"]
        case "StringFormatMatches": ["argument-type"]
        case "StringFormatCount": ["missing-argument", "extra-argument"]
        case "StringFormatInvalid": ["invalid-format", "stray-percent"]
        case "TypographyEllipsis": ["ellipsis"]
        case "UnusedResources": ["unused-key"]
        default: []
        }
    }

    /// The text of an element, with the specifiers of the source text.
    private mutating func text(
        _ element: XMLElement, _ key: String, _ variation: VariationKey.Variation?
    ) -> String {
        let read = AndroidText(element)
        if read.hasBareApostrophe { xml.report(.androidApostrophe, key, at: element.byteOffset) }
        if read.hasInvalidEscape { xml.report(.androidEscape, key, at: element.byteOffset) }
        spellings.add(read, isCDATA: isCDATA(element), key: key, variation)
        let known = translations?[key]?.forms.first { $0.variation == variation }?.text
        if let known, AndroidText.isWritten(known, as: read.text) { return known }
        guard let model = source?[key]?.form(nearest: variation) else { return read.text }
        return AndroidSpecifiers.native(read.text, like: model)
    }

    /// Whether all of an element's text is in a CDATA section.
    private func isCDATA(_ element: XMLElement) -> Bool {
        guard hasCDATA, let range = XMLElementRange(startingAt: element.byteOffset, in: text) else {
            return false
        }
        return text[range.content].drop { $0 <= 0x20 }.starts(with: "<![CDATA[".utf8)
    }

    private mutating func read(string element: XMLElement) {
        guard let name = name(of: element) else { return }
        let position = xml.position(element.byteOffset)
        var unit = unit(keys[name] ?? name, element, position)
        let isReference = AndroidText.isReference(element)
        if isReference, unit.isTranslatable { unit.flags.append(TranslationUnit.untranslatableFlag) }
        let text = isReference ? element.text ?? "" : text(element, unit.key, nil)
        unit.translation = Message(key: unit.key, text: text)
        unit.places.translation[nil] = position
        unit.state = .translated
        units.append(unit)
    }

    private mutating func read(plurals element: XMLElement) {
        // Forms that are texts of other names are translated there.
        let items = element.elements.filter { $0.name == "item" }
        if !items.isEmpty, items.allSatisfy(AndroidText.isReference) { return }
        guard let name = name(of: element) else { return }
        var unit = unit(keys[name] ?? name, element, xml.position(element.byteOffset))
        var forms = MessageForms()
        for item in items {
            let quantity = item[attribute: "quantity"] ?? ""
            guard let category = PluralCategory(rawValue: quantity) else {
                xml.report(.androidUnknownQuantity, name, quantity, at: item.byteOffset)
                continue
            }
            if forms.set(text(item, unit.key, .plural(category)), for: .plural(category)) != nil {
                xml.report(.duplicateName, "\(name) (\(quantity))", at: item.byteOffset)
            }
            unit.places.translation[.plural(category)] = xml.position(item.byteOffset)
        }
        unit.translation = forms.isEmpty ? nil : forms.message(unit.key)
        unit.state = forms.isEmpty ? .new : .translated
        units.append(unit)
    }

    private mutating func read(list element: XMLElement) {
        // A list of references to pictures or numbers is no list of texts.
        let items = element.elements.filter { $0.name == "item" }
        if element.name == "array", items.contains(where: AndroidText.isReference) { return }
        guard let name = name(of: element) else { return }
        for (index, item) in items.prefix(AndroidResources.mostItems).enumerated() {
            let position = xml.position(item.byteOffset)
            let key = "\(keys[name] ?? name)[\(index)]"
            var unit = unit(key, element, position)
            if AndroidText.isReference(item), unit.isTranslatable {
                unit.flags.append(TranslationUnit.untranslatableFlag)
            }
            unit.translation = Message(key: unit.key, text: text(item, unit.key, nil))
            unit.places.translation[nil] = position
            unit.state = .translated
            units.append(unit)
        }
    }
}

extension MessageCatalog {
    /// The keys, those of obsolete messages apart.
    fileprivate var keysByUse: (current: [String], obsolete: [String]) {
        var (current, obsolete): ([String], [String]) = ([], [])
        for message in list {
            if EntryAnnotations(message.comment).state == .obsolete {
                obsolete.append(message.key)
            } else {
                current.append(message.key)
            }
        }
        return (current, obsolete)
    }
}
