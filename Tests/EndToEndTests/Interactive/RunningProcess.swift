// Finds the running processes of a test.

import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A running process.
struct RunningProcess {
    let id: pid_t
    /// The path of its program.
    let program: String
    let arguments: [String]

    /// Whether the process is the search.
    var isSearch: Bool { program == programFolder + Program.lsearch.rawValue }
    /// Whether the process is the guard of a terminal.
    var isGuard: Bool { isSearch && arguments.dropFirst() == ["--guard-terminal"] }
}

/// The processes of the user with this home folder, by their numbers.
func processes(inHome home: String) -> [RunningProcess] {
    let mark = Array("HOME=\(home)".utf8)
    let numbers = ((try? names(inFolder: "/proc")) ?? []).compactMap { pid_t($0) }.sorted()
    return numbers.compactMap { number in
        // Skip processes of others, and those that ended meanwhile.
        guard let environment = try? bytes(of: "/proc/\(number)/environ"),
            environment.split(separator: 0).contains(where: { $0.elementsEqual(mark) }),
            let program = realpath("/proc/\(number)/exe", nil)
        else { return nil }
        defer { free(program) }
        let words = ((try? bytes(of: "/proc/\(number)/cmdline")) ?? []).split(separator: 0)
        return RunningProcess(
            id: number, program: String(cString: program),
            arguments: words.map { String(decoding: $0, as: UTF8.self) })
    }
}
