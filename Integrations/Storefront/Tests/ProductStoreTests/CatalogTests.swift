import Testing
import ProductStore
@Suite struct CatalogTests {}
