// Why a file is no usable MO file.

/// What is wrong with an MO file. Offsets and lengths are in bytes, indices count from 0.
public enum MOError: Error, Sendable, Hashable {
    /// The file ends before its header does.
    case truncatedHeader(size: Int)
    /// The first four bytes are those of no MO file.
    case badMagic(UInt32)
    /// A revision that no reader knows.
    case unsupportedRevision(UInt32)
    /// A table reaches beyond the end of the file.
    case tableOutOfBounds(Table, offset: Int, count: Int)
    /// A string reaches beyond the end of the file.
    case stringOutOfBounds(Table, index: Int, offset: Int, length: Int)
    /// A string is not followed by a zero byte.
    case unterminatedString(Table, index: Int)
    /// Strings or tables lie over each other.
    case overlap(offset: Int)
    /// The hash table has no free place or names strings that do not exist: searching it might never end.
    case invalidHashTable
    /// A system-dependent string names a segment that does not exist.
    case invalidSegment(index: Int, segment: Int)
    /// The header names an encoding that is not known.
    case unknownCharset(String)

    /// The tables of an MO file (GNU gettext manual, "The Format of GNU MO Files").
    public enum Table: String, Sendable, Hashable, CaseIterable {
        /// The original strings.
        case originals
        /// Their translations.
        case translations
        /// The hash table.
        case hash
        /// The names of system-dependent segments, such as `PRId64`.
        case segments
        /// Original strings with such segments.
        case systemDependentOriginals
        /// Their translations.
        case systemDependentTranslations
    }
}

extension MOError: LocalizationDiagnostic {
    /// Always an error: nothing of such a file can be trusted.
    public var severity: Severity { .error }
    /// Unknown: an MO file has no lines.
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

    /// Offsets in bytes and indices from 0, or the name of the encoding.
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
