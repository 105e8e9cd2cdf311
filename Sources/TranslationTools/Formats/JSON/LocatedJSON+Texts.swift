// Which values of a JSON file are texts, and how many.

internal import JSON

extension LocatedJSON {
    /// Whether the value is neither a text nor the place of one.
    var isData: Bool {
        switch content {
        case .string, .null: false
        case .other, .object, .array: true
        }
    }

    /// Whether of ten values at least nine are texts: other programs' data mostly have numbers, too. A single
    /// other value among a few texts is rather a mistake.
    var isMostlyText: Bool {
        let (texts, others) = counts
        return others * 9 <= texts || others == 1 && texts >= 3
    }

    var counts: (texts: Int, others: Int) {
        var (texts, others) = (0, 0)
        count(&texts, &others)
        return (texts, others)
    }

    private func count(_ texts: inout Int, _ others: inout Int) {
        switch content {
        case .object(let members): for member in members { member.value.count(&texts, &others) }
        case .array(let elements): for element in elements { element.count(&texts, &others) }
        case .string, .null: texts += 1
        case .other: others += 1
        }
    }
}
