// Fuzzes the server: see FuzzRunner.

import FuzzRunner
import ServerFuzzTargets

#if FUZZING
    /// libFuzzer calls this once, before the first input.
    @_cdecl("LLVMFuzzerInitialize")
    public func initialize(
        _ count: UnsafeMutablePointer<CInt>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
    ) -> CInt {
        do { try FuzzRunner.initialize(ServerFuzzTargets.all, count, arguments) } catch {
            fatalError("\(error)")
        }
        return 0
    }
#else
    @main
    struct ServerFuzz {
        static func main() async throws { try await FuzzRunner.main(ServerFuzzTargets.all) }
    }
#endif
