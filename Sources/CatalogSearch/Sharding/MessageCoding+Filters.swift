// Prepared filters in messages.

extension PreparedFilter.Node: Transmittable {
    func write(to message: inout MessageWriter) {
        switch self {
        case .all(let nodes):
            message.write(byte: 0)
            message.write(nodes)
        case .any(let nodes):
            message.write(byte: 1)
            message.write(nodes)
        case .not(let node):
            message.write(byte: 2)
            message.write(node)
        case .condition(let condition):
            message.write(byte: 3)
            message.write(condition)
        case .firstOf(let decisions):
            message.write(byte: 4)
            message.write(decisions)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        switch try message.byte() {
        case 0: self = .all(try message.read())
        case 1: self = .any(try message.read())
        case 2: self = .not(try message.read())
        case 3: self = .condition(try message.read())
        case 4: self = .firstOf(try message.read())
        default: throw MessageError()
        }
    }
}

extension PreparedFilter.Decision: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(node)
        message.write(holds)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let node = try message.read(PreparedFilter.Node.self)
        self.init(node: node, holds: try message.read())
    }
}

extension PreparedFilter.Part: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(attribute)
        message.write(node)
        message.write(isForced)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let attribute = try message.read(AttributeName?.self)
        let node = try message.read(PreparedFilter.Node.self)
        self.init(attribute: attribute, node: node, isForced: try message.read())
    }
}

extension PreparedFilter: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(parts)
        message.write(Array(counted))
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let parts = try message.read([Part].self)
        self.init(parts: parts, counted: Set(try message.read([AttributeName].self)))
    }
}

extension PreparedCondition: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(attribute)
        switch test {
        case .exists: message.write(byte: 0)
        case .equals(let values):
            message.write(byte: 1)
            message.write(values)
        case .range(let lower, let upper):
            message.write(byte: 2)
            message.write(lower)
            message.write(upper)
        case .place(let test):
            message.write(byte: 3)
            message.write(test)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let attribute = try message.read(AttributeName.self)
        switch try message.byte() {
        case 0: self.init(attribute: attribute, test: .exists)
        case 1: self.init(attribute: attribute, test: .equals(try message.read()))
        case 2:
            let lower = try message.read(Bound?.self)
            self.init(attribute: attribute, test: .range(lower: lower, upper: try message.read()))
        case 3: self.init(attribute: attribute, test: .place(try message.read()))
        default: throw MessageError()
        }
    }
}

extension PreparedCondition.Bound: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(value)
        message.write(isIncluded)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let value = try message.read(PreparedValue.self)
        self.init(value: value, isIncluded: try message.read())
    }
}

extension PreparedValue: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(text)
        message.write(number)
        message.write(date)
        message.write(boolean)
        message.write(place)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        self.init()
        text = try message.read()
        number = try message.read()
        date = try message.read()
        boolean = try message.read()
        place = try message.read()
    }
}

extension PreparedText: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(id)
        message.write(isExact)
        message.write(forms)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let id = try message.read(String.self)
        let isExact = try message.read(Bool.self)
        self.init(id: id, isExact: isExact, forms: try message.read())
    }
}
