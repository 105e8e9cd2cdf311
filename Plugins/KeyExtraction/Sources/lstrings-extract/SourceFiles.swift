// Source files: found in folders, and read.

internal import Glibc

/// Why a file, or a part of it, could not be read.
struct FileFailure: Error, Sendable, Equatable {
    /// The identifiers in the answer.
    enum Kind: String, Sendable {
        /// Arguments: what the operating system says.
        case unreadable = "unreadable-file"
        /// A device, a pipe or the like.
        case notAFile = "not-a-file"
        /// Arguments: the bytes it has, the bytes that are allowed.
        case tooLarge = "file-too-large"
        /// It is not in UTF-8; keys may be garbled.
        case invalidEncoding = "invalid-encoding"
    }

    var file: String
    var kind: Kind
    var arguments: [String]

    init(_ file: String, _ kind: Kind, _ arguments: [String]) {
        self.file = file
        self.kind = kind
        self.arguments = arguments
    }

    /// The operating system's last error.
    fileprivate init(_ file: String, errorNumber: Int32) {
        self.init(file, .unreadable, [String(cString: strerror(errorNumber))])
    }
}

enum SourceFiles {
    /// No person writes larger sources; a larger one would need hundreds of times as much memory.
    static let largestFile = 32 << 20

    /// Replaces folders by the `.swift` files in them, in the order of their names. What is hidden is left out, and a folder
    /// that a symbolic link leads to again is entered once.
    static func expand(_ paths: [String]) -> (files: [String], failures: [FileFailure]) {
        var files: [String] = []
        var failures: [FileFailure] = []
        var entered: Set<[UInt64]> = []
        // The paths that are left, the next one last.
        var pending = paths.reversed().map { (path: $0, isNamed: true) }
        while let (path, isNamed) = pending.popLast() {
            var information = stat()
            guard stat(path, &information) == 0 else {
                // A link that leads nowhere is nobody's source.
                if isNamed { failures.append(FileFailure(path, errorNumber: errno)) }
                continue
            }
            switch information.st_mode & S_IFMT {
            case S_IFDIR:
                guard entered.insert([UInt64(information.st_dev), UInt64(information.st_ino)]).inserted else {
                    continue
                }
                guard let names = names(inFolder: path) else {
                    failures.append(FileFailure(path, errorNumber: errno))
                    continue
                }
                let prefix = path.hasSuffix("/") ? path : path + "/"
                pending += names.reversed().map { (prefix + $0, false) }
            case S_IFREG where isNamed || path.utf8.suffix(6).elementsEqual(".swift".utf8): files.append(path)
            case S_IFREG: break
            default: if isNamed { failures.append(FileFailure(path, .notAFile, [])) }
            }
        }
        return (files, failures)
    }

    private static func names(inFolder path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// A file's bytes.
    static func read(_ path: String) throws(FileFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileFailure(path, errorNumber: errno) }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw FileFailure(path, errorNumber: errno) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw FileFailure(path, .notAFile, []) }
        guard information.st_size <= largestFile else {
            throw FileFailure(path, .tooLarge, [String(information.st_size), String(largestFile)])
        }
        guard let bytes = readAll(descriptor) else { throw FileFailure(path, errorNumber: errno) }
        return bytes
    }

    /// What standard input has, as far as it can be read.
    static func standardInput() -> [UInt8] { readAll(0) ?? [] }

    private static func readAll(_ descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count <= largestFile {
            var failed = false
            let block = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                var result: Int
                repeat {
                    result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                } while result < 0
                    && errno == EINTR
                failed = result < 0
                count = max(0, result)
            }
            if failed { return nil }
            if block.isEmpty { break }
            bytes += block
        }
        return bytes
    }
}
