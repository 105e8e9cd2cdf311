// Documents as clients send them: JSON, JSON Lines, CSV.

internal import JSON

/// Reads documents from a body.
enum DocumentPayload {
    /// The documents of a body.
    ///
    /// - Throws: `ProtocolError` if the media type is unknown or the body is malformed.
    static func documents(_ call: Call) throws(ProtocolError) -> [JSON] {
        let types = "`application/json`, `application/x-ndjson`, `text/csv`"
        guard let type = call.mediaType else {
            throw ProtocolError(
                .missingContentType,
                "A Content-Type header is missing. Accepted values for the Content-Type header are: \(types)")
        }
        let delimiter = call.parameters["csvDelimiter"]
        guard ["application/json", "application/x-ndjson", "text/csv"].contains(type) else {
            throw ProtocolError(
                .invalidContentType,
                "The Content-Type `\(type)` is invalid. Accepted values for the Content-Type header are: \(types)"
            )
        }
        if delimiter != nil, type != "text/csv" {
            throw .invalid(
                "invalid_document_csv_delimiter",
                "The Content-Type `\(type)` does not support the use of a csv delimiter.")
        }
        guard !call.body.isEmpty else {
            throw ProtocolError(
                .missingPayload, "A \(type.split(separator: "/").last ?? "") payload is missing.")
        }
        let documents: [JSON]
        switch type {
        case "text/csv": documents = try CSVDocuments.documents(call.body, delimiter: delimiter)
        case "application/x-ndjson": documents = try lines(call.body)
        default:
            let value = try JSON(payload: call.body)
            // A single document is allowed, too.
            documents = value.elements ?? (value == "" ? [] : [value])
            if value == "" { throw ProtocolError(.missingPayload, "A json payload is missing.") }
        }
        for document in documents {
            guard case .object = document else {
                throw ProtocolError(
                    .malformedPayload, "The payload provided is malformed: a document must be an object.")
            }
        }
        return documents
    }

    private static func lines(_ body: [UInt8]) throws(ProtocolError) -> [JSON] {
        var reader = JSONReader(body)
        var documents: [JSON] = []
        do throws(JSONSyntaxError) {
            while !reader.isAtEnd() { documents.append(try reader.value()) }
        } catch {
            throw ProtocolError(error, in: "ndjson")
        }
        return documents
    }
}

/// Documents in CSV (RFC 4180): the first line names attributes, with or without a type
/// (`price:number`, `sale:boolean`).
enum CSVDocuments {
    static func documents(_ body: [UInt8], delimiter: String?) throws(ProtocolError) -> [JSON] {
        var separator = UInt8(ascii: ",")
        if let delimiter {
            guard delimiter.utf8.count == 1, let byte = delimiter.utf8.first else {
                throw .invalid(
                    "invalid_document_csv_delimiter",
                    "csv delimiter must be an ascii character. Found: `\(delimiter)`")
            }
            separator = byte
        }
        guard String(validating: body, as: UTF8.self) != nil else { throw malformed("it is not UTF-8") }
        let body = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body[3...]) : body
        var rows = try rows(body, separator)[...]
        guard let head = rows.popFirst() else { return [] }
        let columns = head.map { name -> (name: String, type: Substring) in
            let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, ["number", "string", "boolean"].contains(parts[1]) else {
                return (name, "string")
            }
            return (String(parts[0]), parts[1])
        }
        var documents: [JSON] = []
        for (number, row) in rows.enumerated() {
            guard row.count == columns.count else {
                throw malformed(
                    "row \(number + 2) has \(row.count) values, but the first row has \(columns.count)")
            }
            var members: [JSON.Member] = []
            for (column, text) in zip(columns, row) {
                members.set(column.name, try value(text, column.type, row: number + 2))
            }
            documents.append(.object(members))
        }
        return documents
    }

    private static func malformed(_ reason: String) -> ProtocolError {
        ProtocolError(.malformedPayload, "The csv payload provided is malformed: `\(reason)`.")
    }

    private static func value(_ text: String, _ type: Substring, row: Int) throws(ProtocolError) -> JSON {
        if text.isEmpty { return .null }
        switch type {
        case "number":
            guard case .number(let spelling)? = try? JSONReader.value(of: Array(text.trimmed.utf8)) else {
                throw malformed("`\(text)` in row \(row) is no number")
            }
            return .number(spelling)
        case "boolean":
            guard let flag = Bool(text.trimmed) else {
                throw malformed("`\(text)` in row \(row) is not true or false")
            }
            return .bool(flag)
        default: return .string(text)
        }
    }

    private static func rows(_ body: [UInt8], _ separator: UInt8) throws(ProtocolError) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field: [UInt8] = []
        var index = 0
        func endField() {
            row.append(String(decoding: field, as: UTF8.self))
            field = []
        }
        func endRow() {
            endField()
            // Empty lines are not rows.
            if row != [""] { rows.append(row) }
            row = []
        }
        while index < body.count {
            switch body[index] {
            case UInt8(ascii: "\"") where field.isEmpty:
                index += 1
                while true {
                    guard index < body.count else { throw malformed("a quotation mark is not closed") }
                    if body[index] == UInt8(ascii: "\"") {
                        index += 1
                        guard index < body.count, body[index] == UInt8(ascii: "\"") else { break }
                    }
                    field.append(body[index])
                    index += 1
                }
            case separator:
                endField()
                index += 1
            case 0x0D where index + 1 < body.count && body[index + 1] == 0x0A: index += 1
            case 0x0A:
                endRow()
                index += 1
            case let byte:
                field.append(byte)
                index += 1
            }
        }
        if !field.isEmpty || !row.isEmpty { endRow() }
        return rows
    }
}
