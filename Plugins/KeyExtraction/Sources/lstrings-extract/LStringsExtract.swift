// The helper program of `lstrings extract`: a request in, lines of JSON out. README.md has the protocol.

internal import Glibc
internal import KeyExtraction

@main
struct LStringsExtract {
    /// The version of the protocol, in the first line of every answer.
    static let protocolVersion = 1

    static func main() {
        // When the reader closes the pipe, writing fails and the program ends quietly.
        signal(SIGPIPE, SIG_IGN)
        let output = Output(descriptor: 1)
        output.write(ProtocolLine(protocol: protocolVersion))
        let status = answer(into: output)
        output.flush()
        exit(status)
    }

    /// Answers the request of the command line, or of standard input.
    ///
    /// - Returns: the exit status: 0, or 2 where something could not be read.
    private static func answer(into output: Output) -> Int32 {
        let arguments = CommandLine.arguments.dropFirst()
        let request: Request
        do throws(RequestError) {
            request = try arguments.isEmpty ? Request(json: SourceFiles.standardInput()) : Request(arguments)
        } catch {
            output.write(FindingLine(error))
            return 2
        }
        var routines = Routine.foundation + Routine.localizer + (request.swiftUI ? Routine.swiftUI : [])
        var isComplete = true
        for specification in request.routines {
            if let routine = Routine(specification: specification) {
                routines.append(routine)
            } else {
                output.write(FindingLine(RequestError.invalidRoutine(specification)))
                isComplete = false
            }
        }
        let extractor = KeyExtractor(routines: routines, readsSwiftUI: request.swiftUI)
        let (files, failures) = SourceFiles.expand(request.files)
        failures.forEach { output.write(FindingLine($0)) }
        isComplete = isComplete && failures.isEmpty

        var keys: [ExtractedKey] = []
        for answer in Workers.map(files, { FileAnswer($0, extractor) }) {
            answer.extraction.keys.forEach { output.write(KeyLine($0)) }
            answer.extraction.findings.forEach { output.write(FindingLine($0)) }
            answer.failures.forEach { output.write(FindingLine($0)) }
            isComplete = isComplete && answer.failures.isEmpty
            keys += answer.extraction.keys
        }
        ExtractionFinding.conflicts(in: keys).forEach { output.write(FindingLine($0)) }
        return isComplete ? 0 : 2
    }
}

/// The answer about one file.
struct FileAnswer: Sendable {
    private(set) var extraction = Extraction()
    private(set) var failures: [FileFailure] = []

    init(_ file: String, _ extractor: KeyExtractor) {
        do throws(FileFailure) {
            let bytes = try SourceFiles.read(file)
            if let text = String(validating: bytes, as: UTF8.self) {
                extraction = extractor.extract(source: text, file: file)
            } else {
                // Read what can be decoded.
                extraction = extractor.extract(source: String(decoding: bytes, as: UTF8.self), file: file)
                failures.append(FileFailure(file, .invalidEncoding, []))
            }
        } catch {
            failures.append(error)
        }
    }
}
