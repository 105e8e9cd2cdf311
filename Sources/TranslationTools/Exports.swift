// Clients name locales and read `.strings` files without a second import.

@_exported public import Localization
