// The sidecar `NAME.catalog.json`, which describes a catalog.

public import CatalogSearch
public import Files
internal import JSON
internal import Support

/// The settings in a catalog's sidecar; the defaults if there is no sidecar.
///
///     {"label": "CatalogBooks", "defaultLocale": "en", "fields": ["title", "author"], "title": "title",
///      "scopes": [{"id": "birthdays", "label": {"en": "Birthdays", "de": "Geburtstage"}}], "synonyms": …,
///      "weights": {"author": 6}, "attributes": {"color": {"type": "text", "many": true, "label": …, "values": …}},
///      "currency": "EUR", "columns": {"preis": "price"}, "group": "product", "available": "stock > 0", "spread": "brand", "at most": 2,
///      "prefer": [{"filter": "stock = 0", "factor": 0.3}], "rules": {"summer": {"query": "hat", "pin": [{"id": "h-1", "place": 1}]}}}
///
/// A column mapped to `group` names the product that a record is a variant of.
///
/// A label is the key of a text of the program, or an object with a text for each locale.
public struct CatalogSidecar: Hashable, Sendable {
    public var description: CatalogDescription
    /// The member `synonyms` as JSON, unchanged; `nil` if there is none.
    public var synonyms: String?
    /// The learned popularity of the records, by server.
    public var learned = LearnedSources()
    /// Settings that could not be used.
    public var diagnostics: [CatalogDiagnostic] = []

    /// The default settings.
    public init(catalog id: String) { description = CatalogDescription(id: id) }

    /// Reads a catalog's sidecar if it exists.
    public init(of file: CatalogFile, fileSystem: any FileSystem) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try fileSystem.contents(ofRegularFile: file.sidecarPath, limit: Self.sizeLimit)
        } catch {
            self.init(defaultsOf: file)
            if !error.isMissing { diagnostics.append(CatalogDiagnostic(error, file: file.sidecarPath)) }
            return
        }
        self.init(bytes, of: file)
    }

    /// Reads the JSON of a catalog's sidecar.
    ///
    /// - Parameter file: determines the defaults, and the path in diagnostics.
    public init(_ bytes: [UInt8], of file: CatalogFile) {
        self.init(defaultsOf: file)
        let path = file.sidecarPath
        let text = bytes.withoutByteOrderMark
        var settings = SidecarSettings(file: path, source: text, sidecar: self)
        do {
            try JSONParser().withValue(of: text) { try settings.read($0) }
        } catch {
            let fault = text.withUnsafeBufferPointer { text in
                JSONSyntax.firstFault(in: text).map { ItemPosition(line: 1).advanced(by: $0, in: text) }
            }
            let reason = (error as? JSONError)?.message ?? "\(error)"
            settings.log.report(
                CatalogDiagnostic(
                    file: path, line: fault?.line, column: fault.map { $0.offset + 1 },
                    kind: .sidecarInvalid(reason: reason)))
        }
        self = settings.sidecar
        diagnostics = settings.log.kept
    }

    /// Reads the description of a catalog of JSON records, in the form of a sidecar.
    public init(catalog id: String, json: [UInt8]) {
        // A fixed name, because a catalog's id may look like a path.
        self.init(json, of: CatalogFile(path: "catalog.jsonl", format: .jsonLines, id: id))
    }

    private init(defaultsOf file: CatalogFile) {
        self.init(catalog: file.id)
        description = CatalogDescription(
            id: file.id, fields: file.format.searchedFields, attributes: file.format.attributes)
    }

    /// The most entries of each setting. Each field makes every search slower, and authors of catalogs may
    /// write long lists.
    public enum Limit {
        /// The most searched fields.
        public static let fields = 1_000
        /// The most scopes.
        public static let scopes = 10_000
        /// The most texts of a label.
        public static let texts = 1_000
        /// The most words of all synonyms together.
        public static let words = 10_000
    }

    /// The greatest size, in bytes: a misnamed catalog must not be loaded into memory.
    private static let sizeLimit = 16 << 20
}

struct SidecarSettings {
    let file: String
    /// The text, in which settings are looked up to report their lines.
    let source: [UInt8]?
    var sidecar: CatalogSidecar
    /// Whether to look for labels that occur twice. They are used all the same.
    var findsSharedLabels = true
    /// The problems, in a bounded log: a list of wrong elements must not produce as many diagnostics.
    var log = DiagnosticLog()

    mutating func report(_ kind: CatalogDiagnostic.Kind) {
        log.report(CatalogDiagnostic(file: file, kind: kind))
    }

    /// Reports a problem at the line of a setting, if a path is given.
    mutating func report(_ kind: CatalogDiagnostic.Kind, at path: [JSONStep]?) {
        let diagnostic = CatalogDiagnostic(file: file, line: nil, kind: kind)
        // The file is read from its beginning for each line.
        guard let path, log.keeps(diagnostic.severity) else { return log.report(diagnostic) }
        let line = source?.withUnsafeBufferPointer { text in
            JSONSource(text).range(of: path, includesName: true).map {
                ItemPosition(line: 1).advanced(by: $0.lowerBound, in: text).line
            }
        }
        log.report(CatalogDiagnostic(file: file, line: line ?? nil, kind: kind))
    }

    /// Reports a setting with too many entries.
    ///
    /// - Returns: whether it may be used.
    mutating func check(_ count: Int, of member: @autoclosure () -> String, limit: Int) -> Bool {
        if count > limit { report(.sidecarTooMany(member: member(), count: count, limit: limit)) }
        return count <= limit
    }

    private static let members = [
        "label", "defaultLocale", "fields", "title", "currency", "columns", "html", "scopes", "synonyms",
        "weights", "attributes",
        "group", "available", "spread", "at most", "prefer", "rules", "learned", "meilisearch", "$schema",
    ]

    /// Members that other programs write, and that need no diagnostic.
    private static let silentMembers = ["meilisearch", "$schema"]

    /// Reports members that do not exist, each name once.
    mutating func checkMembers(
        of value: JSONValue, known: [String], at path: [JSONStep], in parent: String = ""
    ) {
        let listed = known.filter { !Self.silentMembers.contains($0) }.joined(separator: ", ")
        var names: Set<String> = []
        for (key, _) in value.members {
            let name = String(wellFormed: key.utf8)
            if known.contains(name) || !names.insert(name).inserted { continue }
            let member = (parent.isEmpty ? "" : parent + ".") + name.excerpt
            // No one sees diagnostics that are not stored, and each comparison takes long.
            let nearest = log.keeps(.warning) ? known.nearest(to: name) : nil
            let kind: CatalogDiagnostic.Kind =
                nearest.map { .sidecarUnknownMember(member: member, nearest: $0) }
                ?? .sidecarUnknownMemberOf(member: member, known: listed)
            report(kind, at: path + [.member(name)])
        }
    }

    /// The names that a message offers for one that does not exist, the nearest one first.
    func choices(_ known: [String], insteadOf name: String) -> String {
        let nearest = log.keeps(.error) ? known.nearest(to: name) : nil
        return ((nearest.map { [$0] } ?? []) + known.filter { $0 != nearest }).joined(separator: ", ")
    }

    mutating func read(_ root: JSONValue) throws(JSONError) {
        guard root.kind == .object else { throw .incorrectType }
        checkMembers(of: root, known: Self.members, at: [])
        if let value = root.member("label") { sidecar.description.label = label(value, "label") }
        if let value = root.member("defaultLocale") { readDefaultLocale(value) }
        let fields =
            root.member("fields").flatMap { texts($0, "fields", limit: CatalogSidecar.Limit.fields) } ?? []
        let title = root.member("title").flatMap { text($0, "title") }
        if !fields.isEmpty {
            let names = fields.map { FieldName($0) }
            sidecar.description = CatalogDescription(
                id: sidecar.description.id, label: sidecar.description.label,
                defaultLocale: sidecar.description.defaultLocale, fields: names)
        }
        if let title { sidecar.description.titleField = FieldName(title) }
        if let value = root.member("currency") { sidecar.description.currency = text(value, "currency") }
        if let value = root.member("columns") { readColumns(value) }
        var readsHTML = sidecar.description.readsHTML
        read(root, "html", into: &readsHTML)
        sidecar.description.readsHTML = readsHTML
        if let value = root.member("scopes") { readScopes(value) }
        if let value = root.member("synonyms") { readSynonyms(value) }
        if let value = root.member("weights") { readWeights(value) }
        if let value = root.member("attributes") { readAttributes(value) }
        if let value = root.member("group") { readGroup(value) }
        sidecar.description.declareMappedAttributes()
        sidecar.description.groupByColumn()
        if let value = root.member("available") { readAvailable(value) }
        readSpread(root.member("spread"), atMost: root.member("at most"))
        if let value = root.member("prefer") { readPreferences(value) }
        if let value = root.member("rules") {
            readRules(value)
            reportContradictions()
        }
        if let value = root.member("learned") { readLearned(value) }
    }

    /// Reads `"columns": {"name": "title", "preis": "price[EUR]"}`.
    private mutating func readColumns(_ value: JSONValue) {
        guard value.kind == .object else {
            return report(.sidecarWrongType(member: "columns", expected: .object))
        }
        let members = JSONText.uniqueMembers(of: value)
        guard check(members.count, of: "columns", limit: CatalogSidecar.Limit.fields) else { return }
        for (name, value) in members {
            let column = String(wellFormed: name.utf8)
            // A column that is mapped to nothing is ignored.
            if value.isNull || value.string == "" {
                sidecar.description.columns[column] = ""
                continue
            }
            sidecar.description.columns[column] = text(value, "columns.\(column.excerpt)")
        }
    }

    private mutating func readWeights(_ value: JSONValue) {
        guard value.kind == .object else {
            return report(.sidecarWrongType(member: "weights", expected: .object))
        }
        guard
            check(
                value.members.count(where: { _ in true }), of: "weights", limit: CatalogSidecar.Limit.fields)
        else { return }
        for (key, value) in value.members {
            guard let name = key.string else { continue }
            if let weight = value.integer, CatalogDescription.weightRange.contains(weight) {
                sidecar.description.weights[FieldName(name)] = weight
            } else {
                report(.sidecarWrongType(member: "weights.\(name.excerpt)", expected: .weight))
            }
        }
    }

    private mutating func readSynonyms(_ value: JSONValue) {
        let json = JSONText.value(value)
        let synonyms = [CatalogDescription.Synonyms].list(json: json)
        let count = synonyms.reduce(0) { $0 + $1.words.count + ($1.from?.count ?? 0) }
        guard check(count, of: "synonyms", limit: CatalogSidecar.Limit.words) else { return }
        sidecar.synonyms = json
        sidecar.description.synonyms = synonyms
    }

    private mutating func readDefaultLocale(_ value: JSONValue) {
        guard let key = text(value, "defaultLocale") else { return }
        guard let locale = LocaleIdentifier(key) else {
            return report(.invalidLocale(member: "defaultLocale", key: key.excerpt))
        }
        sidecar.description.defaultLocale = locale
    }

    private mutating func readScopes(_ value: JSONValue) {
        guard value.kind == .list else {
            return report(.sidecarWrongType(member: "scopes", expected: .list))
        }
        let elements = Array(value.elements)
        guard check(elements.count, of: "scopes", limit: CatalogSidecar.Limit.scopes) else { return }
        // Of two scopes with the same id, the first one is used.
        var known: Set<String> = []
        var scopes: [CatalogDescription.Scope] = []
        func add(_ scope: CatalogDescription.Scope) {
            if known.insert(scope.id).inserted { scopes.append(scope) }
        }
        defer { sidecar.description.scopes = scopes }
        for (number, element) in elements.enumerated() {
            let member = "scopes[\(number)]"
            if let id = element.string {
                add(CatalogDescription.Scope(id: id))
            } else if element.kind != .object {
                report(.sidecarWrongType(member: member, expected: .object))
            } else if let id = element.member("id").flatMap(\.string) {
                checkMembers(
                    of: element, known: ["id", "label"], at: [.member("scopes"), .element(number)], in: member
                )
                let label = element.member("label").flatMap { self.label($0, member + ".label") }
                add(CatalogDescription.Scope(id: id, label: label))
            } else {
                report(.sidecarWrongType(member: member + ".id", expected: .text))
            }
        }
    }

    mutating func text(_ value: JSONValue, _ member: @autoclosure () -> String) -> String? {
        if let text = value.string, !text.isEmpty { return text }
        report(.sidecarWrongType(member: member(), expected: .text))
        return nil
    }

    /// A list of texts, without duplicates.
    private mutating func texts(_ value: JSONValue, _ member: String, limit: Int) -> [String]? {
        guard value.kind == .list else {
            report(.sidecarWrongType(member: member, expected: .list))
            return nil
        }
        let elements = Array(value.elements)
        guard check(elements.count, of: member, limit: limit) else { return nil }
        var known: Set<String> = []
        var texts: [String] = []
        for (number, element) in elements.enumerated() {
            if let text = text(element, "\(member)[\(number)]"), known.insert(text).inserted {
                texts.append(text)
            }
        }
        return texts
    }

    /// Reads a name in several locales, or the key of a text.
    ///
    /// - Parameter member: the setting's name, which only a report needs.
    mutating func label(_ value: JSONValue, _ member: @autoclosure () -> String) -> LocalizedLabel? {
        switch value.kind {
        case .string: return value.string.map(LocalizedLabel.key)
        case .object: break
        default:
            report(.sidecarWrongType(member: member(), expected: .localizedText))
            return nil
        }
        let members = JSONText.uniqueMembers(of: value)
        guard check(members.count, of: member(), limit: CatalogSidecar.Limit.texts) else { return nil }
        var texts: [LocaleIdentifier: String] = [:]
        texts.reserveCapacity(members.count)
        // The locales whose text has another spelling of the locale as its name.
        var respelled: Set<LocaleIdentifier> = []
        for (name, value) in members {
            let key = String(wellFormed: name.utf8)
            guard let locale = LocaleIdentifier(key) else {
                report(.invalidLocale(member: member(), key: key.excerpt))
                continue
            }
            guard let text = text(value, "\(member())[\(key.excerpt)]") else { continue }
            let isCanonical = key == locale.identifier
            // Of two spellings of a locale, the canonical one is used, otherwise the first one.
            if texts[locale] == nil {
                texts[locale] = text
                if !isCanonical { respelled.insert(locale) }
            } else if isCanonical, respelled.remove(locale) != nil {
                texts[locale] = text
            }
        }
        return texts.isEmpty ? nil : .texts(texts)
    }
}
