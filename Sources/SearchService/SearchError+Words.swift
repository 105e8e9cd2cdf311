// Why can a search not be made, in the user's words?

package import CatalogSearch
internal import Localization
package import ProgramTexts

extension Texts {
    /// The words for a search that cannot be made.
    package func words(for error: SearchError) -> String {
        switch error {
        case .queryTooLong(let count, let limit):
            self.error("QueryTooLong: %1$ld %2$ld", [.init(count), .init(limit)])
        case .unknownScope(let name, let known):
            self.error("UnknownScope: %1$@ %2$@", [.text(name), list(known)])
        case .unknownCatalog(let name, let known):
            self.error("UnknownCatalog: %1$@ %2$@", [.text(name), list(known)])
        case .unknownField(let name, let known):
            self.error("UnknownField: %1$@ %2$@", [.text(name), list(known)])
        case .damagedIndex(let catalog): self.error("DamagedIndex: %@", [.text(catalog)])
        case .icu(let failure): self.error("InternalFailure: %@", [.text(failure.description)])
        case .cancelled: self.error("SearchCancelled")
        }
    }
}
