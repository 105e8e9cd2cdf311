// Interpolations become the specifiers that Foundation looks up.

import Testing

@testable import TranslationTools

@Suite struct SwiftInterpolationTests {
    private static let context = """
        typealias Amount = Int32
        struct Shop {
            var stock: UInt = 1
            let names: [String]
            var rating = 4.5
            func total() -> Int { 1 }
            func show(_ n: Int, small: Int8, ratio: Float, price: Double?, amount: Amount, other: Other, unknown: inout Int64) {
                let next = n + 1, size = names.count
                guard let sure = price else { return }
                for index in 0..<n {
                    for name in names {
                        if let price { _ = (price, KEY) }
                    }
                }
            }
        }
        """

    @Test(arguments: [
        ("n", "%lld"), ("small", "%d"), ("ratio", "%f"), ("amount", "%d"), ("other", "%@"),
        ("unknown", "%lld"),
        ("next", "%lld"), ("size", "%lld"), ("sure", "%lf"), ("price", "%lf"), ("index", "%lld"),
        ("stock", "%llu"),
        ("self.stock", "%llu"), ("rating", "%lf"), ("total()", "%lld"), ("self.total()", "%lld"),
        ("1", "%lld"),
        ("-1.5", "%lf"), ("\"a\"", "%@"), ("true", "%@"), ("names", "%@"), ("names.count", "%lld"),
        ("n * 2 - 1", "%lld"),
        ("ratio * 2", "%f"), ("Int(x)", "%lld"), ("UInt16(x)", "%u"), ("Double(n) / 2", "%lf"),
        ("x as Int", "%lld"),
        ("x as! UInt", "%llu"), ("x as? Int", "%@"), ("String(n)", "%@"), ("x.uppercased()", "%@"),
        ("Int.max", "%lld"),
        ("max(n, 1)", "%lld"), ("n == 1", "%@"), ("n > 1 ? n : 2", "%lld"), ("x ?? 0", "%lld"),
        ("Int(\"1\")", "%@"),
        ("(n)", "%lld"), ("x, specifier: \"%.2f\"", "%.2f"), ("x, format: .number", "%@"),
        ("placeholder: .int", "%lld"),
        ("placeholder: .double", "%lf"), ("Date(), style: .date", "%@"), ("names?.count", "%@"),
    ])
    func specifierIsFoundations(interpolation: String, specifier: String) {
        let source = Self.context.replacing("KEY", with: "String(localized: \"a \\(\(interpolation)) 5%\")")
        let found = extraction(source)
        #expect(found.keys == ["a \(specifier) 5%%"])
        #expect(found.findings == [])
    }

    @Test(arguments: ["x", "name", "x.y", "f()", "$0", "x + 1", "n * x", "x[0]"])
    func uncertainTypesAreReported(interpolation: String) {
        let source = Self.context.replacing("KEY", with: "String(localized: \"a \\(\(interpolation))\")")
        let found = extraction(source)
        #expect(found.keys == ["a %@"])
        #expect(found.lines == ["uncertain-type a %@ \(interpolation)"])
    }
}
