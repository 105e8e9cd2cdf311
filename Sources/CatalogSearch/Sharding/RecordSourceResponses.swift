// Responses of shards that a search asks for before it needs them.
//
// Sending a request takes longer than responding to most of them. So what a search is about to ask one
// after the other it asks at once, and then proceeds as an engine does that has the records itself: each
// of its requests finds its response here.

internal import ICU
internal import Synchronization

/// Keeps the responses of all shards to the requests of one search.
final class RecordSourceResponses: Sendable {
    /// The responses by request, each in the order of the shards.
    private let known = Mutex<[[UInt8]: [[UInt8]]]>([:])

    private static func key(_ request: RecordSourceRequest, _ catalogs: [String]) -> [UInt8] {
        var message = MessageWriter()
        message.write(catalogs)
        message.write(request)
        return message.bytes
    }

    /// The responses to a request; `nil` if it was not sent.
    func responses<Response: Transmittable>(
        to request: RecordSourceRequest, of catalogs: [String]
    ) throws(SearchError) -> [Response]? {
        guard let all = known.withLock({ $0.isEmpty ? nil : $0[Self.key(request, catalogs)] }) else {
            return nil
        }
        var responses: [Response] = []
        for (shard, bytes) in all.enumerated() {
            var message = MessageReader(bytes)
            guard let response = try? message.read(Response.self), message.isAtEnd else {
                throw .unavailable(shard: shard)
            }
            responses.append(response)
        }
        return responses
    }

    /// Sends all shards several requests in one message.
    func ask(
        _ requests: [RecordSourceRequest], of catalogs: [String], _ shards: any SearchShards
    ) throws(SearchError) {
        var new: [[UInt8]: RecordSourceRequest] = [:]
        for request in requests { new[Self.key(request, catalogs)] = request }
        known.withLock { known in new = new.filter { known[$0.key] == nil } }
        // A single request can be sent when it is needed.
        guard new.count > 1 else { return }
        let newRequests = Array(new)
        let responses: [[TransmittedBytes]] = try shards.askAll(
            .several(newRequests.map(\.value)), of: catalogs)
        for (shard, response) in responses.enumerated() where response.count != newRequests.count {
            throw .unavailable(shard: shard)
        }
        known.withLock { known in
            for (number, request) in newRequests.enumerated() {
                known[request.key] = responses.map { $0[number].bytes }
            }
        }
    }
}
