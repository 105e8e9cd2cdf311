// `CatalogSearch` re-exports the two types of the ICU layer that its interface uses, because that layer is no
// product. Everything else in it has package access.
@_exported public import struct ICU.ICUError
@_exported public import struct ICU.LocaleIdentifier
