// What an embedder returns: vectors, or why there are none.

public import CatalogSearch
internal import CatalogStorage
internal import JSON

/// Why an embedder made no vectors.
public enum EmbedderFault: Error, Hashable, Sendable {
    /// 127 if it could not be started.
    case ended(status: Int32)
    case slow(seconds: Int)
    /// The response is no JSON, or has not one vector for each text under the id of the request.
    case unreadable
    /// The embedder itself says why.
    case refused(String)
    /// Vectors of other lengths, or of another model, than before.
    case changed
}

/// Vectors of an embedder, in the order of the texts.
public struct EmbeddedVectors: Sendable {
    /// One of each text.
    public let vectors: [QuantizedVector]
    /// The model, and how many numbers each vector has.
    public let space: VectorSpace
    /// The least similarity that means something for the model.
    public let floor: Double?
}

extension EmbeddedVectors {
    /// Reads `{"id": 7, "vectors": [[0.1, …], …], "model": "name", "floor": 0.8}`, or `{"error": "message"}`.
    init(_ json: JSONValue, id: Int, count: Int) throws(EmbedderFault) {
        guard json.kind == .object else { throw .unreadable }
        if let message = json.member("error")?.string { throw .refused(message) }
        guard json.member("id")?.integer == id, let list = json.member("vectors"), list.kind == .list else {
            throw .unreadable
        }
        var vectors: [QuantizedVector] = []
        for element in list.elements {
            guard let vector = QuantizedVector(json: element) else { throw .unreadable }
            vectors.append(vector)
        }
        guard vectors.count == count, let length = vectors.first?.numbers.count else { throw .unreadable }
        guard vectors.allSatisfy({ $0.numbers.count == length }) else { throw .changed }
        self.vectors = vectors
        space = VectorSpace(model: json.member("model")?.string, count: length)
        floor = json.member("floor")?.double.flatMap { 0...1 ~= $0 ? $0 : nil }
    }
}
