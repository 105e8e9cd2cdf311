// Nothing acknowledged is lost when files fail or the machine crashes, and what cannot be stored is refused.

import Foundation
import StorefrontTestSupport
import Testing

/// `STORE_FAULT_STEP` sets which calls fail: each one for 1; the default is about
/// every 40th, and every third fsync.
@Suite struct FaultTests {
    private static let step = ProcessInfo.processInfo.environment["STORE_FAULT_STEP"]

    @Test(arguments: [
        ("full", "40"), ("write", "40"), ("short-write", "40"), ("read", "40"), ("short-read", "40"),
        ("sync", "3"),
        ("crash-at-write", "40"), ("crash-at-sync", "3"),
    ])
    func filesMayFailAtAnyCall(kind: String, step: String) throws {
        let folder = try TemporaryFolder()
        let program = try RunningProgram("StoreFaults", [kind, folder.path, Self.step ?? step])
        let lines = Array(program.lines())
        #expect(program.waitForEnd() == 0)
        #expect(lines.count == 1 && lines[0].hasPrefix("ended "), "\(lines.prefix(10))")
    }
}
