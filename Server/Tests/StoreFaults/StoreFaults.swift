// A store whose files fail, call by call.

internal import CatalogSearch
internal import FaultyFiles
internal import FoundationEssentials
internal import Glibc
internal import ProductStore

/// `StoreFaults KIND FOLDER STEP` repeats a script of writes in a folder. Each time another call of SQLite to
/// the system fails: the first one, the second one, up to the last one; or about every STEP-th one, if STEP
/// is not 1. It prints what is not as it must be, and at the end the number of repetitions.
///
/// In a process of its own, because the files of all databases of a process fail together.
@main struct StoreFaults {
    private static let kinds: [String: FaultKind] = [
        "full": FAULT_FULL, "write": FAULT_WRITE, "short-write": FAULT_SHORT_WRITE, "read": FAULT_READ,
        "short-read": FAULT_SHORT_READ, "sync": FAULT_SYNC, "crash-at-write": FAULT_CRASH_AT_WRITE,
        "crash-at-sync": FAULT_CRASH_AT_SYNC,
    ]

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let kind = kinds[arguments[1]], let step = Int64(arguments[3]), step > 0
        else {
            say("StoreFaults KIND FOLDER STEP")
            exit(2)
        }
        guard faulty_files_install() == 0 else {
            say("the faulty files are not installed")
            exit(2)
        }
        let model = arguments[2] + "/model.sqlite"
        try await makeModel(model)
        var call: Int64 = 1
        var count = 0
        while true {
            let path = arguments[2] + "/shop.sqlite"
            for name in ["", "-wal", "-shm", "-lock", "-wal-damaged"] { unlink(path + name) }
            try FileManager.default.copyItem(atPath: model, toPath: path)
            faulty_files_forget()
            var script = FaultScript(path)
            faulty_files_plan(kind, call)
            await script.run()
            let happened = faulty_files_happened() != 0
            faulty_files_repair()
            for fault in await script.check() { say("not so: \(arguments[1]) \(call): \(fault)") }
            count += 1
            if !happened { break }
            call += step == 1 ? 1 : .random(in: 1..<2 * step)
        }
        say("ended \(count)")
    }

    /// A store with a catalog and records, which each repetition copies.
    private static func makeModel(_ path: String) async throws {
        let store = try ProductStore(path: path)
        try await store.putCatalog("shop")
        for number in 0..<FaultScript.oldCount {
            try await store.put(FaultScript.record("old\(number)", 0), in: "shop")
        }
        try await store.close()
    }

    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
    }
}
