// Which checks run, and how much each of them matters.

public import Localization

/// What a user asks of the checks. A name is a check's identifier, a category's name, or `all`.
public struct CheckOptions: Sendable, Hashable {
    /// The checks that run besides those that run by default, or, where `runsOnlySelected`, alone.
    public var selected: Set<String>
    /// Whether nothing else than `selected` runs.
    public var runsOnlySelected: Bool
    /// The checks that do not run, whatever else is said.
    public var ignored: Set<String>
    /// How much findings matter, by the identifier of their check.
    public var severities: [String: Severity]
    /// What the project calls things, for the check `glossary-term`.
    public var glossary = Glossary()
    /// The translations that are far from the meaning of their source texts, for the check `meaning`.
    public var distantTexts = DistantTexts()
    /// Whether translations of gettext's files that are fuzzy or obsolete, which no
    /// program shows, are checked as well.
    public var includesUnfinished = false

    /// Says what is to run; by default all checks that are not opt-in.
    public init(
        selected: Set<String> = [], runsOnlySelected: Bool = false, ignored: Set<String> = [],
        severities: [String: Severity] = [:]
    ) {
        self.selected = selected
        self.runsOnlySelected = runsOnlySelected
        self.ignored = ignored
        self.severities = severities
    }

    /// Whether a check is to run.
    public func includes(_ check: any TranslationCheck) -> Bool {
        let names: Set = [check.identifier, check.category.rawValue, "all"]
        // A check that is named itself runs even where its whole category is ignored.
        let isNamed = selected.contains(check.identifier)
        if ignored.contains(check.identifier) || (!isNamed && !ignored.isDisjoint(with: names)) {
            return false
        }
        if !selected.isDisjoint(with: names) { return true }
        return !runsOnlySelected && !check.isOptIn
    }

    /// The names in `selected`, `ignored` and `severities` that no check and no category has, sorted.
    public func unknownNames(among checks: [any TranslationCheck] = CheckRegistry.all) -> [String] {
        let known = Set(checks.map(\.identifier)).union(CheckCategory.allCases.map(\.rawValue)).union(["all"])
        return selected.union(ignored).union(severities.keys).subtracting(known).sorted()
    }
}
