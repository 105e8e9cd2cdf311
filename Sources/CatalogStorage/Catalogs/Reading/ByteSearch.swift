// Finds a byte in the bytes of a file.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Search for a byte by the C library, which is faster than a loop in Swift.
enum ByteSearch {
    /// The offset of the first byte of this value; `nil` if there is none.
    @inline(__always)
    static func first(
        _ byte: UInt8, in bytes: UnsafePointer<UInt8>, count: Int
    ) -> Int? {
        guard count > 0, let found = memchr(bytes, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
    }
}
