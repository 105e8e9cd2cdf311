// Bodies are read within limits of size, time and memory.

import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Storefront

@Suite struct BodyReaderTests {
    private func request(_ parts: [String], length: Int? = nil) -> Request {
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        for part in parts { continuation.yield(ByteBuffer(string: part)) }
        continuation.finish()
        return request(stream, length: length)
    }

    private func request(_ stream: AsyncStream<ByteBuffer>, length: Int? = nil) -> Request {
        var headers: HTTPFields = [:]
        headers[.contentLength] = length.map(String.init)
        return Request(
            head: HTTPRequest(
                method: .post, scheme: "http", authority: "shop", path: "/", headerFields: headers),
            body: RequestBody(asyncSequence: stream))
    }

    private func reader(limit: Int = 100, memory: BodyMemory) -> BodyReader {
        BodyReader(limit: limit, time: .seconds(600), memory: memory)
    }

    @Test func bodiesAreReadAndTheirMemoryIsGivenBack() async throws {
        let memory = BodyMemory(capacity: 100)
        let reader = reader(memory: memory)
        let text = try await reader.withBody(of: request(["ab", "", "cd"])) { body in
            #expect(memory.used >= 4)
            return String(decoding: body, as: UTF8.self)
        }
        #expect(text == "abcd")
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await reader.withBody(of: request(["ab"])) { _ in throw Failure() }
        }
        #expect(memory.used == 0)
    }

    @Test func longBodiesAreRefused() async throws {
        let memory = BodyMemory(capacity: 1_000)
        for request in [request(["a"], length: 101), request(Array(repeating: "a", count: 101))] {
            let problem = await #expect(throws: Problem.self) {
                try await reader(memory: memory).withBody(of: request) { _ in }
            }
            #expect(problem?.code == .bodyTooLarge)
        }
        #expect(memory.used == 0)
    }

    @Test func allBodiesTogetherHaveALimit() async throws {
        let memory = BodyMemory(capacity: 150)
        let reader = reader(memory: memory)
        let large = String(repeating: "a", count: 100)
        try await reader.withBody(of: request([large])) { _ in
            let problem = await #expect(throws: Problem.self) {
                try await reader.withBody(of: request([large])) { _ in }
            }
            #expect(problem?.code == .tooBusy)
            #expect(problem?.code.status == .serviceUnavailable)
            #expect(problem?.headers[.retryAfter] == "1")
            // Smaller ones are still read.
            try await reader.withBody(of: request(["abc"])) { _ in }
        }
        try await reader.withBody(of: request([large])) { _ in }
        #expect(memory.used == 0)
    }

    @Test func anAnnouncedBodyTakesNothingBeforeItArrives() async throws {
        let memory = BodyMemory(capacity: 1_000)
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        let silent = request(stream, length: 100)
        let reader = reader(memory: memory)
        let task = Task { try await reader.withBody(of: silent) { $0.count } }
        try await reader.withBody(of: request(["a"])) { _ in #expect(memory.used <= 2) }
        continuation.yield(ByteBuffer(string: "abc"))
        continuation.finish()
        #expect(try await task.value == 3)
    }

    /// Arrays that grow by themselves take up to twice of what they need.
    @Test func noMoreIsTakenThanTheLimit() async throws {
        let memory = BodyMemory(capacity: 1_000)
        try await reader(limit: 99, memory: memory).withBody(of: request(Array(repeating: "a", count: 99))) {
            body in
            #expect(memory.used == 99)
            #expect(body.capacity < 99 + 64)
        }
    }

    @Test func bodyThatIsTooSlowIsNotWaitedFor() async throws {
        // It never ends.
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        continuation.yield(ByteBuffer(string: "{"))
        let memory = BodyMemory(capacity: 1_000)
        var reader = reader(memory: memory)
        reader.wait = { time in #expect(time == .seconds(600)) }
        let problem = await #expect(throws: Problem.self) {
            try await reader.withBody(of: request(stream)) { _ in }
        }
        #expect(problem?.code == .requestTimeout)
        #expect(problem?.headers[.connection] == "close")
        #expect(memory.used == 0)
    }
}
