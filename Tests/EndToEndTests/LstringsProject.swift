// A small project in five languages for tests of `lstrings`, which know all its texts.

import TestSupport

/// Runs `lstrings`. Without a path it reads `./Localizations`.
func lstrings(
    _ arguments: [String], environment: [String: String] = [:], in folder: String,
    output: Destination = .captured
) throws -> ProgramRun {
    try run(.lstrings, arguments, environment: environment, in: folder, output: output)
}

/// The same with a line of words.
func lstrings(
    _ words: String, environment: [String: String] = [:], in folder: String = packageFolder,
    output: Destination = .captured
) throws -> ProgramRun {
    try lstrings(
        words.split(separator: " ").map(String.init), environment: environment, in: folder, output: output)
}

/// The texts of a shop. German and Japanese are finished; Polish and Arabic are not.
enum ShopTexts {
    static let english = #"""
        /* The name of the shop. */
        "Title" = "Shop";

        /* %@ is a name. */
        "Greeting: %@" = "Hello, %@!";
        "Files: %ld|==|plural.one" = "%ld file";
        "Files: %ld|==|plural.other" = "%ld files";
        "Bye" = "Goodbye";
        """# + "\n"
    static let german = #"""
        // A file that is no table.
        /* The name of the shop. */
        "Title" = "Laden";

        /* %@ is a name. */
        "Greeting: %@"   =   "Hallo, %@!"  ;
        "Files: %ld|==|plural.one" = "%ld Datei";  "Files: %ld|==|plural.other" = "%ld Dateien";
        Bye = "Auf Wieder\U0073ehen";
        """#
    static let polish = #"""
        "Title" = "Sklep";
        "Greeting: %@" = "Witaj!";
        "Files: %ld|==|plural.one" = "%ld plik";
        "Files: %ld|==|plural.few" = "%ld pliki";
        "Files: %ld|==|plural.many" = "%ld plików";
        "Files: %ld|==|plural.other" = "%ld pliku";
        "Old" = "Stare";
        """# + "\n"
    static let arabic = #"""
        "Title" = "متجر";
        /* Flag: fuzzy */
        "Bye" = "مع السلامة";
        """# + "\n"
    static let japanese = #"""
        "Title" = "店";
        "Greeting: %@" = "こんにちは、%@さん！";
        "Files: %ld|==|plural.other" = "%ld個のファイル";
        "Bye" = "さようなら";
        """# + "\n"

    static let files = [
        "Localizations/en.lproj/Localizable.strings": english,
        "Localizations/de.lproj/Localizable.strings": german,
        "Localizations/pl.lproj/Localizable.strings": polish,
        "Localizations/ar.lproj/Localizable.strings": arabic,
        "Localizations/ja.lproj/Localizable.strings": japanese,
    ]

    static func path(_ locale: String) -> String { "Localizations/\(locale).lproj/Localizable.strings" }
}

/// A temporary folder with the project, in which the program runs.
struct ProjectFolder {
    let path: String

    /// Runs a command.
    func run(_ words: String, environment: [String: String] = [:]) throws -> ProgramRun {
        try lstrings(words, environment: environment, in: path)
    }

    /// Runs a command whose words have blanks.
    func run(_ words: [String], environment: [String: String] = [:]) throws -> ProgramRun {
        try lstrings(words, environment: environment, in: path)
    }

    func text(_ name: String) throws -> String { try contents(of: path + "/" + name) }

    func strings(_ locale: String) throws -> String { try text(ShopTexts.path(locale)) }

    func write(_ name: String, _ text: String) throws { try makeFile(path + "/" + name, text) }

    /// Changes a part of a file.
    func replace(_ part: String, by other: String, in name: String) throws {
        let text = try text(name)
        let range = text.utf8.firstRange(of: part.utf8)
        let found = try unwrapped(range, part)
        try write(name, String(text[..<found.lowerBound]) + other + String(text[found.upperBound...]))
    }

    private func unwrapped<Value>(_ value: Value?, _ part: String) throws -> Value {
        guard let value else { throw SystemCallFailure("find", part, code: 0) }
        return value
    }

    /// Whether all texts are unchanged.
    func isUntouched() throws -> Bool {
        for (name, text) in ShopTexts.files where try bytes(of: path + "/" + name) != Array(text.utf8) {
            return false
        }
        return try names(inFolder: path + "/Localizations").count == 5
    }
}

/// Runs a test with the project and more files.
func withProject<Result>(
    _ more: [String: String] = [:], _ body: (ProjectFolder) throws -> Result
) throws -> Result {
    try withFiles(ShopTexts.files.merging(more) { $1 }) { (folder) throws in
        try body(ProjectFolder(path: folder))
    }
}
