// Vectors that the server's command makes, for the embedders of indexes.

internal import CatalogSearch
internal import JSON
package import ProductStore

extension MeilisearchServer {
    /// Which texts of a catalog's records to embed; the catalog may be an index.
    ///
    /// - Parameter json: the catalog's description.
    /// - Returns: `nil` for an index that has no embedder, or whose documents bring their vectors.
    package static func embeddingPlan(
        of catalog: String, description json: [UInt8]
    ) -> ProductStore.EmbeddingPlan? {
        var plan = ProductStore.EmbeddingPlan()
        guard let index = IndexDescription(uid: catalog, catalog: json) else { return plan }
        // The command has one model, so all embedders would have the same vectors.
        guard let embedder = index.settings.embedders.first(where: \.isCommand) else { return nil }
        plan.name = embedder.name
        if let template = embedder.template {
            plan.text = { json in
                (try? JSONReader.value(of: json))?[IndexNames.document].map(template.text(of:))
            }
        }
        return plan
    }
}
