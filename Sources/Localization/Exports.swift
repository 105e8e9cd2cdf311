// The one name of another module that this library re-exports.
//
// Locales in this library's interface are `LocaleIdentifier` values, so clients must be able to name the
// type. `ICU` itself is not a product of this package.

@_exported public import struct ICU.LocaleIdentifier
