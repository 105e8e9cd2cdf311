// The values of property lists, with their places.

/// A value of a property list.
package struct PropertyList {
    /// A key of a dictionary and its value.
    package struct Member {
        package let key: String
        package let value: PropertyList

        package init(key: String, value: PropertyList) { (self.key, self.value) = (key, value) }
    }

    /// What a value is. Numbers, dates and data stay as they are spelled.
    package indirect enum Value {
        case dictionary([Member])
        case array([PropertyList])
        case string(String)
        case integer(String)
        case real(String)
        case boolean(Bool)
        case date(String)
        case data(String)
        /// An element that property lists do not have, by its name.
        case unknown(String)
    }

    package let value: Value
    /// Where its start tag begins; 0 in a file of the binary form.
    package let byteOffset: Int

    package init(_ value: Value, at byteOffset: Int = 0) {
        (self.value, self.byteOffset) = (value, byteOffset)
    }

    /// The members of a dictionary; `nil` for another value.
    package var members: [Member]? {
        if case .dictionary(let members) = value { members } else { nil }
    }

    /// The text; `nil` for another value.
    package var string: String? { if case .string(let text) = value { text } else { nil } }
}
