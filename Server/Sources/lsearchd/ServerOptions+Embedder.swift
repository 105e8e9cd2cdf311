// The options of searches by meaning.

internal import Localization
internal import Storefront

extension ServerOptions {
    /// The command that makes vectors.
    ///
    /// - Parameter keepsVectors: whether there is a cache, for the vectors of catalogs in files.
    func embedderCommand(
        keepsVectors: Bool, _ records: StorefrontConfiguration.Records
    ) throws -> String? {
        guard let embedder, !embedder.isEmpty else { return nil }
        let hasFiles =
            switch records {
            case .files(let files), .store(_, let files): !files.isEmpty
            case .shard, .shards: false
            }
        guard keepsVectors || !hasFiles else {
            throw StartError("OptionsExclude: %1$@ %2$@", .text("--embedder"), .text("--no-cache"))
        }
        return embedder
    }

    /// The weight of meaning in searches.
    func checkedSemanticRatio() throws -> Double? {
        guard let semanticRatio else { return nil }
        guard let ratio = Double(semanticRatio), (0...1).contains(ratio) else {
            throw StartError(
                "UnknownOptionValue: %1$@ %2$@ %3$@", .text(semanticRatio), .text("--semantic-ratio"),
                .text("0.0–1.0"), table: "Errors")
        }
        return ratio
    }
}
