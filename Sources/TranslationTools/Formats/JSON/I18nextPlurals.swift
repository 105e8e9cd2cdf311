// How plurals are named in files of i18next before version 21 (its JSON format 3).

internal import JSON
internal import Localization

/// The suffixes of plural forms in JSON format 3 of i18next: its `PluralResolver.js` before version 24.
///
/// A language that counts 1 and more has `item` and `item_plural`. All others number their
/// forms: `item_0`, `item_1`, `item_2`.
struct I18nextPlurals: Sendable {
    /// The languages with numbered forms, by rules as gettext writes them.
    private static let rules: [(forms: Int, rule: String, languages: String)] = [
        (1, "0", "ay bo cgg fa ht id ja jbo ka km ko ky lo ms sah su th tt ug vi wo zh"),
        (
            3,
            "n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2",
            "be bs cnr dz hr ru sr uk"
        ),
        (
            6,
            "n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5",
            "ar"
        ),
        (3, "n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2", "cs sk"),
        (3, "n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2", "csb pl"),
        (4, "n == 1 ? 0 : n == 2 ? 1 : n != 8 && n != 11 ? 2 : 3", "cy"),
        (5, "n == 1 ? 0 : n == 2 ? 1 : n < 7 ? 2 : n < 11 ? 3 : 4", "ga"),
        (4, "n == 1 || n == 11 ? 0 : n == 2 || n == 12 ? 1 : n > 2 && n < 20 ? 2 : 3", "gd"),
        (2, "n != 0", "jv"),
        (4, "n == 1 ? 0 : n == 2 ? 1 : n == 3 ? 2 : 3", "kw"),
        (
            3, "n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2",
            "lt"
        ),
        (3, "n % 10 == 1 && n % 100 != 11 ? 0 : n != 0 ? 1 : 2", "lv"),
        (3, "n == 0 ? 0 : n == 1 ? 1 : 2", "mnk"),
        (
            4,
            "n == 1 ? 0 : n == 0 || n % 100 > 1 && n % 100 < 11 ? 1 : n % 100 > 10 && n % 100 < 20 ? 2 : 3",
            "mt"
        ),
        (2, "n != 1", "or"),
        (3, "n == 1 ? 0 : n == 0 || n % 100 > 0 && n % 100 < 20 ? 1 : 2", "ro"),
        (4, "n % 100 == 1 ? 1 : n % 100 == 2 ? 2 : n % 100 == 3 || n % 100 == 4 ? 3 : 0", "sl"),
        (4, "n == 1 ? 0 : n == 2 ? 1 : n > 10 && n % 10 == 0 ? 2 : 3", "he"),
    ]

    private static let byLanguage = PluralForms.byLanguage(rules)

    /// The forms under the names of plural categories; `nil` for `item` and `item_plural`.
    let counting: FileCounting?

    /// - Parameter locale: the locale of a file; `nil` where it is not known.
    init(_ locale: LocaleIdentifier?) {
        counting = locale.flatMap { locale in
            Self.byLanguage[locale.language].flatMap { FileCounting($0, of: "i18next", locale: locale) }
        }
    }

    /// The numbers of each category; `nil` where they are those of the locale.
    ///
    /// - Parameter hasNumbers: whether any form of the file has a number. A language
    ///   with one form may have two texts like English, and shows the first.
    func coverage(hasNumbers: Bool) -> PluralCoverage? {
        if hasNumbers { return counting?.coverage }
        return counting?.indices.count == 1 ? .of(.english) : nil
    }

    /// What is behind the key in the name of a form; `nil` where the language has no such form.
    func suffix(of category: PluralCategory) -> String? {
        if let counting {
            return counting.indices.first { $0.category == category }.map { "_\($0.index)" }
        }
        return category == .one ? "" : category == .other ? Self.plural : nil
    }

    /// The category of a numbered form.
    func category(_ index: Int) -> PluralCategory? {
        guard let counting else { return index == 0 ? .one : index == 1 ? .other : nil }
        return counting.indices.first { $0.index == index }?.category
    }

    static let plural = "_plural"

    /// The key and the number in a name such as `item_2`.
    static func numbered(_ name: String) -> (key: String, index: Int)? {
        guard let digit = name.utf8.last, (0x30...0x35).contains(digit), name.utf8.dropLast().last == 0x5F,
            name.utf8.count > 2
        else { return nil }
        return (String(name.dropLast(2)), Int(digit) - 0x30)
    }

    /// Whether a document may have plural forms that are members of their own, by the names in it. To parse
    /// one takes much longer than to look through its bytes.
    static func mayBeNamed(in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.indices.contains { index in
                switch bytes[index] {
                case UInt8(ascii: "_"):
                    let ending = bytes[(index + 1)...].prefix { $0 != UInt8(ascii: "\"") }.prefix(7)
                    return endings.contains { $0.elementsEqual(ending) }
                // An escape of ASCII.
                case UInt8(ascii: "\\"): return bytes[(index + 1)...].starts(with: "u00".utf8)
                default: return false
                }
            }
        }
    }

    /// What may follow the last `_` in the name of a form.
    private static let endings =
        PluralCategory.allCases.map { Array($0.rawValue.utf8) }
        + (["plural"] + (0...5).map(String.init)).map { Array($0.utf8) }

    /// Whether a file names its plurals so: a text with a count is beside one with `_plural`,
    /// and no name ends as in later formats.
    static func areUsed(in root: LocatedJSON) -> Bool {
        var (pairs, isLater) = (false, false)
        find(in: root, &pairs, &isLater)
        return pairs && !isLater
    }

    private static func find(in value: LocatedJSON, _ pairs: inout Bool, _ isLater: inout Bool) {
        for element in value.elements { find(in: element, &pairs, &isLater) }
        let members = value.members
        for member in members {
            if member.name.utf8.last == 0x72, member.name.hasSuffix("_other") { isLater = true }
            if !pairs, member.name.utf8.last == 0x6C, member.name.hasSuffix(plural) {
                let key = member.name.dropLast(plural.count)
                pairs = members.contains { other in
                    guard other.name == key, let text = other.value.string else { return false }
                    return text.utf8.showsCount || member.value.string?.utf8.showsCount == true
                }
            }
            find(in: member.value, &pairs, &isLater)
            if isLater { return }
        }
    }
}
