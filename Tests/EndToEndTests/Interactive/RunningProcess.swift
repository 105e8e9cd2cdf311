// Which processes did a test start, and which of them still run?

import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A process that runs.
struct RunningProcess {
    let id: pid_t
    /// The path of its program.
    let program: String
    let arguments: [String]

    /// Whether it is the search.
    var isSearch: Bool { program == programFolder + Program.lsearch.rawValue }
    /// Whether it only waits for the end of the search, to give back the terminal.
    var isGuard: Bool { isSearch && arguments.dropFirst() == ["--guard-terminal"] }
}

/// The processes of a user whose home is this folder, in the order of their numbers.
func processes(inHome home: String) -> [RunningProcess] {
    let mark = Array("HOME=\(home)".utf8)
    let numbers = ((try? names(inFolder: "/proc")) ?? []).compactMap { pid_t($0) }.sorted()
    return numbers.compactMap { number in
        // Those of others cannot be read, and those that ended meanwhile are gone.
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
