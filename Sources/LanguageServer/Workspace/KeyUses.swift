// The positions in sources that use a key.

internal import JSONRPC
internal import Files
internal import Localization

/// The literals in the sources of the workspace. They are read at their first use, and again after files have
/// changed.
struct KeyUses {
    /// A position that uses a key.
    struct Use {
        let path: String
        let range: Range<Int>
        /// The line, from 1.
        let line: Int
        let isLocalized: Bool
        /// The position in the form for people.
        let shown: String
    }

    /// The literals of a source, without those that cannot be keys.
    private struct Source {
        let path: String
        let root: String
        let literals: [String: [SourceLiterals.Literal]]
    }

    /// Folders that contain no sources of the project itself.
    private static let skipped: Set<String> = ["node_modules", "Carthage", "Pods", "DerivedData", "build"]
    private static let deepest = 24
    private static let sizeLimit = 4 << 20

    private var sources: [Source] = []

    /// Reads the sources below folders.
    ///
    /// - Parameter check: called at intervals; an error ends the reading.
    init(
        folders: [String], files: any FileSystem, texts: (String) -> [UInt8]?,
        check: () throws(ResponseError) -> Void
    ) throws(ResponseError) {
        for folder in folders {
            var open = [(path: folder, depth: 0)]
            while let (path, depth) = open.popLast() {
                try check()
                for name in (try? files.names(inFolder: path)) ?? [] where !name.hasPrefix(".") {
                    let inner = PathName.joined(path, name)
                    if SourceLiterals.isSource(name) {
                        guard let bytes = texts(inner) ?? Self.contents(inner, files) else { continue }
                        let literals = SourceLiterals(bytes, of: name).literals
                        if literals.isEmpty { continue }
                        sources.append(
                            Source(
                                path: inner, root: folder,
                                literals: Dictionary(grouping: literals, by: \.text)))
                    } else if depth < Self.deepest, !name.contains("."), !Self.skipped.contains(name),
                        (try? files.kind(of: inner)) == .folder, !files.isSymbolicLink(inner)
                    {
                        open.append((inner, depth + 1))
                    }
                }
            }
        }
        sources.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private static func contents(_ path: String, _ files: any FileSystem) -> [UInt8]? {
        guard (try? files.kind(of: path)) == .file else { return nil }
        return try? files.contents(of: path, limit: sizeLimit)
    }

    /// The positions that use a key.
    func uses(of key: String, text: (String) -> LineText) -> [Use] {
        var uses: [Use] = []
        for source in sources {
            guard let literals = source.literals[key] else { continue }
            let text = text(source.path)
            for literal in literals where literal.range.upperBound <= text.utf8.count {
                let line = text.line(at: literal.range.lowerBound) + 1
                let shown = source.path.dropFirst(source.root == "/" ? 1 : source.root.utf8.count + 1)
                uses.append(
                    Use(
                        path: source.path, range: literal.range, line: line, isLocalized: literal.isLocalized,
                        shown: "\(shown):\(line)"))
            }
        }
        return uses
    }
}
