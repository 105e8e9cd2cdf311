// Vectors and the records nearest to them, in messages between shards.

extension QuantizedVector: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(counted: numbers.map { UInt8(bitPattern: $0) })
        message.write(Int(scale.bitPattern))
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let numbers = try message.counted().map { Int8(bitPattern: $0) }
        guard let bits = UInt32(exactly: try message.read(Int.self)),
            let vector = QuantizedVector(numbers: numbers, scale: Float(bitPattern: bits))
        else { throw MessageError() }
        self = vector
    }
}

extension CatalogRecord.Vector: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(name)
        message.write(model)
        message.write(vector)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let name = try message.read(String.self)
        let model = try message.read(String?.self)
        self.init(try message.read(), name: name, model: model)
    }
}

extension VectorSpace: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(name)
        message.write(model)
        message.write(count)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let name = try message.read(String.self)
        let model = try message.read(String?.self)
        self.init(name: name, model: model, count: try message.read())
    }
}

extension VectorQuery: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(vector)
        message.write(name)
        message.write(model)
        message.write(floor)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let vector = try message.read(QuantizedVector.self)
        let name = try message.read(String.self)
        let model = try message.read(String?.self)
        self.init(vector, name: name, model: model, floor: try message.read())
    }
}

extension NearestRecords: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(records)
        message.write(Array(spaces))
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let records = try message.read([Record].self)
        // More than a shard ever sends are from something else.
        guard records.count <= 2 * VectorQuery.maximumCount else { throw MessageError() }
        self.init(records, spaces: Set(try message.read([VectorSpace].self)))
    }
}

extension NearestRecords.Record: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(catalog)
        message.write(id)
        message.write(score)
        message.write(group)
        message.write(isInScope)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        catalog = try message.read()
        id = try message.read()
        score = try message.read()
        group = try message.read()
        isInScope = try message.read()
        guard score.isFinite else { throw MessageError() }
    }
}
