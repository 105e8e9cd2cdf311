// Products of vectors, in the widest instructions that the processor has.
#ifndef LSEARCH_CVECTORS_H
#define LSEARCH_CVECTORS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The sum of the products of two rows of numbers; the same on every processor.
///
/// At most 4,096 numbers, of 8 bits and from -127 to 127, so that 32 bits hold the sum.
int32_t cvectors_product(const int16_t *first, const int8_t *second, size_t count);

#ifdef __cplusplus
}
#endif

#endif
