// How does an index keep what was wrong with its catalog? By the message and its arguments, as it is told.

internal import JSONCoding

extension CatalogDiagnostic {
    /// The diagnostic as JSON; `nil` where it is about a file that does not belong to the catalog.
    func json(of catalog: CatalogFile) -> JSONObject? {
        guard let place = SourcePlace(file, of: catalog) else { return nil }
        var object = JSONObject()
        object.set("place", place.spelling)
        if let line { object.set("line", line) }
        if let column { object.set("column", column) }
        object.set("message", messageKey)
        object.set(
            "arguments",
            arguments.map { argument in
                var object = JSONObject()
                switch argument {
                case .text(let text): object.set("text", text)
                case .integer(let number): object.set("integer", number)
                case .message(let key): object.set("message", key)
                }
                return object
            })
        if case .finding(_, _, let severity) = kind {
            object.set("severity", severity == .error ? "error" : "warning")
        }
        return object
    }

    /// The diagnostic that was kept as JSON; `nil` where it says nothing that is known.
    init?(json value: JSONValue, of catalog: CatalogFile) {
        var arguments: [Argument] = []
        for element in value.member("arguments")?.elements ?? JSONValue.Elements(value) {
            if let text = element.member("text")?.string {
                arguments.append(.text(text))
            } else if let number = element.member("integer")?.integer {
                arguments.append(.integer(number))
            } else if let key = element.member("message")?.string {
                arguments.append(.message(key))
            }
        }
        guard let place = value.member("place")?.string.flatMap(SourcePlace.init(spelling:)),
            let key = value.member("message")?.string
        else { return nil }
        let kind: Kind?
        switch value.member("severity")?.string {
        case nil: kind = Kind(messageKey: key, arguments)
        case "error": kind = .finding(key: key, arguments: arguments, severity: .error)
        default: kind = .finding(key: key, arguments: arguments, severity: .warning)
        }
        guard let kind else { return nil }
        self.init(
            file: place.path(of: catalog), line: value.member("line")?.integer,
            column: value.member("column")?.integer, kind: kind)
    }
}

extension CatalogDiagnostic.Kind {
    /// What a message tells; `nil` for a message that only those of findings in translations can be.
    init?(messageKey key: String, _ arguments: [CatalogDiagnostic.Argument]) {
        typealias Expected = CatalogDiagnostic.ExpectedType
        switch (key, arguments.first, arguments.dropFirst().first) {
        case ("CatalogMissing", nil, nil): self = .missing
        case ("CatalogUnreadable: %@", .text(let reason)?, nil): self = .unreadable(reason: reason)
        case ("CatalogFolderEmpty", nil, nil): self = .folderEmpty
        case ("CatalogFormatUnknown", nil, nil): self = .unknownFormat
        case ("CatalogEmpty", nil, nil): self = .empty
        case ("CatalogNameTwice: %@", .text(let id)?, nil): self = .nameTwice(id: id)
        case ("CatalogTooLarge: %1$ld %2$ld", .integer(let bytes)?, .integer(let limit)?):
            self = .tooLarge(bytes: bytes, limit: limit)
        case ("RecordInvalidJSON: %@", .text(let reason)?, nil): self = .invalidJSON(reason: reason)
        case ("RecordNotObject", nil, nil): self = .notObject
        case ("RecordInvalidUTF8: %ld", .integer(let byte)?, nil): self = .invalidUTF8(byte: byte)
        case ("RecordUnpairedSurrogate", nil, nil): self = .unpairedSurrogate
        case ("RecordTooLong: %1$ld %2$ld", .integer(let bytes)?, .integer(let limit)?):
            self = .tooLong(bytes: bytes, limit: limit)
        case ("RecordNoIdentifier", nil, nil): self = .noIdentifier
        case ("RecordDuplicateIdentifier: %1$@ %2$ld", .text(let id)?, .integer(let line)?):
            self = .duplicateIdentifier(id: id, firstLine: line)
        case ("RecordWrongType: %1$@ %2$@", .text(let member)?, .message(let type)?):
            guard let expected = Expected(rawValue: type) else { return nil }
            self = .wrongType(member: member, expected: expected)
        case ("RecordInvalidNumber: %1$@ %2$@", .text(let member)?, .text(let text)?):
            self = .invalidNumber(member: member, text: text)
        case ("RecordInvalidLocale: %1$@ %2$@", .text(let member)?, .text(let key)?):
            self = .invalidLocale(member: member, key: key)
        case ("TableNoHeader", nil, nil): self = .noHeader
        case ("TableColumnTwice: %@", .text(let name)?, nil): self = .columnTwice(name: name)
        case ("TableFieldCount: %1$ld %2$ld", .integer(let count)?, .integer(let header)?):
            self = .fieldCount(count, header: header)
        case ("TableQuoteOpen", nil, nil): self = .quoteOpen
        case ("TableTextAfterQuote", nil, nil): self = .textAfterQuote
        case ("SidecarInvalid: %@", .text(let reason)?, nil): self = .sidecarInvalid(reason: reason)
        case ("SidecarWrongType: %1$@ %2$@", .text(let member)?, .message(let type)?):
            guard let expected = Expected(rawValue: type) else { return nil }
            self = .sidecarWrongType(member: member, expected: expected)
        default: return nil
        }
    }
}

extension SourcePlace {
    /// The place as a text.
    var spelling: String {
        switch self {
        case .catalog(let below): "catalog" + below
        case .sidecar: "sidecar"
        }
    }

    /// The place of a text; `nil` where it is none.
    init?(spelling: String) {
        if spelling == "sidecar" {
            self = .sidecar
        } else if spelling == "catalog" || spelling.hasPrefix("catalog/") {
            self = .catalog(below: String(spelling.dropFirst("catalog".count)))
        } else {
            return nil
        }
    }
}
