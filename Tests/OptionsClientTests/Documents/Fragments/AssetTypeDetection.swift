// swift-format-ignore-file
// From the REST documentation, "Automated Price Data Fetching": asset type detection, as printed below the line.
// ----
enum AssetType {
    case stock      // SPY, VOO, QQQ
    case crypto     // BTC, ETH
    case etf        // Same as stock
    case fund       // FXAIX, SPAXX

    var priceSource: PriceAPISource {
        switch self {
        case .stock, .etf, .fund:
            return .yahooFinance
        case .crypto:
            return .coinGecko
        }
    }
}

func detectAssetType(_ assetId: String) -> AssetType {
    let crypto = ["BTC", "ETH", "FBTC", "GBTC"]
    if crypto.contains(assetId) || assetId.contains("BTC") {
        return .crypto
    }
    return .stock
}
