// Faults in mapped files.
//
// If another program truncates a mapped file, reading beyond its new end raises SIGBUS, which ends the process. For
// registered ranges a signal handler replaces the missing pages by pages of zeros and notes the fault, so that readers
// can report a damaged file. All other faults go to the handler that was installed before.
#ifndef LSEARCH_CMAPPEDFILES_H
#define LSEARCH_CMAPPEDFILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Registers the range of a mapped file, which begins at a page. The first call installs the signal handler.
///
/// Returns the range's number, or -1 if there are too many ranges or the handler cannot be installed.
int32_t cmapped_register(const void *start, size_t length);

/// Ends a registration. Call it before the range is unmapped.
void cmapped_unregister(int32_t number);

/// Whether part of a registered range was replaced by zeros.
bool cmapped_has_fault(int32_t number);

/// For other handlers of SIGBUS: replaces the page at which the fault happened, and all pages after it in the same
/// registered range, by zeros, and notes the fault. Allocates nothing and takes no lock.
///
/// `information` is the `siginfo_t` of the signal. Returns whether the fault is in a registered range and the page can be
/// read now.
bool cmapped_repair(const void *information);

#ifdef __cplusplus
}
#endif

#endif
