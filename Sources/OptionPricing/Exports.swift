// The types of VectorMath that appear in this module's API, so that users need not import it.
@_exported public import enum VectorMath.Greek
@_exported public import struct VectorMath.GreekColumns
@_exported public import enum VectorMath.GreekSelection
@_exported public import enum VectorMath.ImpliedVolatilityStatus
@_exported public import enum VectorMath.OptionKind
