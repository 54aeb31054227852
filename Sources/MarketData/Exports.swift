@_exported public import struct OptionPricing.CalendarDate
@_exported public import enum OptionPricing.ExerciseStyle
@_exported public import enum OptionPricing.OptionKind
@_exported public import struct OptionPricing.Timestamp
