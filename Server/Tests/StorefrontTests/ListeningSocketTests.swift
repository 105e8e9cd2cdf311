// Sockets are bound before anything else starts, and running servers keep theirs.

import Foundation
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct ListeningSocketTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/http.sock" }

    /// Why an address cannot be bound; `nil` if it can be.
    private func fault(_ address: ListeningAddress) -> String? {
        do throws(StorefrontError) {
            _ = try ListeningSocket(address)
            return nil
        } catch {
            guard case .notListening(address, let reason) = error else { return "\(error)" }
            return reason
        }
    }

    @Test func aPortInUseIsNotBound() throws {
        let first = try ListeningSocket(.host("127.0.0.1", port: 0))
        try first.listen()
        #expect(fault(first.address) == "Address already in use")
    }

    @Test func ofTwoThatHaveBoundAPortOneListens() throws {
        let first = try ListeningSocket(.host("127.0.0.1", port: 0))
        let second = try ListeningSocket(first.address)
        try second.listen()
        #expect(throws: StorefrontError.self) { try first.listen() }
    }

    @Test func clientsAreRefusedUntilTheServerListens() throws {
        let socket = try ListeningSocket(.host("127.0.0.1", port: 0))
        guard case .host(_, let port) = socket.address else { return }
        #expect(throws: Connection.Refused.self) { try Connection(port: port) }
        try socket.listen()
        _ = try Connection(port: port)
    }

    @Test func anAddressOfNoInterfaceIsNotBound() throws {
        #expect(fault(.host("203.0.113.1", port: 0)) == "Cannot assign requested address")
        // No name server is queried for the address.
        let start = ContinuousClock.now
        #expect(fault(.host("999.0.0.1", port: 0))?.isEmpty == false)
        #expect(ContinuousClock.now - start < .seconds(4))
    }

    @Test func aFileIsNotReplacedByASocket() throws {
        try folder.write("text", to: "http.sock")
        #expect(fault(.socket(path: path)) == "File exists")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
        #expect(fault(.socket(path: folder.path + "/none/http.sock")) == "No such file or directory")
    }

    @Test func aServerThatLivesKeepsItsSocketAndADeadOneDoesNot() throws {
        do {
            let first = try ListeningSocket(.socket(path: path))
            #expect(fault(.socket(path: path)) == "Address already in use")
            _ = first
        }
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(fault(.socket(path: path)) == nil)
    }

    @Test func ofManyThatStartTogetherOneGetsTheSocket() async throws {
        let address = ListeningAddress.socket(path: path)
        for _ in 0..<20 {
            let sockets = await withTaskGroup(of: ListeningSocket?.self) { group in
                for _ in 0..<8 { group.addTask { try? ListeningSocket(address) } }
                return await group.reduce(into: []) { if let socket = $1 { $0.append(socket) } }
            }
            #expect(sockets.count == 1)
        }
    }
}
