// The manifest of an index as JSON.

internal import CatalogSearch
internal import JSON

extension IndexManifest {
    /// The manifest without its first line.
    var json: JSONObject {
        var object = JSONObject()
        object.set("catalog", catalog.path)
        object.set("sidecar", catalog.sidecar)
        object.set("id", catalog.id)
        object.set("format", catalog.format.name)
        object.set("columns", catalog.columns)
        object.set("checked", checked)
        object.set("sources", sources.map(\.json))
        object.set(
            "segments",
            segments.map { segment in
                var object = JSONObject()
                object.set("file", segment.file)
                object.set("deleted", segment.deleted)
                object.set("delta", json: segment.isDelta ? "true" : "false")
                return object
            })
        object.set("records", reading.recordCount)
        object.set("skipped", reading.skippedCount)
        object.set("errors", reading.diagnostics.errorCount)
        object.set("warnings", reading.diagnostics.warningCount)
        let file = self.file ?? CatalogFile(path: catalog.path, format: catalog.format, id: catalog.id)
        object.set("diagnostics", reading.diagnostics.kept.compactMap { $0.json(of: file) })
        object.set("diagnosticLimit", reading.diagnostics.limit)
        object.set("mistakes", reading.diagnostics.counts.json)
        object.set("description", reading.description.json)
        if let synonyms = reading.synonyms { object.set("synonyms", json: synonyms) }
        return object
    }

    init(json bytes: [UInt8], of name: CatalogName, _ file: CatalogFile) throws(IndexFault) {
        let manifest: IndexManifest?
        do {
            manifest = try JSONParser().withValue(of: bytes) { IndexManifest(json: $0, file) }
        } catch {
            throw .damaged
        }
        guard let manifest else { throw .damaged }
        // Two paths may have the same checksum, and folders may be copied.
        guard manifest.catalog == name else { throw .foreign }
        self = manifest
        self.file = file
    }

    private init?(json value: JSONValue, _ file: CatalogFile) {
        guard let path = value.member("catalog")?.string, let sidecar = value.member("sidecar")?.string,
            let id = value.member("id")?.string, let formatName = value.member("format")?.string,
            let format = CatalogFormat.allCases.first(where: { $0.name == formatName }),
            let columns = value.member("columns")?.string,
            let checked = value.member("checked")?.integer,
            let sources = value.member("sources")?.all({ IndexSource(json: $0) }),
            let segments = value.member("segments")?.all({ Segment(json: $0) }),
            let reading = CatalogReading(json: value, file)
        else { return nil }
        self.init(
            catalog: CatalogName(path: path, sidecar: sidecar, id: id, format: format, columns: columns),
            checked: checked,
            sources: sources, reading: reading, segments: segments)
    }
}

extension IndexManifest.Segment {
    init?(json value: JSONValue) {
        guard let file = value.member("file")?.string, Self.isName(file) else { return nil }
        let deleted = value.member("deleted")?.string
        if let deleted, !Self.isName(deleted) { return nil }
        self.init(file: file, deleted: deleted, isDelta: value.member("delta")?.boolean ?? false)
    }

    /// Whether a text is the name of a file in the manifest's folder: not in another folder, and not hidden.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.contains("/") && text.first != "."
    }
}

extension IndexSource {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.set("place", place.spelling)
        let stamp: Stamp
        switch result {
        case .missing:
            object.set("kind", "missing")
            return object
        case .file(let known, let checksum):
            object.set("kind", "file")
            object.set("checksum", checksum?.hexadecimal)
            stamp = known
        case .folder(let known, let checksum):
            object.set("kind", "folder")
            object.set("checksum", checksum.hexadecimal)
            stamp = known
        }
        object.set("size", stamp.size)
        object.set("modified", stamp.modified)
        object.set("changed", stamp.changed)
        object.set("inode", stamp.inode.hexadecimal)
        object.set("device", stamp.device.hexadecimal)
        return object
    }

    fileprivate init?(json value: JSONValue) {
        guard let place = value.member("place")?.string.flatMap(IndexSourceLocation.init(spelling:)) else {
            return nil
        }
        self.place = place
        let kind = value.member("kind")?.string
        if kind == "missing" {
            result = .missing
            return
        }
        let checksum = value.member("checksum")?.string.flatMap { UInt64($0, radix: 16) }
        guard let size = value.member("size")?.integer, let modified = value.member("modified")?.integer,
            let changed = value.member("changed")?.integer,
            let inode = value.member("inode")?.string.flatMap({ UInt64($0, radix: 16) }),
            let device = value.member("device")?.string.flatMap({ UInt64($0, radix: 16) })
        else { return nil }
        let stamp = Stamp(size: size, modified: modified, changed: changed, inode: inode, device: device)
        switch (kind, checksum) {
        case ("file", _): result = .file(stamp, checksum: checksum)
        case ("folder", let checksum?): result = .folder(stamp, checksum: checksum)
        default: return nil
        }
    }
}

extension CatalogReading {
    fileprivate init?(json value: JSONValue, _ file: CatalogFile) {
        guard let records = value.member("records")?.integer, let skipped = value.member("skipped")?.integer,
            let errors = value.member("errors")?.integer, let warnings = value.member("warnings")?.integer,
            let diagnostics = value.member("diagnostics")?.all({ CatalogDiagnostic(json: $0, of: file) }),
            let limit = value.member("diagnosticLimit")?.integer,
            var description = value.member("description").flatMap({ CatalogDescription(json: $0, file.id) })
        else { return nil }
        let synonyms = value.member("synonyms").map(JSONText.value)
        description.synonyms = synonyms.map { .list(json: $0) } ?? []
        self.init(
            description: description, synonyms: synonyms,
            recordCount: records, skippedCount: skipped,
            diagnostics: DiagnosticLog(
                limit: limit, kept: diagnostics,
                counts: value.member("mistakes").map { .init(json: $0) } ?? [:], errorCount: errors,
                warningCount: warnings))
    }
}

extension [CatalogDiagnostic.Mistake: Int] {
    /// The counts of mistakes that occur several times.
    fileprivate var json: [JSONObject] {
        let several = filter { $0.value > 1 }.sorted {
            ($0.key.file, $0.key.key, $0.key.member) < ($1.key.file, $1.key.key, $1.key.member)
        }
        return several.map { mistake, count in
            var object = JSONObject()
            object.set("file", mistake.file)
            object.set("key", mistake.key)
            object.set("member", mistake.member)
            object.set("count", count)
            return object
        }
    }

    fileprivate init(json value: JSONValue) {
        self.init()
        for element in value.elements {
            guard let file = element.member("file")?.string, let key = element.member("key")?.string,
                let member = element.member("member")?.string, let count = element.member("count")?.integer
            else { continue }
            self[CatalogDiagnostic.Mistake(file: file, key: key, member: member)] = count
        }
    }
}

extension CatalogDescription {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        if let label { object.set("label", json: label.json) }
        object.set("defaultLocale", defaultLocale.icuIdentifier)
        object.set("fields", fields.map(\.rawValue))
        object.set("title", titleField.rawValue)
        if !weights.isEmpty {
            var weights = JSONObject()
            for (field, weight) in self.weights.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                weights.set(field.rawValue, weight)
            }
            object.set("weights", weights)
        }
        if !attributes.isEmpty { object.set("attributes", attributes.json) }
        object.set("group", group?.rawValue)
        object.set("available", available?.description)
        if let spread {
            object.set("spread", spread.attribute.rawValue)
            object.set("at most", spread.atMost)
        }
        if !preferences.isEmpty { object.set("prefer", preferences.json) }
        object.set("currency", currency)
        if !readsHTML { object.set("html", false) }
        if !columns.isEmpty {
            var columns = JSONObject()
            for (column, member) in self.columns.sorted(by: { $0.key < $1.key }) {
                columns.set(column, member)
            }
            object.set("columns", columns)
        }
        if !rules.isEmpty { object.set("rules", rules.json) }
        if !learned.isEmpty { object.set("learned", json: learned.json) }
        object.set(
            "scopes",
            scopes.map { scope in
                var object = JSONObject()
                object.set("id", scope.id)
                if let label = scope.label { object.set("label", json: label.json) }
                return object
            })
        return object
    }

    fileprivate init?(json value: JSONValue, _ id: String) {
        guard
            let defaultLocale = value.member("defaultLocale")?.string.flatMap({ LocaleIdentifier($0) }),
            let fields = value.member("fields")?.all(\.string),
            let title = value.member("title")?.string,
            let scopes = value.member("scopes")?.all({ element in
                element.member("id")?.string.map {
                    Scope(id: $0, label: element.member("label").flatMap { LocalizedLabel(json: $0) })
                }
            })
        else { return nil }
        var weights: [FieldName: Int] = [:]
        if let stored = value.member("weights") {
            for (name, value) in stored.members {
                guard let name = name.string, let weight = value.integer else { return nil }
                weights[FieldName(name)] = weight
            }
        }
        self.init(
            id: id, label: value.member("label").flatMap { LocalizedLabel(json: $0) },
            defaultLocale: defaultLocale,
            fields: fields.map { FieldName($0) }, titleField: FieldName(title), scopes: scopes,
            weights: weights, attributes: value.member("attributes").map { .init(json: $0) } ?? [],
            group: value.member("group")?.string.map { AttributeName($0) })
        available = value.member("available")?.string.flatMap { try? Filter($0) }
        spread = value.member("spread")?.string.map {
            Spread(AttributeName($0), atMost: value.member("at most")?.integer ?? Spread.usualLimit)
        }
        preferences = value.member("prefer").map { Preference.list(json: $0, "prefer") { _, _ in } } ?? []
        currency = value.member("currency")?.string
        readsHTML = value.member("html")?.boolean ?? true
        if let stored = value.member("columns") {
            for (name, value) in stored.members {
                guard let name = name.string, let member = value.string else { return nil }
                columns[name] = member
            }
        }
        rules = value.member("rules").map { .init(json: $0, self) } ?? []
        learned = value.member("learned").map { LearnedPopularity(json: $0) } ?? LearnedPopularity()
    }
}

extension LearnedPopularity {
    fileprivate var json: String {
        var object = JSONObject()
        for (id, popularity) in records.sorted(by: { $0.key < $1.key }) {
            object.set(id, json: JSONValue.decimalSpelling(popularity))
        }
        return object.text
    }

    fileprivate init(json value: JSONValue) {
        var records: [String: Double] = [:]
        for (id, popularity) in value.members { records[String(wellFormed: id.utf8)] = popularity.double }
        self.init(records)
    }
}

extension LocalizedLabel {
    /// The label in the form of a sidecar.
    var json: String {
        switch self {
        case .key(let key): return JSONText.string(key)
        case .texts(let texts):
            var object = JSONObject()
            for (locale, text) in texts.sorted(by: { $0.key.icuIdentifier < $1.key.icuIdentifier }) {
                object.set(locale.icuIdentifier, text)
            }
            return object.text
        }
    }

    fileprivate init?(json value: JSONValue) {
        if let key = value.string {
            self = .key(key)
        } else {
            var texts: [LocaleIdentifier: String] = [:]
            for (name, value) in value.members {
                guard let locale = name.string.flatMap({ LocaleIdentifier($0) }), let text = value.string
                else { return nil }
                texts[locale] = text
            }
            self = .texts(texts)
        }
    }
}
