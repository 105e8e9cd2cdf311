// The headers of a project's gettext files: the name and the time of the export.

internal import Localization
internal import ProgramSupport
internal import Support
internal import TranslationTools

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

enum GettextDocument {
    /// Options with the current time, or the one for reproducible builds (`SOURCE_DATE_EPOCH`).
    static func options(domain: String, context: ToolContext) -> GettextOptions {
        var options = GettextOptions(project: domain, creationDate: date(context))
        options.generator = "lstrings \(programVersion)"
        return options
    }

    static func template(of tables: [TranslationTable], context: ToolContext) -> [UInt8] {
        let options = options(domain: tables.first?.name ?? Localizer.defaultTable, context: context)
        let export = GettextExport(tables, options: options)
        for diagnostic in export.diagnostics { context.reporter.report(file: nil, line: nil, diagnostic) }
        return export.document.serialized()
    }

    private static func date(_ context: ToolContext) -> String {
        var seconds = context.environment.variables["SOURCE_DATE_EPOCH"].flatMap { time_t($0) } ?? time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%d %H:%M+0000", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
