// Files for tests, in a folder of each test's own.

internal import Foundation

/// A folder that is gone with the test.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let path: String

    package init() throws {
        var template = Array("/tmp/storefront-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw POSIXError(.EIO) }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Where a store is.
    package var store: String { path + "/shop.sqlite" }

    /// Makes a file, and the folders in which it lies.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String = "shop.sqlite") throws -> String {
        let file = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Makes a file of a text.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// What is in a file.
    package func bytes(of name: String = "shop.sqlite") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }

    /// The names of all files, in whatever folder below, sorted.
    package func names(below folder: String = "") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path + "/" + folder).sorted()
    }

    /// Removes a file.
    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path + "/" + name)
    }
}

/// Text as bytes.
package func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A text of bytes.
package func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
