// English descriptions of this library's errors, for logs. Programs show
// `MOError` to users by its `messageKey`.

extension MOError: CustomStringConvertible {
    /// The defect, with offsets and lengths in bytes, and indices from 0.
    public var description: String {
        switch self {
        case .truncatedHeader(let size): "the MO file ends at byte \(size), within its header"
        case .badMagic(let number): "not an MO file: the magic number is \(Self.hexadecimal(number))"
        case .unsupportedRevision(let number): "unknown revision \(Self.hexadecimal(number)) of the MO format"
        case .tableOutOfBounds(let table, let offset, let count):
            "the table \(table) at byte \(offset) with \(count) entries extends beyond the end of the MO file"
        case .stringOutOfBounds(let table, let index, let offset, let length):
            """
            string \(index) of the table \(table) at byte \(offset) with \(length) bytes extends beyond the end \
            of the MO file
            """
        case .unterminatedString(let table, let index):
            "string \(index) of the table \(table) is not terminated by a zero byte"
        case .overlap(let offset): "parts of the MO file overlap at byte \(offset)"
        case .invalidHashTable: "the hash table of the MO file is invalid"
        case .invalidSegment(let index, let segment):
            "system-dependent string \(index) refers to segment \(segment), which does not exist"
        case .unknownCharset(let name): "the MO file names the unknown encoding \(name)"
        }
    }

    private static func hexadecimal(_ number: UInt32) -> String { "0x" + String(number, radix: 16) }
}

extension StringsEditError: CustomStringConvertible {
    /// The failed edit.
    public var description: String {
        switch self {
        case .noEntry(let key): "the file has no entry with the key \"\(key)\""
        case .invalidRange(let range):
            "the edit of bytes \(range) overlaps another edit or is outside the file"
        }
    }
}

extension PluralForms.Failure: CustomStringConvertible {
    /// The defect of the field or of its expression.
    public var description: String {
        switch self {
        case .invalidCount: "nplurals is missing or is not a number from 1 to 100"
        case .missingExpression: "the plural expression is missing"
        case .expression(let failure): failure.description
        case .indexOutOfRange(let index, let number):
            "the plural expression selects form \(index) for the number \(number), which does not exist"
        }
    }
}

extension PluralExpression.Failure: CustomStringConvertible {
    /// The defect of the expression, with offsets in UTF-8 code units.
    public var description: String {
        switch self {
        case .unexpectedText(let offset): "unexpected text at offset \(offset) of the plural expression"
        case .tooComplex: "the plural expression is too long or too deeply nested"
        case .numberTooLarge(let offset):
            "the number at offset \(offset) of the plural expression has more than 64 bits"
        case .divisionByZero: "the plural expression divides by zero"
        }
    }
}

extension PluralMapping.Failure: CustomStringConvertible {
    /// Why there is no mapping, with the form of each sample.
    public var description: String {
        switch self {
        case .ambiguous(let category, let samples):
            "the plural category \(category.rawValue) has several forms: "
                + samples.sorted { $0.value < $1.value }.map { "form \($0.key) for \($0.value)" }
                .joined(separator: ", ")
        case .plural(let failure): failure.description
        }
    }
}
