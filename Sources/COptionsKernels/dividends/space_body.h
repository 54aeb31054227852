// The memory of a solution. Width-agnostic body, included once per instruction set.

typedef struct {
  vec *u, *next, *powers; // values, those of the next grid, e^{g j}
  vec *weight, *padded;   // the weights of a convolution, and values with those beyond the ends
} KERNEL(space);

// Vectors of memory for a mesh of `nodes`.
#define SPACE_OF(nodes) (7 * ((nodes) + SPACE_GAP))

// Memory for a mesh: `stack`, or more, which the caller frees. Null if there is none.
INLINE vec *KERNEL(find_memory)(int nodes, vec *stack, void **heap) {
  if (nodes <= MOST_STACK_NODES) return stack;
  *heap = malloc(SPACE_OF((size_t)nodes) * sizeof(vec) + 128);
  return *heap ? (vec *)(((uintptr_t)*heap + 127) & -(uintptr_t)128) : 0;
}

// Without a gap, arrays of 2^n nodes would share the low bits of their addresses.
INLINE KERNEL(space) KERNEL(divide_space)(vec *memory, int nodes) {
  int stride = nodes + SPACE_GAP;
  return (KERNEL(space)){.u = memory, .next = memory + stride, .powers = memory + 2 * stride,
                         .weight = memory + 3 * stride, .padded = memory + 4 * stride};
}
