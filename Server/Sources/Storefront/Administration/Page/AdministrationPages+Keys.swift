// The view of the keys of the API: list, make, delete.

internal import FoundationEssentials
internal import HTTPTypes
internal import JSON
internal import Localization
internal import MeilisearchProtocol
internal import NIOCore
internal import StorefrontPage

extension AdministrationPages {
    /// A key as the interface answers it.
    private struct Key: Decodable {
        let name: String?
        let key: String
        let uid: String
        let actions: [String]
        let indexes: [String]
        let expiresAt: String?
    }

    private struct Keys: Decodable {
        let results: [Key]
    }

    func keyList(_ reader: Reader) async throws -> Answer {
        html(
            reader, title: word("Admin.Keys", reader), view: "keys",
            ["keys": try await keyValues(reader, made: nil)])
    }

    private func keyValues(_ reader: Reader, made: String?) async throws -> AdministrationValue {
        let answer = try await answer(
            Call(
                method: "GET", path: ["keys"], parameters: [("limit", "100000")],
                mediaType: "application/json", body: []), reader)
        let list = try JSONDecoder().decode(Keys.self, from: Data(answer.text.utf8)).results
        var members: [String: AdministrationValue] = [
            "list": .list(
                list.map { key in
                    .object([
                        "name": .text(key.name ?? word("Admin.KeyWithoutName", reader)),
                        "uid": .text(key.uid),
                        "actions": .text(key.actions.joined(separator: ", ")),
                        "indexes": .text(key.indexes.joined(separator: ", ")),
                        "expires": .text(
                            key.expiresAt.map { word("Admin.Until: %@", reader, .text($0)) }
                                ?? word("Admin.NeverExpires", reader)),
                        "deleteLabel": .text(word("Admin.DeleteKey: %@", reader, .text(key.name ?? key.uid))),
                    ])
                }),
            "name": .text(made == nil ? reader["name"] : ""),
            "actions": .text(reader["actions"].isEmpty || made != nil ? "search" : reader["actions"]),
            "indexes": .text(reader["indexes"].isEmpty || made != nil ? "*" : reader["indexes"]),
            "expires": .text(made == nil ? reader["expires"] : ""),
        ]
        if let made { members["made"] = .text(made) }
        return .object(members)
    }

    func makeKey(_ reader: Reader) async throws -> Answer {
        func list(_ name: String) -> [String] {
            reader[name].split { $0 == "," || $0 == " " }.map { String($0) }
        }
        var made = JSONObject()
        made.set("actions", list("actions"))
        // The interface wants to be told that a key never expires.
        made.set("expiresAt", reader["expires"].isEmpty ? nil : reader["expires"])
        made.set("indexes", list("indexes"))
        if !reader["name"].isEmpty { made.set("name", reader["name"]) }
        do {
            let answer = try await answer(
                Call(
                    method: "POST", path: ["keys"], parameters: [], mediaType: "application/json",
                    body: Array(made.text.utf8)), reader)
            let key = try JSONDecoder().decode(Key.self, from: Data(answer.text.utf8))
            // The secret is shown once, and is in no address.
            return html(
                reader, title: word("Admin.Keys", reader), view: "keys",
                ["keys": try await keyValues(reader, made: key.key)])
        } catch let error as Problem {
            return problem(error, reader, ["keys": try await keyValues(reader, made: nil)])
        }
    }

    func deleteKey(_ reader: Reader) async throws -> Answer {
        _ = try await answer(
            Call(
                method: "DELETE", path: ["keys", reader["uid"]], parameters: [],
                mediaType: "application/json",
                body: []), reader)
        return redirect(reader, to: "/admin/keys")
    }

    private func answer(_ call: Call, _ reader: Reader) async throws -> Answer {
        guard let meilisearch else { throw Problem(.notFound, "PathNotFound") }
        return try await AdministrationEndpoints.answer(call, meilisearch)
    }
}
