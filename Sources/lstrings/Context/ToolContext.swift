// The environment of every command: the user's language, the variables, the files.

internal import Files
internal import ICU
internal import Localization
internal import ProgramSupport

/// The environment of a command.
struct ToolContext {
    let environment: ProgramEnvironment
    let texts: Texts
    let reporter: Reporter
    let fileSystem: any FileSystem

    /// The program's name in its messages.
    static let program = "lstrings"

    /// The tables with the program's own messages.
    static let tables = ["Localizable", "Errors", "Diagnostics", "Tools", "Checks"]

    /// A context for the same program with another file system and another output for messages.
    init(_ other: ToolContext, fileSystem: any FileSystem, reporting write: @escaping (String) -> Void) {
        (environment, texts, self.fileSystem) = (other.environment, other.texts, fileSystem)
        reporter = Reporter(other.texts, program: Self.program, write: write)
    }

    init(_ environment: ProgramEnvironment, fileSystem: any FileSystem = LocalFileSystem()) {
        self.environment = environment
        self.fileSystem = fileSystem
        let preferred = OptionValue.preferredLocales(environment: environment.variables)
        let texts = Texts.load(
            folders: environment.localizationFolders(first: nil), preferred: preferred, tables: Self.tables
        ).texts
        let reporter = Reporter(texts, program: Self.program)
        (self.texts, self.reporter) = (texts, reporter)
        Output.reportFailures {
            Reporter(texts, program: Self.program).report(UsageError("OutputFailed: %@", $0))
        }
    }

    /// The direction in which the user reads.
    var direction: Direction { Direction(isRightToLeft: texts.isRightToLeft) }

    /// Writes a file, all of it or nothing.
    ///
    /// - Parameters:
    ///   - folders: the folders that must contain the file, even after following symbolic links; `nil` for a
    ///     file that the user names.
    ///   - makesFolder: whether a missing folder is created.
    /// - Returns: whether the file was written. If not, the reason was reported.
    func write(
        _ bytes: [UInt8], to path: String, below folders: [String]? = nil, makesFolder: Bool = false
    ) -> Bool {
        if let folders, !fileSystem.isBelow(path, folders) {
            reporter.report(file: path, "FileLeadsOut")
            return false
        }
        do throws(FileError) {
            if makesFolder { try fileSystem.makeFolder(PathName.split(path).folder) }
            try fileSystem.replace(path, with: bytes)
            return true
        } catch {
            reporter.report(file: error.path, "FileNotWritten: %@", [.text(error.message)])
            return false
        }
    }

    /// A file's bytes; `nil` if it cannot be read, which is reported.
    ///
    /// - Parameters:
    ///   - acceptsPipes: whether the path may be a pipe. Files of a project are regular.
    ///   - missing: the text for a path that does not exist.
    func read(
        _ path: String, acceptsPipes: Bool = true, whenMissing missing: String = "FileMissing"
    ) -> [UInt8]? {
        do throws(FileError) {
            return acceptsPipes
                ? try fileSystem.contents(of: path, limit: Self.sizeLimit)
                : try fileSystem.contents(ofRegularFile: path, limit: Self.sizeLimit)
        } catch {
            let key =
                if error.isMissing {
                    missing
                } else if (try? fileSystem.kind(of: path)) == .folder {
                    "FileIsFolder"
                } else if error.isNotRegular {
                    "FileNotRegular"
                } else {
                    error.hasNoWriter ? "FileNoWriter" : "FileUnreadable: %@"
                }
            reporter.report(file: path, key, [.text(error.message)])
            return nil
        }
    }

    /// The largest file that is read, in bytes.
    static let sizeLimit = 64 << 20
}

extension Texts {
    /// A message of this program.
    func tool(_ key: String, _ arguments: any FormatArgument...) -> String {
        text(key, table: "Tools", arguments: arguments.map(\.formatValue))
    }
}
