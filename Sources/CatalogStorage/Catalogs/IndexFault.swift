// Why a catalog's index cannot be used; used by diagnostics of catalogs.

/// Why a catalog's index cannot be used and must be built.
public enum IndexFault: Error, Hashable, Sendable {
    /// There is no index.
    case missing
    /// Building was interrupted.
    case unfinished
    /// The catalog changed after its index was built.
    case stale
    /// Another version of this library or of ICU built it.
    case otherVersion
    /// Its files are damaged.
    case damaged
    /// It belongs to another catalog.
    case foreign
}

extension IndexFault: CustomStringConvertible {
    /// The fault in a few English words.
    public var description: String {
        switch self {
        case .missing: "the catalog has no index"
        case .unfinished: "building the index was interrupted"
        case .stale: "the catalog changed after its index was built"
        case .otherVersion: "another version of the library or of ICU built the index"
        case .damaged: "the index is damaged"
        case .foreign: "the index belongs to another catalog"
        }
    }
}
