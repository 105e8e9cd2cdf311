// The interface of object stores for checkpoints.

/// A store of objects, which are named bytes, such as a folder in a bucket of an S3-compatible service.
///
/// An object appears once it is completely written, and a reader that lists afterwards sees it. Calls wait
/// for the network, so they must not be made on a thread that requests need.
public protocol ObjectStore: Sendable {
    /// All objects, by name.
    func list() throws(ObjectStoreError) -> [String: StoredObject]

    /// Reads a range of an object.
    ///
    /// - Parameter range: the bytes to read, at least one, counted from 0.
    /// - Returns: exactly these bytes.
    func read(_ name: String, _ range: Range<Int>) throws(ObjectStoreError) -> [UInt8]

    /// Writes or replaces an object as a whole.
    func write(_ name: String, _ bytes: UnsafeRawBufferPointer) throws(ObjectStoreError)

    /// Removes an object. A missing object is not an error.
    func remove(_ name: String) throws(ObjectStoreError)
}

/// The metadata of an object.
public struct StoredObject: Hashable, Sendable {
    /// In bytes.
    public let size: Int
    /// When it was written, by the clock of the store, in seconds since 1970.
    public let modified: Int

    /// An object of a size and age.
    public init(size: Int, modified: Int) {
        self.size = size
        self.modified = modified
    }
}

/// Why an operation on an object store failed.
public struct ObjectStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason in English, for logs. It contains no secrets.
    public let description: String

    /// An error for a reason.
    public init(_ description: String) { self.description = description }
}
