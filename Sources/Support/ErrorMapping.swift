// Errors of one kind as errors of another, such as one that names a file or a catalog.

/// Runs an operation. An error of it is thrown as the one that `map` makes of it.
@inlinable
public func mappingError<Value, Failure: Error, Mapped: Error>(
    _ map: (Failure) -> Mapped, _ body: () throws(Failure) -> Value
) throws(Mapped) -> Value {
    do throws(Failure) {
        return try body()
    } catch {
        throw map(error)
    }
}
