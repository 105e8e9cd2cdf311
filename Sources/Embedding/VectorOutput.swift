// A file of vectors that is written anew.

internal import CatalogSearch
internal import CatalogStorage

/// The vectors of a file that is written: known ones that are still needed, and new ones.
struct VectorOutput {
    /// Whether known vectors are no longer needed.
    let isChanged: Bool
    private let known: VectorFile?
    private let kept: Set<String>
    private var writer: VectorFileWriter?

    /// Whether there are known vectors.
    var hasKnown: Bool { known != nil }
    /// The note of the known vectors.
    var note: String? { known?.note }

    init(known: VectorFile?, keys: Set<String>) {
        self.known = known
        kept = Set(known?.allKeys.filter(keys.contains) ?? [])
        isChanged = kept.count != known?.count ?? 0
        if let known {
            writer = VectorFileWriter(known.space, keys: .texts, floor: known.floor)
            addKnown(known)
        }
    }

    private mutating func addKnown(_ known: VectorFile) {
        for key in kept.sorted() {
            guard let vector = try? known.vector(key) else { continue }
            writer?.append(vector.vector, key)
        }
    }

    func contains(_ key: String) -> Bool { writer?.contains(key) ?? false }

    /// Adds new vectors.
    ///
    /// - Throws: `EmbedderFault.changed` if they cannot be compared with the known ones.
    mutating func add(_ made: EmbeddedVectors, _ keys: [String]) throws(EmbedderFault) {
        if writer == nil { writer = VectorFileWriter(made.space, keys: .texts, floor: made.floor) }
        guard known == nil || known?.space == made.space else { throw .changed }
        for (vector, key) in zip(made.vectors, keys) { writer?.append(vector, key) }
    }

    func bytes(note: String) -> [UInt8]? { writer?.bytes(note: note) }
}
