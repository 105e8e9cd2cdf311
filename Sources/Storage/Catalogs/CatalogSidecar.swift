// The sidecar `NAME.catalog.json`, which describes a catalog.

internal import JSONCoding
public import CatalogSearch

/// The settings in a catalog's sidecar; the defaults if there is no sidecar.
///
///     {"label": "CatalogBooks", "defaultLocale": "en", "fields": ["title", "author"], "title": "title",
///      "scopes": [{"id": "birthdays", "label": {"en": "Birthdays", "de": "Geburtstage"}}], "synonyms": …}
///
/// A label is the key of a text of the program, or an object with a text for each locale.
public struct CatalogSidecar: Hashable, Sendable {
    /// The catalog's description.
    public var description: CatalogDescription
    /// The member `synonyms` as JSON, unchanged; `nil` if there is none.
    public var synonyms: String?
    /// Settings that could not be used.
    public var diagnostics: [CatalogDiagnostic] = []

    /// The default settings.
    public init(catalog id: String) { description = CatalogDescription(id: id) }

    /// Reads a catalog's sidecar if it exists.
    public init(of file: CatalogFile, fileSystem: any FileSystem) {
        self.init(catalog: file.id)
        description = CatalogDescription(id: file.id, fields: file.format.searchedFields)
        let path = file.sidecarPath
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try fileSystem.contents(ofRegularFile: path, limit: Self.sizeLimit)
        } catch {
            if !error.isMissing { diagnostics.append(CatalogDiagnostic(error, file: path)) }
            return
        }
        var settings = Settings(file: path, sidecar: self)
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
        do {
            try JSONParser().withValue(of: text) { try settings.read($0) }
        } catch {
            let fault = text.withUnsafeBufferPointer { text in
                JSONSyntax.firstFault(in: text).map { ItemPosition(line: 1).advanced(by: $0, in: text) }
            }
            let reason = (error as? JSONError)?.message ?? "\(error)"
            settings.sidecar.diagnostics.append(
                CatalogDiagnostic(
                    file: path, line: fault?.line, column: fault.map { $0.offset + 1 },
                    kind: .sidecarInvalid(reason: reason)))
        }
        self = settings.sidecar
    }

    /// The greatest size, in bytes: a misnamed catalog must not be loaded into memory.
    private static let sizeLimit = 16 << 20
}

/// Reads the settings.
private struct Settings {
    let file: String
    var sidecar: CatalogSidecar

    mutating func report(_ kind: CatalogDiagnostic.Kind) {
        sidecar.diagnostics.append(CatalogDiagnostic(file: file, kind: kind))
    }

    mutating func read(_ root: JSONValue) throws(JSONError) {
        guard root.kind == .object else { throw .incorrectType }
        if let value = root.member("label") { sidecar.description.label = label(value, "label") }
        if let value = root.member("defaultLocale") { readDefaultLocale(value) }
        let fields = root.member("fields").flatMap { texts($0, "fields") } ?? []
        let title = root.member("title").flatMap { text($0, "title") }
        if !fields.isEmpty {
            let names = fields.map { FieldName($0) }
            sidecar.description = CatalogDescription(
                id: sidecar.description.id, label: sidecar.description.label,
                defaultLocale: sidecar.description.defaultLocale, fields: names)
        }
        if let title { sidecar.description.titleField = FieldName(title) }
        if let value = root.member("scopes") { readScopes(value) }
        sidecar.synonyms = root.member("synonyms").map(JSONText.value)
        sidecar.description.synonyms = sidecar.synonyms.map { .list(json: $0) } ?? []
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
        for (number, element) in value.elements.enumerated() {
            let member = "scopes[\(number)]"
            if let id = element.string {
                add(CatalogDescription.Scope(id: id))
            } else if element.kind != .object {
                report(.sidecarWrongType(member: member, expected: .object))
            } else if let id = element.member("id").flatMap(\.string) {
                let label = element.member("label").flatMap { self.label($0, member + ".label") }
                add(CatalogDescription.Scope(id: id, label: label))
            } else {
                report(.sidecarWrongType(member: member + ".id", expected: .text))
            }
        }
    }

    /// Of two scopes with the same id, the first one is used.
    private mutating func add(_ scope: CatalogDescription.Scope) {
        if !sidecar.description.scopes.contains(where: { $0.id == scope.id }) {
            sidecar.description.scopes.append(scope)
        }
    }

    private mutating func text(_ value: JSONValue, _ member: String) -> String? {
        if let text = value.string, !text.isEmpty { return text }
        report(.sidecarWrongType(member: member, expected: .text))
        return nil
    }

    /// A list of texts, without duplicates.
    private mutating func texts(_ value: JSONValue, _ member: String) -> [String]? {
        guard value.kind == .list else {
            report(.sidecarWrongType(member: member, expected: .list))
            return nil
        }
        var texts: [String] = []
        for (number, element) in value.elements.enumerated() {
            if let text = text(element, "\(member)[\(number)]"), !texts.contains(text) { texts.append(text) }
        }
        return texts
    }

    private mutating func label(_ value: JSONValue, _ member: String) -> LocalizedLabel? {
        switch value.kind {
        case .string: return value.string.map(LocalizedLabel.key)
        case .object: break
        default:
            report(.sidecarWrongType(member: member, expected: .localizedText))
            return nil
        }
        var texts: [LocaleIdentifier: String] = [:]
        var canonical: Set<LocaleIdentifier> = []
        for (name, value) in JSONText.uniqueMembers(of: value) {
            let key = String(wellFormed: name.utf8)
            guard let locale = LocaleIdentifier(key) else {
                report(.invalidLocale(member: member, key: key.excerpt))
                continue
            }
            guard let text = text(value, "\(member)[\(key.excerpt)]") else { continue }
            // Of two spellings of a locale, the canonical one is used, else the first.
            let isCanonical = key == locale.identifier && !canonical.contains(locale)
            if texts[locale] == nil || isCanonical { texts[locale] = text }
            if isCanonical { canonical.insert(locale) }
        }
        return texts.isEmpty ? nil : .texts(texts)
    }
}
