internal import MarketData

extension ListedDividend {
    /// Reads the dividend of a row, whose members have these names in a source.
    init<Key>(
        _ row: KeyedDecodingContainer<Key>, exDate: Key, payDate: Key, amount: Key, currency: Key, type: Key
    ) throws {
        self.init(
            exDate: try row.required(row.text(exDate).flatMap { CalendarDate($0) }, exDate),
            payDate: row.text(payDate).flatMap { CalendarDate($0) },
            amount: try row.required(row.decimal(amount), amount),
            currency: row.text(currency)?.uppercased() ?? "USD", vendorType: row.text(type))
    }
}
