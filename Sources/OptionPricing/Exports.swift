// The types of OptionKernels that appear in this module's API, so that users need not import it.
@_exported public import enum OptionKernels.Greek
@_exported public import struct OptionKernels.GreekColumns
@_exported public import enum OptionKernels.GreekSelection
@_exported public import enum OptionKernels.ImpliedVolatilityStatus
@_exported public import enum OptionKernels.OptionKind
