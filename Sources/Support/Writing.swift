// Writes to file descriptors.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Writes all bytes to a file descriptor; repeats writes that are interrupted or cut short.
///
/// - Returns: `nil` if all bytes were written, else the system's error number (`errno`).
public func writeAll(_ bytes: RawSpan, to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { bytes in
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = write(descriptor, base, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return nil
    }
}
