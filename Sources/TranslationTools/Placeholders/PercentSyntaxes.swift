// The syntaxes of the family of printf, as GNU gettext's `format-*.c` describe them.

extension PercentGrammar {
    private static let floats = "eEfgG"

    /// ISO C and POSIX, with the macros of `<inttypes.h>`.
    static let c = PercentGrammar(
        name: "c", naming: [.dollar, .withoutGaps], traits: [.star, .comparesLengths, .macros],
        flags: "-+ #0'I",
        lengths: ["hh", "h", "ll", "l", "q", "L", "j", "z", "t"],
        types: types(
            ("di", .integer), ("uoxXbB", .unsigned), ("eEfFgGaA", .floatingPoint), ("c", .character),
            ("C", .wideCharacter), ("s", .string), ("S", .wideString), ("p", .pointer), ("n", .count)),
        literals: "m")

    /// `java.util.Formatter`.
    static let javaPrintf = java(name: "java-printf", [], flags: "#0- +,(", literals: "n")

    /// The same where only some texts are formats: a percent sign before a space is a percent sign.
    static let androidPrintf = java(name: "android-printf", .anyTypes, flags: "#0-+,(", literals: "n ")

    private static func java(
        name: String, _ traits: Traits, flags: String, literals: String
    ) -> PercentGrammar {
        PercentGrammar(
            name: name, naming: [.dollar, .previous], traits: traits.union([.mixes, .dates]), flags: flags,
            types: types(
                ("bBhHsS", .string), ("cC", .character), ("doxX", .integer), ("eEfgGaA", .floatingPoint)),
            literals: literals)
    }

    /// Python's operator `%`.
    static let python = PercentGrammar(
        name: "python", naming: [.parentheses], lengths: ["h", "l", "L"],
        types: types(
            ("c", .character), ("sra", .string), ("iduoxX", .integer), ("eEfFgG", .floatingPoint)))

    /// Perl's `sprintf`.
    static let perl = PercentGrammar(
        name: "perl", traits: [.star, .mixes, .comparesLengths], flags: "#0- +v",
        lengths: ["hh", "h", "ll", "l", "L", "q", "V", "I32", "I64", "I"],
        types: types(
            ("c", .character), ("s", .string), ("_", .list), ("p", .pointer), ("idD", .integer),
            ("uUboOxX", .unsigned), ("eEfFgG", .floatingPoint)))

    /// PHP's `sprintf`.
    static let php = PercentGrammar(
        name: "php", traits: [.mixes, .quotedPadding, .needsPrecision], flags: "-+ 0", lengths: ["l"],
        types: types(
            ("s", .string), ("bduoxX", .integer), ("eEfFgGhH", .floatingPoint), ("c", .character)))

    /// Ruby's `Kernel#sprintf`.
    static let ruby = PercentGrammar(
        name: "ruby", naming: [.dollar, .angles],
        types: types(
            ("s", .object), ("p", .pointer), ("c", .character), ("diuoxXbB", .integer),
            ("fgGeEaA", .floatingPoint)),
        literals: "\n")

    /// Gjs and its like.
    static let javaScript = PercentGrammar(
        name: "javascript", traits: [], flags: "0- I",
        types: types(
            ("s", .string), ("bduoxX", .integer), ("f", .floatingPoint), ("c", .character), ("j", .object)))

    /// Lua's `string.format`.
    static let lua = PercentGrammar(
        name: "lua", naming: [], traits: [], flags: "-+ #0",
        types: types(
            ("s", .string), ("q", .object), ("diouXx", .integer), ("AaEefGg", .floatingPoint),
            ("c", .character)), mostDigits: 2)

    /// GNU awk's `printf`.
    static let awk = PercentGrammar(
        name: "awk",
        types: types(
            ("c", .character), ("s", .string), ("di", .integer), ("ouxX", .unsigned), (floats, .floatingPoint)
        ))

    /// Tcl's `format`.
    static let tcl = PercentGrammar(
        name: "tcl", traits: [.star, .numberedStars], lengths: ["h", "l"],
        types: types(
            ("c", .character), ("s", .string), ("di", .integer), ("ouxX", .unsigned), (floats, .floatingPoint)
        ))

    /// Go's package `fmt`.
    static let go = PercentGrammar(
        name: "go", naming: [.brackets], traits: [.star, .mixes, .anyTypes],
        types: types(
            ("vT", .any), ("t", .boolean), ("cU", .character), ("s", .string), ("q", [.character, .string]),
            ("eEfFgG", .floatingPoint), ("O", .integer), ("do", [.integer, .pointer]),
            ("b", [.integer, .floatingPoint, .pointer]),
            ("xX", [.integer, .floatingPoint, .string, .pointer]), ("p", .pointer), ("w", .any)))

    /// The shell's command `printf`.
    static let shellPrintf = PercentGrammar(
        name: "sh-printf", traits: [],
        types: types(
            ("c", .character), ("s", .string), ("di", .integer), ("uoxX", .unsigned),
            ("eEfFgGaA", .floatingPoint)))

    /// Emacs' `format`.
    static let elisp = PercentGrammar(
        name: "elisp", naming: [.dollar, .dollarSetsNext], traits: [.star, .mixes],
        types: types(
            ("c", .character), ("dixXo", .integer), (floats, .floatingPoint), ("s", .string), ("S", .object)))

    /// librep's `format`.
    static let librep = PercentGrammar(
        name: "librep", naming: [.dollar, .dollarSetsNext], traits: [.mixes], flags: "-^0+ ",
        types: types(("c", .character), ("dxXo", .integer), ("s", .string), ("S", .object)))

    /// Object Pascal's `Format`.
    static let pascal = PercentGrammar(
        name: "object-pascal", naming: [.colon], traits: [.star, .mixes], flags: "-",
        types: types(
            ("duxDUX", .integer), ("efgnmEFGNM", .floatingPoint), ("sS", .string), ("pP", .pointer)))

    /// Modula-2's `FormatStrings`.
    static let modula2 = PercentGrammar(
        name: "modula2", naming: [], traits: [], flags: "-0",
        types: types(("s", .string), ("c", .character), ("d", .integer), ("ux", .unsigned)))

    /// D's `std.format`, without compound specifiers.
    static let d = PercentGrammar(
        name: "d", flags: "+- 0#=",
        types: types(
            ("s", .any), ("c", .character), ("dboxXu", .integer), ("eEfFgGaA", .floatingPoint), ("r", .any)))

    /// OCaml's `Printf`, without formats in formats.
    static let ocaml = PercentGrammar(
        name: "ocaml", traits: [.star, .comparesLengths], lengths: ["l", "n", "L"],
        types: types(
            ("diuxXo", .integer), ("sS", .string), ("cC", .character), ("feEgGhHF", .floatingPoint),
            ("B", .boolean), ("at", .object)), literals: "!@,")

    /// The messages of GNU Fortran.
    static let gfc = PercentGrammar(
        name: "gfc-internal", naming: [.dollar, .dollarSetsNext, .withoutGaps],
        traits: [.mixes, .comparesLengths],
        flags: "",
        lengths: ["l"],
        types: types(
            ("C", .object), ("L", .pointer), ("id", .integer), ("u", .unsigned), ("c", .character),
            ("s", .string)))

    /// The messages of GCC. The letters for parts of programs take arguments of their own.
    static let gcc = PercentGrammar(
        name: "gcc-internal", naming: [.dollar], traits: [.star, .comparesLengths], flags: "q+#",
        lengths: ["ll", "l", "w", "z", "t"],
        types: types(
            ("c", .character), ("s", .string), ("id", .integer), ("oux", .unsigned), ("f", .floatingPoint),
            ("p", .pointer), ("r{@eZDEFTVvAHIOPQSXJK", .object)), literals: "<>}'R", constants: "m",
        ownTypes: "r{@eZDEFTVvAHIOPQSXJK")
}
