// Why can a segment not be used?

public import ICU

/// Why a segment's file cannot be opened or searched.
public enum SegmentError: Error, Hashable, Sendable {
    /// The bytes are no index, or only the beginning of one.
    case notAnIndex
    /// Another version of the format, of the analysis or of ICU wrote it.
    case otherVersion
    /// What stands there cannot be right: the file was damaged, or forged.
    case damaged
    /// ICU failed, for lack of data or memory.
    case icu(ICUError)
    /// The task in which the search ran was cancelled.
    case cancelled
}
