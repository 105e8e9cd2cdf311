// `lstrings generate`: its output compiles, and wrong uses of that output do not.

import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct LstringsGenerateTests {
    /// Whether a program compiles with generated accessors, against the library
    /// that these tests were built with.
    private func compiles(_ program: String, in folder: String) throws -> Bool {
        try makeFile(folder + "/main.swift", program)
        let run = try tool(
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I",
                programFolder + "Modules",
            ]
                // The C modules below the library.
                + ["CICU", "CMappedFiles"].flatMap {
                    ["-Xcc", "-fmodule-map-file=\(programFolder)\($0).build/module.modulemap"]
                }
                + [folder + "/Texts.swift", folder + "/main.swift"],
            ["HOME": folder, "PATH": String(cString: getenv("PATH"))])
        // The compiler ran and reported the reason.
        #expect(run.status == 0 || run.errors.contains("main.swift"), "\(run.errors)")
        return run.status == 0
    }

    @Test func aCorrectUseCompilesAndAWrongOneDoesNot() throws {
        try withFiles(["Localizations/en.lproj/Localizable.strings": ShopTexts.english]) { (folder) throws in
            #expect(try lstrings("generate --to swift -o Texts.swift", in: folder).status == 0)
            let program = """
                internal import Localization
                func words(_ texts: Texts) -> [String] { [texts.title, texts.greeting("Ann"), texts.files(3)] }
                """
            #expect(try compiles(program, in: folder))
            for (use, wrong) in [("(\"Ann\")", "(3)"), ("files(3)", "files(\"3\")"), ("title", "subtitle")] {
                #expect(try !compiles(program.replacing(use, with: wrong), in: folder), "\(wrong)")
            }
        }
    }

    @Test func aFileThatStaysTheSameIsNotWritten() throws {
        try withFiles(["Localizations/en.lproj/Localizable.strings": ShopTexts.english]) { (folder) throws in
            let command = "generate --to swift -o Texts.swift"
            #expect(try lstrings(command, in: folder).status == 0)
            // A file that is written again has another inode number or change time.
            let number = try tool(["stat", "-c", "%i %Z", folder + "/Texts.swift"], [:]).output
            #expect(number.contains(" "))
            #expect(try lstrings(command, in: folder).status == 0)
            #expect(try tool(["stat", "-c", "%i %Z", folder + "/Texts.swift"], [:]).output == number)
            #expect(
                try lstrings("generate --to swift", in: folder).output
                    == contents(of: folder + "/Texts.swift"))
        }
    }

    @Test func missingTranslationsAreErrorsOnRequest() throws {
        try withProject { (project) throws in
            let run = try project.run("generate --to swift --complete -o Texts.swift")
            #expect(run.status == 1)
            #expect(
                run.errorLines.contains(
                    "Localizations/pl.lproj/Localizable.strings: error: there is no translation of “Bye”; add one "
                        + "[missing-key]"))
            #expect(try project.isUntouched())
            #expect(try project.run("generate --to swift -o Texts.swift").status == 0)
        }
    }

    @Test func nothingIsWrittenWhereAKeyMakesNoName() throws {
        try withFiles(["Localizations/en.lproj/Localizable.strings": "\"…\" = \"x\";"]) { (folder) throws in
            let run = try lstrings("generate --to swift -o Texts.swift", in: folder)
            #expect(run.status == 2)
            #expect(
                run.errors
                    == "lstrings: Localizations/en.lproj/Localizable.strings:1: the key “…” makes no name in Swift; "
                    + "name it with a comment, /* name: … */\n")
            #expect(try names(inFolder: folder) == ["Localizations"])
            #expect(try lstrings("generate --to pascal", in: folder).status == 2)
            #expect(try lstrings("generate --to swift --type class", in: folder).status == 2)
        }
    }
}
