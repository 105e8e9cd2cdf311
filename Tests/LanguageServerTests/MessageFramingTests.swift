// Messages arrive as they were sent, however their bytes arrive and whatever is between them.

import Testing

@testable import LanguageServer

@Suite struct MessageFramingTests {
    private func frames(_ chunks: [[UInt8]], limit: Int = 1 << 20) -> [MessageFraming.Frame] {
        var framing = MessageFraming(limit: limit)
        var frames: [MessageFraming.Frame] = []
        for chunk in chunks {
            framing.add(chunk)
            while let frame = framing.next() { frames.append(frame) }
        }
        return frames
    }

    private let contents = ["{}", "", "{\"ä\": \"\\r\\n\\r\\n\"}", "[1]"].map { Array($0.utf8) }
    private var stream: [UInt8] { contents.flatMap(MessageFraming.framed) }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func messagesDoNotDependOnHowTheyArrive(length: Int) {
        let chunks = stride(from: 0, to: stream.count, by: length).map {
            Array(stream[$0..<min($0 + length, stream.count)])
        }
        #expect(frames(chunks) == contents.map { .content($0) })
    }

    @Test(arguments: [
        "CONTENT-LENGTH:2\r\n\r\n{}", "Content-Type: x\r\nContent-Length: 2\r\n\r\n{}",
        "Content-Length: 2\n\n{}",
        "rest of a message{}}}Content-Length: 2\r\n\r\n{}",
    ])
    func headersAreReadHoweverTheyAreWritten(text: String) {
        #expect(frames([Array(text.utf8)]) == [.content(Array("{}".utf8))])
    }

    @Test(arguments: [
        "no header\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n",
        "Content-Length: 2000\r\n\r\n" + String(repeating: "x", count: 2000),
        String(repeating: "x", count: MessageFraming.headerLimit + 100) + "\r\n\r\n",
    ])
    func theNextMessageIsReadAfterOneThatCannotBe(text: String) {
        let found = frames([Array(text.utf8), MessageFraming.framed(Array("{}".utf8))], limit: 1000)
        #expect(found.first == .malformed)
        #expect(found.last == .content(Array("{}".utf8)))
    }
}
