// Runs another program and reads its output.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A program that has ended.
package struct ChildProcess {
    /// The exit status, or 128 plus the number of the signal that ended the program.
    package let status: Int32
    /// The bytes of its standard output. It shares our standard error.
    package let output: [UInt8]

    /// Why a program could not be run.
    package struct Failure: Error {
        /// The operating system's message.
        package let message: String
    }

    /// Runs a program and waits until it ends. Its standard input is empty, and its standard error is ours.
    ///
    /// - Parameter arguments: the arguments without the program's name.
    package init(_ path: String, _ arguments: [String]) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(code: errno) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions, nil, words, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard code == 0 else { throw Failure(code: code) }
        output = Self.read(ends[0])
        var state: Int32 = 0
        while waitpid(process, &state, 0) < 0, errno == EINTR {}
        status = state & 0x7F == 0 ? state >> 8 & 0xFF : 128 + state & 0x7F
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(descriptor, &block, block.count)
            #else
                let count = Musl.read(descriptor, &block, block.count)
            #endif
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return bytes }
            bytes += block[..<count]
        }
    }
}

extension ChildProcess.Failure {
    fileprivate init(code: Int32) { message = String(cString: strerror(code)) }
}
