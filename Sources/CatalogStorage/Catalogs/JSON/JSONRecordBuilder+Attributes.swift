// Reads the values of attributes from the members of a JSON object.

internal import CatalogSearch
internal import JSON

extension JSONRecordBuilder {
    /// Adds the values of the declared attributes. A value of another type is reported,
    /// and the record is used without it.
    func readAttributes(
        _ root: JSONValue, into record: inout CatalogRecord, line: Int, _ source: JSONSource
    ) {
        for (attribute, slot) in attributes {
            guard let value = member(slot, of: root) else { continue }
            let name = attribute.memberName
            func wrong(_ member: String) {
                context.report(
                    .attributeWrongType(member: member, expected: attribute.expected), line: line)
            }
            guard value.kind == .list else {
                let found = attribute.paths(values(of: value, attribute, source, [.member(name)]))
                if let found { record.append(found, of: attribute.name) } else { wrong(name) }
                continue
            }
            let elements = value.elements.filter { !$0.isNull }
            guard attribute.isMany || elements.count <= 1 else {
                wrong(name)
                continue
            }
            var all: [AttributeValue] = []
            for (number, element) in value.elements.enumerated() where !element.isNull {
                let found = attribute.paths(
                    values(of: element, attribute, source, [.member(name), .element(number)]))
                if let found { all += found } else { wrong("\(name)[\(number)]") }
            }
            record.append(attribute.paths(all) ?? all, of: attribute.name)
        }
    }

    /// The values that a JSON value stands for, empty for an empty text; `nil` if it is of another type.
    private func values(
        of value: JSONValue, _ attribute: CatalogDescription.Attribute, _ source: JSONSource,
        _ path: [JSONStep]
    ) -> [AttributeValue]? {
        switch attribute.type {
        case .text:
            if value.kind == .object { return localizedValues(of: value, attribute) }
            guard let text = value.string else { return nil }
            return text.isEmpty ? [] : [.text(html.label(text))]
        case .number:
            if let text = value.string {
                return text.isEmpty ? [] : DecimalNumber(text).map { [.number($0)] }
            }
            return number(value, source, path).map { [.number($0)] }
        case .date:
            guard let text = value.string else { return nil }
            return text.isEmpty ? [] : Instant(text).map { [.date($0)] }
        case .boolean: return value.boolean.map { [.boolean($0)] }
        case .place:
            if let text = value.string {
                return text.isEmpty ? [] : Coordinates(text).map { [.place($0)] }
            }
            return coordinates(value).map { [.place($0)] }
        }
    }

    /// The location in an object with the members `lat` and either `lng` or `lon`, each a number or a text.
    private func coordinates(_ value: JSONValue) -> Coordinates? {
        guard value.kind == .object else { return nil }
        let longitudes = [value.member("lng"), value.member("lon")].compactMap(\.self)
        guard longitudes.count == 1, let latitude = value.member("lat").flatMap(degrees),
            let longitude = degrees(longitudes[0])
        else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }

    private func degrees(_ value: JSONValue) -> Double? {
        (value.string ?? value.decimalSpelling).flatMap { Coordinates.degrees($0) }
    }

    /// A number, exactly as spelled.
    private func number(_ value: JSONValue, _ source: JSONSource, _ path: [JSONStep]) -> DecimalNumber? {
        guard let spelling = value.decimalSpelling else { return nil }
        guard value.kind == .double else { return DecimalNumber(spelling) }
        // The parser's binary number does not preserve the spelling.
        guard let written = source.spelling(at: path) else { return DecimalNumber(spelling) }
        return DecimalNumber(json: written)
    }

    /// The values of an object with a text, or a list of texts, for each locale; `nil` if it is something
    /// else.
    private func localizedValues(
        of value: JSONValue, _ attribute: CatalogDescription.Attribute
    ) -> [AttributeValue]? {
        values.reset()
        for (name, value) in value.members {
            values.add(locales.number(of: name.utf8), value, in: locales)
        }
        if !values.rivals.isEmpty { values.settle(in: locales) { $0.isNull || $0.string == "" } }
        var texts = LocalizedAttributeTexts(defaultLocale)
        for candidate in values.chosen where !candidate.value.isNull {
            guard let locale = locales.entries[candidate.key].locale else { return nil }
            if let text = candidate.value.string {
                texts.add([html.label(text)], in: locale)
            } else {
                guard attribute.isMany, candidate.value.kind == .list else { return nil }
                var list: [String] = []
                for element in candidate.value.elements {
                    guard let text = element.string else { return nil }
                    list.append(html.label(text))
                }
                texts.add(list, in: locale)
            }
        }
        return texts.values
    }
}

extension CatalogRecord {
    /// Adds values of an attribute, each once.
    mutating func append(_ values: [AttributeValue], of name: AttributeName) {
        guard values.count > 1 else {
            if let value = values.first { attributes.append(Attribute(name, value)) }
            return
        }
        var known: Set<AttributeValue> = []
        for value in values where known.insert(value).inserted { attributes.append(Attribute(name, value)) }
    }
}

extension CatalogDescription.Attribute {
    /// The values of an attribute of paths in their notation, without parents of other values; values of
    /// other attributes unchanged. `nil` if one is not a path.
    func paths(_ values: [AttributeValue]?) -> [AttributeValue]? { isPath ? values?.asPaths : values }

    /// The type that a message about a wrong value names.
    var expected: CatalogDiagnostic.ExpectedType {
        switch type {
        case .text where isPath: .path
        case .text: .text
        case .number: .decimal
        case .date: .date
        case .boolean: .boolean
        case .place: .coordinates
        }
    }
}

extension JSONSource {
    /// The JSON text of a value.
    fileprivate func spelling(at path: [JSONStep]) -> String? {
        range(of: path).map { String(decoding: UnsafeBufferPointer(rebasing: bytes[$0]), as: UTF8.self) }
    }
}
