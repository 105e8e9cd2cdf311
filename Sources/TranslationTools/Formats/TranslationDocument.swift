// A file that a format has read, for edits in its own bytes.

/// The bytes of a file, with what a reading of them has found.
///
/// A format that reads a file and then changes it reads it once: `applying` takes what the reading kept.
public struct TranslationDocument: Sendable {
    public let bytes: [UInt8]
    /// The file as its format understands it; `nil` if the format has yet to read the bytes.
    let contents: (any Sendable)?

    /// The bytes of a file that was not read before.
    public init(_ bytes: [UInt8]) { self.init(bytes, nil) }

    init(_ bytes: [UInt8], _ contents: (any Sendable)?) { (self.bytes, self.contents) = (bytes, contents) }
}
