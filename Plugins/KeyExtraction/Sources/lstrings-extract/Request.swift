// The request of the program, as JSON or on the command line.

internal import FoundationEssentials

/// A request: `{"files":["Sources"],"routines":["tr"],"swiftUI":false}`.
struct Request: Equatable {
    /// Files and folders.
    var files: [String] = []
    /// Routines beside the standard ones (`Routine.init(specification:)`).
    var routines: [String] = []
    /// Whether SwiftUI's literals are keys.
    var swiftUI = false
}

/// A request that cannot be understood.
enum RequestError: Error, Equatable {
    /// The request is not JSON, has wrong types, or names another version of the protocol.
    case invalidRequest
    /// An option that does not exist, or lacks its value.
    case unknownOption(String)
    /// A routine that cannot be understood.
    case invalidRoutine(String)

    /// The identifier in the answer.
    var identifier: String {
        switch self {
        case .invalidRequest: "invalid-request"
        case .unknownOption: "unknown-option"
        case .invalidRoutine: "invalid-routine"
        }
    }

    /// The facts in the answer.
    var arguments: [String] {
        switch self {
        case .invalidRequest: []
        case .unknownOption(let text), .invalidRoutine(let text): [text]
        }
    }
}

extension Request {
    /// Reads a request on standard input.
    init(json bytes: [UInt8]) throws(RequestError) {
        struct Members: Decodable {
            var `protocol`: Int?
            var files: [String]
            var routines: [String]?
            var swiftUI: Bool?
        }
        guard let members = try? JSONDecoder().decode(Members.self, from: Data(bytes)),
            members.protocol ?? LStringsExtract.protocolVersion == LStringsExtract.protocolVersion
        else { throw .invalidRequest }
        self.init(
            files: members.files, routines: members.routines ?? [], swiftUI: members.swiftUI ?? false)
    }

    /// Reads a command line without the program's name: `[--swift-ui] [--routine ROUTINE]… [--] PATH…`.
    init(_ arguments: some Sequence<String>) throws(RequestError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--": files += rest; rest = []
            case "--swift-ui": swiftUI = true
            case "--routine":
                guard let routine = rest.popFirst() else { throw .unknownOption(argument) }
                routines.append(routine)
            case let option where option.hasPrefix("--routine="):
                routines.append(String(option.dropFirst("--routine=".count)))
            case let option where option.hasPrefix("-"): throw .unknownOption(option)
            default: files.append(argument)
            }
        }
    }
}
