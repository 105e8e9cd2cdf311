// Standard input and output as the channel of the language server.

internal import LanguageServer
internal import ProgramSupport
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The connection to the client through standard input and output.
final class StandardChannel: MessageChannel {
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    func receive(within milliseconds: Int?) -> [UInt8]? {
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        let count = poll(&input, 1, milliseconds.map(Int32.init) ?? -1)
        if count == 0 || (count < 0 && errno == EINTR) { return [] }
        var length = 0
        repeat { length = read(0, &buffer, buffer.count) } while length < 0 && errno == EINTR
        return length > 0 ? Array(buffer[..<length]) : nil
    }

    func send(_ bytes: [UInt8]) { Output.standardOutput.write(String(decoding: bytes, as: UTF8.self)) }
}

/// Messages to the user, collected.
final class Messages: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// The messages since the last call.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
