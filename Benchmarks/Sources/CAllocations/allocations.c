// Counts heap allocations by interposing the functions of the C library's allocator.

#include "CAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t count;

uint64_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

#if defined(__GLIBC__)
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void increment(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  increment();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  increment();
  return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
  increment();
  return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  increment();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  increment();
  *pointer = __libc_memalign(alignment, size);
  return *pointer ? 0 : ENOMEM;
}
#endif
