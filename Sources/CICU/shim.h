// The only place where ICU's headers are seen.
//
// ICU renames its functions by macro (`ucol_open` becomes `ucol_open_72`), so that Swift would see
// versioned symbols only. Each function used is wrapped here under a name of its own; the macro then
// names whatever version is installed. The wrappers add nothing: same arguments, same results.
#ifndef LSEARCH_CICU_SHIM_H
#define LSEARCH_CICU_SHIM_H

#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucol.h>
#include <unicode/ucoleitr.h>
#include <unicode/ucurr.h>
#include <unicode/uldnames.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/unum.h>
#include <unicode/upluralrules.h>
#include <unicode/ures.h>
#include <unicode/usearch.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>
#include <unicode/utypes.h>
#include <unicode/uversion.h>

#define ICU_WRAPPER static inline

// Errors and version
ICU_WRAPPER const char *icu_errorName(UErrorCode code) { return u_errorName(code); }
ICU_WRAPPER void icu_version(uint8_t version[4]) { u_getVersion(version); }

// Strings
ICU_WRAPPER UChar *icu_strFromUTF8(UChar *dest, int32_t capacity, int32_t *length, const char *src,
                                   int32_t srcLength, UErrorCode *status) {
    return u_strFromUTF8WithSub(dest, capacity, length, src, srcLength, 0xFFFD, NULL, status);
}
ICU_WRAPPER int32_t icu_toLower(UChar *dest, int32_t capacity, const UChar *src, int32_t length,
                                const char *locale, UErrorCode *status) {
    return u_strToLower(dest, capacity, src, length, locale, status);
}

// Legacy encodings
ICU_WRAPPER UConverter *icu_openConverter(const char *name, UErrorCode *status) {
    return ucnv_open(name, status);
}
ICU_WRAPPER void icu_closeConverter(UConverter *c) { ucnv_close(c); }
ICU_WRAPPER int32_t icu_toUTF16(UConverter *c, UChar *dest, int32_t capacity, const char *src,
                                int32_t srcLength, UErrorCode *status) {
    return ucnv_toUChars(c, dest, capacity, src, srcLength, status);
}

// Characters
ICU_WRAPPER int8_t icu_charType(UChar32 c) { return u_charType(c); }
ICU_WRAPPER uint8_t icu_combiningClass(UChar32 c) { return u_getCombiningClass(c); }
ICU_WRAPPER int32_t icu_intProperty(UChar32 c, UProperty which) { return u_getIntPropertyValue(c, which); }
ICU_WRAPPER UBool icu_hasBinaryProperty(UChar32 c, UProperty which) { return u_hasBinaryProperty(c, which); }
ICU_WRAPPER int32_t icu_charDigitValue(UChar32 c) { return u_charDigitValue(c); }

ICU_WRAPPER const USet *icu_binaryPropertySet(UProperty which, UErrorCode *status) {
    return u_getBinaryPropertySet(which, status);
}

// Normalization
ICU_WRAPPER const UNormalizer2 *icu_nfd(UErrorCode *status) { return unorm2_getNFDInstance(status); }
ICU_WRAPPER const UNormalizer2 *icu_nfkd(UErrorCode *status) { return unorm2_getNFKDInstance(status); }
ICU_WRAPPER const UNormalizer2 *icu_nfc(UErrorCode *status) { return unorm2_getNFCInstance(status); }
ICU_WRAPPER int32_t icu_normalize(const UNormalizer2 *n, const UChar *src, int32_t length, UChar *dest,
                                  int32_t capacity, UErrorCode *status) {
    return unorm2_normalize(n, src, length, dest, capacity, status);
}

// Locales
ICU_WRAPPER int32_t icu_canonicalizeLocale(const char *id, char *name, int32_t capacity, UErrorCode *status) {
    return uloc_canonicalize(id, name, capacity, status);
}
ICU_WRAPPER int32_t icu_localeForLanguageTag(const char *tag, char *id, int32_t capacity, int32_t *parsed,
                                             UErrorCode *status) {
    return uloc_forLanguageTag(tag, id, capacity, parsed, status);
}
ICU_WRAPPER int32_t icu_languageTag(const char *id, char *tag, int32_t capacity, UErrorCode *status) {
    return uloc_toLanguageTag(id, tag, capacity, 0, status);
}
ICU_WRAPPER int32_t icu_addLikelySubtags(const char *id, char *out, int32_t capacity, UErrorCode *status) {
    return uloc_addLikelySubtags(id, out, capacity, status);
}
ICU_WRAPPER int32_t icu_minimizeSubtags(const char *id, char *out, int32_t capacity, UErrorCode *status) {
    return uloc_minimizeSubtags(id, out, capacity, status);
}
ICU_WRAPPER UBool icu_isRightToLeft(const char *id) { return uloc_isRightToLeft(id); }
ICU_WRAPPER int32_t icu_displayName(const char *id, const char *inLocale, UChar *out, int32_t capacity,
                                    UErrorCode *status) {
    return uloc_getDisplayName(id, inLocale, out, capacity, status);
}
ICU_WRAPPER const char *icu_iso3Language(const char *id) { return uloc_getISO3Language(id); }
ICU_WRAPPER const char *const *icu_isoLanguages(void) { return uloc_getISOLanguages(); }
ICU_WRAPPER int32_t icu_availableLocaleCount(void) { return uloc_countAvailable(); }
ICU_WRAPPER const char *icu_availableLocale(int32_t n) { return uloc_getAvailable(n); }

// Resource data (CLDR's supplemental tables)
ICU_WRAPPER UResourceBundle *icu_openResource(const char *name, UErrorCode *status) {
    return ures_openDirect(NULL, name, status);
}
ICU_WRAPPER void icu_closeResource(UResourceBundle *r) { ures_close(r); }
ICU_WRAPPER UResourceBundle *icu_resourceByKey(const UResourceBundle *r, const char *key, UErrorCode *status) {
    return ures_getByKey(r, key, NULL, status);
}
ICU_WRAPPER UResourceBundle *icu_resourceByIndex(const UResourceBundle *r, int32_t i, UErrorCode *status) {
    return ures_getByIndex(r, i, NULL, status);
}
ICU_WRAPPER int32_t icu_resourceSize(const UResourceBundle *r) { return ures_getSize(r); }
ICU_WRAPPER const char *icu_resourceKey(const UResourceBundle *r) { return ures_getKey(r); }
ICU_WRAPPER int icu_resourceIsString(const UResourceBundle *r) { return ures_getType(r) == URES_STRING; }
ICU_WRAPPER const UChar *icu_resourceString(const UResourceBundle *r, int32_t *length, UErrorCode *status) {
    return ures_getString(r, length, status);
}

// Collation
ICU_WRAPPER UCollator *icu_openCollator(const char *locale, UErrorCode *status) {
    return ucol_open(locale, status);
}
ICU_WRAPPER void icu_closeCollator(UCollator *c) { ucol_close(c); }
ICU_WRAPPER void icu_setCollatorAttribute(UCollator *c, UColAttribute a, UColAttributeValue v,
                                          UErrorCode *status) {
    ucol_setAttribute(c, a, v, status);
}
ICU_WRAPPER UColAttributeValue icu_collatorAttribute(const UCollator *c, UColAttribute a, UErrorCode *status) {
    return ucol_getAttribute(c, a, status);
}
ICU_WRAPPER uint32_t icu_variableTop(const UCollator *c, UErrorCode *status) {
    return ucol_getVariableTop(c, status);
}
ICU_WRAPPER const char *icu_collatorLocale(const UCollator *c, ULocDataLocaleType type, UErrorCode *status) {
    return ucol_getLocaleByType(c, type, status);
}
ICU_WRAPPER int32_t icu_sortKey(const UCollator *c, const UChar *src, int32_t length, uint8_t *key,
                                int32_t capacity) {
    return ucol_getSortKey(c, src, length, key, capacity);
}
ICU_WRAPPER UCollationResult icu_compareUTF8(const UCollator *c, const char *left, int32_t leftLength,
                                             const char *right, int32_t rightLength, UErrorCode *status) {
    return ucol_strcollUTF8(c, left, leftLength, right, rightLength, status);
}
ICU_WRAPPER USet *icu_tailoredSet(const UCollator *c, UErrorCode *status) {
    return ucol_getTailoredSet(c, status);
}
ICU_WRAPPER void icu_contractions(const UCollator *c, USet *contractions, UBool withPrefixes, UErrorCode *status) {
    ucol_getContractionsAndExpansions(c, contractions, NULL, withPrefixes, status);
}
ICU_WRAPPER UCollationElements *icu_openElements(const UCollator *c, const UChar *text, int32_t length,
                                                 UErrorCode *status) {
    return ucol_openElements(c, text, length, status);
}
ICU_WRAPPER void icu_closeElements(UCollationElements *e) { ucol_closeElements(e); }
ICU_WRAPPER void icu_setElementsText(UCollationElements *e, const UChar *text, int32_t length,
                                     UErrorCode *status) {
    ucol_setText(e, text, length, status);
}
ICU_WRAPPER int32_t icu_nextElement(UCollationElements *e, UErrorCode *status) { return ucol_next(e, status); }

// Sets
ICU_WRAPPER USet *icu_openSet(void) { return uset_openEmpty(); }
ICU_WRAPPER void icu_closeSet(USet *s) { uset_close(s); }
ICU_WRAPPER int32_t icu_setItemCount(const USet *s) { return uset_getItemCount(s); }
ICU_WRAPPER int32_t icu_setItem(const USet *s, int32_t i, UChar32 *start, UChar32 *end, UChar *string,
                                int32_t capacity, UErrorCode *status) {
    return uset_getItem(s, i, start, end, string, capacity, status);
}

// String search (the reference that the search engine is held against)
ICU_WRAPPER UStringSearch *icu_openSearch(const UChar *pattern, int32_t patternLength, const UChar *text,
                                          int32_t textLength, const UCollator *c, UErrorCode *status) {
    return usearch_openFromCollator(pattern, patternLength, text, textLength, c, NULL, status);
}
ICU_WRAPPER void icu_closeSearch(UStringSearch *s) { usearch_close(s); }
ICU_WRAPPER void icu_setSearchText(UStringSearch *s, const UChar *text, int32_t length, UErrorCode *status) {
    usearch_setText(s, text, length, status);
}
ICU_WRAPPER int32_t icu_searchFirst(UStringSearch *s, UErrorCode *status) { return usearch_first(s, status); }

// Text boundaries
ICU_WRAPPER UBreakIterator *icu_openBreak(UBreakIteratorType type, const char *locale, UErrorCode *status) {
    return ubrk_open(type, locale, NULL, 0, status);
}
ICU_WRAPPER void icu_closeBreak(UBreakIterator *b) { ubrk_close(b); }
ICU_WRAPPER void icu_setBreakText(UBreakIterator *b, const UChar *text, int32_t length, UErrorCode *status) {
    ubrk_setText(b, text, length, status);
}
ICU_WRAPPER int32_t icu_firstBreak(UBreakIterator *b) { return ubrk_first(b); }
ICU_WRAPPER int32_t icu_nextBreak(UBreakIterator *b) { return ubrk_next(b); }
ICU_WRAPPER int32_t icu_breakRuleStatus(UBreakIterator *b) { return ubrk_getRuleStatus(b); }

// Plural rules
ICU_WRAPPER UPluralRules *icu_openPlurals(const char *locale, UPluralType type, UErrorCode *status) {
    return uplrules_openForType(locale, type, status);
}
ICU_WRAPPER void icu_closePlurals(UPluralRules *r) { uplrules_close(r); }
ICU_WRAPPER int32_t icu_selectPluralFormatted(const UPluralRules *r, double number, const UNumberFormat *f,
                                              UChar *keyword, int32_t capacity, UErrorCode *status) {
    return uplrules_selectWithFormat(r, number, f, keyword, capacity, status);
}
ICU_WRAPPER int32_t icu_selectPlural(const UPluralRules *r, double number, UChar *keyword, int32_t capacity,
                                     UErrorCode *status) {
    return uplrules_select(r, number, keyword, capacity, status);
}
ICU_WRAPPER UEnumeration *icu_pluralKeywords(const UPluralRules *r, UErrorCode *status) {
    return uplrules_getKeywords(r, status);
}
ICU_WRAPPER const char *icu_nextInEnumeration(UEnumeration *e, UErrorCode *status) {
    return uenum_next(e, NULL, status);
}
ICU_WRAPPER void icu_closeEnumeration(UEnumeration *e) { uenum_close(e); }

// Numbers
ICU_WRAPPER UNumberFormat *icu_openNumberFormat(UNumberFormatStyle style, const char *locale,
                                                UErrorCode *status) {
    return unum_open(style, NULL, 0, locale, NULL, status);
}
ICU_WRAPPER void icu_closeNumberFormat(UNumberFormat *f) { unum_close(f); }
ICU_WRAPPER void icu_setNumberAttribute(UNumberFormat *f, UNumberFormatAttribute a, int32_t value) {
    unum_setAttribute(f, a, value);
}
ICU_WRAPPER void icu_setNumberText(UNumberFormat *f, UNumberFormatTextAttribute a, const UChar *value,
                                   int32_t length, UErrorCode *status) {
    unum_setTextAttribute(f, a, value, length, status);
}
ICU_WRAPPER int32_t icu_formatDecimal(const UNumberFormat *f, const char *number, int32_t length, UChar *out,
                                      int32_t capacity, UErrorCode *status) {
    return unum_formatDecimal(f, number, length, out, capacity, NULL, status);
}
ICU_WRAPPER int32_t icu_numberSymbol(const UNumberFormat *f, UNumberFormatSymbol symbol, UChar *out,
                                     int32_t capacity, UErrorCode *status) {
    return unum_getSymbol(f, symbol, out, capacity, status);
}

#undef ICU_WRAPPER
#endif
