// The bytes of a segment, to copy them to a file, and the versions that a reader must support.

internal import ICU

extension IndexedSegment {
    /// Identifies the content of the file: the checksum in the footer, which covers the checksums of all
    /// pages.
    package var contentChecksum: UInt64 { file.contentChecksum }

    /// Calls `body` with the bytes of the whole file.
    package func withBytes<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try file.withBytes(body)
    }
}

extension IndexLayout {
    /// The versions of the layout, of the analysis and of ICU: a process opens only segments with its own
    /// versions.
    package static var versions: String { "\(formatVersion) \(analysisVersion) \(ICUVersion.packed)" }
}
