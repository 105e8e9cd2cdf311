// Hashes of records, which show whether a record has changed without reading the index.

internal import ICU

/// Hashes the content of records. Two different records have equal hashes with a probability of 2^-64.
package struct ContentHasher: ~Copyable {
    private var bytes = GrowingBuffer<UInt8>()
    private var value = GrowingBuffer<UInt8>()

    package init() {}

    /// The hash of a record: its id, its texts in order, and all other values. Vectors come last, so that the
    /// hashes of records without vectors stay those of earlier versions.
    package mutating func hash(of record: borrowing CatalogRecord) -> UInt64 {
        bytes.clear()
        bytes.append(counted: record.id)
        append(record.scope)
        bytes.append(varint: record.texts.count)
        for text in record.texts {
            bytes.append(counted: text.field.rawValue)
            bytes.append(counted: text.locale.icuIdentifier)
            bytes.append(counted: text.value)
        }
        append(record.year.map { String($0) })
        append(record.price?.spelling)
        append(record.price?.currency)
        bytes.append(varint: record.prices.count)
        for price in record.prices {
            bytes.append(counted: price.spelling)
            bytes.append(counted: price.currency)
            append(price.market)
        }
        withUnsafeBytes(of: record.popularity.bitPattern.littleEndian) { bytes.append($0) }
        bytes.append(varint: record.attributes.count)
        for attribute in record.attributes {
            bytes.append(counted: attribute.name.rawValue)
            value.clear()
            value.append(attribute.value)
            bytes.append(varint: value.count)
            bytes.append(UnsafeRawBufferPointer(start: value.base, count: value.count))
        }
        for member in record.additionalMembers {
            bytes.append(counted: member.name)
            bytes.append(counted: member.json)
        }
        for vector in record.vectors {
            bytes.append(counted: vector.name)
            append(vector.model)
            bytes.append(number: vector.vector.scale.bitPattern)
            bytes.append(varint: vector.vector.numbers.count)
            vector.vector.numbers.withUnsafeBytes { bytes.append($0) }
        }
        return Checksum.of(UnsafeRawBufferPointer(start: bytes.base, count: bytes.count))
    }

    /// Appends an optional text; a missing text differs from an empty one.
    private mutating func append(_ text: String?) {
        bytes.append(text == nil ? 0 : 1)
        if let text { bytes.append(counted: text) }
    }
}
