// How much the fields of a catalog count.

extension CatalogDescription {
    /// The weights that a field may have.
    public static let weightRange = Score.weights

    /// How much a match in a field counts.
    func weight(_ field: FieldName) -> Int {
        // What the thing is counts as much in a summary as in the title, unless the catalog gives the
        // field a weight. Where ids are searched, they are names, and "emacs" means the package of this
        // name before a client for Emacs.
        if let headed = field.headed { return kindWeight(weights[headed] == nil ? titleField : headed) }
        guard let weight = weights[field] else {
            if field != titleField, isKind(field) { return kindWeight(titleField) }
            return Score.defaultWeight(of: field, isTitle: field == titleField)
        }
        return min(max(weight, Self.weightRange.lowerBound), Self.weightRange.upperBound)
    }

    /// The weight of a field, and whether it says what a thing is.
    func fieldWeight(_ field: FieldName) -> FieldWeight {
        FieldWeight(weight(field), isKind: field != .idHead && (field.headed != nil || isKind(field)))
    }

    /// The weight of what a thing is, given the field that says it.
    private func kindWeight(_ field: FieldName) -> Int {
        let full = weight(field)
        return fields.contains(.id) ? max(1, full * 9 / 10) : full
    }
}
