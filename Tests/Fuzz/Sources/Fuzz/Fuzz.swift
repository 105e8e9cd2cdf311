// Fuzzes the libraries: see FuzzRunner.

import FuzzRunner
import FuzzTargets

#if FUZZING
    /// libFuzzer calls this once, before the first input.
    @_cdecl("LLVMFuzzerInitialize")
    public func initialize(
        _ count: UnsafeMutablePointer<CInt>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
    ) -> CInt {
        do { try FuzzRunner.initialize(FuzzTargets.all, count, arguments) } catch { fatalError("\(error)") }
        return 0
    }
#else
    @main
    struct Fuzz {
        static func main() async throws { try await FuzzRunner.main(FuzzTargets.all) }
    }
#endif
