public import VectorMath

/// The right that an option gives: a call or a put.
public typealias OptionKind = VectorMath.OptionKind
