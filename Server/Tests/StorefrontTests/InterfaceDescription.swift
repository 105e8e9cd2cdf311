// Checks responses against a description: reads the parts of OpenAPI 3.1 and JSON Schema that this project
// uses.

import Foundation
import HTTPTypes

/// A description in OpenAPI.
struct InterfaceDescription {
    private let document: ReceivedJSON

    /// The description is malformed or uses unsupported keywords, so that no response can be checked.
    struct Unreadable: Error {
        let reason: String
    }

    init(_ text: String) throws { document = try ReceivedJSON(Array(text.utf8)) }

    /// The paths with their methods and the statuses of their responses.
    var operations: [(method: String, path: String, statuses: [Int])] {
        (document["paths"]?.members ?? [:]).flatMap { path, methods in
            (methods.members ?? [:]).map { method, operation in
                let statuses = (operation["responses"]?.members ?? [:]).keys.compactMap { Int($0) }
                return (method.uppercased(), path, statuses.sorted())
            }
        }
    }

    /// The differences between a response and its description; empty if there are none.
    func faults(_ received: Received, to method: String, _ path: String) throws -> [String] {
        let operation = document["paths"]?[path]?[method.lowercased()]
        guard let described = operation?["responses"]?["\(received.status)"] else {
            return ["the status \(received.status) is not described"]
        }
        let response = try resolved(described)
        var faults: [String] = []
        for (name, described) in response["headers"]?.members ?? [:] {
            let header = try resolved(described)
            guard let field = HTTPField.Name(name), let value = received.headers[field] else {
                if header["required"] == true { faults.append("\(name) is missing") }
                continue
            }
            faults += try self.faults(.text(value), header["schema"], at: name)
        }
        let type = received.headers[.contentType]?.split(separator: ";").first.map(String.init)
        guard let content = response["content"]?.members else {
            return faults + (received.body.isEmpty && type == nil ? [] : ["there is a body"])
        }
        guard let type, let described = content[type] else {
            return faults + ["the type is \(type ?? "none")"]
        }
        let body =
            type.hasSuffix("json") && !type.hasSuffix("x-ndjson")
            ? try ReceivedJSON(received.body) : .text(received.text)
        return faults + (try self.faults(body, described["schema"], at: "body"))
    }

    private func resolved(_ value: ReceivedJSON) throws -> ReceivedJSON {
        guard let reference = value["$ref"]?.text else { return value }
        guard reference.hasPrefix("#/") else { throw Unreadable(reason: reference) }
        var target: ReceivedJSON? = document
        for name in reference.dropFirst(2).split(separator: "/") { target = target?[String(name)] }
        guard let target else { throw Unreadable(reason: reference) }
        return try resolved(target)
    }

    // MARK: Schemas

    /// Keywords that do not constrain values.
    private static let annotations: Set<String> = ["description", "examples", "default"]

    private func faults(_ value: ReceivedJSON, _ schema: ReceivedJSON?, at place: String) throws -> [String] {
        guard let schema, let keywords = schema.members else {
            throw Unreadable(reason: "no schema at \(place)")
        }
        var faults: [String] = []
        for (keyword, argument) in keywords where !Self.annotations.contains(keyword) {
            // They are read together with `type`.
            if ["properties", "additionalProperties"].contains(keyword), keywords["type"] == nil {
                throw Unreadable(reason: "\(keyword) without a type at \(place)")
            }
            faults += try self.faults(value, keyword, argument, keywords, at: place)
        }
        return faults
    }

    private func faults(
        _ value: ReceivedJSON, _ keyword: String, _ argument: ReceivedJSON,
        _ keywords: [String: ReceivedJSON], at place: String
    ) throws -> [String] {
        func unless(_ holds: Bool) -> [String] {
            holds ? [] : ["\(place) breaks \(keyword) \(argument): \(value)"]
        }
        func bound() throws -> Double {
            guard let number = argument.number else { throw Unreadable(reason: "\(keyword) at \(place)") }
            return number
        }
        switch keyword {
        case "$ref": return try faults(value, try resolved(.object(keywords)), at: place)
        case "type":
            let types = argument.elements?.compactMap(\.text) ?? [argument.text ?? ""]
            return unless(try types.contains { try value.isOfType($0) })
        case "const": return unless(value == argument)
        case "enum": return unless(argument.elements?.contains(value) == true)
        case "oneOf":
            let fitting = try (argument.elements ?? []).filter { try faults(value, $0, at: place).isEmpty }
            return unless(fitting.count == 1)
        case "pattern":
            let pattern = try Regex(argument.text ?? "")
            return unless(try value.text.map { try pattern.firstMatch(in: $0) != nil } ?? true)
        case "minLength": return unless(Double(value.text?.unicodeScalars.count ?? .max) >= (try bound()))
        case "maxLength": return unless(Double(value.text?.unicodeScalars.count ?? 0) <= (try bound()))
        case "minimum": return unless((value.number ?? .infinity) >= (try bound()))
        case "maximum": return unless((value.number ?? -.infinity) <= (try bound()))
        case "minItems": return unless(Double(value.elements?.count ?? .max) >= (try bound()))
        case "maxItems": return unless(Double(value.elements?.count ?? 0) <= (try bound()))
        case "maxProperties": return unless(Double(value.members?.count ?? 0) <= (try bound()))
        case "uniqueItems": return unless(Set(value.elements ?? []).count == value.elements?.count ?? 0)
        case "items":
            return try (value.elements ?? []).enumerated().flatMap {
                try faults($1, argument, at: "\(place)[\($0)]")
            }
        case "required":
            return unless(
                argument.elements?.allSatisfy { value.members == nil || value[$0.text ?? ""] != nil } == true)
        case "properties":
            return try (value.members ?? [:]).flatMap { name, member in
                try argument[name].map { try faults(member, $0, at: "\(place).\(name)") } ?? []
            }
        case "additionalProperties":
            let others = (value.members ?? [:]).filter { keywords["properties"]?[$0.key] == nil }
            switch argument {
            case true: return []
            case false: return others.isEmpty ? [] : ["\(place) has \(others.keys.sorted())"]
            default: return try others.flatMap { try faults($1, argument, at: "\(place).\($0)") }
            }
        case "propertyNames":
            return try (value.members ?? [:]).keys.flatMap {
                try faults(.text($0), argument, at: "\(place)'s name")
            }
        default: throw Unreadable(reason: "\(keyword) at \(place)")
        }
    }
}

extension ReceivedJSON {
    fileprivate func isOfType(_ type: String) throws -> Bool {
        switch type {
        case "null": self == .null
        case "boolean": boolean != nil
        case "integer": number.map { $0 == $0.rounded() } ?? false
        case "number": number != nil
        case "string": text != nil
        case "array": elements != nil
        case "object": members != nil
        default: throw InterfaceDescription.Unreadable(reason: "the type \(type)")
        }
    }
}
