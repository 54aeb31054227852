import MarketData

/// Values written as text. Invalid text is an error of the test.
func date(_ text: String) -> CalendarDate {
    guard let date = CalendarDate(text) else { preconditionFailure("not a date: \(text)") }
    return date
}

func instant(_ text: String) -> Timestamp {
    guard let instant = Timestamp(text) else { preconditionFailure("not an instant: \(text)") }
    return instant
}

func decimal(_ text: String) -> ExactDecimal {
    guard let decimal = ExactDecimal(text) else { preconditionFailure("not a decimal: \(text)") }
    return decimal
}
