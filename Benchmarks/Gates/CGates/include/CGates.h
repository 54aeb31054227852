#pragma once

/// Marks the end of a measured part: callgrind writes its counters when the program enters this function, and sets them
/// to zero.
void gate_mark(void);

/// Allocates a block of memory, and frees it.
void gate_allocate(void);
