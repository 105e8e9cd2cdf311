// Reads the vectors of records.

package import CatalogSearch
package import JSON
internal import Support

extension JSONRecordBuilder {
    /// The member with the vectors of a record; other programs use the same name.
    static let vectorMember = "_vectors"

    /// Reads `{"default": [0.1, -0.2, ...]}`, or for each name an object that has the numbers as its
    /// `embeddings`, and optionally the `model` that made them. A vector that cannot be used is reported, and
    /// the record is used without it.
    func readVectors(_ value: JSONValue, into record: inout CatalogRecord, line: Int) {
        guard value.kind == .object else {
            return context.report(
                .attributeWrongType(member: Self.vectorMember, expected: .object), line: line)
        }
        for (name, value) in JSONText.uniqueMembers(of: value) where !value.isNull {
            let name = String(wellFormed: name.utf8)
            let numbers = value.kind == .object ? value.member("embeddings") : value
            if let numbers, !numbers.isNull, let vector = QuantizedVector(json: numbers) {
                let model = value.kind == .object ? value.member("model")?.string : nil
                record.vectors.append(CatalogRecord.Vector(vector, name: name, model: model))
            } else {
                context.report(
                    .attributeWrongType(
                        member: "\(Self.vectorMember).\(name.excerpt)", expected: .vector), line: line)
            }
        }
    }
}

extension QuantizedVector {
    /// A list of numbers, or a list of one such list.
    ///
    /// - Returns: `nil` if it is something else, or the numbers have no direction, see
    ///   ``QuantizedVector/Problem``.
    package init?(json value: JSONValue) {
        guard value.kind == .list else { return nil }
        var numbers: [Double] = []
        var lists = 0
        for element in value.elements {
            if element.kind == .list, numbers.isEmpty, lists == 0 {
                lists += 1
                for element in element.elements {
                    guard let number = element.double, numbers.count <= Self.maximumCount else { return nil }
                    numbers.append(number)
                }
            } else {
                guard lists == 0, let number = element.double, numbers.count <= Self.maximumCount else {
                    return nil
                }
                numbers.append(number)
            }
        }
        do throws(Problem) {
            try self.init(numbers)
        } catch {
            return nil
        }
    }
}
