// A temporary folder for each test.

internal import Foundation

/// A folder that is deleted with this object.
package final class TemporaryFolder: Sendable {
    /// Its path.
    package let path: String

    package init() throws {
        var template = Array("/tmp/storefront-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw POSIXError(.EIO) }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a store.
    package var store: String { path + "/shop.sqlite" }

    /// Creates a file and its folders.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String = "shop.sqlite") throws -> String {
        let file = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Creates a file with a text.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// The contents of a file.
    package func bytes(of name: String = "shop.sqlite") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }

    /// The names of all files, recursively, sorted.
    package func names(below folder: String = "") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path + "/" + folder).sorted()
    }

    /// Removes a file.
    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path + "/" + name)
    }
}

/// The UTF-8 bytes of a text.
package func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The text of UTF-8 bytes.
package func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
