// The report of `--verify`: the results of verifying the indexes.

internal import CatalogStorage
internal import JSON
internal import Localization
internal import ProgramSupport
internal import SearchService
internal import Support

/// Verifies the indexes of catalogs, and lists the results.
struct IndexReport {
    let verifications: [IndexVerification]
    let texts: Texts

    /// 0 if all indexes are sound, 1 if one is damaged, else 2 if one cannot be used.
    var status: SearchExitStatus {
        var status = SearchExitStatus.found
        for verification in verifications {
            switch verification.verdict {
            case .sound, .stale: break
            case .damaged: return .nothingFound
            case .unusable, .untrusted: status = .failed
            }
        }
        return status
    }

    /// A row for each index.
    var listing: Listings.Listing {
        var listing = Listings.Listing(
            columns: [
                .init(heading: texts("ColumnIdentifier")),
                .init(heading: texts("ColumnItems"), isAtEnd: true),
                .init(heading: texts("ColumnTerms"), isAtEnd: true),
                .init(heading: texts("ColumnPostings"), isAtEnd: true),
                .init(heading: texts("ColumnIndex"), shrinks: true),
            ], rows: [], objects: [])
        let messages = ResultMessages(texts, catalogs: [])
        for verification in verifications {
            let counts = [verification.recordCount, verification.termCount, verification.postingCount]
            listing.rows.append(
                [verification.file.id] + counts.map(messages.count) + [words(verification.verdict)])
            listing.objects.append(object(verification))
        }
        return listing
    }

    private func words(_ verdict: IndexVerification.Verdict) -> String {
        switch verdict {
        case .sound: return texts("IndexIsSound")
        case .stale: return texts("IndexIsStale")
        case .damaged(let parts):
            return texts("IndexIsDamaged: %@", texts.list(parts.map { texts($0.messageKey) }))
        case .unusable(.missing): return texts("IndexIsMissing")
        case .unusable(.otherVersion): return texts("IndexIsOfOtherVersion")
        case .unusable(.foreign): return texts("IndexIsForeign")
        case .unusable: return texts("IndexIsNotExamined")
        case .untrusted: return texts("IndexIsUntrusted")
        }
    }

    private func object(_ verification: IndexVerification) -> JSONObject {
        var object = JSONObject()
        object.set("id", verification.file.id)
        object.set("file", verification.file.path)
        object.set("records", verification.recordCount)
        object.set("terms", verification.termCount)
        object.set("postings", verification.postingCount)
        object.set("bytes", verification.size)
        switch verification.verdict {
        case .sound: object.set("index", "sound")
        case .stale: object.set("index", "stale")
        case .damaged(let parts):
            object.set("index", "damaged")
            object.set("damaged", parts.map(\.rawValue))
        case .unusable(let fault): object.set("index", "\(fault.name)")
        case .untrusted: object.set("index", "untrusted")
        }
        return object
    }
}

extension IndexFault {
    /// The fault's name in JSON.
    fileprivate var name: String {
        switch self {
        case .missing: "missing"
        case .unfinished: "not-examined"
        case .stale: "stale"
        case .otherVersion: "other-version"
        case .damaged: "damaged"
        case .foreign: "foreign"
        }
    }
}

extension IndexVerification.Part {
    /// The key of the part's name.
    fileprivate var messageKey: String { "IndexPart." + rawValue }
}
