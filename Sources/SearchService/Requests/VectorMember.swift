// The vector of a request, and the weight of meaning.

internal import CatalogSearch
internal import CatalogStorage
internal import JSON
internal import ProgramTexts

extension JSONMember {
    /// A list of numbers, or an object with them as `values` and with `name`, `model` and `floor`.
    func vector() throws(RequestError) -> VectorQuery {
        let numbers = value.kind == .object ? value.member("values") : value
        guard let numbers, let vector = QuantizedVector(json: numbers) else { throw wrongType("TypeVector") }
        var query = VectorQuery(vector)
        guard value.kind == .object else { return query }
        for (name, value) in value.members where !value.isNull && name.string != "values" {
            let member = JSONMember(name: "\(self.name).\(name.string ?? "")", value: value)
            switch name.string {
            case "name": query.name = try member.text()
            case "model": query.model = try member.text()
            case "floor": query.floor = try member.number(in: 0...1, "TypeRatio")
            default:
                throw RequestError(unknown: name.string ?? "", known: ["values", "name", "model", "floor"])
            }
        }
        return query
    }

    func ratio() throws(RequestError) -> Double { try number(in: 0...1, "TypeRatio") }

    private func number(in range: ClosedRange<Double>, _ type: String) throws(RequestError) -> Double {
        guard let number = value.double, range.contains(number) else { throw wrongType(type) }
        return number
    }
}

extension Parameter {
    /// The same as JSON, or the numbers alone, separated by commas.
    func vector() throws(RequestError) -> VectorQuery {
        let isJSON = value.first == "[" || value.first == "{"
        var found: Result<VectorQuery, RequestError> = .failure(wrongType("TypeVector"))
        // Invalid JSON leaves the failure in place.
        try? JSONParser().withValue(of: Array((isJSON ? value : "[\(value)]").utf8)) { json in
            found = Result { () throws(RequestError) in try JSONMember(name: name, value: json).vector() }
        }
        return try found.get()
    }

    func ratio() throws(RequestError) -> Double {
        try read { () throws(InvalidValue) in try ValueReader.ratio(value) }
    }
}
