// Command lines that need no library to be understood: the way from the shell to a search in less than a millisecond.
//
// The argument library looks its options up by reflection, which takes longer than most searches. Words, and options
// in their plain spelling, each given once, are taken apart here; everything else (help, joined and repeated options,
// `--`, every mistake) is the library's, and so are its messages. Law: what is understood here is understood alike there.

internal import ArgumentParser
internal import ProgramSupport

extension SearchArguments {
    /// Takes a plain command line apart.
    ///
    /// - Returns: `nil` where the library must look at it.
    init?(plain words: [String]) {
        // Without a word, or with the first one "help", the library may have something to say.
        guard let first = words.first, first != "help" else { return nil }
        // Few enough to be looked through: dictionaries would first have to be made known to the run time.
        var values: [(name: String, value: String)] = []
        var flags: [String] = []
        var catalogs: [String] = []
        var query: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.utf8.first == 0x2D else {
                query.append(word)
                continue
            }
            var name = word
            var value: String?
            if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
                name = String(word[..<equals])
                value = String(word[word.index(after: equals)...])
            }
            name = Self.longName(name)
            if Self.flagNames.contains(name) {
                guard value == nil, !flags.contains(name) else { return nil }
                flags.append(name)
                continue
            }
            guard name == "--catalog" || Self.optionNames.contains(name),
                let value = value ?? rest.popFirst(),
                !value.isEmpty, value.utf8.first != 0x2D
            else { return nil }
            if name == "--catalog" {
                catalogs.append(value)
            } else {
                guard !values.contains(where: { $0.name == name }) else { return nil }
                values.append((name, value))
            }
        }
        func value(_ name: String) -> String? { values.first { $0.name == name }?.value }
        self.init()
        self.words = query
        catalog = catalogs
        locale = value("--locale")
        chain = value("--chain")
        scope = value("--scope")
        sort = value("--sort")
        price = value("--price")
        year = value("--year")
        limit = value("--limit")
        offset = value("--offset")
        relax = value("--relax")
        format = value("--format")
        color = value("--color")
        localizations = value("--localizations")
        cache = value("--cache")
        reverse = flags.contains("--reverse")
        explain = flags.contains("--explain")
        interactive = flags.contains("--interactive")
        fresh = flags.contains("--fresh")
        noRecent = flags.contains("--no-recent")
        batch = flags.contains("--batch")
        listCatalogs = flags.contains("--list-catalogs")
        listScopes = flags.contains("--list-scopes")
        listLocales = flags.contains("--list-locales")
        noCache = flags.contains("--no-cache")
        rebuild = flags.contains("--rebuild")
        strict = flags.contains("--strict")
    }

    private static func longName(_ name: String) -> String {
        switch name {
        case "-l": "--locale"
        case "-c": "--catalog"
        case "-s": "--scope"
        case "-n": "--limit"
        case "-i": "--interactive"
        default: name
        }
    }

    static let optionNames = [
        "--locale", "--chain", "--scope", "--sort", "--price", "--year", "--limit", "--offset", "--relax",
        "--format", "--color", "--localizations", "--cache",
    ]

    static let flagNames = [
        "--reverse", "--explain", "--interactive", "--fresh", "--no-recent", "--batch", "--list-catalogs",
        "--list-scopes", "--list-locales", "--no-cache", "--rebuild", "--strict",
    ]
}
