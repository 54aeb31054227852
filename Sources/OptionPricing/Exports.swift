// Whoever prices options names these, and needs nothing else of the kernels' module.
@_exported public import enum VectorMath.ImpliedVolatilityStatus
@_exported public import enum VectorMath.OptionKind
