// Feeds broken files to every parser for a bounded time: none may crash, hang or take memory without bound.
//
// Usage: Fuzz SECONDS SEED FOLDER [FILE...]
//
// The files, and what is written in other formats from those that are `.strings`, are the seeds. Each input lies in
// FOLDER under the name of its parser while it is tried, so that the one that ended the process is there afterwards.

import Localization
import TranslationTools

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A parser, and what is done with what it gives.
struct Target {
    let name: String
    let run: ([UInt8]) -> Void
    var seeds: [[UInt8]] = []
}

@main
struct Fuzz {
    /// An input that takes longer is a finding, however large it is: none is larger than `largestInput`.
    static let patience = Duration.seconds(2)
    static let largestInput = 1 << 16

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 4, let seconds = Int(arguments[1]), let seed = UInt64(arguments[2]) else {
            print("usage: Fuzz SECONDS SEED FOLDER FILE...")
            exit(2)
        }
        var targets = Targets.all + [try await IndexTarget.make(in: arguments[3])]
        for path in arguments[4...] { Targets.plant(path, in: &targets) }
        // A file that takes all memory is ended by the system instead of taking the machine with it.
        var limit = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)

        var random = Generator(state: seed)
        var slow = 0
        var counts = [Int](repeating: 0, count: targets.count)
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            for (index, target) in targets.enumerated() where !target.seeds.isEmpty {
                let input = Mutation.mutated(target.seeds, limit: largestInput, using: &random)
                let place = arguments[3] + "/" + target.name
                write(input, to: place)
                let started = ContinuousClock.now
                target.run(input)
                counts[index] += 1
                guard ContinuousClock.now - started > patience else { continue }
                slow += 1
                write(input, to: place + ".slow-\(slow)")
                print("\(target.name): slow, see \(place).slow-\(slow)")
            }
        }
        for (target, count) in zip(targets, counts) { print("\(target.name): \(count) inputs") }
        exit(slow == 0 ? 0 : 1)
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "wb") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}

/// Random numbers that a seed decides (SplitMix64).
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
