// Splits and joins paths.

/// Operations on paths as texts; they do not access the file system.
package enum PathName {
    /// The folder and the last name of a path; the folder is `.` if the path is only a name.
    package static func split(_ path: String) -> (folder: String, name: String) {
        let path = normalized(path)
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.utf8.index(after: slash)...]))
    }

    package static func joined(_ folder: String, _ name: String) -> String {
        if folder == "." { return name }
        return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
    }

    /// The path without redundant components: `a//b/./c/` becomes `a/b/c`. `..` stays, because the component
    /// before it may be a symbolic link.
    package static func normalized(_ path: String) -> String {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let names = path.split(separator: "/").filter { $0 != "." }
        if names.isEmpty { return isAbsolute ? "/" : (path.isEmpty ? "" : ".") }
        return (isAbsolute ? "/" : "") + names.joined(separator: "/")
    }
}
