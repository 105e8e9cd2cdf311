// Decompresses gzip with another program.

import Foundation
import StorefrontTestSupport
import Testing

/// The bytes that `gzip` decompresses from these.
func decompressed(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", try folder.write(bytes, to: "answer.gz")]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let plain = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return Array(plain)
}
