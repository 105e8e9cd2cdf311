// The errors of the MO file reader.

/// A defect of an MO file. Offsets and lengths are in bytes; indices count from 0.
public enum MOError: Error, Sendable, Hashable {
    /// The file ends before its header does.
    case truncatedHeader(size: Int)
    /// The first four bytes are not the magic number of MO files.
    case badMagic(UInt32)
    /// The file has an unknown revision of the format.
    case unsupportedRevision(UInt32)
    /// A table reaches beyond the end of the file.
    case tableOutOfBounds(Table, offset: Int, count: Int)
    /// A string reaches beyond the end of the file.
    case stringOutOfBounds(Table, index: Int, offset: Int, length: Int)
    /// A string is not followed by a zero byte.
    case unterminatedString(Table, index: Int)
    /// Strings or tables overlap.
    case overlap(offset: Int)
    /// The hash table has no free slot, so that a search might never end, or refers to strings that do not
    /// exist.
    case invalidHashTable
    /// A system-dependent string refers to a segment that does not exist.
    case invalidSegment(index: Int, segment: Int)
    /// The header names an unknown encoding.
    case unknownCharset(String)

    /// The tables of an MO file (GNU gettext manual, "The Format of GNU MO Files").
    public enum Table: String, Sendable, Hashable, CaseIterable {
        /// The original strings.
        case originals
        /// Their translations.
        case translations
        case hash
        /// The names of system-dependent segments, such as `PRId64`.
        case segments
        /// Original strings with system-dependent segments.
        case systemDependentOriginals
        /// Their translations.
        case systemDependentTranslations
    }
}

extension MOError: LocalizationDiagnostic {
    /// Always an error, because nothing in a damaged MO file can be trusted.
    public var severity: Severity { .error }
    /// Always `nil`: an MO file has no lines.
    public var position: SourcePosition? { nil }

    /// `MO.` and the kind.
    public var messageKey: String {
        switch self {
        case .truncatedHeader: "MO.TruncatedHeader"
        case .badMagic: "MO.BadMagic"
        case .unsupportedRevision: "MO.UnsupportedRevision"
        case .tableOutOfBounds: "MO.TableOutOfBounds"
        case .stringOutOfBounds: "MO.StringOutOfBounds"
        case .unterminatedString: "MO.UnterminatedString"
        case .overlap: "MO.Overlap"
        case .invalidHashTable: "MO.InvalidHashTable"
        case .invalidSegment: "MO.InvalidSegment"
        case .unknownCharset: "MO.UnknownCharset"
        }
    }

    /// The size, revision, offset in bytes, index from 0, or name of the encoding.
    public var arguments: [any FormatArgument] {
        switch self {
        case .truncatedHeader(let size): [size]
        case .badMagic, .invalidHashTable: []
        case .unsupportedRevision(let revision): [revision]
        case .tableOutOfBounds(_, let offset, _), .overlap(let offset): [offset]
        case .stringOutOfBounds(_, let index, _, _), .unterminatedString(_, let index),
            .invalidSegment(let index, _):
            [index]
        case .unknownCharset(let name): [name]
        }
    }
}

extension MOError: CustomStringConvertible {
    /// The defect in English, for logs, with offsets and lengths in bytes, and indices from 0.
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
