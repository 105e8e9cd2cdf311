// What Swift sees of Snowball's stemmers (libstemmer): the same functions under names of their own, so that its header
// stays in CStemmer.c.
#ifndef LSEARCH_CSTEMMER_H
#define LSEARCH_CSTEMMER_H

#include <stdint.h>

typedef struct Stemmer Stemmer;

// For words in UTF-8; NULL where there is no algorithm for the language (an ISO 639 code), or no memory.
Stemmer *stemmer_open(const char *language);
void stemmer_close(Stemmer *stemmer);

// The stem of a word in small letters, valid until the next call; NULL where there is no memory.
const uint8_t *stemmer_stem(Stemmer *stemmer, const uint8_t *word, int32_t count, int32_t *stem_count);

#endif
