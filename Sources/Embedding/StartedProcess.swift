// A process that any thread may end.

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Synchronization

/// A started process and its group. Its number is used only while it is not another process's.
final class StartedProcess: Sendable {
    private let process: Mutex<pid_t?>

    init(_ process: pid_t) { self.process = Mutex(process) }

    /// Ends the process and its children at once.
    func kill() {
        process.withLock { process in
            if let process { _ = sendSignal(-process, SIGKILL) }
        }
    }

    /// Its exit status, or 128 and the number of the signal that ended it; `nil` while it runs.
    func reaped() -> Int32? {
        process.withLock { process in
            guard let number = process else { return 0 }
            var status: Int32 = 0
            guard waitpid(number, &status, WNOHANG) == number else { return nil }
            process = nil
            return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        }
    }
}

private func sendSignal(_ process: pid_t, _ signal: Int32) -> Int32 { kill(process, signal) }
