// The folders of one user's files.

/// A kind of folder that each user has, after the XDG Base Directory Specification.
package enum UserFolder {
    /// Files that can be created again.
    case cache
    /// Files that must survive a restart.
    case state
    /// Files that the user writes.
    case configuration

    /// The program's folder of this kind; `nil` if the environment variables do not name one.
    package func path(_ variables: [String: String]) -> String? {
        let (variable, usual) =
            switch self {
            case .cache: ("XDG_CACHE_HOME", ".cache")
            case .state: ("XDG_STATE_HOME", ".local/state")
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            }
        // The specification says to ignore relative paths.
        if let named = variables[variable], named.hasPrefix("/") { return PathName.joined(named, "lsearch") }
        guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
        return PathName.joined(PathName.joined(home, usual), "lsearch")
    }
}
