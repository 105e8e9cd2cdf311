// The command line of a program with fuzz targets.
//
//     Fuzz --list                        the names of the targets, each with the greatest length of its inputs
//     Fuzz --seeds TARGET FOLDER         writes the first inputs of a target
//     Fuzz TARGET [OPTION|FOLDER|FILE]…  runs libFuzzer; its options are documented at https://llvm.org/docs/LibFuzzer.html
//
// A program that is built without `FUZZING` reads the named files once, without looking for others.

#if FUZZING
    private import CFuzzer
    private import Dispatch
#endif
#if canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#endif

/// Connects targets with libFuzzer and the command line.
public enum FuzzRunner {
    /// Handles all arguments that are not libFuzzer's.
    ///
    /// - Returns: the target that is named first.
    private static func target(of arguments: [String], _ targets: [FuzzTarget]) throws -> FuzzTarget {
        switch arguments.dropFirst().first {
        case "--list":
            for target in targets { print(target.name, target.limit) }
            exit(0)
        case "--seeds":
            guard arguments.count == 4, let target = targets.first(where: { $0.name == arguments[2] }) else {
                break
            }
            for (number, seed) in target.seeds.enumerated() {
                try InputFile.write(seed, to: "\(arguments[3])/seed-\(number)")
            }
            exit(0)
        case let name?:
            if let target = targets.first(where: { $0.name == name }) { return target }
        case nil: break
        }
        print("usage: \(arguments[0]) --list | --seeds TARGET FOLDER | TARGET [OPTION|FOLDER|FILE]…")
        print("targets: \(targets.map(\.name).joined(separator: " "))")
        exit(2)
    }

    #if FUZZING
        nonisolated(unsafe) fileprivate static var run: FuzzTarget.Run = { _ in }
        nonisolated(unsafe) fileprivate static var mutate: FuzzTarget.Mutate?

        /// The variable that names the target to the processes that libFuzzer starts to merge inputs:
        /// libFuzzer passes them only the remaining arguments.
        private static let inherited = "LSEARCH_FUZZ_TARGET"

        /// Handles the command line for libFuzzer, which contains the program's `main`, and takes the
        /// target's name from it.
        public static func initialize(
            _ targets: [FuzzTarget], _ count: UnsafeMutablePointer<CInt>,
            _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
        ) throws {
            let target: FuzzTarget
            let name = getenv(inherited).map { String(cString: $0) }
            if let known = targets.first(where: { $0.name == name }) {
                target = known
            } else {
                target = try Self.target(of: CommandLine.arguments, targets)
                for index in 1..<Int(count.pointee) - 1 {
                    arguments.pointee[index] = arguments.pointee[index + 1]
                }
                count.pointee -= 1
                setenv(inherited, target.name, 1)
            }
            mutate = target.mutate
            let isPrepared = DispatchSemaphore(value: 0)
            Task.detached {
                do { run = try await target.prepared() } catch { fatalError("\(target.name): \(error)") }
                isPrepared.signal()
            }
            isPrepared.wait()
        }
    #else
        /// Reads the files of the command line, and ends the process.
        public static func main(_ targets: [FuzzTarget]) async throws -> Never {
            let target = try target(of: CommandLine.arguments, targets)
            let run = try await target.prepared()
            for path in CommandLine.arguments.dropFirst(2) where !path.hasPrefix("-") {
                guard let input = InputFile.contents(of: path) else {
                    print("\(path): cannot be read")
                    exit(1)
                }
                print("\(target.name): \(path)")
                run(input)
            }
            exit(0)
        }
    #endif
}

#if FUZZING
    /// libFuzzer calls this with each input.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func testOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
        FuzzRunner.run(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
    }

    /// libFuzzer calls this, if it is linked, for each mutation of an input.
    @_cdecl("LLVMFuzzerCustomMutator")
    public func customMutator(
        _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: CUnsignedInt
    ) -> Int {
        guard let mutate = FuzzRunner.mutate else { return LLVMFuzzerMutate(data, size, limit) }
        var input = Array(UnsafeBufferPointer(start: data, count: size))
        var random = Generator(seed: UInt64(seed))
        mutate(&input, limit, &random) { bytes, limit in
            let count = bytes.count
            bytes += [UInt8](repeating: 0, count: max(0, limit - count))
            let length = bytes.withUnsafeMutableBufferPointer {
                LLVMFuzzerMutate($0.baseAddress, count, limit)
            }
            bytes.removeSubrange(length...)
        }
        let count = min(input.count, limit)
        for index in 0..<count { data[index] = input[index] }
        return count
    }
#endif
