// Errors of reading a segment.

public import ICU

/// Why a segment's file cannot be opened or searched.
public enum SegmentError: Error, Hashable, Sendable {
    /// The bytes are no index, or only the beginning of one.
    case notAnIndex
    /// Another version of the format, of the analysis or of ICU wrote it.
    case otherVersion
    /// The content is inconsistent: the file was damaged, or forged.
    case damaged
    /// ICU failed, for lack of data or memory.
    case icu(ICUError)
    /// The task that ran the search was cancelled.
    case cancelled
}

extension SegmentError: CustomStringConvertible {
    /// The error in English, for logs.
    public var description: String {
        switch self {
        case .notAnIndex: "not an index, or only the beginning of one"
        case .otherVersion: "written by another version of the format, of the analysis or of ICU"
        case .damaged: "the index is damaged"
        case .icu(let error): "ICU failed: \(error)"
        case .cancelled: "cancelled"
        }
    }
}
