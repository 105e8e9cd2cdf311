// How much the fields of a catalog count.

extension CatalogDescription {
    /// The weights that a field may have.
    public static let weightRange = Score.weights

    /// How much a match in a field counts.
    func weight(_ field: FieldName) -> Int {
        guard let weight = weights[field] else {
            return Score.defaultWeight(of: field, isTitle: field == titleField)
        }
        return min(max(weight, Self.weightRange.lowerBound), Self.weightRange.upperBound)
    }
}
