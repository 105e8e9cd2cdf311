import Localization
import TranslationTools
import Glibc
let f=fopen(CommandLine.arguments[1],"rb")!
var b=[UInt8](repeating:0,count:1<<20); let n=fread(&b,1,b.count,f); let bytes=Array(b[..<n])
let locale=LocaleIdentifier("pl")!
let file=StringsFile(bytes)
let catalog = MessageCatalog(locale: locale, strings: file)
let table = TranslationTable(name: "T", source: catalog, translation: catalog)
let m=TranslationMerger(source: file, sourceLocale: locale).merge(table, into: file)
print("changed",m.changedKeys,"added",m.addedKeys,"marked",m.markedKeys,m.findings.prefix(3))
for k in (m.changedKeys+m.addedKeys+m.markedKeys).prefix(3) { print(k, catalog[k]!.forms) ; for e in file.entries where e.key.hasPrefix(k) { print("  ",e.key,e.value,e.comments,e.position) } }
