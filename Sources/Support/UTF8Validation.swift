// Finds the first byte that is not UTF-8.

extension Span<UInt8> {
    /// The offset of the first ill-formed UTF-8 sequence; `nil` if all bytes are well-formed.
    public var firstInvalidUTF8: Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: self)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}
