// Reads ranges of numbers in the syntax of options and requests.

package import CatalogSearch
package import ProgramTexts

extension ValueReader {
    /// A range of numbers: `A..B`, `A..`, `..B`, or one number.
    package static func range(_ value: String) throws(InvalidValue) -> NumericRange {
        do throws(NumericRange.SpellingError) {
            return try NumericRange(value)
        } catch {
            switch error {
            case .malformed: throw .malformedRange(value)
            case .reversed: throw .reversedRange(value)
            }
        }
    }
}
