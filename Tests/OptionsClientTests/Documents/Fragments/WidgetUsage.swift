// swift-format-ignore-file
// From the REST documentation, "CoinGecko Markets Endpoint": the usage in the widget, as printed below the line.
// ----
// Build URL
let ids = holdings.map { $0.coinId }.joined(separator: ",")
let url = URL(string: "https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=\(ids)&price_change_percentage=24h")!

// Fetch and decode
let (data, _) = try await URLSession.shared.data(from: url)
let coins = try JSONDecoder().decode([CoinMarketData].self, from: data)

// Convert to dictionary for lookup
let priceMap = Dictionary(uniqueKeysWithValues: coins.map { ($0.id, $0) })
