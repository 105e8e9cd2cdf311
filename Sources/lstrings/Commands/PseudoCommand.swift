// `lstrings pseudo`: locales that look translated, for testing a program's layouts.

internal import ArgumentParser
internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct PseudoCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "pseudo", abstract: HelpTexts.text("Tools.Pseudo"),
            discussion: HelpTexts.text("Tools.Pseudo.Discussion"))
    }

    @Argument(help: HelpTexts.help("Tools.Paths", "PATH"))
    var paths: [String] = []

    @Option(
        name: [.customShort("l", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Pseudo.Locale", "L"))
    var locale: [String] = []

    @Option(help: HelpTexts.help("Tools.Pseudo.Growth", "N"))
    var growth: String?

    @Option(name: .shortAndLong, help: HelpTexts.help("Tools.Output", "DIR"))
    var output: String?

    @OptionGroup var options: ProjectOptions

    /// The pseudo-locales of CLDR, and the changes of their texts.
    private static let styles: [(name: String, style: PseudoLocalizer.Style)] = [
        ("en_XA", .accented), ("ar_XB", .rightToLeft),
    ]

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let source = try options.sourceLocale
        var loader = try ProjectLoader(context: context, options)
        loader.acceptsFormats = true
        let names = locale.isEmpty ? Self.styles.map(\.name) : locale
        let projects = try await loader.load(paths)
        guard loader.isComplete else { return .failed }
        var report = ChangeReport(
            context, isDryRun: false, below: output.map { [$0] } ?? loader.writableFolders)
        for name in names {
            let canonical = LocaleIdentifier(name)?.identifier
            guard let (localeName, preset) = Self.styles.first(where: { $0.name == canonical }) else {
                throw UsageError(
                    "UnknownOptionValue: %1$@ %2$@ %3$@", name, "--locale",
                    Self.styles.map(\.name).joined(separator: ", "))
            }
            var style = preset
            if let growth { style.growth = try OptionValue.count(growth, of: "--growth") }
            let locale = LocaleIdentifier(localeName)!
            let formats = PseudoFormats(
                context: context, locale: locale, localizer: PseudoLocalizer(style), output: output)
            for loaded in projects { formats.write(loaded.project, report: &report) }
            for group in loader.documents.groups where group.kind == .gettext {
                let files = (loader.documents.files[group] ?? []).sorted().compactMap(loader.documents.file)
                formats.write(files, sourceLocale: source, report: &report)
            }
        }
        return report.summarize()
    }
}
