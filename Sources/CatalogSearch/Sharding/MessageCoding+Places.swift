// Tests of places in messages.

extension PlaceTest: Transmittable {
    func write(to message: inout MessageWriter) {
        switch self {
        case .near(let place, let test):
            message.write(byte: 0)
            message.write(place)
            message.write(test)
        case .inside(let box):
            message.write(byte: 1)
            message.write(box.topLeft)
            message.write(box.bottomRight)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        switch try message.byte() {
        case 0:
            let place = try message.read(Coordinates.self)
            self = .near(place, try message.read())
        case 1:
            let topLeft = try message.read(Coordinates.self)
            guard let box = CoordinateBox(topLeft: topLeft, bottomRight: try message.read()) else {
                throw MessageError()
            }
            self = .inside(box)
        default: throw MessageError()
        }
    }
}

extension DistanceTest: Transmittable {
    func write(to message: inout MessageWriter) {
        switch self {
        case .isLess(let limit):
            message.write(byte: 0)
            message.write(limit)
        case .isAtMost(let limit):
            message.write(byte: 1)
            message.write(limit)
        case .isGreater(let limit):
            message.write(byte: 2)
            message.write(limit)
        case .isAtLeast(let limit):
            message.write(byte: 3)
            message.write(limit)
        case .isBetween(let lower, let upper):
            message.write(byte: 4)
            message.write(lower)
            message.write(upper)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        switch try message.byte() {
        case 0: self = .isLess(than: try message.read())
        case 1: self = .isAtMost(try message.read())
        case 2: self = .isGreater(than: try message.read())
        case 3: self = .isAtLeast(try message.read())
        case 4:
            let lower = try message.read(Distance.self)
            self = .isBetween(lower, try message.read())
        default: throw MessageError()
        }
    }
}

extension Distance.Unit: TransmittedCase {}

extension Distance: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(amount)
        message.write(unit)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let amount = try message.read(Double.self)
        guard let distance = Distance(amount, try message.read()) else { throw MessageError() }
        self = distance
    }
}
