// Runs a program of this package, and reads its output by lines.

internal import Foundation

/// A program in the same folder as the tests.
package final class RunningProgram {
    /// The stream that tests read.
    package enum Stream: Int32 {
        case output = 1
        case error = 2
    }

    private var process = pid_t()
    private var hasEnded = false
    private let output: UnsafeMutablePointer<FILE>
    private var isReading = true

    /// The path of a program in the same folder as the tests.
    package static func path(_ name: String) throws -> String {
        guard let tests = realpath("/proc/self/exe", nil) else { throw POSIXError(.ENOENT) }
        defer { free(tests) }
        let folder = String(cString: tests).split(separator: "/").dropLast().joined(separator: "/")
        return "/" + folder + "/" + name
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - name: the name of a program in the same folder as the tests, or the path of another one.
    ///   - stream: the stream to read; the other one is that of the tests.
    ///   - environment: all variables of the program, besides the options of
    ///     sanitizers; `nil` for those of the tests.
    package init(
        _ name: String, _ arguments: [String], reading stream: Stream = .output,
        environment: [String: String]? = nil
    ) throws {
        let path = try name.hasPrefix("/") ? name : Self.path(name)
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], stream.rawValue)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        let options = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
        var variables =
            environment.map { own in
                own.merging(options) { own, _ in own }.map { strdup($0.key + "=" + $0.value) } + [nil]
            } ?? []
        defer { variables.forEach { free($0) } }
        let code =
            environment == nil
            ? posix_spawn(&process, path, &actions, nil, &words, environ)
            : posix_spawn(&process, path, &actions, nil, &words, &variables)
        close(ends[1])
        guard code == 0, let output = fdopen(ends[0], "r") else {
            throw POSIXError(POSIXError.Code(rawValue: code) ?? .EIO)
        }
        self.output = output
    }

    deinit { stopReading() }

    /// Closes the stream that tests read.
    package func stopReading() {
        if isReading { fclose(output) }
        isReading = false
    }

    /// Kills the program.
    package func kill() { send(SIGKILL) }

    /// Asks the program to stop.
    package func terminate() { send(SIGTERM) }

    private func send(_ signal: Int32) {
        // After a wait the process id may belong to another process.
        if !hasEnded { Foundation.kill(process, signal) }
    }

    /// The lines that the program prints until it ends.
    package func lines() -> some Sequence<String> {
        sequence(state: output) { output in
            var line: UnsafeMutablePointer<CChar>?
            var size = 0
            defer { free(line) }
            let count = getline(&line, &size, output)
            guard count > 0, let line else { return nil }
            return String(cString: line).trimmingCharacters(in: .newlines)
        }
    }

    /// Waits for the end of the program, and returns its signal or exit status.
    package func waitForEnd() -> Int32 {
        var status: Int32 = 0
        waitpid(process, &status, 0)
        hasEnded = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
    }
}
