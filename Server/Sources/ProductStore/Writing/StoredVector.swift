// The vectors that servers make from records' texts, as members of the records.

internal import CatalogSearch
internal import CatalogStorage
internal import JSON

/// The vector of a record in its JSON: `{"_vectors": {NAME: {"embeddings": [1, -2], "regenerate": true,
/// …}}}`. As in Meilisearch's protocol, `regenerate` says that the vector is remade when the text changes.
enum StoredVector {
    /// Where the vector of a record comes from.
    enum State: Hashable {
        /// A vector that was written with the record.
        case written
        /// A vector that a server made, with the checksum of its text and model.
        case made(checksum: String)
        case none
    }

    private static let member = Array("_vectors".utf8)

    /// The checksum of a text and the space of its vector.
    static func checksum(of text: EmbeddedText, _ space: VectorSpace) -> String {
        EmbeddedText.key(of: [text.key, space.model ?? "", "\(space.count)"])
    }

    /// The state of a record's vector with a name.
    ///
    /// - Parameter json: valid JSON.
    static func state(of json: [UInt8], name: String) -> State {
        let vectors = JSONShape.document(json).members?.first { $0.name == member }?.value
        let vector = vectors?.members?.first { $0.name == Array(name.utf8) }?.value
        guard let vector, !vector.isNull else { return .none }
        guard let checksum = vector.members?.first(where: { $0.name == Array("checksum".utf8) })?.value.text
        else { return .written }
        return .made(checksum: String(decoding: checksum.dropFirst().dropLast(), as: UTF8.self))
    }

    /// The record with a vector.
    static func json(
        _ json: [UInt8], with vector: QuantizedVector, of space: VectorSpace, checksum: String
    ) -> [UInt8] {
        var members: [JSON.Member] = [
            .init("embeddings", .array(vector.numbers.map { .number($0) })), .init("regenerate", true),
            .init("checksum", .string(checksum)),
        ]
        if let model = space.model { members.append(.init("model", .string(model))) }
        func patch(_ value: JSON) -> [UInt8] {
            let patch: JSON = ["_vectors": .object([.init(space.name, value)])]
            return Array(patch.text.utf8)
        }
        // The old vector is removed first, since a merge would keep some of its members.
        return JSONMergePatch.apply(
            patch(.object(members)), to: JSONMergePatch.apply(patch(.null), to: json))
    }
}
