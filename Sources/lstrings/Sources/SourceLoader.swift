// Reads the sources of a program: files, and folders with all sources below them.

internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Reads sources.
struct SourceLoader {
    let context: ToolContext
    var routines: [SourceRoutine] = []
    var readsSwiftUI = false
    /// Whether the texts of SwiftUI's views are read where a source imports it.
    var findsSwiftUI = false
    /// The languages to read; other files are ignored, even if an option names them.
    var languages = SourceLanguage.all
    /// Whether everything could be read. If not, a file that was not read may use any key.
    private(set) var isComplete = true

    init(context: ToolContext) { self.context = context }

    /// A source to read.
    private struct SourcePath: Sendable {
        let path: String
        let language: SourceLanguage
    }

    /// Reads the files that the paths name, and reports those that cannot be read. A named file is read
    /// whatever its suffix is.
    ///
    /// - Throws: `UsageError` if a path does not exist.
    nonisolated(nonsending) mutating func load(
        _ paths: [String]
    ) async throws(UsageError) -> SourceUses {
        var found: [SourcePath] = []
        for path in paths {
            let path = PathName.normalized(path)
            do throws(FileError) {
                if try context.fileSystem.kind(of: path) == .folder {
                    collect(below: path, depth: 0, into: &found)
                } else {
                    found.append(
                        SourcePath(
                            path: path,
                            language: SourceLanguage(fileName: PathName.split(path).name) ?? .script))
                }
            } catch {
                if error.isMissing { throw UsageError("PathMissing: %@", path) }
                throw UsageError("PathUnreadable: %1$@ %2$@", path, error.message)
            }
        }
        var unread: [(source: SourcePath, bytes: [UInt8])] = []
        var known: Set<String> = []
        for source in found where languages.contains(source.language) && known.insert(source.path).inserted {
            if let bytes = context.read(source.path, acceptsPipes: false) {
                unread.append((source, bytes))
            } else {
                isComplete = false
            }
        }
        return SourceUses(await parsed(unread))
    }

    private mutating func collect(below folder: String, depth: Int, into found: inout [SourcePath]) {
        let names: [String]
        do throws(FileError) {
            names = try context.fileSystem.names(inFolder: folder)
        } catch {
            context.reporter.report(file: folder, "FileUnreadable: %@", [.text(error.message)])
            isComplete = false
            return
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = PathName.joined(folder, name)
            guard !context.fileSystem.isSymbolicLink(path), let kind = try? context.fileSystem.kind(of: path)
            else {
                continue
            }
            if kind == .folder {
                guard depth < ProjectLoader.deepest, !ProjectLoader.isSkipped(name) else {
                    continue
                }
                collect(below: path, depth: depth + 1, into: &found)
            } else if kind == .file, let language = SourceLanguage(fileName: name) {
                found.append(SourcePath(path: path, language: language))
            }
        }
    }

    /// Parses files, several at the same time.
    nonisolated(nonsending) private func parsed(
        _ unread: [(source: SourcePath, bytes: [UInt8])]
    ) async -> [SourceFile] {
        let (routines, readsSwiftUI, findsSwiftUI) = (routines, readsSwiftUI, findsSwiftUI)
        return await withTaskGroup(of: SourceFile.self) { group in
            for (source, bytes) in unread {
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    SourceFile(
                        path: source.path, bytes: bytes, language: source.language, routines: routines,
                        readsSwiftUI: readsSwiftUI || findsSwiftUI && SourceFile.importsSwiftUI(bytes))
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
