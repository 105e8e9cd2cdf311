// Which version of a record is meant? Each change of a store has a number of its own.

/// The number of a change. It grows with each change of the store, and none is given twice, so that a revision names
/// one version of one thing: an entity tag.
public struct Revision: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, from 1; 0 stands before all changes.
    public let number: Int64

    /// A revision by its number.
    public init(_ number: Int64) { self.number = number }

    /// Earlier changes come first.
    public static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }

    /// The number in decimal digits.
    public var description: String { String(number) }
}

/// What must be true for a write to be done.
public enum Precondition: Hashable, Sendable {
    /// Nothing.
    case none
    /// It is there, in this revision: `If-Match`.
    case revision(Revision)
    /// It is there, in whatever revision: `If-Match: *`.
    case present
    /// It is not there: `If-None-Match: *`.
    case absent

    /// - Parameter current: the revision of what is there; `nil` where nothing is.
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
