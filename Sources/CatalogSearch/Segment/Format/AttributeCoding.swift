// How a segment's file encodes the values of attributes.

internal import ICU

/// The encoding of values of attributes.
enum AttributeCoding {
    /// The numbers of types in kind 61.
    static let types: [AttributeType] = [.text, .number, .date, .boolean, .place]

    /// The width in bytes of the codes of a column with this number of values. Code 0 is no value, else the
    /// code is 1 + the number of the value.
    static func width(valueCount: Int) -> Int {
        valueCount <= 0xFF ? 1 : valueCount <= 0xFFFF ? 2 : 4
    }

    /// Values of more than one in this many records have a stored set.
    static let storedSetShare = 16

    /// A value, except a text, as an integer and its number of decimal digits.
    static func number(of value: AttributeValue) -> (significand: Int64, scale: UInt8)? {
        switch value {
        case .text: nil
        case .number(let number): (number.significand, number.storedScale)
        case .date(let date): (date.microseconds, 0)
        case .boolean(let flag): (flag ? 1 : 0, 0)
        case .place(let place): (place.packed, 0)
        }
    }

    /// The value of a number in the file.
    static func value(
        _ type: AttributeType, _ significand: Int64, scale: UInt8
    ) throws(SegmentError) -> AttributeValue {
        switch type {
        case .text: throw .damaged
        case .number:
            guard let number = DecimalNumber(significand: significand, storedScale: scale) else {
                throw .damaged
            }
            return .number(number)
        case .date:
            return .date(Instant(microseconds: significand))
        case .boolean:
            guard significand == 0 || significand == 1 else { throw .damaged }
            return .boolean(significand == 1)
        case .place:
            guard let place = Coordinates(packed: significand) else { throw .damaged }
            return .place(place)
        }
    }

    /// Texts are compared by their canonical form.
    static func canonical(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : Normalizer.composed(text)
    }

    /// The canonical form of the id of a value.
    ///
    /// - Parameter isPath: whether the attribute's values are paths, which have a notation of their own.
    static func canonical(_ id: String, isPath: Bool) -> String {
        canonical(isPath ? AttributePath.canonical(id) : id)
    }
}

extension GrowingBuffer<UInt8> {
    /// Appends a value: a text's id, then locale and text of each label; a number's significand and scale.
    mutating func append(_ value: AttributeValue) {
        if case .text(let id, let labels) = value {
            append(counted: AttributeCoding.canonical(id))
            let sorted = labels.map { (name: $0.key.icuIdentifier, text: $0.value) }
                .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            for (name, text) in sorted {
                append(counted: name)
                append(counted: AttributeCoding.canonical(text))
            }
        } else if let (significand, scale) = AttributeCoding.number(of: value) {
            withUnsafeBytes(of: significand.littleEndian) { append($0) }
            append(scale)
        }
    }
}
