// How much the fields of a catalog count.

extension CatalogDescription {
    /// The weights that a field may have.
    public static let weightRange = Score.weights

    /// How much a match in a field counts.
    func weight(_ field: FieldName) -> Int {
        // What the thing is counts as much in a summary as in the title, unless the catalog gives the
        // field a weight. Where ids are searched, they are names, and "emacs" means the package of this
        // name before a client for Emacs.
        if let headed = field.headed {
            let full = weight(weights[headed] == nil ? titleField : headed)
            return fields.contains(.id) ? max(1, full * 9 / 10) : full
        }
        guard let weight = weights[field] else {
            return Score.defaultWeight(of: field, isTitle: field == titleField)
        }
        return min(max(weight, Self.weightRange.lowerBound), Self.weightRange.upperBound)
    }
}
