// Whoever uses translation tools names locales and reads `.strings` files, and shall not have to import more for it.

@_exported public import Localization
