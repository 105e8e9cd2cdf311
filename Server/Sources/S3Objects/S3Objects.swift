// Objects in a bucket of an S3-compatible service (https://docs.aws.amazon.com/AmazonS3/latest/API/).

public import CatalogStorage
internal import FoundationEssentials
internal import HTTPRequests

/// The objects of a folder in a bucket. Objects in its subfolders are ignored.
public final class S3Objects: ObjectStore {
    /// Larger objects are uploaded in parts; in bytes.
    private static let partSize = 32 << 20
    private static let mostParts = 10_000
    /// The most objects of a folder. A bucket with more does not hold checkpoints only.
    private static let mostObjects = 200_000
    /// The most bytes of a response that is not an object.
    private static let responseLimit = 16 << 20

    private let address: S3Address
    private let requests: S3Requests

    public init(_ address: S3Address, _ access: S3Access) {
        self.address = address
        requests = S3Requests(access, bucket: address.bucket)
    }

    // MARK: Listing

    /// All objects, by name.
    public func list() throws(ObjectStoreError) -> [String: StoredObject] {
        var objects: [String: StoredObject] = [:]
        var token: String?
        repeat {
            var query = [("list-type", "2"), ("prefix", address.prefix), ("delimiter", "/")]
            if let token { query.append(("continuation-token", token)) }
            let response = ResponseXML(
                try requests.send(S3Request(.get, query: query, limit: Self.responseLimit)).body)
            guard let isTruncated = response.value("IsTruncated") else {
                throw ObjectStoreError("\(address): an answer is not a list of objects")
            }
            for element in response.elements("Contents") {
                guard let key = element.value("Key"), let size = element.value("Size").flatMap({ Int($0) }),
                    size >= 0, let modified = element.value("LastModified").flatMap(Self.seconds)
                else { throw ObjectStoreError("\(address): a list of objects is damaged") }
                guard key.hasPrefix(address.prefix) else { continue }
                objects[String(key.dropFirst(address.prefix.count))] = StoredObject(
                    size: size, modified: modified)
            }
            guard objects.count <= Self.mostObjects else {
                throw ObjectStoreError("\(address): there are too many objects")
            }
            let next = isTruncated == "true" ? response.value("NextContinuationToken") : nil
            guard next == nil || next != token else {
                throw ObjectStoreError("\(address): a list of objects does not end")
            }
            token = next
        } while token != nil
        return objects
    }

    /// A time such as `2009-10-12T17:50:30.000Z`, in seconds since 1970.
    private static func seconds(_ text: String) -> Int? {
        let styles = [
            Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle(),
        ]
        let date = styles.lazy.compactMap { try? $0.parse(text) }.first
        return date.map { Int($0.timeIntervalSince1970) }
    }

    // MARK: Objects

    /// Reads a range of bytes of an object.
    public func read(_ name: String, _ range: Range<Int>) throws(ObjectStoreError) -> [UInt8] {
        var request = S3Request(.get, key: address.prefix + name, limit: range.count + S3Request.faultLimit)
        request.headers = [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
        let body = try requests.send(request).body
        guard body.count == range.count else {
            throw ObjectStoreError("\(address)\(name): the service sent other bytes than it was asked for")
        }
        return body
    }

    /// Writes an object; uploads a large one in parts.
    public func write(_ name: String, _ bytes: UnsafeRawBufferPointer) throws(ObjectStoreError) {
        let key = address.prefix + name
        guard bytes.count > Self.partSize else {
            _ = try requests.send(S3Request(.put, key: key, body: Array(bytes)))
            return
        }
        let begun = try requests.send(S3Request(.post, key: key, query: [("uploads", "")]))
        guard let upload = ResponseXML(begun.body).value("UploadId") else {
            throw ObjectStoreError("\(address)\(name): the service did not begin an upload")
        }
        do throws(ObjectStoreError) {
            let size = max(Self.partSize, (bytes.count + Self.mostParts - 1) / Self.mostParts)
            var tags: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                let part = bytes[start..<min(bytes.count, start + size)]
                let query = [("partNumber", "\(tags.count + 1)"), ("uploadId", upload)]
                let response = try requests.send(S3Request(.put, key: key, query: query, body: Array(part)))
                guard let tag = response.header("etag") else {
                    throw ObjectStoreError("\(address)\(name): a part of an upload has no tag")
                }
                tags.append(tag)
            }
            try complete(key, upload, tags)
        } catch {
            // The service would charge for the uploaded parts until they are deleted.
            _ = try? requests.send(S3Request(.delete, key: key, query: [("uploadId", upload)]))
            throw error
        }
    }

    private func complete(_ key: String, _ upload: String, _ tags: [String]) throws(ObjectStoreError) {
        let parts = tags.enumerated().map { number, tag in
            "<Part><PartNumber>\(number + 1)</PartNumber><ETag>\(Self.escaped(tag))</ETag></Part>"
        }
        let body = "<CompleteMultipartUpload>" + parts.joined() + "</CompleteMultipartUpload>"
        let response = try requests.send(
            S3Request(.post, key: key, query: [("uploadId", upload)], body: Array(body.utf8)))
        // The service sends the status before it knows whether it succeeds.
        guard ResponseXML(response.body).value("ETag") != nil else {
            throw ObjectStoreError("\(address)\(key): the service did not complete an upload")
        }
    }

    private static func escaped(_ text: String) -> String {
        String(
            text.flatMap { character -> String in
                switch character {
                case "&": "&amp;"
                case "<": "&lt;"
                case ">": "&gt;"
                case "\"": "&quot;"
                default: String(character)
                }
            })
    }

    public func remove(_ name: String) throws(ObjectStoreError) {
        _ = try requests.send(S3Request(.delete, key: address.prefix + name))
    }
}
