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

// Hunspell's dictionaries. The library is loaded when the first one is opened, if it is installed.
typedef struct Dictionary Dictionary;

// Opens a dictionary by the paths of its affixes and its words. Returns NULL if the library or a file is missing, or if its
// encoding is unknown.
Dictionary *dictionary_open(const char *affixes, const char *words);
void dictionary_close(Dictionary *dictionary);

// Calls `visit` with each stem of a word. All texts are UTF-8 and end with zero. Only for one thread at a time.
void dictionary_stems(Dictionary *dictionary, const char *word, void *context,
                      void (*visit)(void *context, const char *stem));

// Whether the files of a dictionary are what they should be, as far as their first lines and their lengths show: Hunspell reads
// any file.
int dictionary_is_intact(const char *affixes, const char *words);

// The size and the time of the last change of a regular file; -1 if there is none.
int64_t dictionary_file_size(const char *path);
int64_t dictionary_file_time(const char *path);

#endif
