// The user's configuration file: options that precede those of the command line.

internal import ArgumentParser
internal import CatalogSearch
internal import Files
internal import Localization
internal import ProgramSupport

/// Options, one a line, in `lsearch/config` of the user's configuration folder. Lines
/// that begin with `#` are comments.
struct ConfigurationFile {
    /// A line with an option.
    struct Line: Equatable {
        /// The number of the line, from 1.
        let number: Int
        /// The option's name as written: `--locale`, `-l`.
        let option: String
        /// The line as words of a command line.
        let words: [String]
    }

    /// Why a line cannot be used.
    struct Fault: Error {
        let path: String
        let line: Int
        /// The error, in the user's language.
        let message: String
    }

    private static let name = "config"
    /// The option that makes the program ignore the file.
    private static let off = "--no-config"

    let path: String
    let lines: [Line]

    init(path: String, _ text: String) {
        self.path = path
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .compactMap {
                Self.line($1, number: $0 + 1)
            }
    }

    /// The user's file; `nil` if there is none, or if the command line says to ignore it.
    ///
    /// - Throws: `FileError` if it cannot be read.
    static func read(
        for commandLine: [String], _ variables: [String: String]
    ) throws(FileError) -> ConfigurationFile? {
        let options = commandLine.prefix { $0 != "--" }
        guard !options.contains(where: { $0 == off || $0.hasPrefix("--generate-") || $0.hasPrefix("---") }),
            let folder = UserConfiguration(variables), let bytes = try folder.contents(of: name)
        else { return nil }
        return ConfigurationFile(path: folder.path(of: name), String(decoding: bytes, as: UTF8.self))
    }

    private static func line(_ text: Substring, number: Int) -> Line? {
        let text = text.drop(while: \.isWhitespace)
        guard let first = text.first, first != "#" else { return nil }
        let end = text.firstIndex { $0.isWhitespace || $0 == "=" } ?? text.endIndex
        let option = String(text[..<end])
        var value = text[end...].drop { $0.isWhitespace }
        if value.first == "=" { value = value.dropFirst().drop { $0.isWhitespace } }
        while value.last?.isWhitespace == true { value.removeLast() }
        // The value may begin with a hyphen.
        let words =
            value.isEmpty
            ? [option] : option.hasPrefix("--") ? ["\(option)=\(value)"] : [option, String(value)]
        return Line(number: number, option: option, words: words)
    }

    /// Checks each line by itself.
    ///
    /// - Parameter program: the program's name.
    func check(for program: String) throws(Fault) {
        for line in lines {
            func fault(_ error: (any Error)?) -> Fault {
                let message = ParsedCommandLine.message(
                    for: error, unknown: line.option, SearchArguments.self, lines.flatMap(\.words),
                    program: program)
                return Fault(path: path, line: line.number, message: message)
            }
            guard line.option.hasPrefix("-") else { throw fault(nil) }
            do {
                _ = try SearchArguments.parse(SearchArguments.completed(line.words))
            } catch {
                throw fault(error)
            }
        }
    }

    /// The first line with a value that its option does not accept.
    func firstWrongLine(_ preferredLocales: [LocaleIdentifier]) -> (number: Int, error: UsageError)? {
        for line in lines {
            // An option that this one requires need not be in the file.
            let context = ModeOption.context(of: line.option)
            guard let arguments = try? SearchArguments.parse(SearchArguments.completed(context + line.words))
            else {
                continue
            }
            do throws(UsageError) {
                let options = try SearchOptions(arguments, preferredLocales: preferredLocales)
                if context.isEmpty,
                    options.mode != .search || options.lines != nil || !options.search.query.isEmpty
                {
                    throw UsageError("NotConfigurable: %@", line.option)
                }
            } catch {
                return (line.number, error)
            }
        }
        return nil
    }

    /// The words of the lines that apply to a command line, and that it does not override.
    func words(for commandLine: [String]) -> [String] {
        let words = SearchArguments.completed(SearchArguments.withMode(commandLine))
        let given = try? SearchArguments.parse(words)
        let mode = given.flatMap { try? Mode($0) } ?? .search
        let picks = given?.pick != nil
        let counts =
            [.batch, .mcp].contains(mode) || given?.facets != nil || given?.ranges != nil
            || lines.contains { ["--facets", "--ranges"].contains($0.option) }
        let namesCatalogs = given.map { !$0.catalog.isEmpty || $0.lines != nil } ?? false
        let prints = given.map { !$0.interactive && $0.pick == nil && !$0.batch && $0.judge == nil } ?? true
        return lines.filter { line in
            switch line.option {
            case "--catalog", "-c": !namesCatalogs
            case "--format": prints
            case _ where PickOptions.names.contains(line.option): picks
            case _ where ModeOption.refinements.contains(line.option):
                counts && ModeOption.concerns(line.option, mode)
            default: ModeOption.concerns(line.option, mode)
            }
        }.flatMap(\.words)
    }
}
