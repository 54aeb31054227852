internal import MarketData
internal import MarketServices

extension JSONText {
    /// Writes a trade and its value.
    mutating func append(_ row: TradeRow) {
        object { json in
            json.members(of: row.trade)
            json.member("legs") { json in
                json.array(row.value.legs.indices) { json, index in
                    let value = row.value.legs[index]
                    json.object { json in
                        json.members(of: value.leg)
                        json.member("openQuantity", value.leg.openQuantity)
                        json.member("price", value.price?.price)
                        json.member("priceSource", value.price?.source.rawValue)
                        json.member("value", value.value)
                        json.member("realised", value.realised)
                        json.member("profitLoss", value.profit)
                        json.member("asOf", value.price?.asOf)
                        json.member("stale", value.price?.isStale ?? value.isOpen)
                        json.member(split: row.splits[index])
                    }
                }
            }
            json.member("status", row.value.status.rawValue)
            json.member("value", row.value.value)
            json.member("realised", row.value.realised)
            json.member("profitLoss", row.value.profit)
            json.member("unpriced") { json in json.array(row.value.unpriced) { $1.write(to: &$0) } }
        }
    }

    /// Writes a trade as it was entered, with the days of its entry.
    mutating func append(entered trade: Trade) {
        object { json in
            json.members(of: trade)
            json.member("legs", objects: trade.legs) { json, leg in
                json.members(of: leg)
                json.member("entered", leg.entered)
            }
        }
    }

    private mutating func members(of trade: Trade) {
        member("id", trade.id.text)
        member("name", trade.name)
        member("notes", trade.notes)
        member("underlying", trade.underlying.symbol)
    }

    private mutating func members(of leg: TradeLeg) {
        switch leg.instrument {
        case .shares:
            member("type", "stock")
            member("position", leg.side.rawValue)
            member("strikePrice", nil as ExactDecimal?)
        case .option(let kind, let strike, _):
            member("type", kind == .call ? "call" : "put")
            member("position", leg.side.rawValue)
            member("strikePrice", strike)
        }
        member("quantity", leg.quantity)
        member("sharesPerContract", leg.sharesPerContract)
        member("expirationDate", leg.instrument.expiration)
        member("exercise", leg.exercise?.rawValue)
        member("opened") { json in
            json.object { json in
                json.member("date", leg.opened.date)
                json.member("price", leg.opened.price)
                json.member("fee", leg.opened.fee)
            }
        }
        member("closes", objects: leg.closes) { json, close in
            json.member("date", close.date)
            json.member("quantity", close.quantity)
            json.member("price", close.price)
            json.member("fee", close.fee)
            json.member("kind", close.kind.rawValue)
        }
        member("rolledFrom", leg.rolledFrom)
    }
}
