// Tests of what messages of MessageFormat 2 show.

import Localization
import Testing

@Suite struct MessageFormat2FormatterTests {
    static func show(
        _ source: String, _ locale: String = "en", isolating: Bool = false,
        with arguments: [String: any FormatArgument] = [:]
    ) -> MessageFormat2Formatter.Result {
        var formatter = MessageFormat2Formatter(LocaleIdentifier(locale)!)
        formatter.isolatesDirections = isolating
        return formatter.format(source, arguments)
    }

    @Test(arguments: [
        ("plain \\{text\\}", "plain {text}"),
        ("{|literal \\| text|} and {unquoted}", "literal | text and unquoted"),
        ("Hello, {$name}!", "Hello, Ada!"), ("{#b}bold{/b}{#br/}", "bold"), ("{{ {$name} }}", " Ada "),
        (".local $x = {$name} .local $y = {$x :string} {{{$y}{$x}}}", "AdaAda"), ("{$count}", "1,234.5"),
        ("{$count :integer}", "1,235"), ("{$count :number minimumFractionDigits=2}", "1,234.50"),
        ("{$count :number useGrouping=never signDisplay=always}", "+1234.5"),
        ("{-0.5 :number signDisplay=never minimumIntegerDigits=2}", "00.5"),
        ("{1e3 :number}", "1,000"), ("{$count :string}", "1234.5"), ("{0.1234 :percent}", "12%"),
        ("{0.1234 :percent maximumFractionDigits=1}", "12.3%"), ("{41 :offset add=1}", "42"),
        ("{-1 :offset subtract=1}", "-2"), ("{0.25 :offset add=1}", "1.25"),
        ("{12345 :number maximumSignificantDigits=2}", "12,000"),
        ("{2.5 :number maximumFractionDigits=0}", "3"),
        ("{2.5 :number maximumFractionDigits=0 roundingMode=halfEven}", "2"),
        ("{2.5 :number maximumFractionDigits=0 roundingMode=halfFloor}", "2"),
        ("{-2.5 :number maximumFractionDigits=0 roundingMode=halfCeil}", "-2"),
        ("{1.23 :number roundingIncrement=5 maximumFractionDigits=2}", "1.25"),
        ("{2.00 :number minimumFractionDigits=2 trailingZeroDisplay=stripIfInteger}", "2"),
        (
            "{1.23456 :number maximumFractionDigits=1 maximumSignificantDigits=4 roundingPriority=morePrecision}",
            "1.235"
        ),
        (
            "{1.23456 :number maximumFractionDigits=1 maximumSignificantDigits=4 roundingPriority=lessPrecision}",
            "1.2"
        ),
        ("{5 :currency currency=eur}", "€5.00"),
        ("{5 :currency currency=EUR currencyDisplay=code}", "EUR\u{A0}5.00"),
        ("{5 :currency currency=EUR trailingZeroDisplay=stripIfInteger}", "€5"),
        ("{-5 :currency currency=USD currencySign=accounting}", "($5.00)"),
        ("{5 :currency currency=JPY}", "¥5"), ("{5.128 :currency currency=JPY fractionDigits=2}", "¥5.13"),
        (".local $n = {1.005 :number minimumFractionDigits=2} {{{$n :number signDisplay=always}}}", "+1.005"),
    ])
    func textsAndNumbersAreShown(source: String, text: String) {
        let shown = Self.show(source, with: ["name": "Ada", "count": 1234.5])
        #expect(shown.text == text)
        #expect(shown.faults == [])
    }

    @Test(arguments: [
        ("{|2006-01-02| :date}", "Jan 2, 2006"), ("{|2006-01-02| :date length=long}", "January 2, 2006"),
        ("{|2006-01-02| :date length=short}", "1/2/06"),
        ("{|2006-01-02| :date fields=month-day-weekday}", "Mon, Jan 2"),
        ("{|2006-01-02T15:04:06| :time}", "3:04 PM"),
        ("{|2006-01-02T15:04:06| :time precision=second}", "3:04:06 PM"),
        ("{|2006-01-02T15:04:06| :time hour12=false}", "15:04"),
        ("{|2006-01-02T15:04:06| :datetime}", "Jan 2, 2006, 3:04 PM"),
        ("{|2006-01-02T15:04:06Z| :time timeZone=|Asia/Tokyo| hour12=false}", "00:04"),
        ("{|2006-07-02T15:04:06+02:00| :time timeZone=UTC hour12=false}", "13:04"),
        (
            "{|2006-07-02T15:04:06| :time timeZone=|Europe/Paris| timeZoneStyle=short hour12=false}",
            "15:04 GMT+2"
        ),
        (
            "{|2024-02-29T23:59:59.999+14:00| :datetime dateLength=short timePrecision=second}",
            "2/29/24, 11:59:59 PM"
        ),
        (".local $d = {|2006-01-02T15:04:06| :datetime dateLength=long} {{{$d :date}}}", "Jan 2, 2006"),
        ("{|2006-01-02| :date calendar=buddhist}", "Jan 2, 2549 BE"),
    ])
    func datesAreShown(source: String, text: String) {
        let shown = Self.show(source)
        #expect(shown.text.replacing("\u{202F}", with: " ") == text)
        #expect(shown.faults == [])
    }

    @Test(
        arguments: [
            ("2006-02-29", nil), ("2006-13-01", nil), ("0000-01-01", nil), ("2006-01-02T24:00:00", nil),
            ("2006-01-02T15:04", nil), ("2006-01-02 15:04:06", nil), ("2006-01-02T15:04:06+15:00", nil),
            ("2006-01-02T15:04:06.", nil), ("2006-01-02x", nil), ("", nil), ("20٠6-01-02", nil),
            ("9999-12-31", "12/31/99"), ("1970-01-01T00:00:00Z", "1/1/70"),
        ] as [(String, String?)])
    func onlyDatesOfTheCalendarAreDates(date: String, text: String?) {
        let shown = Self.show("{|\(date)| :date length=short}")
        #expect(shown.text == text ?? "{|\(date)|}")
        #expect(shown.faults.map(\.kind) == (text == nil ? [.badOperand] : []))
    }

    static let files = """
        .input {$n :number}
        .match $n
        0 {{no files}}
        one {{{$n} file}}
        few {{{$n} few}}
        many {{{$n} many}}
        * {{{$n} files}}
        """

    @Test(arguments: [
        ("en", 0, "no files"), ("en", 1, "1 file"), ("en", 2, "2 files"), ("pl", 2, "2 few"),
        ("pl", 5, "5 many"),
        ("pl", 22, "22 few"), ("ar-EG", 3, "٣ few"), ("ja", 1, "1 files"),
        ("de", 1_000_000, "1.000.000 files"),
    ])
    func variantsAreSelectedByNumber(locale: String, number: Int, text: String) {
        #expect(Self.show(Self.files, locale, with: ["n": number]).text == text)
    }

    @Test(arguments: [
        // A number with decimals has another category.
        (".local $n = {1 :number minimumFractionDigits=1} .match $n one {{one}} * {{other}}", "other"),
        (".local $n = {1.2 :integer} .match $n 1 {{exactly}} one {{one}} * {{other}}", "exactly"),
        (".local $n = {2 :number select=ordinal} .match $n two {{{$n}nd}} * {{{$n}th}}", "2nd"),
        (".local $n = {1 :number select=exact} .match $n one {{one}} * {{other}}", "other"),
        (".local $n = {0.01 :percent} .match $n 1 {{1}} * {{other}}", "1"),
        // The first selector weighs most; order does not.
        (
            ".local $a = {1 :number} .local $b = {1 :number} .match $a $b * * {{**}} * 1 {{*1}} one * {{one*}} 1 * {{1*}}",
            "1*"
        ),
        (".local $s = {a\u{030A} :string} .match $s \u{00E5} {{equal}} * {{other}}", "equal"),
        (".local $s = {|*| :string} .match $s |*| {{star}} * {{other}}", "star"),
        (".local $n = {3 :offset subtract=2} .match $n one {{{$n}}} * {{other}}", "1"),
    ])
    func theBestVariantIsSelected(source: String, text: String) {
        let shown = Self.show(source)
        #expect(shown.text == text)
        #expect(shown.faults == [])
    }

    @Test(arguments: [
        ("{$none}", "{$none}", [MessageFormat2Fault.Kind.unresolvedVariable]),
        ("{$none :number}", "{$none}", [.unresolvedVariable]), ("{:number}", "{:number}", [.badOperand]),
        ("{|a\\|b\\\\| :ns:f}", "{|a\\|b\\\\|}", [.unknownFunction]),
        ("{012 :number}", "{|012|}", [.badOperand]),
        ("{1e9999 :number}", "{|1e9999|}", [.badOperand]), ("{$word :integer}", "{$word}", [.badOperand]),
        ("{1 :number minimumFractionDigits=a}", "1", [.badOption]), ("{1 :offset}", "{|1|}", [.badOption]),
        ("{1 :number minimumFractionDigits=$none}", "1", [.unresolvedVariable, .badOption]),
        ("{1 :offset add=1 subtract=1}", "{|1|}", [.badOption]), ("{1 :currency}", "{|1|}", [.badOperand]),
        ("{1 :currency currency=EURO}", "{|1|}", [.badOption]),
        ("{|2006-01-02| :number}", "{|2006-01-02|}", [.badOperand]),
        ("{1 :date}", "{|1|}", [.badOperand]),
        ("{|2006-01-02| :time timeZone=Nowhere}", "{|2006-01-02|}", [.badOption]),
        ("{|2006-01-02| :date length=$word}", "Jan 2, 2006", [.badOption]),
        ("{123456789012345678901 :offset add=1}", "{|123456789012345678901|}", [.unsupportedOperation]),
        (".local $x = {$none :number} .local $y = {$x} {{{$y} {$x}}}", "{$y} {$x}", [.unresolvedVariable]),
        (
            ".input {$none :string} .match $none a {{a}} * {{other}}", "other",
            [.unresolvedVariable, .badSelector]
        ),
        (".local $n = {1 :number} .match $n a {{a}} * {{other}}", "other", [.badVariantKey]),
        (
            ".local $n = {1 :number select=$word} .match $n 1 {{1}} * {{any {$n}}}", "any 1",
            [.badOption, .badSelector]
        ),
        (".input {$n} .match $n * {{x}}", "{\u{FFFD}}", [.missingSelectorAnnotation]),
        ("{", "{\u{FFFD}}", [.syntaxError]), ("{#b u:dir=ltr}", "", [.badOption]),
    ])
    func whatCannotBeShownIsReported(source: String, text: String, kinds: [MessageFormat2Fault.Kind]) {
        let shown = Self.show(source, with: ["word": "short"])
        #expect(shown.text == text)
        #expect(shown.faults.map(\.kind) == kinds)
    }

    @Test func declarationsThatNothingShowsAreNotResolved() {
        let shown = Self.show(".input {$a} .local $b = {$c :unknown} {{text}}")
        #expect(shown.text == "text" && shown.faults == [])
    }

    @Test(arguments: [
        ("en", "{|a|}", "\u{2068}a\u{2069}"), ("en", "{1 :number}", "1"), ("en", "{#b}x{/b}", "x"),
        ("ar", "{1 :number}", "\u{2067}\u{0661}\u{2069}"),
        ("he", "{a :string u:dir=ltr}", "\u{2066}a\u{2069}"),
        ("en", "{1 :number u:dir=rtl}", "\u{2067}1\u{2069}"),
        ("en", "{1 :number u:dir=auto}", "\u{2068}1\u{2069}"),
        ("en", "{1 :number u:dir=ltr}", "\u{2066}1\u{2069}"), ("en", "{1 :number u:dir=inherit}", "1"),
        ("en", "{$none}", "\u{2068}{$none}\u{2069}"),
        ("en", ".local $x = {a :string u:dir=rtl} {{{$x}}}", "\u{2067}a\u{2069}"),
    ])
    func placeholdersAreIsolated(locale: String, source: String, text: String) {
        #expect(Self.show(source, locale, isolating: true).text == text)
    }

    @Test(
        arguments: [
            ("0", "0"), ("-0", "0"), ("1.50", "1.5"), ("0.42e+1", "4.2"), ("-12E-3", "-0.012"),
            ("1e3", "1000"),
            ("00", nil), ("01", nil), ("+1", nil), (".1", nil), ("1.", nil), ("1e", nil), ("0x1", nil),
            ("1e1001", nil),
            ("١", nil), ("", nil), ("-", nil), ("1 ", nil),
        ] as [(String, String?)])
    func numbersAreReadExactly(source: String, text: String?) {
        #expect(MessageFormat2Number(source)?.text == text)
    }
}
