// How does a test run the program that is to be killed? It reads what it says, line by line.

import Foundation
import Testing

/// `StoreWriter`, which stands beside the tests.
final class RunningProgram {
    private var process = pid_t()
    private let output: UnsafeMutablePointer<FILE>

    init(_ arguments: [String]) throws {
        let tests = try #require(realpath("/proc/self/exe", nil))
        defer { free(tests) }
        let folder = String(cString: tests).split(separator: "/").dropLast().joined(separator: "/")
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let path = "/" + folder + "/StoreWriter"
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        let code = posix_spawn(&process, path, &actions, nil, &words, environ)
        close(ends[1])
        try #require(code == 0, "\(path): \(String(cString: strerror(code)))")
        output = try #require(fdopen(ends[0], "r"))
    }

    deinit { fclose(output) }

    /// Ends the program at once, whatever it does.
    func kill() { Foundation.kill(process, SIGKILL) }

    /// The lines that the program prints, until it ends.
    func lines() -> some Sequence<String> {
        sequence(state: output) { output in
            var line: UnsafeMutablePointer<CChar>?
            var size = 0
            defer { free(line) }
            let count = getline(&line, &size, output)
            guard count > 0, let line else { return nil }
            return String(cString: line).trimmingCharacters(in: .newlines)
        }
    }

    /// The signal that ended the program, or its status.
    func waitForEnd() -> Int32 {
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
    }
}
