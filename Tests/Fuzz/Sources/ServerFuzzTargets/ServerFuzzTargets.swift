// All targets in the server's libraries.

public import FuzzRunner

/// The targets of the server.
public enum ServerFuzzTargets {
    /// All targets, by the order of `make fuzz`.
    public static let all =
        [MergePatchTarget.target, ParameterTargets.parameters, ParameterTargets.headers] + StoreTargets.all
}
