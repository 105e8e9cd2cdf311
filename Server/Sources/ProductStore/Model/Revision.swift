// Revisions, which number the changes of a store, and preconditions on them.

/// The number of a change. Numbers grow and are never reused, so that a revision identifies one version of
/// one record or catalog, as an entity tag does.
public struct Revision: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, from 1; 0 before the first change.
    public let number: Int64

    public init(_ number: Int64) { self.number = number }

    /// Earlier changes are less.
    public static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }

    /// The number in decimal digits.
    public var description: String { String(number) }
}

/// A condition of a write.
public enum Precondition: Hashable, Sendable {
    /// No condition.
    case none
    /// It exists in this revision: `If-Match`.
    case revision(Revision)
    /// It exists in any revision: `If-Match: *`.
    case present
    /// It does not exist: `If-None-Match: *`.
    case absent

    /// - Parameter current: the current revision; `nil` if there is nothing.
    /// - Throws: `StoreError.conflict`.
    func check(_ current: Revision?) throws(StoreError) {
        let holds =
            switch self {
            case .none: true
            case .revision(let expected): current == expected
            case .present: current != nil
            case .absent: current == nil
            }
        if !holds { throw .conflict(current: current) }
    }
}
