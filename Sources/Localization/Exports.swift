// Which names of other modules a client of this library sees.
//
// `ICU` is no product of this package, yet every locale in this library's interface is a
// `LocaleIdentifier`: clients must be able to name it, and nothing else of that module.

@_exported public import struct ICU.LocaleIdentifier
