// `lstrings get`: the text that a program would show for a key.

internal import ArgumentParser
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct GetCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "get", abstract: HelpTexts.text("Tools.Get"))
    }

    @Argument(help: HelpTexts.help("Tools.Get.Key", "KEY"))
    var key: String

    @Argument(parsing: .remaining, help: HelpTexts.help("Tools.Get.Arguments", "ARG"))
    var arguments: [String] = []

    @Option(
        name: [.customShort("l", allowingJoined: true), .long], help: HelpTexts.help("Tools.Get.Locale", "L"))
    var locale: String?

    @Option(
        name: [.customShort("p", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Path", "PATH"))
    var path: [String] = []

    @Option(help: HelpTexts.help("Tools.Get.Device", "NAME"))
    var device: String?

    @Flag(help: HelpTexts.help("Tools.Get.Raw"))
    var raw = false

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let preferred = try OptionValue.preferredLocales(locale, environment: context.environment.variables)
        var loader = ProjectLoader(context: context, sourceLocale: try options.sourceLocale)
        loader.findsSource = options.source == nil
        loader.acceptsFormats = true
        let loaded = try await loader.loadOne(path)
        let names = loaded.project.tables
        let table = options.table.first ?? (names.count == 1 ? names[0] : Localizer.defaultTable)
        var tables: [LocaleIdentifier: [String: MessageCatalog]] = [:]
        for file in loaded.project.files {
            for file in [file.ownSource, file].compactMap({ $0 })
            where tables[file.locale]?[file.table] == nil {
                tables[file.locale, default: [:]][file.table] = loaded.project.shownCatalog(of: file)
            }
        }
        let chain = LocaleNegotiation.chain(
            preferred: preferred, available: Array(tables.keys), source: loaded.project.sourceLocale)
        let presentation = PresentationContext(device: device)
        let localizer = Localizer(chain: chain, tables: tables, userLocale: preferred.first)
            .showing(in: presentation)
        // i18next appends to the key that it counts places.
        guard
            let (textLocale, message) = localizer.message(for: key, table: table)
                ?? localizer.message(for: key + "_ordinal", table: table)
        else {
            context.reporter.report(file: nil, "KeyMissing: %1$@ %2$@", [.text(key), .text(table)])
            Output.standardOutput.writeContents(
                localizer.text(for: key, arguments: values(for: nil), table: table) + "\n")
            return loader.isComplete ? .findings : .failed
        }
        let syntax = loaded.project.files(table, textLocale).first?.format.placeholderSyntax
        if let text = NamedText(message, syntax: syntax, in: textLocale, arguments: arguments) {
            let shown = text.shown(isRaw: raw, userLocale: preferred.first) { key in
                localizer.message(for: key, table: table)?.message.text?.source
            }
            Output.standardOutput.writeContents(shown + "\n")
            return .clean
        }
        let values = values(for: message)
        if raw {
            var formatter = MessageFormatter(textLocale)
            formatter.context = presentation
            let form = formatter.form(of: message, arguments: values)?.source ?? key
            Output.standardOutput.writeContents(form + "\n")
        } else {
            for finding in localizer.diagnostics(for: key, arguments: values, table: table)
            where !values.isEmpty {
                context.reporter.report(file: nil, line: nil, finding)
            }
            let text = localizer.text(for: key, arguments: values, table: table)
            Output.standardOutput.writeContents(text + "\n")
        }
        return .clean
    }

    /// The arguments as a program would pass them: numbers as numbers, unless the format requires a text.
    func values(for message: Message?) -> [FormatValue] {
        let classes = (message?.formats ?? [FormatString(key)]).reduce(
            into: [Int: Set<FormatSpecifier.ArgumentClass>]()
        ) {
            $0.merge($1.argumentClasses) { $0.union($1) }
        }
        return arguments.enumerated().map { index, argument in
            if let wanted = classes[index + 1], wanted.isSubset(of: [.string, .character]) {
                return .text(argument)
            }
            return FormatValue(argument: argument)
        }
    }
}
