// Whoever prices options names their kinds, and needs no other part of the kernels' module.
@_exported public import enum VectorMath.OptionKind
