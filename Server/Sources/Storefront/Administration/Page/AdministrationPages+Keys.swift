// The view of the keys of the API: list, create, show, replace, delete.

internal import FoundationEssentials
internal import HTTPTypes
internal import JSON
internal import Localization
internal import MeilisearchProtocol
internal import NIOCore
internal import StorefrontPage

extension AdministrationPages {
    /// A key in the interface's response.
    private struct Key: Decodable {
        let name: String?
        let description: String?
        let key: String
        let uid: String
        let actions: [String]
        let indexes: [String]
        let expiresAt: String?
        let createdAt: String
        let updatedAt: String

        /// Whether the server created the key, and no page has shown its secret.
        var isHidden: Bool { KeyRing.isFirst(name) && createdAt == updatedAt }
    }

    private struct Keys: Decodable {
        let results: [Key]
    }

    func keyList(_ reader: Reader) async throws -> EndpointResponse {
        html(
            reader, title: word("Admin.Keys", reader), view: "keys",
            ["keys": try await keyValues(reader, shown: nil)])
    }

    /// - Parameter shown: a key whose secret is shown, with the message about it.
    private func keyValues(
        _ reader: Reader, shown: (key: Key, message: String)?
    ) async throws -> AdministrationValue {
        let response = try await respond(
            to: Call(method: "GET", path: ["keys"], parameters: [("limit", "100000")]), reader)
        let list = try JSONDecoder().decode(Keys.self, from: Data(response.text.utf8)).results
        var members: [String: AdministrationValue] = [
            "list": .list(
                list.map { key in
                    var values: [String: AdministrationValue] = [
                        "name": .text(key.name ?? word("Admin.KeyWithoutName", reader)),
                        "uid": .text(key.uid),
                        "actions": .text(key.actions.joined(separator: ", ")),
                        "indexes": .text(key.indexes.joined(separator: ", ")),
                        "expires": .text(
                            key.expiresAt.map { word("Admin.Until: %@", reader, .text($0)) }
                                ?? word("Admin.NeverExpires", reader)),
                        "deleteLabel": .text(word("Admin.DeleteKey: %@", reader, .text(key.name ?? key.uid))),
                        "replaceLabel": .text(
                            word("Admin.ReplaceKey: %@", reader, .text(key.name ?? key.uid))),
                    ]
                    if key.isHidden, let name = key.name {
                        values["showLabel"] = .text(word("Admin.ShowKey: %@", reader, .text(name)))
                    }
                    return .object(values)
                }),
            "name": .text(shown == nil ? reader["name"] : ""),
            "actions": .text(reader["actions"].isEmpty || shown != nil ? "search" : reader["actions"]),
            "indexes": .text(reader["indexes"].isEmpty || shown != nil ? "*" : reader["indexes"]),
            "expires": .text(shown == nil ? reader["expires"] : ""),
        ]
        if let shown {
            members["secret"] = .text(shown.key.key)
            members["secretLabel"] = .text(shown.message)
        }
        return .object(members)
    }

    func makeKey(_ reader: Reader) async throws -> EndpointResponse {
        func list(_ name: String) -> [String] {
            reader[name].split { $0 == "," || $0 == " " }.map { String($0) }
        }
        var made = JSONObject()
        made.set("actions", list("actions"))
        // The interface requires an explicit null for a key that never expires.
        made.set("expiresAt", reader["expires"].isEmpty ? nil : reader["expires"])
        made.set("indexes", list("indexes"))
        if !reader["name"].isEmpty { made.set("name", reader["name"]) }
        do {
            return try await show(try await make(made, reader), "Admin.KeyMade", reader)
        } catch let error as Problem {
            return problem(error, reader, ["keys": try await keyValues(reader, shown: nil)])
        }
    }

    /// Creates a key with the rights of an old one, and then deletes the old one.
    func replaceKey(_ reader: Reader) async throws -> EndpointResponse {
        let old = try await key(.init(method: "GET", path: ["keys", reader["uid"]]), reader)
        var made = JSONObject()
        made.set("actions", old.actions)
        made.set("expiresAt", old.expiresAt)
        made.set("indexes", old.indexes)
        if let name = old.name { made.set("name", name) }
        if let description = old.description { made.set("description", description) }
        let new = try await make(made, reader)
        try await delete(old.uid, reader)
        return try await show(new, "Admin.KeyMade", reader)
    }

    /// Shows the secret of a key that the server created, unless a page has shown it before.
    func showKey(_ reader: Reader) async throws -> EndpointResponse {
        let key = try await key(.init(method: "GET", path: ["keys", reader["uid"]]), reader)
        guard key.isHidden else { return redirect(reader, to: "/admin/keys") }
        // The time of the change says that the key was shown.
        let shown = try await self.key(
            .init(
                method: "PATCH", path: ["keys", key.uid], mediaType: "application/json",
                body: Array("{}".utf8)), reader)
        return try await show(shown, "Admin.KeyShown", reader)
    }

    func deleteKey(_ reader: Reader) async throws -> EndpointResponse {
        try await delete(reader["uid"], reader)
        return redirect(reader, to: "/admin/keys")
    }

    /// The page with the secret of a key, which is shown once and never appears in an address.
    private func show(
        _ key: Key, _ message: String, _ reader: Reader
    ) async throws -> EndpointResponse {
        html(
            reader, title: word("Admin.Keys", reader), view: "keys",
            ["keys": try await keyValues(reader, shown: (key, word(message, reader)))])
    }

    private func make(_ key: JSONObject, _ reader: Reader) async throws -> Key {
        try await self.key(
            .init(
                method: "POST", path: ["keys"], mediaType: "application/json", body: Array(key.text.utf8)),
            reader)
    }

    private func delete(_ uid: String, _ reader: Reader) async throws {
        _ = try await respond(to: .init(method: "DELETE", path: ["keys", uid]), reader)
    }

    private func key(_ call: Call, _ reader: Reader) async throws -> Key {
        try JSONDecoder().decode(Key.self, from: Data(try await respond(to: call, reader).text.utf8))
    }

    private func respond(to call: Call, _ reader: Reader) async throws -> EndpointResponse {
        guard let meilisearch else { throw Problem(.notFound, "PathNotFound") }
        return try await AdministrationEndpoints.respond(to: call, meilisearch)
    }
}
