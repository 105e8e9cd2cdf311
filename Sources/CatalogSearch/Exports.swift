// Locales are named everywhere in this kit's interface, while the ICU layer that defines them is no product
// of its own: whoever imports `CatalogSearch` gets `LocaleIdentifier` and `ICUError` along. All else in that
// layer has package access.
@_exported public import struct ICU.ICUError
@_exported public import struct ICU.LocaleIdentifier
