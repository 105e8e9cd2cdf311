// The handler for backups.

internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ProductStore

extension AdministrationEndpoints {
    /// Sends the store as of one moment. If it fails halfway, the connection ends, and the last line is
    /// missing.
    func backup(_ request: Request, _ context: ClientContext) async throws -> EndpointResponse {
        // Checked before the response begins, whose status says that there is a backup.
        try await converting(request) { () async throws(StoreError) in try await store.checkBackup() }
        var response = EndpointResponse("", type: "application/x-ndjson")
        response.headers[.cacheControl] = "no-store"
        response.stream = { [store, logger] writer in
            do {
                for try await block in store.backup() { try await writer.write(ByteBuffer(bytes: block)) }
                try await writer.finish(nil)
            } catch {
                logger.error("A backup ended early", metadata: ["reason": "\(error)"])
                throw error
            }
        }
        return response
    }
}
