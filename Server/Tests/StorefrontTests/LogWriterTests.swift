// The server never waits for the program that reads its log.

import Foundation
import Logging
import StorefrontTestSupport
import Synchronization
import Testing

@testable import lsearchd

@Suite struct LogWriterTests {
    /// A pipe whose reading end the test reads when it likes.
    private final class Pipe: Sendable {
        private let reading: Int32
        let writing: Int32
        private let read = Mutex("")
        private let end = DispatchSemaphore(value: 0)

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            // Programs of other tests must not keep it open.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reading, writing) = (ends[0], ends[1])
        }

        deinit { close(reading) }

        /// Reads on a thread of its own, until the writing end is closed.
        func startReading() {
            Thread.detachNewThread { [self] in
                let bytes = FileHandle(fileDescriptor: reading).readDataToEndOfFile()
                read.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
                end.signal()
            }
        }

        /// All lines.
        func lines() async -> [String] {
            await withCheckedContinuation { done in
                Thread.detachNewThread { [self] in
                    end.wait()
                    done.resume(returning: read.withLock { $0.split(separator: "\n").map(String.init) })
                }
            }
        }
    }

    /// Waits until all lines are written, on a thread of its own.
    private func flush(_ writer: LogWriter) async {
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                writer.flush(within: .seconds(600))
                done.resume()
            }
        }
    }

    @Test func linesAreInTheStreamAtOnceAndWhole() async throws {
        let pipe = try Pipe()
        let writer = LogWriter(descriptor: pipe.writing)
        writer.write("a\u{1B}b\n")
        writer.write("no line feed")
        close(pipe.writing)
        pipe.startReading()
        #expect(await pipe.lines() == ["a\\u{1B}b", "no line feed"])
    }

    /// Invariant: each line occurs once and complete, in order, or a notice in its place counts it.
    @Test func linesWithoutRoomAreCountedWhereTheyAreMissing() async throws {
        let pipe = try Pipe()
        let writer = LogWriter(descriptor: pipe.writing, capacity: 20_000)
        let rest = String(repeating: "x", count: 90)
        for number in 0..<3_000 { writer.write("\(number) \(rest)") }
        pipe.startReading()
        // The reader comes too late for some, and then keeps up with the writer.
        await flush(writer)
        for number in 3_000..<3_100 {
            writer.write("\(number) \(rest)")
            await flush(writer)
        }
        close(pipe.writing)
        var next = 0
        var lost = 0
        for line in await pipe.lines() {
            if let count = line.firstMatch(of: /warning.*missing.*count=(\d+)/)
                ?? line.firstMatch(
                    of: /warning.*count=(\d+).*missing/)
            {
                lost += try #require(Int(count.1))
                next += try #require(Int(count.1))
            } else {
                #expect(line == "\(next) \(rest)")
                next += 1
            }
        }
        #expect(next == 3_100 && lost > 1_000 && lost < 3_000)
    }

    @Test func severalThreadsWriteWholeLines() async throws {
        let pipe = try Pipe()
        let writer = LogWriter(descriptor: pipe.writing)
        pipe.startReading()
        let text = String(repeating: "y", count: 5_000)
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask { for number in 0..<20 { writer.write("\(task) \(number) \(text)") } }
            }
        }
        await flush(writer)
        close(pipe.writing)
        let all = await pipe.lines()
        #expect(all.count == 160 && Set(all).count == 160 && all.allSatisfy { $0.hasSuffix(" " + text) })
        for task in 0..<8 {
            let numbers = all.filter { $0.hasPrefix("\(task) ") }.compactMap {
                Int($0.split(separator: " ")[1])
            }
            #expect(numbers == Array(0..<20))
        }
    }

    @Test func aStreamThatFailsOrIsNeverReadHoldsNobody() async throws {
        // As the program does.
        signal(SIGPIPE, SIG_IGN)
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        let failing = LogWriter(descriptor: full)
        failing.write("lost")
        await flush(failing)
        let pipe = try Pipe()
        let unread = LogWriter(descriptor: pipe.writing, capacity: 1_000)
        for _ in 0..<2_000 { unread.write(String(repeating: "z", count: 100)) }
        unread.flush(within: .milliseconds(1))
    }

    /// Invariant: a client's text is the value of one metadata entry.
    @Test(arguments: [
        ("t-1", "t-1"), ("Ä/ü", "Ä/ü"), ("", #""""#), ("a b", #""a b""#),
        (#"a" status=999"#, #""a\" status=999""#),
        ("a=b", #""a=b""#), (#"a\"#, #""a\\""#), ("a\nb", #""a\u{A}b""#), ("\u{1B}[31m", #""\u{1B}[31m""#),
        ("a\u{2028}b", #""a\u{2028}b""#),
    ]) func valuesAreOneWord(value: String, written: String) {
        #expect(value.quotedForLog == written)
    }

    @Test func factsAreQuoted() async throws {
        let pipe = try Pipe()
        let writer = LogWriter(descriptor: pipe.writing)
        var logger = Logger(label: "lsearchd") { QuotingLogHandler(label: $0, stream: writer) }
        logger[metadataKey: "listener"] = "a b"
        logger.notice("Write", metadata: ["id": #"a" status=999"#, "status": "200"])
        pipe.startReading()
        await flush(writer)
        close(pipe.writing)
        let line = try #require(await pipe.lines().first)
        #expect(line.contains(#" id="a\" status=999" listener="a b" status=200 ["#))
        #expect(line.hasSuffix("] Write"))
    }
}
