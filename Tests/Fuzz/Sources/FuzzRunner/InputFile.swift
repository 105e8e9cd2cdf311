// Files of inputs.

#if canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#endif

/// Reads and writes inputs.
public enum InputFile {
    /// A file could not be written.
    public struct WritingFailed: Error {
        let path: String
    }

    /// The bytes of a file; `nil` if it cannot be read.
    public static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&block, 1, block.count, file)
            if count == 0 { return ferror(file) == 0 ? bytes : nil }
            bytes += block[..<count]
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "wb") else { throw WritingFailed(path: path) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw WritingFailed(path: path) }
    }

    /// The paths of the files in a folder, sorted; none if there is no such folder.
    public static func paths(inFolder folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var paths: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { paths.append(folder + "/" + name) }
        }
        return paths.sorted()
    }
}

/// The inputs that are stored with the sources: the archive `Corpus/TARGET.tar` covers the code, and the
/// files in `Findings/TARGET` once broke the target.
public enum KeptInputs {
    private static let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// The inputs of a target.
    public static func of(_ target: String) -> [[UInt8]] {
        let archive = InputFile.contents(of: "\(package)/Corpus/\(target).tar") ?? []
        return TarArchive.contents(of: archive)
            + InputFile.paths(inFolder: "\(package)/Findings/\(target)").compactMap(InputFile.contents)
    }
}
