// Decodes the bytes of a terminal into keys, text and clicks.
//
// The sequences are those of ECMA-48 and of xterm's "Control Sequences", with the spellings of
// the Linux console, rxvt, tmux, screen and VT220. A sequence may be split anywhere; an
// incomplete one waits for the next bytes.

/// Turns the bytes of a terminal into events.
package struct TerminalInput {
    /// The sequence that the last bytes began.
    private enum State {
        case ground
        /// ESC, or ESC ESC.
        case escape(isDouble: Bool)
        /// CSI (`ESC [`) or SS3 (`ESC O`) and the bytes after it.
        case sequence(KeySequence)
        /// `CSI M` before its three bytes: a mouse report without mode 1006.
        case oldMouse([UInt8])
        /// A response of the terminal (OSC, DCS, APC, PM, SOS), up to ST or BEL,
        /// and the number of bytes skipped.
        case string(introducer: UInt8, count: Int, isDouble: Bool)
        case paste(PasteBuffer)
    }

    /// The most bytes of an unknown response that are skipped.
    private static let stringLimit = 1 << 16

    private var state = State.ground
    private var assembler = ScalarAssembler()
    /// Whether ESC came before the character that the assembler has begun.
    private var isAlternate = false

    package init() {}

    /// Whether the last bytes may be a key of their own: a lone ESC, or the start of a sequence.
    package var isIncomplete: Bool {
        switch state {
        case .ground, .paste: false
        case .escape, .sequence, .oldMouse, .string: true
        }
    }

    /// The events that the bytes complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        var events = EventList()
        for byte in bytes { feed(byte, &events) }
        return events.finished()
    }

    /// Ends an incomplete sequence after a pause: ESC is the Escape key, ESC and a character are alt and the
    /// character; anything else is dropped.
    package mutating func flush() -> [TerminalEvent] {
        var events = EventList()
        switch state {
        case .ground, .paste: return []
        case .escape(let isDouble):
            if isDouble { events.append(.key(.escape)) }
            events.append(.key(.escape))
        case .sequence(let sequence):
            if sequence.isEmpty { endAlternate(sequence.introducer, sequence.isDouble, &events) }
        case .string(let introducer, 0, let isDouble): endAlternate(introducer, isDouble, &events)
        case .oldMouse, .string: break
        }
        state = .ground
        return events.finished()
    }

    private func endAlternate(_ introducer: UInt8, _ isDouble: Bool, _ events: inout EventList) {
        if isDouble { events.append(.key(.escape)) }
        events.append(.key(.character(Character(Unicode.Scalar(introducer))), .alt))
    }

    private mutating func feed(_ byte: UInt8, _ events: inout EventList) {
        switch state {
        case .ground: feedGround(byte, &events)
        case .escape(let isDouble): feedEscape(byte, isDouble, &events)
        case .sequence(var sequence):
            // Take the buffer out and put it back, so that a byte does not copy it.
            state = .ground
            feedSequence(byte, &sequence, &events)
        case .oldMouse(let bytes):
            state = bytes.count < 2 ? .oldMouse(bytes + [byte]) : .ground
            if bytes.count == 2, let mouse = MouseEvent(oldBytes: bytes + [byte]) {
                events.append(.mouse(mouse))
            }
        case .string(let introducer, let count, let isDouble):
            switch byte {
            // BEL, CAN and SUB end it; ST is ESC \, and any other sequence ends it, too.
            case 0x07, 0x18, 0x1A: state = .ground
            case 0x1B: state = .string(introducer: byte, count: count + 1, isDouble: isDouble)
            default:
                if introducer == 0x1B {
                    state = .ground
                    if byte != UInt8(ascii: "\\") { feedEscape(byte, false, &events) }
                } else {
                    state =
                        count < Self.stringLimit
                        ? .string(introducer: introducer, count: count + 1, isDouble: isDouble) : .ground
                }
            }
        case .paste(var buffer):
            state = .ground
            if let text = buffer.feed(byte) {
                events.append(.paste(text))
            } else {
                state = .paste(buffer)
            }
        }
    }

    private mutating func feedGround(_ byte: UInt8, _ events: inout EventList) {
        let (isBroken, scalar) = assembler.feed(byte)
        let modifiers: KeyModifiers = isAlternate ? .alt : []
        if isBroken {
            events.append("\u{FFFD}", modifiers)
            isAlternate = false
        }
        guard let scalar else { return }
        if scalar == "\u{1B}" {
            state = .escape(isDouble: false)
        } else {
            events.append(scalar, isBroken ? [] : modifiers)
        }
        isAlternate = false
    }

    private mutating func feedEscape(_ byte: UInt8, _ isDouble: Bool, _ events: inout EventList) {
        state = .ground
        switch byte {
        case 0x1B:
            // The first of three ESC can only be the Escape key.
            if isDouble { events.append(.key(.escape)) }
            state = .escape(isDouble: true)
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            state = .sequence(KeySequence(introducer: byte, isDouble: isDouble))
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string(introducer: byte, count: 0, isDouble: isDouble)
        default:
            if isDouble { events.append(.key(.escape)) }
            isAlternate = true
            feedGround(byte, &events)
            isAlternate = assembler.isWaiting
        }
    }

    private mutating func feedSequence(
        _ byte: UInt8, _ sequence: inout KeySequence, _ events: inout EventList
    ) {
        switch sequence.feed(byte) {
        case .continues: state = .sequence(sequence)
        case .isBroken: feedGround(byte, &events)
        case .isTooLong: break
        case .isPaste: state = .paste(PasteBuffer())
        case .isOldMouse: state = .oldMouse([])
        case .isComplete(let event?): events.append(event)
        case .isComplete(nil): break
        }
    }
}

/// Events in which successive characters become one text.
private struct EventList {
    private var events: [TerminalEvent] = []
    private var text = String.UnicodeScalarView()

    mutating func append(_ event: TerminalEvent) {
        // Sequences of keys may spell text, too.
        if case .text(let characters) = event {
            text.append(contentsOf: characters.unicodeScalars)
            return
        }
        endText()
        events.append(event)
    }

    /// A typed character, with or without alt.
    mutating func append(_ scalar: Unicode.Scalar, _ modifiers: KeyModifiers) {
        if let event = TerminalEvent(typed: scalar, modifiers) { append(event) }
    }

    private mutating func endText() {
        if !text.isEmpty { events.append(.text(String(text))) }
        text = String.UnicodeScalarView()
    }

    mutating func finished() -> [TerminalEvent] {
        endText()
        return events
    }
}
