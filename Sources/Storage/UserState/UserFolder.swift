// Where do a user's own files of a program stand?

/// A kind of folder that each user has, after the XDG Base Directory Specification.
enum UserFolder {
    /// What can be made anew.
    case cache
    /// What should outlive a restart.
    case state

    /// The program's folder of this kind; `nil` where the variables do not say.
    func path(_ variables: [String: String]) -> String? {
        let (variable, usual) =
            switch self {
            case .cache: ("XDG_CACHE_HOME", ".cache")
            case .state: ("XDG_STATE_HOME", ".local/state")
            }
        // A relative path is to be ignored, says the specification.
        if let named = variables[variable], named.hasPrefix("/") { return PathName.joined(named, "lsearch") }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return PathName.joined(PathName.joined(home, usual), "lsearch")
    }
}
