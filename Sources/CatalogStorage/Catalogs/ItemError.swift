// An item of a catalog that is passed over.

/// Why an item cannot be used.
struct ItemError: Error {
    let kind: CatalogDiagnostic.Kind

    init(_ kind: CatalogDiagnostic.Kind) { self.kind = kind }
}
