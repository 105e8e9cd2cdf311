// Prepared preferences in messages between shards.

extension PreparedPreference: Transmittable {
    func write(to message: inout MessageWriter) {
        switch condition {
        case .filter(let node):
            message.write(byte: 0)
            message.write(node)
        case .number(let name, let from, let to):
            message.write(byte: 1)
            message.write(name)
            message.write(from)
            message.write(to)
        case .age(let name, let halfLife):
            message.write(byte: 2)
            message.write(name)
            message.write(halfLife)
        case .learned: message.write(byte: 3)
        case .kind(let node, let word):
            message.write(byte: 4)
            message.write(node)
            message.write(word)
        }
        message.write(factor)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let condition: Condition
        switch try message.byte() {
        case 0: condition = .filter(try message.read())
        case 1:
            let name = try message.read(AttributeName.self)
            let from = try message.read(Double.self)
            condition = .number(name, from: from, to: try message.read())
        case 2:
            let name = try message.read(AttributeName.self)
            condition = .age(name, halfLife: try message.read())
        case 3: condition = .learned
        case 4:
            let node = try message.read(PreparedFilter.Node.self)
            condition = .kind(node, try message.read())
        default: throw MessageError()
        }
        self.init(condition: condition, factor: try message.read())
        guard factor > 0, factor <= Preference.factors.upperBound.double else { throw MessageError() }
    }
}
