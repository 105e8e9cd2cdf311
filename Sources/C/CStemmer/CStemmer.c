// The functions of CStemmer.h. Only this file includes libstemmer's header.

#include "CStemmer.h"

#include <libstemmer.h>
#include <stddef.h>

Stemmer *stemmer_open(const char *language) { return (Stemmer *)sb_stemmer_new(language, NULL); }

void stemmer_close(Stemmer *stemmer) { sb_stemmer_delete((struct sb_stemmer *)stemmer); }

const uint8_t *stemmer_stem(Stemmer *stemmer, const uint8_t *word, int32_t count, int32_t *stem_count) {
    const sb_symbol *stem = sb_stemmer_stem((struct sb_stemmer *)stemmer, word, count);
    *stem_count = stem ? sb_stemmer_length((struct sb_stemmer *)stemmer) : 0;
    return stem;
}
