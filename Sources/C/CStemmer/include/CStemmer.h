// The interface of Snowball's stemmers (libstemmer) for Swift: the same functions with names of their own, so that
// only CStemmer.c includes libstemmer's header.
#ifndef LSEARCH_CSTEMMER_H
#define LSEARCH_CSTEMMER_H

#include <stdint.h>

typedef struct Stemmer Stemmer;

// Opens a stemmer for words in UTF-8. Returns NULL if there is no algorithm for the language (an ISO 639 code), or
// no memory.
Stemmer *stemmer_open(const char *language);
void stemmer_close(Stemmer *stemmer);

// Returns the stem of a lower-case word, valid until the next call, or NULL if there is no memory.
const uint8_t *stemmer_stem(Stemmer *stemmer, const uint8_t *word, int32_t count, int32_t *stem_count);

#endif
