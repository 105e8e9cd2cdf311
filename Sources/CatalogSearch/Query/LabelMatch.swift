// A word of a query in the labels of scopes and catalogs.

/// A word's match in the label of a scope or of the catalog.
struct LabelMatch: Sendable {
    /// A label as a reader sees it.
    struct Label: Sendable {
        let text: String
        /// The locale of the text; the root for ids.
        let locale: LocaleIdentifier
        /// The index in the chain of the locale whose folding applies.
        let level: Int
        let folded: FoldedText
        let length: TextLength
    }

    /// The id of the scope; `nil` for the catalog.
    let scope: String?
    let label: Label
    /// The best match, with the index of the searched field.
    let best: Occurrence
    /// All matches, in scalars of the label.
    let ranges: [Range<Int>]
}
