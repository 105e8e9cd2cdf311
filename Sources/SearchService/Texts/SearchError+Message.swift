// Messages of the errors of searches.

package import CatalogSearch
internal import Localization
package import ProgramTexts

extension Texts {
    /// The message of an error.
    package func message(for error: SearchError) -> String {
        switch error {
        case .queryTooLong(let count, let limit):
            self.error("QueryTooLong: %1$ld %2$ld", [.init(count), .init(limit)])
        case .tooManyWords(let count, let limit):
            self.error("TooManyWords: %1$ld %2$ld", [.init(count), .init(limit)])
        case .wordTooLong(let count, let limit):
            self.error("WordTooLong: %1$ld %2$ld", [.init(count), .init(limit)])
        case .tooManyLocales(let limit): self.error("TooManyLocales: %ld", [.init(limit)])
        case .tooManyCatalogs(let limit): self.error("TooManyCatalogs: %ld", [.init(limit)])
        case .tooManyFields(let limit): self.error("TooManyFields: %ld", [.init(limit)])
        case .responseTooLarge(let limit): self.error("AnswerTooLarge: %ld", [.init(limit)])
        case .unknownScope(let name, let known):
            self.error("UnknownScope: %1$@ %2$@", [.text(name), list(known)])
        case .unknownCatalog(let name, let known):
            self.error("UnknownCatalog: %1$@ %2$@", [.text(name), list(known)])
        case .unknownField(let name, let known):
            self.error("UnknownField: %1$@ %2$@", [.text(name), list(known)])
        case .unknownAttribute(let name, let nearest?, let known):
            self.error("UnknownAttributeNearest: %1$@ %2$@ %3$@", [.text(name), .text(nearest), list(known)])
        case .unknownAttribute(let name, nil, let known):
            self.error("UnknownAttribute: %1$@ %2$@", [.text(name), list(known)])
        case .filter(let error): message(for: error.message)
        case .uncountable(let name): self.error("FacetUncountable: %@", [.text(name)])
        case .unsortable(let name): self.error("SortManyTexts: %@", [.text(name)])
        case .unspreadable(let name):
            message(
                for: ErrorMessage(
                    "RequestWrongType: %1$@ %2$@",
                    arguments: [.value(.text(name)), .message("TypeSpreadAttribute")]))
        case .unpreferable(let name, let type):
            message(
                for: ErrorMessage(
                    "RequestWrongType: %1$@ %2$@",
                    arguments: [
                        .value(.text(name)),
                        .message(type == .number ? "TypeNumberAttribute" : "TypeDateAttribute"),
                    ]))
        case .tooManyPreferences(let limit): self.error("TooManyPreferences: %ld", [.init(limit)])
        case .tooManyContexts(let limit): self.error("TooManyContexts: %ld", [.init(limit)])
        case .invalidBounds(let name): self.error("FacetInvalidRanges: %@", [.text(name)])
        case .unknownCurrency(let code): self.error("UnknownCurrency: %@", [.text(code)])
        case .marketWithoutCurrency(let market): self.error("MarketWithoutCurrency: %@", [.text(market)])
        case .tooManyFacets(let limit): self.error("TooManyFacets: %ld", [.init(limit)])
        case .tooManySortKeys(let limit): self.error("TooManySortKeys: %ld", [.init(limit)])
        case .otherVectorLength(let count, let known):
            self.error("OtherVectorLength: %1$ld %2$@", [.init(count), list(known.map { String($0) })])
        case .otherVectorModel(let model, let known):
            self.error("OtherVectorModel: %1$@ %2$@", [.text(model), list(known)])
        case .damagedIndex(let catalog): self.error("DamagedIndex: %@", [.text(catalog)])
        case .textTooLong(let limit): self.error("TextTooLong: %ld", [.init(limit)])
        case .icu(let failure): self.error("InternalFailure: %@", [.text(failure.description)])
        case .groupsInShards(let catalog): self.error("GroupsInShards: %@", [.text(catalog)])
        case .unavailable: self.error("RecordsUnavailable")
        case .cancelled: self.error("SearchCancelled")
        }
    }
}
