// Keys of the API: which actions they permit, and until when.

internal import FoundationEssentials
internal import JSON

/// A key of the API without its secret, which is derived from the master token and the key's uid, so that no
/// file and no database stores it.
struct AccessKey: Hashable, Sendable {
    let uid: String
    let name: String?
    let description: String?
    /// The permitted actions, such as `search`, `documents.*`, or `*` for everything but keys.
    let actions: [String]
    /// The indexes on which the actions are permitted.
    let indexes: [IndexPattern]
    /// When it expires; `nil` for never.
    let expiresAt: Date?
    let createdAt: Date
    let updatedAt: Date

    static let knownActions: Set<String> = [
        "*", "search", "documents.*", "documents.add", "documents.get", "documents.delete", "indexes.*",
        "indexes.create",
        "indexes.get", "indexes.update", "indexes.delete", "indexes.swap", "indexes.compact", "tasks.*",
        "tasks.cancel",
        "tasks.delete", "tasks.get", "tasks.compact", "settings.*", "settings.get", "settings.update",
        "stats.*", "stats.get",
        "metrics.*", "metrics.get", "dumps.*", "dumps.create", "snapshots.*", "snapshots.create", "version",
        "keys.create",
        "keys.get", "keys.update", "keys.delete", "experimental.get", "experimental.update", "export",
        "network.get",
        "network.update", "chatCompletions", "chats.*", "chats.get", "chats.delete", "chatsSettings.*",
        "chatsSettings.get",
        "chatsSettings.update", "*.get", "webhooks.get", "webhooks.update", "webhooks.delete",
        "webhooks.create", "webhooks.*",
    ]

    /// Creates a key that permits some actions on all indexes.
    init(name: String, description: String, actions: [String], now: Date = Date()) {
        uid = UUID().uuidString.lowercased()
        self.name = name
        self.description = description
        self.actions = actions
        indexes = [.all]
        expiresAt = nil
        createdAt = now
        updatedAt = now
    }

    /// Reads the request for a new key.
    ///
    /// - Throws: `ProtocolError` with the code of the member that is wrong or missing.
    init(request: JSON, now: Date = Date()) throws(ProtocolError) {
        try request.check(knows: ["uid", "name", "description", "actions", "indexes", "expiresAt"])
        if let value = request["uid"], !value.isNull {
            guard let text = value.string, let uuid = UUID(uuidString: text) else {
                throw ProtocolError(.invalidKeyUID, "Invalid value at `.uid`: expected a UUID of version 4.")
            }
            uid = uuid.uuidString.lowercased()
        } else {
            uid = UUID().uuidString.lowercased()
        }
        name = try Self.text(request, "name")
        description = try Self.text(request, "description")
        guard let actions = request["actions"] else {
            throw ProtocolError(.missingKeyActions, "Missing field `actions`")
        }
        guard let list = actions.strings, list.allSatisfy(Self.knownActions.contains) else {
            let known = Self.knownActions.sorted().map { "`\($0)`" }.joined(separator: ", ")
            throw ProtocolError(
                .invalidKeyActions, "Invalid value at `.actions`: expected an array of \(known).")
        }
        self.actions = list
        guard let indexes = request["indexes"] else {
            throw ProtocolError(.missingKeyIndexes, "Missing field `indexes`")
        }
        guard let patterns = Self.patterns(indexes) else {
            throw ProtocolError(
                .invalidKeyIndexes,
                "Invalid value at `.indexes`: expected an array of index uids, with or without `*` at the end."
            )
        }
        self.indexes = patterns
        guard let expiry = request["expiresAt"] else {
            throw ProtocolError(.missingKeyExpiry, "Missing field `expiresAt`")
        }
        if expiry.isNull {
            expiresAt = nil
        } else {
            guard let date = expiry.string.flatMap(Timestamp.date), date > now else {
                throw ProtocolError(
                    .invalidKeyExpiry,
                    "`\(expiry.text.prefix(100))` is not a valid date. It should follow the RFC 3339 format to represents a date or datetime in the future or specified as a null value. e.g. 'YYYY-MM-DD' or 'YYYY-MM-DD HH:MM:SS'."
                )
            }
            expiresAt = date
        }
        createdAt = now
        updatedAt = now
    }

    /// The patterns of an array of strings; `nil` if one is malformed.
    private static func patterns(_ json: JSON) -> [IndexPattern]? {
        guard let texts = json.strings else { return nil }
        let patterns = texts.compactMap { IndexPattern($0) }
        return patterns.count == texts.count ? patterns : nil
    }

    private static func text(_ request: JSON, _ name: String) throws(ProtocolError) -> String? {
        guard let value = request[name], !value.isNull else { return nil }
        guard let text = value.string, text.utf8.count <= 1_000 else {
            throw .invalid(
                "invalid_api_key_\(name)",
                "Invalid value at `.\(name)`: expected a string of at most 1000 bytes.")
        }
        return text
    }

    /// Reads a request to change a key. Only the name and the description can change.
    ///
    /// - Returns: a merge patch of the stored key.
    /// - Throws: `ProtocolError`.
    static func patch(_ changes: JSON, now: Date = Date()) throws(ProtocolError) -> JSON {
        for name in ["uid", "key", "actions", "indexes", "expiresAt", "createdAt", "updatedAt"]
        where changes[name] != nil {
            throw ProtocolError(
                .immutableField, "Immutable field `\(name)`: expected one of `description`, `name`")
        }
        try changes.check(knows: ["name", "description"])
        var patch: [JSON.Member] = [.init("updatedAt", .number(now.timeIntervalSince1970))]
        for name in ["name", "description"] where changes[name] != nil {
            patch.append(.init(name, .optional(try text(changes, name))))
        }
        return .object(patch)
    }

    // MARK: JSON

    /// Reads a key as the store has it; `nil` if it is damaged.
    init?(stored: [UInt8], uid: String) {
        guard let json = try? JSONReader.value(of: stored), let actions = json["actions"]?.strings,
            let indexes = json["indexes"].flatMap(Self.patterns), let created = json["createdAt"]?.double,
            let updated = json["updatedAt"]?.double
        else { return nil }
        self.uid = uid
        name = json["name"]?.string
        description = json["description"]?.string
        self.actions = actions
        self.indexes = indexes
        switch json["expiresAt"] {
        case .number(let spelling)?:
            guard let time = Double(spelling) else { return nil }
            expiresAt = Date(timeIntervalSince1970: time)
        case .null?: expiresAt = nil
        default: return nil
        }
        createdAt = Date(timeIntervalSince1970: created)
        updatedAt = Date(timeIntervalSince1970: updated)
    }

    /// The key as the store has it. Times are numbers, which have one unambiguous form.
    var stored: [UInt8] {
        let json: JSON = [
            "name": .optional(name), "description": .optional(description), "actions": .strings(actions),
            "indexes": .strings(indexes.map(\.text)),
            "expiresAt": expiresAt.map { .number($0.timeIntervalSince1970) } ?? .null,
            "createdAt": .number(createdAt.timeIntervalSince1970),
            "updatedAt": .number(updatedAt.timeIntervalSince1970),
        ]
        return Array(json.text.utf8)
    }

    /// The key as the protocol shows it.
    func json(secret: String) -> JSON {
        [
            "name": .optional(name), "description": .optional(description), "key": .string(secret),
            "uid": .string(uid),
            "actions": .strings(actions), "indexes": .strings(indexes.map(\.text)),
            "expiresAt": .optional(expiresAt.map(Timestamp.text)),
            "createdAt": .string(Timestamp.text(createdAt)),
            "updatedAt": .string(Timestamp.text(updatedAt)),
        ]
    }
}
