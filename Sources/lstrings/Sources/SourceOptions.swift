// The options of commands that read the sources of a program.

internal import ArgumentParser
internal import ProgramSupport
internal import TranslationTools

/// The sources, and the functions that count as a use.
struct SourceOptions: ParsableArguments {
    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Sources", "PATH"))
    var sources: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.Keep", "PATTERN"))
    var keep: [String] = []

    @Option(
        name: [.customShort("r", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Extract.Routine", "NAME"))
    var routine: [String] = []

    @Option(parsing: .singleValue, help: HelpTexts.help("Tools.Check.FormatRoutine", "NAME"))
    var formatRoutine: [String] = []

    @Flag(help: HelpTexts.help("Tools.Extract.SwiftUI"))
    var swiftUI = false

    /// Reads the sources; `nil` if the command line names none.
    func load(in context: ToolContext) async throws(UsageError) -> (uses: SourceUses, isComplete: Bool)? {
        guard !sources.isEmpty else {
            if let option = [
                keep.isEmpty ? nil : "--keep", routine.isEmpty ? nil : "--routine",
                formatRoutine.isEmpty ? nil : "--format-routine", swiftUI ? "--swift-ui" : nil,
            ].compactMap({ $0 }).first {
                throw UsageError("SourcesUnnamed: %@", option)
            }
            return nil
        }
        var loader = SourceLoader(context: context)
        loader.readsSwiftUI = swiftUI
        loader.routines =
            try Self.routines(routine, formats: false) + Self.routines(formatRoutine, formats: true)
        let uses = try await loader.load(sources)
        // With a wrong folder, every key would count as unused.
        guard !uses.files.isEmpty || !loader.isComplete else { throw UsageError("NoSources: %@", sources[0]) }
        return (uses, loader.isComplete)
    }

    /// The routines that users specify.
    static func routines(_ specifications: [String], formats: Bool) throws(UsageError)
        -> [SourceRoutine]
    {
        var routines: [SourceRoutine] = []
        for specification in specifications {
            guard let routine = SourceRoutine(specification: specification, formats: formats) else {
                throw UsageError("RoutineInvalid: %@", specification)
            }
            routines.append(routine)
        }
        return routines
    }
}
